import type { Json, JsonObject } from "../model/json.ts";
import { type CutMark, MAX_OBSERVATION_BYTES, type Observation } from "../model/observation.ts";
import { shortHash } from "../text/hash.ts";

/** The fields that may be cut, the longest first to give way. All others identify the line and stay whole. */
const CUTTABLE = ["result", "input", "error"] as const;

/** Names longer than this, as JSON, are replaced by their beginning and a hash, so that they stay distinct and no name can fill a line. */
export const MAX_NAME_BYTES = 1024;

/** Pieces below this many bytes say nothing any more; then whole items of a list are left out instead. */
const MIN_PIECE_BYTES = 96;

/** More cuts than this in one field are noted as one cut of the whole field. */
const MAX_MARKS = 12;

/** A longer path is not written out either. Bytes as JSON. */
const MAX_PATH_BYTES = 200;

/** Bytes set aside for the marks of one field. */
const MARK_RESERVE_BYTES = MAX_MARKS * (MAX_PATH_BYTES + 80);

/**
 * Makes an observation fit on one line: well-formed Unicode, at most `limit` bytes with its newline.
 *
 * Long strings keep head and tail on whole code points, long lists their first and last items, so the value stays JSON of the
 * same shape; what was left out is noted in `cut`. A line that fits already comes back unchanged, so cutting twice is cutting once.
 * The caller scrubs first: a secret cut in half no longer looks like one.
 *
 * @param limit  bytes, at least 32 KiB
 */
export function cutObservation(observation: Observation, limit = MAX_OBSERVATION_BYTES): Observation {
  const line = JSON.stringify(observation);
  // Halves of pairs come out of JSON.stringify escaped; without them there is nothing to mend.
  const mayBeBroken = /\\ud[89a-f]/.test(line);
  if (!mayBeBroken && utf8Bytes(line) < limit) return observation;
  const whole = mayBeBroken
    ? (wellFormed(observation as unknown as JsonObject) as unknown as Observation)
    : observation;
  if (lineBytes(whole) <= limit) return whole;
  const named = shortenNames(whole);
  const { result: _result, input: _input, error: _error, ...identity } = named;
  const fields = CUTTABLE.filter((field) => named[field] !== undefined);
  const reserve = fields.length * MARK_RESERVE_BYTES;
  const budget = limit - lineBytes(identity) - reserve;
  const sizes = fields.map((field) => jsonBytes(named[field] as Json));
  const level = fillLevel(sizes, budget);
  const marks: CutMark[] = [...(named.cut ?? [])];
  const cut = { ...named };
  for (const [at, field] of fields.entries()) {
    if ((sizes[at] as number) > level)
      Object.assign(cut, { [field]: cutField(named[field] as Json, field, level, marks) });
  }
  return marks.length > 0 ? { ...cut, cut: marks } : cut;
}

/** Bytes of the observation as a line, newline included. */
export function lineBytes(observation: object): number {
  return utf8Bytes(JSON.stringify(observation)) + 1;
}

/** Lone surrogates become U+FFFD, in values and in keys. */
function wellFormed(value: Json): Json {
  if (typeof value === "string") return toWellFormed(value);
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== "object" || value === null) return value;
  return fromEntries(Object.entries(value).map(([key, inner]) => [toWellFormed(key), wellFormed(inner)]));
}

function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

function shortenNames(observation: Observation): Observation {
  const entries = Object.entries(observation).map(([key, value]) => {
    const isName = typeof value === "string" && !(CUTTABLE as readonly string[]).includes(key);
    return [key, isName ? shortenName(value) : value];
  });
  return Object.fromEntries(entries) as Observation;
}

/** A name as it is, or its beginning and a hash when it is longer than {@link MAX_NAME_BYTES}. Equal names stay equal, different ones different. */
export function shortenName(name: string): string {
  return jsonBytes(name) <= MAX_NAME_BYTES ? name : `${headOf(name, 128)}~${shortHash(name, 16)}`;
}

/** A value that was cut; hashed only when it is known that it gets a mark of its own. */
interface CutPlace {
  path: string;
  value: Json;
}

function cutField(value: Json, field: string, budget: number, marks: CutMark[]): Json {
  const own: CutPlace[] = [];
  const shrunk = shrink(value, budget, field, own);
  const isShort = own.length <= MAX_MARKS && own.every(({ path }) => jsonBytes(path) <= MAX_PATH_BYTES);
  for (const place of isShort ? own : [{ path: field, value }]) marks.push(markOf(place));
  return shrunk;
}

