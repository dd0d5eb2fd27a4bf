import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Json } from "../../model/json.ts";
import { type Changed, replaceRange } from "./fragment.ts";

/** Property names and indices from the root. */
export type Path = ReadonlyArray<string | number>;

/** How a file is laid out; new lines follow it. */
export interface Layout {
  /** One step of indentation; undefined: everything is on one line. */
  indent: string | undefined;
  eol: "\n" | "\r\n";
}

/** Why a text is no settings file, for the person who must mend it. Lines count from 1. */
export interface JsonProblem {
  line: number;
  problem: string;
}

/** Comments and trailing commas are read, because people write them. An empty text is no problem. */
export function problemOf(text: string): JsonProblem | undefined {
  if (text.trim() === "") return undefined;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) {
    const code = printParseErrorCode(first.error).replace(/([a-z])([A-Z])/g, "$1 $2");
    return { line: lineAt(text, first.offset), problem: code.toLowerCase() };
  }
  return root?.type === "object" ? undefined : { line: 1, problem: "not a JSON object" };
}

/** True when only a reader that forgives comments and trailing commas can read the text. */
export function needsForgiving(text: string): boolean {
  if (text.trim() === "") return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true; // the caller knows already that the forgiving reader takes it
  }
}

export function layoutOf(text: string): Layout {
  const eol = /\r\n/.test(text) ? "\r\n" : "\n";
  // An empty object on one line is no layout that anybody chose.
  if (/^\s*(?:\{\s*\}\s*)?$/.test(text)) return { indent: "  ", eol };
  if (!/[\r\n]/.test(text.trim())) return { indent: undefined, eol };
  return { indent: /^([ \t]+)"/m.exec(text)?.[1] ?? "  ", eol };
}

/** The value at a path, or undefined. Where a name stands twice, the last one counts, as for every JSON reader. */
export function valueAt(text: string, path: Path): unknown {
  const node = nodeAt(text, path);
  return node && plain(node);
}

/** Puts a value at a path whose parents are objects, and replaces what is there. Touches no other byte. */
export function setProperty(text: string, path: Path, value: Json): Changed {
  if (text.trim() === "") return wholeFile(text, path, value);
  const existing = nodeAt(text, path);
  const layout = layoutOf(text);
  if (existing) {
    // The name goes along, so that what was written can be found again.
    const from = existing.parent?.type === "property" ? existing.parent.offset : existing.offset;
    const own = print(value, layout, path.length);
    const kept = text.slice(from, existing.offset);
    return replaceRange(text, from, existing.offset + existing.length, `${kept}${own}`);
  }
  const depth = deepest(text, path);
  const parent = nodeAt(text, path.slice(0, depth)) as Node;
  const inner = path.slice(depth + 1).reduceRight<Json>((below, name) => ({ [name]: below }), value);
  return insertInto(text, parent, `${JSON.stringify(path[depth])}:${space(layout)}`, inner, depth + 1);
}

/** Puts a value behind the others of a list. */
export function appendItem(text: string, path: Path, value: Json): Changed {
  return insertInto(text, nodeAt(text, path) as Node, "", value, path.length + 1);
}

/** Takes a property or an item out, with its comma. Comments around it stay, and every other byte. */
export function removeAt(text: string, path: Path): string {
  const found = nodeAt(text, path);
  const node = found?.parent?.type === "property" ? found.parent : found;
  const parent = node?.parent;
  if (!node || !parent) return text;
  const siblings = parent.children ?? [];
  const at = siblings.indexOf(node);
  const [previous, next] = [siblings[at - 1], siblings[at + 1]];
  const end = node.offset + node.length;
  if (next) {
    const [, behind = ""] = splitAtComma(text.slice(end, next.offset));
    return text.slice(0, node.offset) + behind.trimStart() + text.slice(next.offset);
  }
  if (previous) {
    const [before, behind = ""] = splitAtComma(text.slice(previous.offset + previous.length, node.offset));
    return text.slice(0, previous.offset + previous.length) + (before + behind).trimEnd() + text.slice(end);
  }
  const close = parent.offset + parent.length - 1;
  const left = text.slice(parent.offset + 1, node.offset);
  const right = text.slice(end, close);
  const inside = (left + right).trim() === "" ? "" : left.trimEnd() + right;
  return text.slice(0, parent.offset + 1) + inside + text.slice(close);
}

function wholeFile(text: string, path: Path, value: Json): Changed {
  const layout = layoutOf(text);
  const whole = path.reduceRight<Json>((below, name) => ({ [name]: below }), value);
  return replaceRange(text, 0, text.length, `${print(whole, layout, 0)}${layout.eol}`);
}

function insertInto(text: string, parent: Node, head: string, value: Json, depth: number): Changed {
  const layout = layoutOf(text);
  const line = layout.indent === undefined ? "" : layout.eol + layout.indent.repeat(depth);
  const own = `${line}${head}${print(value, layout, depth)}`;
  const close = parent.offset + parent.length - 1;
  const last = parent.children?.at(-1);
  if (!last) {
    // An empty `{}` takes its closing line along; what stands inside, such as a comment, stays.
    const inside = text.slice(parent.offset + 1, close);
    const tail = layout.indent === undefined ? "" : layout.eol + layout.indent.repeat(depth - 1);
    if (inside.trim() === "") return replaceRange(text, parent.offset + 1, close, `${own}${tail}`);
    const from = parent.offset + 1 + inside.trimEnd().length;
    return replaceRange(text, from, from, `${own}`);
  }
  const end = last.offset + last.length;
  // Comments behind the last value, and a comma that somebody left there, stay where they are.
  const behind = text.slice(end, close).trimEnd();
  const comma = hasComma(behind) ? "" : ",";
  return replaceRange(text, end, end + behind.length, `${comma}${behind}${own}`);
}

function hasComma(text: string): boolean {
  return splitAtComma(text).length > 1;
}

/** What stands before and behind the first comma that is not part of a comment. */
function splitAtComma(text: string): [string] | [string, string] {
  const blank = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\r\n]*/g, (comment) => " ".repeat(comment.length));
  const at = blank.indexOf(",");
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** How many names of the path lead to something that is there. */
function deepest(text: string, path: Path): number {
  for (let depth = path.length - 1; depth > 0; depth--) if (nodeAt(text, path.slice(0, depth))) return depth;
  return 0;
}

function nodeAt(text: string, path: Path): Node | undefined {
  let node = parseTree(text, [], { allowTrailingComma: true });
  for (const step of path) {
    if (typeof step === "number") node = node?.type === "array" ? node.children?.[step] : undefined;
    else {
      const properties = node?.type === "object" ? (node.children ?? []) : [];
      node = properties.findLast((property) => property.children?.[0]?.value === step)?.children?.[1];
    }
  }
  return node;
}

function plain(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(plain);
  if (node.type !== "object") return node.value;
  return Object.fromEntries(
    (node.children ?? []).flatMap(({ children = [] }) =>
      children[0] && children[1] ? [[String(children[0].value), plain(children[1])] as const] : [],
    ),
  );
}

function space(layout: Layout): string {
  return layout.indent === undefined ? "" : " ";
}

function print(value: Json, layout: Layout, depth: number): string {
  if (layout.indent === undefined) return JSON.stringify(value);
  const lines = JSON.stringify(value, null, layout.indent).split("\n");
  return lines.join(layout.eol + layout.indent.repeat(depth));
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
