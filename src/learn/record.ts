import type {
  BornRow,
  FollowedRow,
  LedgerRow,
  OutcomeRow,
  PlacedRow,
  PromotedRow,
  RecalledRow,
  VerdictCounts,
} from "../model/ledger.ts";
import { endedWell, OUTCOME_TRUST } from "../model/outcome.ts";
import { votingSession } from "../model/trajectory.ts";
import { moveConfidence, roundConfidence } from "./confidence.ts";
import { countedFor, type Dreams, dreamsOf, heirOf, inherit, isUndone } from "./dreams.ts";
import { FOLLOWED_AT } from "./mute.ts";

/** All that the ledger says about one card: a fold, so recomputing it from nothing gives the same numbers. */
export interface CardRecord {
  /** 0..1. */
  confidence: number;
  /** Times handed over for a task, ended however. */
  freq: number;
  /** Of those, times the task ended well. */
  utility: number;
  /** Times handed over with a known outcome since {@link freshSince}: what a policy may judge by. */
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
  /** Times handed over, at any level, after which somebody could tell whether it was followed; and of those, times it was, by half or more. */
  checked: number;
  followed: number;
  /** The same as yes or no, oldest first, since the card last changed or somebody spoke for it: what {@link isMuted} looks at. */
  lately: boolean[];
  /** RFC 3339 of that change. */
  changedAt: string;
  /** Why the card last left or came back to its place, and who decided. */
  placed?: {
    type: "retired" | "restored" | "quarantined" | "released" | "undone" | "promoted" | "demoted";
    by: string;
    reason: string;
    at: string;
    counts?: VerdictCounts;
  };
  /** RFC 3339: what was handed over before it is no evidence any more, because somebody gave the card a second chance. */
  freshSince?: string;
  /** What speaks for the card now. Absent: it speaks for itself. */
  promotion?: Pick<PromotedRow, "skill" | "global" | "by" | "reason" | "at">;
  /** Paths of skill files that stayed when a promotion was taken back, because a person had changed them. */
  leftSkills?: string[];
}

/** One attempt with what was handed over, and how it ended if anybody said so. */
export interface Attempt {
  recalled: RecalledRow;
  /** The latest row of the most trusted source; absent while unknown. */
  outcome?: OutcomeRow;
  /** By card id, how much of the advice was done, 0..1; the latest row. A card that is missing could not be checked. */
  followed?: Readonly<Record<string, number>>;
}

export interface LedgerFold {
  cards: Map<string, CardRecord>;
  /** By attempt id, oldest first. */
  attempts: Map<string, Attempt>;
  /** Sessions of which nothing counts, as `votingSession` names them. */
  revoked: Set<string>;
  /** What runs of the dream did to records. */
  dreams: Dreams;
}

export function emptyFold(): LedgerFold {
  return { cards: new Map(), attempts: new Map(), revoked: new Set(), dreams: dreamsOf([]) };
}

/**
 * Folds the ledger into one record a card.
 *
 * Order matters only where the ledger's order does: outcomes, what was followed and revocations may come before or after
 * the rows that they are about.
 * @param rows  in the order in which they were appended
 */
export async function foldLedger(rows: AsyncIterable<LedgerRow> | Iterable<LedgerRow>): Promise<LedgerFold> {
  const all: LedgerRow[] = [];
  for await (const row of rows) all.push(row);
  const fold = { ...emptyFold(), revoked: revokedSessions(all), dreams: dreamsOf(all) };
  const births = birthsOf(all, fold.revoked);
  for (const row of all) if (!isRevoked(fold.revoked, row)) applyRow(fold, row, births);
  for (const row of all) if (row.type === "outcome" || row.type === "followed") completeAttempt(fold, row);
  return countAttempts(fold);
}