/** The value in at most `budget` bytes of JSON, budget ≥ {@link MIN_PIECE_BYTES}. */
function shrink(value: Json, budget: number, path: string, places: CutPlace[]): Json {
  if (jsonBytes(value) <= budget) return value;
  if (typeof value === "string") {
    places.push({ path, value });
    return cutText(value, budget);
  }
  if (Array.isArray(value)) return shrinkList(value, budget, path, places);
  return shrinkObject(value as JsonObject, budget, path, places);
}

function shrinkList(items: Json[], budget: number, path: string, places: CutPlace[]): Json {
  const sizes = items.map((item) => jsonBytes(item) + 1);
  const level = fillLevel(sizes, budget - 2);
  if (level >= MIN_PIECE_BYTES + 1) {
    return items.map((item, at) => shrink(item, level - 1, `${path}.${at}`, places));
  }
  // Too many items for the budget: the first two thirds of it go to the head, the rest to the tail.
  places.push({ path, value: items });
  const gap = `[${items.length} items, cut]`;
  const room = budget - 2 - jsonBytes(gap) - 1;
  const head = takeWhileFits(items, sizes, (room * 2) / 3);
  const tail = takeWhileFits(
    items.slice(head.length).reverse(),
    sizes.slice(head.length).reverse(),
    room / 3,
  ).reverse();
  return [...head, gap, ...tail];
}

function shrinkObject(object: JsonObject, budget: number, path: string, places: CutPlace[]): Json {
  const entries = Object.entries(object);
  const overheads = entries.map(([key]) => jsonBytes(key) + 2);
  const sizes = entries.map(([, value], at) => jsonBytes(value) + (overheads[at] as number));
  const level = fillLevel(sizes, budget - 2);
  if (
    entries.every((_, at) => (sizes[at] as number) <= level || level - (overheads[at] as number) >= MIN_PIECE_BYTES)
  ) {
    const shrunk = entries.map(([key, value], at): [string, Json] => [
      key,
      shrink(value, level - (overheads[at] as number), `${path}.${key}`, places),
    ]);
    return fromEntries(shrunk);
  }
  // Too many keys, or keys longer than values: the first that fit stay.
  places.push({ path, value: object });
  return fromEntries(takeWhileFits(entries, sizes, budget - 2));
}

/** Leading items that fit together into the budget. */
function takeWhileFits<T>(items: readonly T[], sizes: readonly number[], budget: number): T[] {
  let used = 0;
  let count = 0;
  while (count < items.length && used + (sizes[count] as number) <= budget) used += sizes[count++] as number;
  return items.slice(0, count);
}

/**
 * The highest level such that cutting every size down to it makes their sum fit: small values stay whole, the large ones share
 * what is left. Infinity when all fit.
 */
function fillLevel(sizes: readonly number[], budget: number): number {
  const sorted = [...sizes].sort((a, b) => a - b);
  let left = budget;
  for (const [at, size] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** Head and tail of a text, two thirds and one third, with the number of bytes between them; at most `budget` bytes of JSON. */
function cutText(text: string, budget: number): string {
  const note = ` …[${utf8Bytes(text)} bytes, cut]… `;
  const room = Math.max(0, budget - jsonBytes(note));
  const head = headOf(text, Math.floor((room * 2) / 3));
  const tail = tailOf(text.slice(head.length), Math.floor(room / 3));
  return `${head}${note}${tail}`;
}

/** The longest beginning, on whole code points, that takes at most `bytes` as JSON, quotes not counted. */
function headOf(text: string, bytes: number): string {
  let used = 0;
  let end = 0;
  for (const char of text) {
    used += charBytes(char);
    if (used > bytes) break;
    end += char.length;
  }
  return text.slice(0, end);
}

function tailOf(text: string, bytes: number): string {
  // Only the last `bytes` code units can be in it; a pair that the slice splits is dropped as a lone half.
  const end = text.slice(Math.max(0, text.length - bytes)).replace(/^[\uDC00-\uDFFF]/, "");
  const chars = [...end];
  let used = 0;
  let start = chars.length;
  while (start > 0) {
    used += charBytes(chars[start - 1] as string);
    if (used > bytes) break;
    start -= 1;
  }
  return chars.slice(start).join("");
}

/** Bytes of one code point inside a JSON string. */
function charBytes(char: string): number {
  const code = char.codePointAt(0) as number;
  if (code < 0x20 || char === '"' || char === "\\") return jsonBytes(char) - 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

function markOf({ path, value }: CutPlace): CutMark {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { path, bytes: utf8Bytes(text), hash: shortHash(text, 16) };
}

function jsonBytes(value: Json): number {
  return utf8Bytes(JSON.stringify(value));
}

/** Counted without encoding: texts may be long and are measured often. */
function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Each half of a pair counts as two, so a pair makes four.
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

/** Unlike plain assignment, keeps a key called `__proto__` a key. */
function fromEntries(entries: Array<[string, Json]>): JsonObject {
  return Object.fromEntries(entries);
}
