import type { LedgerRow, RecalledRow } from "../model/ledger.ts";
import type { CardRecord } from "./record.ts";

/** What runs of the dream did to the records of cards: folded from the ledger like all else, so undoing a run undoes this too. */
export interface Dreams {
  /** Runs, and units as {@link unitName} has them, that were taken back: nothing that they say holds. */
  undone: Set<string>;
  /** By merged card, the card in which its record goes on. */
  merged: Map<string, string>;
  /** By card, attempts that count for another card since it was split. */
  moved: Map<string, Map<string, string>>;
  /** The latest run that ended, undone or not. */
  last?: { run: string; at: string; since: string; waiting: number };
  /** Runs that changed something and were not undone, oldest first. */
  standing: string[];
}

export function dreamsOf(rows: readonly LedgerRow[]): Dreams {
  const dreams: Dreams = { undone: new Set(), merged: new Map(), moved: new Map(), standing: [] };
  for (const row of rows) {
    if (row.type !== "dream_undone") continue;
    dreams.undone.add(row.unit === undefined ? row.run : unitName({ run: row.run, unit: row.unit }));
  }
  for (const row of rows) {
    if (row.type === "dream_ended") {
      const { run, at, since, waiting } = row;
      dreams.last = { run, at, since, waiting };
    }
    if (row.type !== "dreamed" || isUndone(dreams, row)) continue;
    if (!dreams.standing.includes(row.run)) dreams.standing.push(row.run);
    if (row.into === undefined || !row.moved) continue;
    const moved = dreams.moved.get(row.card) ?? new Map<string, string>();
    dreams.moved.set(row.card, moved);
    for (const attempt of row.moved) moved.set(attempt, row.into);
  }
  return dreams;
}

/** Units are numbered in their run. */
export function unitName({ run, unit }: { run: string; unit: number }): string {
  return `${run} ${unit}`;
}

export function isUndone({ undone }: Pick<Dreams, "undone">, row: { run: string; unit: number }): boolean {
  return undone.has(row.run) || undone.has(unitName(row));
}

/** The card in which the record of this one goes on; itself when it was never merged. */
export function heirOf({ merged }: Pick<Dreams, "merged">, card: string): string {
  const seen = new Set<string>();
  let heir = card;
  while (!seen.has(heir)) {
    seen.add(heir);
    heir = merged.get(heir) ?? heir;
  }
  return heir;
}

/** The card whose advice an attempt tested when it was shown `card`: the heir of a merged one, the half that a split one then was. */
export function testedBy(dreams: Dreams, card: string, { attempt }: Pick<RecalledRow, "attempt">): string {
  return heirOf(dreams, dreams.moved.get(card)?.get(attempt) ?? card);
}

/**
 * The cards for which an attempt counts, each once: what was shown, unless it was moved, and the heirs of what was merged.
 * @returns by each of them the card that was shown; itself, where it was shown as well
 */
export function countedFor(dreams: Dreams, recalled: Pick<RecalledRow, "attempt" | "shown">): Map<string, string> {
  const counted = new Map<string, string>();
  for (const id of recalled.shown) {
    for (const card of [dreams.moved.get(id)?.get(recalled.attempt) ?? id, testedBy(dreams, id, recalled)])
      if (!counted.has(card) || card === id) counted.set(card, id);
  }
  return counted;
}

/** Adds what is known of a merged card to its heir: each session once, and the stronger belief of the two, never their sum. */
export function inherit(heir: CardRecord, merged: CardRecord): void {
  const more = [...merged.sessions].filter((session) => !heir.sessions.has(session));
  heir.seenAfterBirth += Math.min(merged.seenAfterBirth, more.length);
  for (const session of more) heir.sessions.add(session);
  for (const session of merged.contradictedIn) heir.contradictedIn.add(session);
  heir.confidence = Math.max(heir.confidence, merged.confidence);
  if (merged.born < heir.born) heir.born = merged.born;
  if (merged.lastSeen > heir.lastSeen) heir.lastSeen = merged.lastSeen;
  if (merged.idleSince > heir.idleSince) heir.idleSince = merged.idleSince;
}
