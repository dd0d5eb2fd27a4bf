import type { Json, JsonObject } from "../model/json.ts";
import { MAX_DEPTH } from "./json-text.ts";

/** A call such as `mkdir('temp', parents=True)`, its values as JSON. */
export interface PythonCall {
  name: string;
  /** Arguments without a name, in their order. */
  args: Json[];
  named: JsonObject;
}

/**
 * Reads a Python literal: strings, numbers, booleans, None, lists, tuples, sets and dicts of them.
 * Tuples and sets become arrays; keys of dicts become text as Python's own JSON writer makes it.
 * @returns undefined for anything else: names, calls, operators, f-strings, bytes, and numbers that JSON cannot hold
 */
export function parsePythonLiteral(text: string): Json | undefined {
  return attempt(text, (reader) => {
    const value = readValue(reader, MAX_DEPTH);
    expectEnd(reader);
    return value;
  });
}

/** Reads one call whose arguments are literals. @returns undefined when it is anything else */
export function parsePythonCall(text: string): PythonCall | undefined {
  return attempt(text, (reader) => {
    const call = readCall(reader);
    expectEnd(reader);
    return call;
  });
}

interface Reader {
  text: string;
  at: number;
}

class NotPython extends Error {}

function attempt<T>(text: string, read: (reader: Reader) => T): T | undefined {
  try {
    return read({ text, at: 0 });
  } catch (error) {
    if (error instanceof NotPython) return undefined;
    throw error;
  }
}

const NAME = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;
const DOTTED = /[\p{ID_Start}_][\p{ID_Continue}]*(?:\s*\.\s*[\p{ID_Start}_][\p{ID_Continue}]*)*/uy;
const SPACE = /(?:\s|\\\r?\n)*/y;
const NUMBER =
  /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*)?\.?(?:(?<=\.)\d(?:_?\d)*)?(?:(?<=[\d.])[eE][+-]?\d(?:_?\d)*)?/y;

function readCall(reader: Reader): PythonCall {
  skipSpace(reader);
  const name = expectMatch(reader, DOTTED).replace(/\s/g, "");
  const call: PythonCall = { name, args: [], named: {} };
  expectChar(reader, "(");
  readItems(reader, ")", () => {
    const keyword = readKeyword(reader);
    const value = readValue(reader, MAX_DEPTH);
    if (keyword !== undefined) setOwn(call.named, keyword, value);
    else call.args.push(value);
  });
  return call;
}

/** `name=` before a value; leaves the reader where it was when there is none. */
function readKeyword(reader: Reader): string | undefined {
  const start = reader.at;
  const name = match(reader, NAME);
  skipSpace(reader);
  if (name !== undefined && reader.text[reader.at] === "=" && reader.text[reader.at + 1] !== "=") {
    reader.at += 1;
    return name;
  }
  reader.at = start;
  return undefined;
}

function readValue(reader: Reader, depth: number): Json {
  if (depth === 0) throw new NotPython();
  skipSpace(reader);
  const char = reader.text[reader.at];
  if (char === "[") return readList(reader, "]", depth);
  if (char === "(") return readParenthesis(reader, depth);
  if (char === "{") return readBraces(reader, depth);
  if (isStringStart(reader)) return readStrings(reader);
  if (char === "+" || char === "-") return readSigned(reader, char, depth);
  if (char !== undefined && /[\d.]/.test(char)) return readNumber(reader);
  const name = expectMatch(reader, NAME);
  if (name === "True") return true;
  if (name === "False") return false;
  if (name === "None") return null;
  throw new NotPython();
}

function readList(reader: Reader, close: string, depth: number): Json[] {
  reader.at += 1;
  const items: Json[] = [];
  readItems(reader, close, () => items.push(readValue(reader, depth - 1)));
  return items;
}

/** `(1)` is the value itself, `(1,)` and `()` are tuples. */
function readParenthesis(reader: Reader, depth: number): Json {
  reader.at += 1;
  const items: Json[] = [];
  const commas = readItems(reader, ")", () => items.push(readValue(reader, depth - 1)));
  return items.length === 1 && commas === 0 ? (items[0] as Json) : items;
}

function readBraces(reader: Reader, depth: number): Json {
  reader.at += 1;
  const dict: JsonObject = {};
  const set: Json[] = [];
  let pairs = 0;
  readItems(reader, "}", () => {
    const key = readValue(reader, depth - 1);
    skipSpace(reader);
    if (reader.text[reader.at] !== ":") {
      set.push(key);
      return;
    }
    reader.at += 1;
    pairs += 1;
    setOwn(dict, keyText(key), readValue(reader, depth - 1));
  });
  if (pairs > 0 && set.length > 0) throw new NotPython();
  return set.length > 0 ? set : dict;
}

