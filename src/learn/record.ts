import type { LedgerRow, OutcomeRow, RecalledRow } from "../model/ledger.ts";
import { endedWell, OUTCOME_TRUST } from "../model/outcome.ts";
import { moveConfidence, roundConfidence } from "./confidence.ts";

/** All that the ledger says about one card: a fold, so recomputing it from nothing gives the same numbers. */
export interface CardRecord {
  /** 0..1. */
  confidence: number;
  /** Times handed over for a task, ended however. */
  freq: number;
  /** Of those, times the task ended well. */
  utility: number;
  /** Times handed over with a known outcome since the card was last restored: what a policy may judge by. */
  judged: number;
  /** Of `judged`, times the task ended well. */
  judgedWell: number;
  /** Sessions that had their vote, those at birth included. */
  sessions: Set<string>;
  /** Sessions that contradicted the pattern; each counts once. */
  contradictedIn: Set<string>;
  /** Sessions that showed the pattern after the card was born, without having been shown the card. */
  seenAfterBirth: number;
  /** RFC 3339. */
  born: string;
  /** RFC 3339 of the last sighting, or of birth. */
  lastSeen: string;
  /** RFC 3339 of the last sighting or idle row: where counting idle days begins. */
  idleSince: string;
  /** `textHash` of the body that a miner or lens wrote last; a body with another hash is a person's. */
  writtenBody?: string;
  /** Why the card last left or came back to its place, and who decided. */
  placed?: {
    type: "retired" | "restored" | "quarantined" | "released" | "undone";
    by: string;
    reason: string;
    at: string;
  };
}

/** One attempt with what was handed over, and how it ended if anybody said so. */
export interface Attempt {
  recalled: RecalledRow;
  /** The latest row of the most trusted source; absent while unknown. */
  outcome?: OutcomeRow;
}

export interface LedgerFold {
  cards: Map<string, CardRecord>;
  /** By attempt id, oldest first. */
  attempts: Map<string, Attempt>;
}

export function emptyFold(): LedgerFold {
  return { cards: new Map(), attempts: new Map() };
}

/**
 * Folds the ledger into one record a card.
 *
 * Order matters only where the ledger's order does: an outcome may come before or after other rows of its attempt's cards.
 * @param rows  in the order in which they were appended
 */
export async function foldLedger(rows: AsyncIterable<LedgerRow> | Iterable<LedgerRow>): Promise<LedgerFold> {
  const fold = emptyFold();
  for await (const row of rows) applyRow(fold, row);
  return countAttempts(fold);
}

function applyRow(fold: LedgerFold, row: LedgerRow): void {
  if (row.type === "recalled") {
    fold.attempts.set(row.attempt, { ...fold.attempts.get(row.attempt), recalled: row });
    return;
  }
  if (row.type === "outcome") {
    const attempt = fold.attempts.get(row.attempt);
    if (attempt && outranks(row, attempt.outcome)) attempt.outcome = row;
    return;
  }
  if (row.type === "born") {
    // A card that was learned again keeps its record; so does one whose birth was written twice around a crash.
    if (!fold.cards.has(row.card)) fold.cards.set(row.card, newRecord(row.at, row.confidence, row.sessions));
    return;
  }
  const record = fold.cards.get(row.card) ?? newRecord(row.at, 0.5, []);
  fold.cards.set(row.card, record);
  switch (row.type) {
    case "seen":
      if (record.sessions.has(row.session)) return;
      record.sessions.add(row.session);
      if (row.anyway) return;
      if (row.at > record.lastSeen) record.lastSeen = row.at;
      record.idleSince = record.lastSeen;
      if (row.advised) return;
      record.seenAfterBirth += 1;
      record.confidence = moveConfidence(record.confidence, "seen");
      return;
    case "contradicted": {
      if (record.contradictedIn.has(row.session)) return;
      record.contradictedIn.add(row.session);
      record.confidence = moveConfidence(record.confidence, "contradicted");
      return;
    }
    case "idle":
      record.idleSince = row.at;
      record.confidence = moveConfidence(record.confidence, "idle");
      return;
    case "reinforced":
    case "weakened":
      record.confidence = moveConfidence(record.confidence, row.type);
      return;
    case "edited":
      if (row.confidence !== undefined) record.confidence = roundConfidence(row.confidence);
      return;
    case "written":
      record.writtenBody = row.body;
      return;
    default:
      record.placed = { type: row.type, by: row.by, reason: row.reason, at: row.at };
      // Somebody wants it back, so it gets its time before it counts as idle again.
      if (row.type === "restored") record.idleSince = row.at;
  }
}

/** A more trusted source outranks a less trusted one; among equals the later row counts. */
function outranks(row: OutcomeRow, current: OutcomeRow | undefined): boolean {
  return !current || OUTCOME_TRUST[row.by] >= OUTCOME_TRUST[current.by];
}

function newRecord(at: string, confidence: number, sessions: readonly string[]): CardRecord {
  return {
    confidence: roundConfidence(confidence),
    freq: 0,
    utility: 0,
    judged: 0,
    judgedWell: 0,
    sessions: new Set(sessions),
    contradictedIn: new Set(),
    seenAfterBirth: 0,
    born: at,
    lastSeen: at,
    idleSince: at,
  };
}

/** freq and utility come last, because an attempt's outcome may be any number of rows away from the recall it belongs to. */
function countAttempts(fold: LedgerFold): LedgerFold {
  for (const { recalled, outcome } of fold.attempts.values()) {
    // What everybody gets at the start of a session was not handed over for a task.
    if (recalled.level === "session") continue;
    for (const id of new Set(recalled.shown)) {
      const record = fold.cards.get(id) ?? newRecord(recalled.at, 0.5, []);
      fold.cards.set(id, record);
      record.freq += 1;
      if (!outcome) continue;
      const well = endedWell(outcome) ? 1 : 0;
      record.utility += well;
      if (record.placed?.type === "restored" && recalled.at < record.placed.at) continue;
      record.judged += 1;
      record.judgedWell += well;
    }
  }
  return fold;
}
