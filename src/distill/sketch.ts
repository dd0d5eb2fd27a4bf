/**
 * Bounded, mergeable summaries. All of them keep the entries with the smallest hashes: which entries stay depends only on the set
 * of entries ever seen, never on their order, so mining A then B, B then A, or both apart and merged gives the same state.
 */

/** Rows by task hash; at most as many as the limit it is used with. Plain JSON. */
export type TaskTable<Row> = Record<string, Row>;

const HASH_DIGITS = 8;
const HASH_SPACE = 36 ** HASH_DIGITS;

/** Short stable hash of a text: 8 characters of 0-9a-z, evenly spread, ordered as text. Tells texts apart, hides nothing. */
export function shortHash(text: string): string {
  let a = 0x2545f491;
  let b = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x85ebca6b);
    a ^= a >>> 15;
    b = Math.imul(b + unit, 0xc2b2ae35);
    b ^= b >>> 13;
  }
  a = scatter(a ^ text.length);
  b = scatter(b + a);
  const value = ((b >>> 0) & 0x1fffff) * 0x100000000 + (a >>> 0);
  return (value % HASH_SPACE).toString(36).padStart(HASH_DIGITS, "0");
}

function scatter(value: number): number {
  let v = value ^ (value >>> 16);
  v = Math.imul(v, 0x7feb352d);
  v ^= v >>> 15;
  v = Math.imul(v, 0x846ca68b);
  return v ^ (v >>> 16);
}

/**
 * The row of a task, made when it is new. Tables grow by this function alone.
 * @returns undefined when the table is full of tasks with smaller hashes: then this task is not in the sample
 */
export function rowOf<Row>(table: TaskTable<Row>, key: string, limit: number, fresh: () => Row): Row | undefined {
  if (Object.hasOwn(table, key)) return table[key];
  const known = extentOf(table);
  if (known.size >= limit) {
    if (key > known.largest) return undefined;
    delete table[known.largest];
    known.largest = largestOf(Object.keys(table));
    known.size--;
  }
  const row = fresh();
  table[key] = row;
  known.size++;
  if (key > known.largest) known.largest = key;
  return row;
}

/** Size and largest key of tables in use: what a full table needs to turn a task away without looking at all of its keys. */
const extents = new WeakMap<object, { size: number; largest: string }>();

function extentOf(table: TaskTable<unknown>): { size: number; largest: string } {
  let extent = extents.get(table);
  if (!extent) {
    const keys = Object.keys(table);
    extent = { size: keys.length, largest: largestOf(keys) };
    extents.set(table, extent);
  }
  return extent;
}

function largestOf(keys: readonly string[]): string {
  let largest = "";
  for (const key of keys) if (key > largest) largest = key;
  return largest;
}

/**
 * The value of a key, made when it is new. Keys must begin with a dot or hold a space, so that none is the name of one of an
 * object's own methods.
 */
export function entryOf<Value>(map: Record<string, Value>, key: string, fresh: () => Value): Value {
  const known = map[key];
  if (known !== undefined) return known;
  const value = fresh();
  map[key] = value;
  return value;
}

/** Entries by key: sums over them come out the same, to the last bit, whatever order the rows were added in. */
export function inOrder<Value>(map: Record<string, Value>): Array<[string, Value]> {
  return Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A new table with the rows of both, rows of the same task joined; neither argument is changed. */
export function mergeTables<Row>(
  a: TaskTable<Row>,
  b: TaskTable<Row>,
  limit: number,
  join: (left: Row, right: Row) => Row,
): TaskTable<Row> {
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort().slice(0, limit);
  const merged: TaskTable<Row> = {};
  for (const key of keys) {
    const [left, right] = [a[key], b[key]];
    merged[key] = left === undefined ? right! : right === undefined ? left : join(left, right);
  }
  return merged;
}

/** The `limit` smallest of a sorted list and one more entry, sorted, without repeats. Changes `list`. */
export function addSmallest(list: string[], entry: string, limit: number): void {
  const last = list[list.length - 1];
  if (list.length >= limit && last !== undefined && entry >= last) return;
  let at = list.length;
  while (at > 0 && list[at - 1]! > entry) at--;
  if (at > 0 && list[at - 1] === entry) return;
  list.splice(at, 0, entry);
  if (list.length > limit) list.pop();
}

/** The `limit` smallest of two sorted lists, as a new list. */
export function mergeSmallest(a: readonly string[], b: readonly string[], limit: number): string[] {
  return [...new Set([...a, ...b])].sort().slice(0, limit);
}

/** Maps of both, values of the same key joined; for keys see {@link entryOf}. */
export function mergeMaps<Value>(
  a: Record<string, Value>,
  b: Record<string, Value>,
  join: (left: Value, right: Value) => Value,
): Record<string, Value> {
  const merged: Record<string, Value> = {};
  for (const key of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()) {
    const [left, right] = [a[key], b[key]];
    merged[key] = left === undefined ? right! : right === undefined ? left : join(left, right);
  }
  return merged;
}