export function revokedSessions(rows: readonly LedgerRow[]): Set<string> {
  const latest = new Map<string, { at: string; revoked: boolean }>();
  for (const row of rows) {
    if (row.type !== "revoked" && row.type !== "unrevoked") continue;
    const session = votingSession(row.session);
    // Equal times: the one that was appended later.
    if (row.at >= (latest.get(session)?.at ?? "")) latest.set(session, { at: row.at, revoked: row.type === "revoked" });
  }
  return new Set([...latest].flatMap(([session, { revoked }]) => (revoked ? [session] : [])));
}

function isRevoked(revoked: ReadonlySet<string>, row: LedgerRow): boolean {
  return "session" in row && row.session !== undefined && revoked.has(votingSession(row.session));
}

/**
 * The birth of each card that counts. A card that was learned again keeps its first one, and so does one whose birth was written
 * twice around a crash; a birth that rests on a revoked session gives way to a later one that does not.
 */
export function birthsOf(rows: readonly LedgerRow[], revoked: ReadonlySet<string>): Map<string, BornRow> {
  const births = new Map<string, { first: BornRow; counts?: BornRow }>();
  for (const row of rows) {
    if (row.type !== "born") continue;
    const known = births.get(row.card) ?? { first: row };
    births.set(row.card, known);
    if (!known.counts && !row.sessions.some((session) => revoked.has(votingSession(session)))) known.counts = row;
  }
  return new Map([...births].map(([card, { first, counts = first }]) => [card, counts]));
}

/** True when no session is left of those that made the card. */
export function restsOnRevoked(birth: BornRow | undefined, revoked: ReadonlySet<string>): boolean {
  return (
    birth !== undefined && birth.sessions.length > 0 && birth.sessions.every((each) => revoked.has(votingSession(each)))
  );
}

function completeAttempt(fold: LedgerFold, row: OutcomeRow | FollowedRow): void {
  const attempt = fold.attempts.get(row.attempt);
  if (!attempt) return;
  if (row.type === "followed") attempt.followed = row.followed;
  else if (outranks(row, attempt.outcome)) attempt.outcome = row;
}

const COUNTED_AT_BIRTH: ReadonlySet<LedgerRow["type"]> = new Set(["seen", "contradicted", "idle"]);

/** Another text, or somebody who wants the card: how often it was ignored before says nothing any more. */
const SPEAKS_FOR: ReadonlySet<LedgerRow["type"]> = new Set([
  "edited",
  "written",
  "reinforced",
  "restored",
  "released",
  "undone",
]);

function applyRow(fold: LedgerFold, row: LedgerRow, births: ReadonlyMap<string, BornRow>): void {
  if (row.type === "recalled") {
    fold.attempts.set(row.attempt, { recalled: row });
    return;
  }
  // Those that are about an attempt or a session come before and after this pass.
  if (!("card" in row)) return;
  if (row.type === "born") {
    if (fold.cards.has(row.card)) return;
    // It takes the place of the first birth in the log, so that what moved confidence since then still does.
    const { confidence, sessions, since = row.at } = births.get(row.card) ?? row;
    const unrevoked = sessions.filter((session) => !fold.revoked.has(votingSession(session)));
    fold.cards.set(row.card, newRecord(since, confidence, unrevoked));
    return;
  }
  // What came before a birth without a revoked session is in that birth.
  if (COUNTED_AT_BIRTH.has(row.type) && row.at <= (births.get(row.card)?.since ?? "")) return;
  // A merged card is seen again in the one that goes on for it.
  const card = row.type === "seen" || row.type === "contradicted" ? heirOf(fold.dreams, row.card) : row.card;
  const record = fold.cards.get(card) ?? newRecord(row.at, 0.5, []);
  fold.cards.set(card, record);
  if (SPEAKS_FOR.has(row.type) && row.at > record.changedAt) record.changedAt = row.at;
  switch (row.type) {
    case "dreamed": {
      if (isUndone(fold.dreams, row)) return;
      if (row.fresh) beginAnew(record, row.at);
      if (row.into === undefined || row.moved) return;
      // Of a card that rested on what was revoked nothing goes on.
      if (restsOnRevoked(births.get(row.card), fold.revoked)) {
        fold.dreams.merged.set(row.card, row.into);
        return;
      }
      const heir = fold.cards.get(row.into) ?? newRecord(row.at, record.confidence, []);
      fold.cards.set(row.into, heir);
      inherit(heir, record);
      fold.dreams.merged.set(row.card, row.into);
      return;
    }
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
    case "promoted": {
      const { skill, global, by, reason, at } = row;
      record.promotion = { by, reason, at, ...(skill && { skill }), ...(global !== undefined && { global }) };
      delete record.leftSkills;
      record.placed = { type: row.type, by, reason, at };
      return;
    }
    case "demoted":
      delete record.promotion;
      if (row.left) record.leftSkills = row.left;
      record.placed = { type: row.type, by: row.by, reason: row.reason, at: row.at };
      return;
    default:
      if (isSecondChance(row, record.placed)) record.freshSince = row.at;
      record.placed = {
        type: row.type,
        by: row.by,
        reason: row.reason,
        at: row.at,
        ...(row.counts && { counts: row.counts }),
      };
      // Somebody wants it back, so it gets its time before it counts as idle again.
      if (row.type === "restored") record.idleSince = row.at;
      // And it speaks for itself again, if it had been merged.
      if (row.type === "restored" || row.type === "released") fold.dreams.merged.delete(row.card);
  }
}

