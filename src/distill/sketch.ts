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
 * The row of a task, made when it is new.
 * @returns undefined when the table is full of tasks with smaller hashes: then this task is not in the sample
 */
export function rowOf<Row>(table: TaskTable<Row>, key: string, limit: number, fresh: () => Row): Row | undefined {
  if (Object.hasOwn(table, key)) return table[key];
  const keys = Object.keys(table);
  if (keys.length >= limit) {
    const largest = keys.reduce((a, b) => (a > b ? a : b));
    if (key > largest) return undefined;
    delete table[largest];
  }
  const row = fresh();
  table[key] = row;
  return row;
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

/** How many distinct keys were offered to a table of this limit: exact until it is full, an estimate from then on. */
export function distinctCount(table: TaskTable<unknown>, limit: number): { count: number; exact: boolean } {
  const keys = Object.keys(table);
  if (keys.length < limit) return { count: keys.length, exact: true };
  const largest = Number.parseInt(
    keys.reduce((a, b) => (a > b ? a : b)),
    36,
  );
  return { count: Math.max(keys.length, Math.round(((limit - 1) * HASH_SPACE) / (largest + 1))), exact: false };
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

/** Maps of both, values of the same key joined; keys must hold a space, so that none is the name of an object's own method. */
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
