import { isObject } from "./json.ts";
import type { OutcomeSource } from "./outcome.ts";

/** Version of the line format in `ledger/*.jsonl`. */
export const LEDGER_VERSION = 1;

interface Row<Type extends string> {
  v: typeof LEDGER_VERSION;
  /** RFC 3339 with milliseconds, UTC. */
  at: string;
  type: Type;
}

/** Rows about one card. */
export interface BornRow extends Row<"born"> {
  card: string;
  confidence: number;
  /** Sessions that were already counted in the confidence at birth, at most the last 200. */
  sessions: string[];
  by: string;
  /**
   * RFC 3339: when it would have been born without the sessions that were revoked since. What was seen and counted idle until then is
   * in `sessions` and `confidence` already.
   */
  since?: string;
}
export interface SeenRow extends Row<"seen"> {
  card: string;
  session: string;
  /** The card had been handed over in this session, so the sighting is no evidence for it. */
  advised?: boolean;
  /** What it shows happens as often without meaning anything, so it is neither evidence nor a sign of use. */
  anyway?: boolean;
}
export interface ContradictedRow extends Row<"contradicted"> {
  card: string;
  session: string;
}
export interface IdleRow extends Row<"idle"> {
  card: string;
  /** Days of use of the project without a sighting that this row stands for. */
  days: number;
}
export interface MovedRow extends Row<"reinforced" | "weakened"> {
  card: string;
  by: string;
}
export interface EditedRow extends Row<"edited"> {
  card: string;
  by: string;
  /** The confidence that a person wrote into the card, if they changed it. */
  confidence?: number;
}
/** A miner or lens wrote the body of a card. While the body still has this hash, a later run may refresh it; otherwise it is a person's. */
export interface WrittenRow extends Row<"written"> {
  card: string;
  by: string;
  /** `textHash` of the body. */
  body: string;
}
export interface PlacedRow extends Row<"retired" | "restored" | "quarantined" | "released" | "undone"> {
  card: string;
  by: string;
  reason: string;
  /** What the policy's verdict rested on. */
  counts?: VerdictCounts;
}
/** The case for or against a card at the moment of a verdict. */
export interface VerdictCounts {
  /** Times handed over for a task; of those, with a known outcome; of those, the sum of the scores. */
  shown: number;
  judged: number;
  ended_well: number;
  /** What the evidence is worth, in fresh and fully trusted tasks. */
  tasks: number;
  /** Effect in log-odds, and P(it is below 0). */
  mean: number;
  sd: number;
  harm: number;
  /** P(success) of such a task without any card, 0..1. */
  usual: number;
}
/** A file that promotion wrote: one a host. */
export interface SkillFile {
  /** Which host looks there: `claude-code`, `codex`; `folder` for a folder that a person named. */
  host: string;
  path: string;
  /** `textHash` of what was written: a file with another one was changed by a person. */
  hash: string;
  /** Folders that were made for it, the outermost first; they go with the last file in them. */
  made?: string[];
}
/** From now on a skill, or a card in `global/`, speaks for this card; it is not recalled beside it. */
export interface PromotedRow extends Row<"promoted"> {
  card: string;
  by: string;
  reason: string;
  skill?: { name: string; files: SkillFile[] };
  /** Id of its card in `global/`, without the prefix that recall gives it. */
  global?: string;
}
/** The promotion was taken back. */
export interface DemotedRow extends Row<"demoted"> {
  card: string;
  by: string;
  reason: string;
  /** Paths of skill files that stayed, because a person had changed them. */
  left?: string[];
}

/** Cards handed over for one attempt at one task. */
export interface RecalledRow extends Row<"recalled"> {
  attempt: string;
  task: string;
  /** Kind of task, when somebody named it. */
  family?: string;
  session?: string;
  level: RecallLevel;
  shown: string[];
  /** What else was in reach, best first, with its score, and how well its words fit beside those of the best, 0..1. */
  shortlist: Array<{ id: string; score: number; fit?: number }>;
}
/** How that attempt ended. The latest row of the most trusted source counts. */
export interface OutcomeRow extends Row<"outcome"> {
  attempt: string;
  score: number;
  by: OutcomeSource;
  reasons: string[];
}

/** How much of the advice of an attempt was done. The latest row counts. */
export interface FollowedRow extends Row<"followed"> {
  attempt: string;
  /** By card id, 0 (ignored) to 1 (done). A card that is missing cannot be checked, or its occasion never came. */
  followed: Record<string, number>;
  /** `trace`: read from what the agent did. */
  by: "trace" | "user";
  /** By card id, what the number rests on, in words. */
  reasons?: Record<string, string>;
}
/** What a card says of where it came from, and the words that were taken from there. */
export interface RevokedSupport {
  sessions: string[];
  trajectories: string[];
  derived_from: string[];
  when_to_use: string;
  keywords: string[];
  created: string;
}
/** Nothing of this session counts any more; `unrevoked` takes that back. The latest of the two counts, wherever they stand in the log. */
export interface RevokedRow extends Row<"revoked" | "unrevoked"> {
  /** As {@link votingSession} names it: subagents and parts are revoked with it. */
  session: string;
  by: string;
  reason: string;
  /** By card that rested on it, what its file said before, so that it can be put back. */
  was?: Record<string, RevokedSupport>;
  /** Cards that were retired, because they rested on it alone. */
  retired?: string[];
}

