import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap, type YAMLParseError } from "yaml";
import { CardFormatError } from "../errors.ts";
import type { CardParts } from "./front-matter.ts";

/** Names that an older or foreign card may use for a key. */
const ALIASES: Readonly<Record<string, string>> = { trigger: "when_to_use" };
/** Keys whose values are text, whatever they look like: `429` among keywords is a word. */
const TEXTS: ReadonlyArray<readonly string[]> = [
  ["id"],
  ["when_to_use"],
  ["trigger"],
  ["task_query"],
  ["generalized_query"],
  ["created"],
  ["keywords"],
  ["tools"],
  ["provenance", "sessions"],
  ["provenance", "trajectories"],
  ["provenance", "derived_from"],
];

export interface FrontMatter {
  /** What the YAML says, under the names of this version. */
  data: Record<string, unknown>;
  /** For each key that is there, the name under which it is written. */
  names: ReadonlyMap<string, string>;
  /** Line of the file that holds the value at this path, or the nearest one around it. */
  lineOf(path: readonly PropertyKey[]): number;
}

/**
 * Reads the YAML of a card as data. Tags are not followed: nothing in it can run.
 * @throws CardFormatError
 */
export function readFrontMatter(parts: CardParts, path: string): FrontMatter {
  const counter = new LineCounter();
  const document = parseDocument(parts.yaml, { lineCounter: counter, prettyErrors: false, logLevel: "error" });
  const lineAt = (offset: number) => counter.linePos(offset).line + parts.yamlLine - 1;
  const [broken] = document.errors;
  if (broken) throw new CardFormatError(path, lineAt(broken.pos[0]), problemOf(broken, parts.yaml), { cause: broken });
  const root = document.contents;
  if (!isMap(root)) throw new CardFormatError(path, parts.yamlLine, "the front matter is not a map of keys and values");
  const names = namesIn(root as YAMLMap);
  const lineOf = (keys: readonly PropertyKey[]) => lineAt(offsetOf(root as YAMLMap, keys, names));
  for (const keys of TEXTS) keepText(document.getIn(keys, true));
  try {
    const raw = document.toJS({ maxAliasCount: 100 }) as Record<string, unknown>;
    const data = { ...raw };
    for (const [key, name] of names) data[key] = raw[name];
    return { data, names, lineOf };
  } catch (error) {
    throw new CardFormatError(path, parts.yamlLine, (error as Error).message, { cause: error });
  }
}

function problemOf(error: YAMLParseError, yaml: string): string {
  if (error.code !== "DUPLICATE_KEY") return error.message;
  const key = /^[^:\n]*/.exec(yaml.slice(error.pos[0]))![0].trim();
  return `the key ${key} stands here a second time`;
}

/** Makes the scalar, or each scalar of the list, the text that stands in the file. */
function keepText(node: unknown): void {
  if (isSeq(node)) {
    for (const item of node.items) keepText(item);
  } else if (isScalar(node) && typeof node.value !== "string" && node.value !== null && node.source !== undefined) {
    node.value = node.source;
  }
}

function namesIn(root: YAMLMap): Map<string, string> {
  const written = new Set(root.items.map(({ key }) => (isScalar(key) ? String(key.value) : "")));
  const names = new Map([...written].map((name) => [name, name]));
  for (const [alias, key] of Object.entries(ALIASES)) {
    if (!written.has(alias)) continue;
    names.delete(alias);
    if (!written.has(key)) names.set(key, alias);
  }
  return names;
}

function offsetOf(root: YAMLMap, keys: readonly PropertyKey[], names: ReadonlyMap<string, string>): number {
  let node: unknown = root;
  let offset = 0;
  for (const [depth, key] of keys.entries()) {
    const name = depth === 0 ? (names.get(String(key)) ?? key) : key;
    let inner: unknown;
    if (isMap(node)) {
      const pair = node.items.find((each) => isScalar(each.key) && each.key.value === name);
      offset = (pair?.key as Node | undefined)?.range?.[0] ?? offset;
      inner = pair?.value;
    } else if (isSeq(node)) {
      inner = node.items[Number(key)];
      offset = (inner as Node | undefined)?.range?.[0] ?? offset;
    }
    if (inner === undefined || inner === null) break;
    node = inner;
  }
  return offset;
}
