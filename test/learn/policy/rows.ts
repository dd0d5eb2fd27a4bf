import type { AttemptRow } from "../../../src/learn/policy/attempt-row.ts";

/** A row with everything usual filled in; ages are set by {@link aged}. */
export function row(
  attempt: number,
  shown: readonly string[],
  score?: number,
  more: Partial<AttemptRow> = {},
): AttemptRow {
  return {
    attempt: `a${String(attempt).padStart(5, "0")}`,
    shown,
    trust: 1,
    age: 0,
    ...(score === undefined ? {} : { score }),
    ...more,
  };
}

/** The rows in order of time, the last being the newest. */
export function aged(rows: readonly AttemptRow[]): AttemptRow[] {
  return rows.map((each, i) => ({ ...each, age: rows.length - 1 - i }));
}

/** `count` rows of which the first `well` ended well, evenly mixed. */
export function mixed(
  from: number,
  count: number,
  well: number,
  shown: readonly string[],
  more: Partial<AttemptRow> = {},
): AttemptRow[] {
  return Array.from({ length: count }, (_, i) => {
    const score = Math.floor(((i + 1) * well) / count) - Math.floor((i * well) / count);
    return row(from + i, shown, score, more);
  });
}