/** A policy that restores what it retired has weighed the old evidence; anybody else sets it aside, also by undoing the retirement. */
function isSecondChance(row: PlacedRow, before: CardRecord["placed"]): boolean {
  if (row.type === "restored") return !isPolicy(row.by);
  return row.type === "undone" && before?.type === "retired" && isPolicy(before.by);
}

/** @param by  who placed a card */
export function isPolicy(by: string): boolean {
  return by.startsWith("policy/");
}

/** A more trusted source outranks a less trusted one; among equals the later row counts. */
export function outranks(row: OutcomeRow, current: OutcomeRow | undefined): boolean {
  return !current || OUTCOME_TRUST[row.by] >= OUTCOME_TRUST[current.by];
}

/** What a card is believed that tells something else from now on, before what it was taken from adds to it. As little as a new one. */
const TOLD_ANEW = 0.3;

function beginAnew(record: CardRecord, at: string): void {
  Object.assign(record, newRecord(at, TOLD_ANEW, []), { freshSince: at });
  delete record.writtenBody;
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
    checked: 0,
    followed: 0,
    lately: [],
    changedAt: at,
    born: at,
    lastSeen: at,
    idleSince: at,
  };
}

/** freq and utility come last, because an attempt's outcome may be any number of rows away from the recall it belongs to. */
function countAttempts(fold: LedgerFold): LedgerFold {
  for (const { recalled, outcome, followed } of fold.attempts.values()) {
    countFollowed(fold, recalled, followed);
    // What everybody gets at the start of a session was not handed over for a task.
    if (recalled.level === "session") continue;
    for (const [id, shown] of countedFor(fold.dreams, recalled)) {
      const record = fold.cards.get(id) ?? newRecord(recalled.at, 0.5, []);
      fold.cards.set(id, record);
      record.freq += 1;
      if (!outcome) continue;
      const well = endedWell(outcome) ? 1 : 0;
      record.utility += well;
      // What counts is whether the card that was shown had told the same by then.
      if (recalled.at < (fold.cards.get(shown)?.freshSince ?? "")) continue;
      record.judged += 1;
      record.judgedWell += well;
    }
  }
  return fold;
}

/** In the order of the recalls, however late it became known what was followed. */
function countFollowed(fold: LedgerFold, recalled: RecalledRow, followed: Attempt["followed"]): void {
  if (!followed) return;
  for (const id of new Set(recalled.shown)) {
    const share = followed[id];
    if (share === undefined) continue;
    const record = fold.cards.get(id) ?? newRecord(recalled.at, 0.5, []);
    fold.cards.set(id, record);
    const isFollowed = share >= FOLLOWED_AT;
    record.checked += 1;
    record.followed += Number(isFollowed);
    if (recalled.at >= record.changedAt) record.lately.push(isFollowed);
  }
}
