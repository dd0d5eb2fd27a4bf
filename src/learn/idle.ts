import type { CardRecord } from "./record.ts";

/**
 * How many idle rows a card is due: one for every `idleDays` days on which the project was used and the pattern was not seen.
 *
 * Days without use do not count: a holiday teaches nothing about a habit.
 * @param activeDays  sorted `YYYY-MM-DD`, days with at least one observation
 * @returns whole number ≥ 0
 */
export function idleRowsDue(record: CardRecord, activeDays: readonly string[], idleDays: number): number {
  const since = record.idleSince.slice(0, 10);
  const unseen = activeDays.filter((day) => day > since).length;
  return Math.floor(unseen / idleDays);
}

/** True when a card is weak and nobody has seen its pattern for so long that `prune` may retire it. */
export function mayPrune(
  record: CardRecord,
  nowMs: number,
  options: { pruneBelow: number; pruneAfterDays: number },
): boolean {
  const since =
    record.placed?.type === "restored" && record.placed.at > record.lastSeen ? record.placed.at : record.lastSeen;
  const unseenDays = (nowMs - Date.parse(since)) / 86_400_000;
  return record.confidence < options.pruneBelow && unseenDays >= options.pruneAfterDays;
}