/** A dream wrote this card. While its run is not undone, what it says about records holds. */
export interface DreamedRow extends Row<"dreamed"> {
  card: string;
  /** The run, and which of its units, counted from 1. */
  run: string;
  unit: number;
  kind: "create" | "corroborate" | "refine" | "correct" | "hand-over";
  reason: string;
  /** What the change rests on: ids of cards and of sessions. */
  sources: string[];
  /** `textHash` of the file before and after; null: there was none. */
  before: string | null;
  after: string;
  /** The card was merged: its record goes on in this one. With `moved`: only these attempts do. */
  into?: string;
  moved?: string[];
  /** The card tells something else now, so what came of its earlier text speaks neither for nor against it. */
  fresh?: true;
}
/** A run of the dream is over. */
export interface DreamEndedRow extends Row<"dream_ended"> {
  run: string;
  /** Units carried out, and units that wait for the next run. */
  units: number;
  waiting: number;
  /** RFC 3339: from when on changes were looked at. */
  since: string;
}
/** The whole run was taken back, or one of its units. */
export interface DreamUndoneRow extends Row<"dream_undone"> {
  run: string;
  /** Counted from 1. Absent: all of them. */
  unit?: number;
  by: string;
}

export type RecallLevel = "session" | "prompt" | "tool" | "failure";

export type LedgerRow =
  | BornRow
  | SeenRow
  | ContradictedRow
  | IdleRow
  | MovedRow
  | EditedRow
  | WrittenRow
  | PlacedRow
  | PromotedRow
  | DemotedRow
  | RecalledRow
  | OutcomeRow
  | FollowedRow
  | RevokedRow
  | DreamedRow
  | DreamEndedRow
  | DreamUndoneRow;

/** A row before the ledger stamps it with version and time. */
export type NewLedgerRow = LedgerRow extends infer R ? (R extends LedgerRow ? Omit<R, "v" | "at"> : never) : never;

/** For each type, the fields that must be strings. */
const STRINGS: Readonly<Record<LedgerRow["type"], readonly string[]>> = {
  born: ["card"],
  seen: ["card", "session"],
  contradicted: ["card", "session"],
  idle: ["card"],
  reinforced: ["card"],
  weakened: ["card"],
  edited: ["card"],
  written: ["card", "body"],
  retired: ["card"],
  restored: ["card"],
  quarantined: ["card"],
  released: ["card"],
  undone: ["card"],
  promoted: ["card"],
  demoted: ["card"],
  recalled: ["attempt", "task"],
  outcome: ["attempt", "by"],
  followed: ["attempt", "by"],
  revoked: ["session"],
  unrevoked: ["session"],
  dreamed: ["card", "run", "after"],
  dream_ended: ["run", "since"],
  dream_undone: ["run"],
};

/**
 * Reads one line of `ledger/*.jsonl`.
 * @returns the row, or in words what is wrong with the line
 */
export function parseLedgerRow(line: string): LedgerRow | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { problem: `not JSON: ${(error as Error).message}` };
  }
  if (!isObject(value)) return { problem: "not a JSON object" };
  if (value.v !== LEDGER_VERSION) return { problem: `"v" is ${JSON.stringify(value.v)}, expected ${LEDGER_VERSION}` };
  if (typeof value.at !== "string" || Number.isNaN(Date.parse(value.at))) return { problem: '"at" is not a time' };
  const strings = STRINGS[value.type as LedgerRow["type"]];
  if (!strings) return { problem: `"type" is ${JSON.stringify(value.type)}` };
  for (const key of strings) {
    if (typeof value[key] !== "string") return { problem: `"${key}" is not a string` };
  }
  if (value.type === "recalled" && !Array.isArray(value.shown)) return { problem: '"shown" is not a list' };
  if (value.type === "outcome" && !(typeof value.score === "number" && value.score >= 0 && value.score <= 1)) {
    return { problem: '"score" is not a number from 0 to 1' };
  }
  if (value.type === "followed" && !isShares(value.followed))
    return { problem: '"followed" does not hold numbers from 0 to 1' };
  return value as unknown as LedgerRow;
}

function isShares(value: unknown): boolean {
  return (
    isObject(value) && Object.values(value).every((share) => typeof share === "number" && share >= 0 && share <= 1)
  );
}
