import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isObject } from "../model/json.ts";
import { yamlFlow, yamlPlain, yamlQuoted, yamlSingleQuoted } from "./yaml-text.ts";

/** A key of the front matter that has to get another value. */
export interface KeyChange {
  /** The name under which the text has it, or is to get it. */
  name: string;
  /** undefined: the key is not there, or is not to be there. */
  after: unknown;
}

/** A piece of the text that is replaced by another one. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

type Map = YAMLMap<Node, Node | null>;
type MapPair = Pair<Node, Node | null>;

/**
 * Gives keys of the YAML another value and leaves every other byte as it is. Members of maps and lists are changed one by one
 * where that is possible, so comments beside them stay.
 *
 * @param changes  in the order in which keys are to stand that are not there yet
 * @param order    all keys in their usual order: a new one goes behind the nearest earlier one that is there
 */
export function spliceYaml(yaml: string, changes: readonly KeyChange[], order: readonly string[], eol: string): string {
  const root = parseDocument(yaml).contents as Map;
  const splicer = new Splicer(yaml, eol);
  for (const { name, after } of changes) {
    const pair = pairOf(root, name);
    if (pair) splicer.changePair(root, pair, after);
    else if (after !== undefined) splicer.addPair(root, pairBefore(root, name, order), name, after);
  }
  return applyEdits(yaml, splicer.edits);
}

function pairOf(map: Map, name: string): MapPair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}

function pairBefore(root: Map, name: string, order: readonly string[]): MapPair | undefined {
  const earlier = order.slice(0, order.indexOf(name)).reverse();
  return earlier.map((each) => pairOf(root, each)).find((pair) => pair !== undefined);
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  // Sorting is stable: what is put in at one place stays in the order in which it was asked for.
  const inOrder = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let at = 0;
  for (const edit of inOrder) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

class Splicer {
  readonly edits: Edit[] = [];
  readonly #yaml: string;
  readonly #eol: string;

  constructor(yaml: string, eol: string) {
    this.#yaml = yaml;
    this.#eol = eol;
  }

  changePair(map: Map, pair: MapPair, after: unknown): void {
    if (after !== undefined) this.#changeValue(pair, after);
    else if (map.flow) this.#replaceValue(pair, "null");
    else this.edits.push({ start: this.#lineStart(pair.key.range![0]), end: this.#lineEnd(pair), text: "" });
  }

  addPair(map: Map, before: MapPair | undefined, name: string, value: unknown): void {
    const text = `${name}: ${yamlFlow(value)}`;
    if (map.flow) {
      const last = map.items.at(-1)!;
      this.#insert(last.value?.range?.[1] ?? last.key.range![1], `, ${text}`);
      return;
    }
    const first = map.items[0]!;
    const indent = this.#yaml.slice(this.#lineStart(first.key.range![0]), first.key.range![0]);
    this.#insert(before ? this.#lineEnd(before) : this.#lineStart(first.key.range![0]), `${indent}${text}${this.#eol}`);
  }

  #changeValue(pair: MapPair, after: unknown): void {
    const { value } = pair;
    if (isMap(value) && isObject(after) && this.#changeMembers(value as Map, after)) return;
    if (isSeq(value) && Array.isArray(after) && this.#changeItems(value as YAMLSeq<Node>, after)) return;
    this.#replaceValue(pair, typeof after === "string" ? inStyleOf(value, after) : yamlFlow(after));
  }

  /** @returns false when members would have to go: then the map is written anew */
  #changeMembers(map: Map, after: Record<string, unknown>): boolean {
    const known = Object.entries(after).filter(([, member]) => member !== undefined);
    const before = map.toJSON() as Record<string, unknown>;
    if (map.items.length === 0 || map.items.some(({ key }) => !isScalar(key))) return false;
    if (before.type !== after.type) return false;
    for (const [name, member] of known) {
      const pair = pairOf(map, name);
      if (!pair) this.addPair(map, map.items.at(-1), name, member);
      else if (JSON.stringify(before[name]) !== JSON.stringify(member)) this.#changeValue(pair, member);
    }
    return true;
  }

  /** @returns false when items would have to go: then the list is written anew */
  #changeItems(list: YAMLSeq<Node>, after: readonly unknown[]): boolean {
    const before = list.toJSON() as unknown[];
    const { items } = list;
    if (items.length === 0 || after.length < items.length || !items.every((item) => isScalar(item))) return false;
    for (const [at, item] of items.entries()) {
      if (String(before[at]) === after[at] || (item as Scalar).source === after[at]) continue;
      this.edits.push({ start: item.range![0], end: item.range![1], text: inStyleOf(item, String(after[at])) });
    }
    const last = items.at(-1)!;
    const added = after.slice(items.length).map(yamlFlow);
    if (list.flow) this.#insert(last.range![1], added.map((item) => `, ${item}`).join(""));
    else {
      const indent = " ".repeat(list.range![0] - this.#lineStart(list.range![0]));
      this.#insert(this.#nextLine(last.range![2]), added.map((item) => `${indent}- ${item}${this.#eol}`).join(""));
    }
    return true;
  }

  #replaceValue(pair: MapPair, text: string): void {
    const { value } = pair;
    const range = value?.range;
    const isBlock = (isMap(value) || isSeq(value)) && !value.flow;
    if (!range || isBlock || range[0] === range[1])
      this.#insert(this.#yaml.indexOf(":", pair.key.range![1]) + 1, ` ${text}`);
    if (!range || range[0] === range[1]) return;
    if (isBlock) {
      this.edits.push({ start: this.#lineStart(range[0]), end: range[1], text: "" });
      return;
    }
    const old = this.#yaml.slice(range[0], range[1]);
    const end = old.endsWith("\r\n") ? range[1] - 2 : old.endsWith("\n") ? range[1] - 1 : range[1];
    this.edits.push({ start: range[0], end, text });
  }

  #insert(at: number, text: string): void {
    if (text !== "") this.edits.push({ start: at, end: at, text });
  }

  #lineStart(offset: number): number {
    return this.#yaml.lastIndexOf("\n", offset - 1) + 1;
  }

  /** Where the line after the pair begins, comments that belong to it included. */
  #lineEnd(pair: MapPair): number {
    return this.#nextLine(pair.value?.range?.[2] ?? pair.key.range![2]);
  }

  #nextLine(offset: number): number {
    if (offset > 0 && this.#yaml[offset - 1] === "\n") return offset;
    const end = this.#yaml.indexOf("\n", offset);
    return end === -1 ? this.#yaml.length : end + 1;
  }
}

/** Text in the quotes that the old value has. */
function inStyleOf(old: Node | null, text: string): string {
  if (!isScalar(old) || isAlias(old)) return yamlPlain(text);
  if (old.type === Scalar.QUOTE_DOUBLE) return yamlQuoted(text);
  return old.type === Scalar.QUOTE_SINGLE ? yamlSingleQuoted(text) : yamlPlain(text);
}
