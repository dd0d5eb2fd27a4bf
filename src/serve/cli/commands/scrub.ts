import { readFileSync } from "node:fs";
import { MemoryError } from "../../../errors.ts";
import { scrubTest } from "../../../memory/scrub-run.ts";
import type { CliContext } from "../context.ts";

/** @returns 0 when nothing would be hidden, 1 when something would: so that a script can ask */
export async function scrubCommand(
  { out, t }: CliContext,
  [path]: string[],
  options: { test?: boolean },
): Promise<number> {
  if (!options.test) {
    throw new MemoryError(
      "INVALID_INPUT",
      "everything is scrubbed before it is stored; there is nothing to do",
      "habitus scrub --test FILE shows what would be hidden; habitus purge --match TEXT removes what is stored.",
    );
  }
  const text = readText(path);
  const { places, scrubbed } = scrubTest(text);
  out.data({ hidden: places, text: scrubbed });
  const lines = scrubbed.split("\n").filter((line) => line.includes("[hidden:"));
  for (const { kind, rule, line, column } of places) out.note(t.hidden(kind, rule, line, column));
  for (const line of lines) out.line(line);
  out.note(t.hiddenCount(places.length));
  return places.length > 0 ? 1 : 0;
}

function readText(path: string | undefined): string {
  try {
    // 0 is standard input: habitus scrub --test < FILE
    return readFileSync(path ?? 0, "utf8");
  } catch (error) {
    throw new MemoryError("NOT_FOUND", `${path ?? "standard input"}: ${(error as Error).message}`, undefined, {
      cause: error,
    });
  }
}