/** Reads `item, item, … close`; a comma may stand before the close. @returns the number of commas */
function readItems(reader: Reader, close: string, readItem: () => void): number {
  let commas = 0;
  for (;;) {
    skipSpace(reader);
    if (reader.text[reader.at] === close) break;
    readItem();
    skipSpace(reader);
    if (reader.text[reader.at] !== ",") break;
    reader.at += 1;
    commas += 1;
  }
  expectChar(reader, close);
  return commas;
}

function keyText(key: Json): string {
  if (typeof key === "string") return key;
  if (typeof key === "object" && key !== null) throw new NotPython();
  return String(key);
}

/** `__proto__` as a key must stay a key. */
function setOwn(object: JsonObject, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function readSigned(reader: Reader, sign: string, depth: number): Json {
  reader.at += 1;
  const value = readValue(reader, depth - 1);
  if (typeof value !== "number") throw new NotPython();
  return sign === "-" ? -value : value;
}

function readNumber(reader: Reader): number {
  const text = expectMatch(reader, NUMBER).replaceAll("_", "");
  const value = Number(text);
  // Python has no integers with leading zeros; letters after a number make a complex number or nonsense.
  const next = reader.text[reader.at];
  if (
    !Number.isFinite(value) ||
    text === "." ||
    /^0+[1-9]\d*$/.test(text) ||
    (next !== undefined && /[\w.]/.test(next))
  ) {
    throw new NotPython();
  }
  return value;
}

function isStringStart(reader: Reader): boolean {
  return /^(?:[rRuU])?['"]/.test(reader.text.slice(reader.at, reader.at + 2));
}

/** Strings side by side are one string. */
function readStrings(reader: Reader): string {
  let value = "";
  while (isStringStart(reader)) {
    value += readString(reader);
    skipSpace(reader);
  }
  return value;
}

function readString(reader: Reader): string {
  const raw = /[rR]/.test(reader.text[reader.at] ?? "");
  if (/[rRuU]/.test(reader.text[reader.at] ?? "")) reader.at += 1;
  const quote = reader.text[reader.at] as string;
  const triple = reader.text.startsWith(quote.repeat(3), reader.at);
  const close = triple ? quote.repeat(3) : quote;
  reader.at += close.length;
  let value = "";
  while (!reader.text.startsWith(close, reader.at)) {
    const char = reader.text[reader.at];
    if (char === undefined || (char === "\n" && !triple)) throw new NotPython();
    if (char !== "\\") {
      value += char;
      reader.at += 1;
    } else if (raw) {
      value += reader.text.slice(reader.at, reader.at + 2);
      reader.at += 2;
    } else {
      value += readEscape(reader);
    }
  }
  reader.at += close.length;
  return value;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  a: "\x07",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "\n": "",
};
const CODE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3}))/y;

function readEscape(reader: Reader): string {
  const start = reader.at;
  const code = match(reader, CODE);
  if (code !== undefined) {
    const digits = code.slice(1);
    const point = /^[xuU]/.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 8);
    if (point > 0x10ffff) throw new NotPython();
    return String.fromCodePoint(point);
  }
  const next = reader.text[start + 1];
  // A named character needs Unicode's name table; an unfinished code is an error in Python too.
  if (next === undefined || "NxuU".includes(next)) throw new NotPython();
  reader.at = start + 2;
  // Python keeps the backslash of an escape that it does not know.
  return ESCAPES[next] ?? `\\${next}`;
}

function skipSpace(reader: Reader): void {
  SPACE.lastIndex = reader.at;
  SPACE.exec(reader.text);
  reader.at = SPACE.lastIndex;
}

function match(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found === undefined || found === "") return undefined;
  reader.at += found.length;
  return found;
}

function expectMatch(reader: Reader, pattern: RegExp): string {
  const found = match(reader, pattern);
  if (found === undefined) throw new NotPython();
  return found;
}

function expectChar(reader: Reader, char: string): void {
  skipSpace(reader);
  if (reader.text[reader.at] !== char) throw new NotPython();
  reader.at += 1;
}

function expectEnd(reader: Reader): void {
  skipSpace(reader);
  if (reader.at < reader.text.length) throw new NotPython();
}
