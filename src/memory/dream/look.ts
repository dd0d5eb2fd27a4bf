import { screenCard } from "../../distill/gate.ts";
import { type DreamCard, type DreamSources, toDreamCard } from "../../learn/dream/unit.ts";
import { foldLedger, type LedgerFold } from "../../learn/record.ts";
import type { LedgerRow } from "../../model/ledger.ts";
import { type IndexedCard, type LogProblem, type Ports, statusAt } from "../../ports.ts";
import { attemptRows } from "../attempt-rows.ts";

/** What a dream looks at. */
export interface Look {
  sources: DreamSources;
  fold: LedgerFold;
  /** RFC 3339: changes since then are looked at. */
  since: string;
  /** Changes that a person took back, as {@link changeName} names them. */
  refused: ReadonlySet<string>;
}

const DAY_MS = 86_400_000;
/** Two days; a longer pause since the last run reaches further back. */
const WINDOW_MS = 2 * DAY_MS;

/** Gathers cards, records and attempts. Reads only. */
export async function lookAround(ports: Ports, onProblem?: (problem: LogProblem) => void): Promise<Look> {
  const rows: LedgerRow[] = [];
  for await (const row of ports.ledger.read(onProblem)) rows.push(row);
  const fold = await foldLedger(rows);
  const nowMs = ports.clock.now();
  const since = sinceOf(fold, nowMs);
  const changed = changedSince(rows, since);
  const cards: DreamCard[] = [];
  for (const indexed of await ports.index.all()) cards.push(await toCard(ports, indexed, fold, changed, since));
  return {
    sources: {
      now: new Date(nowMs).toISOString(),
      cards,
      rows: attemptRows(fold),
      contradictedSince: contradictions(rows, fold),
    },
    fold,
    since,
    refused: refusedIn(rows, fold),
  };
}

/** From the beginning when there was no run; where the last one left work, from where it looked. */
function sinceOf({ dreams: { last } }: LedgerFold, nowMs: number): string {
  if (!last) return new Date(0).toISOString();
  if (last.waiting > 0) return last.since;
  return new Date(Math.min(Date.parse(last.at), nowMs - WINDOW_MS)).toISOString();
}

async function toCard(
  ports: Ports,
  { experience, place, hash }: IndexedCard,
  fold: LedgerFold,
  changed: ReadonlySet<string>,
  since: string,
): Promise<DreamCard> {
  const card = { ...experience, status: statusAt(place, experience.status) };
  const isLiving = card.status !== "retired";
  const isChanged =
    isLiving && (card.created >= since || changed.has(card.id) || (await ports.cards.lastWritten(card.id)) !== hash);
  // What is recalled was screened when it changed; what waits in quarantine may wait because of the screen.
  const mayAlarm = isLiving && (isChanged || card.status === "quarantined");
  const record = fold.cards.get(card.id);
  return toDreamCard(card, { record, isChanged }, () => mayAlarm && screenCard(card).length > 0);
}

/** Cards of which something became known: what only counts showings is told by the attempts themselves. */
function changedSince(rows: readonly LedgerRow[], since: string): Set<string> {
  const changed = new Set<string>();
  for (const row of rows) if (row.at >= since && "card" in row) changed.add(row.card);
  return changed;
}

function contradictions(rows: readonly LedgerRow[], fold: LedgerFold): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const row of rows) {
    if (row.type !== "contradicted" || row.at <= (fold.cards.get(row.card)?.lastSeen ?? "")) continue;
    if (fold.revoked.has(row.session)) continue;
    found.set(row.card, [...new Set([...(found.get(row.card) ?? []), row.session])]);
  }
  return found;
}

/** A change by its kind, its card and what the card was before. */
export function changeName(change: { kind: string; card: string; before: string | null }): string {
  return `${change.kind} ${change.card} ${change.before ?? "new"}`;
}

function refusedIn(rows: readonly LedgerRow[], { dreams }: LedgerFold): Set<string> {
  return new Set(
    rows.flatMap((row) => (row.type === "dreamed" && dreams.undone.has(row.run) ? [changeName(row)] : [])),
  );
}
