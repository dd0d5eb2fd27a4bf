import { parse } from "smol-toml";
import type { Json } from "../../model/json.ts";
import { type Changed, replaceRange } from "./fragment.ts";

/** Stands above what is written, and says by whom. */
export const TOML_NOTE = "# habitus: written by `habitus init`, taken out again by `habitus uninstall`";

/** @returns undefined: it can be read */
export function tomlProblem(text: string): { line: number; problem: string } | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    const { line = 1, message } = error as { line?: number; message: string };
    return { line, problem: message.split("\n")[0] ?? message };
  }
}

export function tomlValues(text: string): Record<string, unknown> {
  return parse(text) as Record<string, unknown>;
}

/**
 * Adds tables at the end of the file; nothing above is touched.
 * @param tables  header, such as `mcp_servers.habitus`, and its values
 */
export function appendTables(
  text: string,
  tables: ReadonlyArray<{ header: string; values: Record<string, Json> }>,
): Changed {
  const eol = /\r\n/.test(text) ? "\r\n" : "\n";
  const lines = tables.flatMap(({ header, values }, index) => [
    ...(index > 0 ? [""] : [TOML_NOTE]),
    `[${header}]`,
    ...Object.entries(values).map(([name, value]) => `${name} = ${tomlValue(value)}`),
  ]);
  const before = text === "" ? "" : text.endsWith("\n") ? eol : eol + eol;
  return replaceRange(text, text.length, text.length, `${before}${lines.join(eol)}${eol}`);
}

/**
 * Takes tables out by their headers, with their subtables and our note, wherever they are by now.
 * Only whole lines go; a table written in another form (inline, or by dotted keys) stays, which the caller sees in the values.
 */
export function removeTables(text: string, isOurs: (header: string) => boolean): string {
  const lines = text.split(/(?<=\n)/);
  const kept: string[] = [];
  let ours = false;
  for (const line of lines) {
    const header = /^\s*\[\s*([^[\]].*?)\s*\]\s*(?:#.*)?\r?\n?$/.exec(line)?.[1];
    if (header !== undefined) ours = isOurs(header);
    else if (/^\s*\[\[/.test(line)) ours = false;
    if (ours || line.trim() === TOML_NOTE) {
      // What stands between our table and the next one is the next one's: comments above a header, and empty lines.
      if (header === undefined && /^\s*#/.test(line) && line.trim() !== TOML_NOTE) kept.push(line);
      continue;
    }
    kept.push(line);
  }
  return kept.join("");
}

/** A key of a table as it is written in a header. */
export function tomlKey(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

function tomlValue(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const inner = Object.entries(value).map(([name, below]) => `${tomlKey(name)} = ${tomlValue(below as Json)}`);
    return `{ ${inner.join(", ")} }`;
  }
  // TOML's basic strings escape as JSON's do.
  return JSON.stringify(value);
}
