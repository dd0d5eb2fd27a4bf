import type { OutcomeRow, RecalledRow } from "../../model/ledger.ts";
import { OUTCOME_TRUST } from "../../model/outcome.ts";

/** What a policy needs to know about one attempt at one task: the `recalled` row of the ledger joined with its `outcome` row. */
export interface AttemptRow {
  /** Unique id of the attempt. */
  attempt: string;
  /** Kind of task. Absent: nobody named one; all such attempts then count as one family. */
  family?: string;
  /** Ids of the cards handed over; a repeated id counts once. */
  shown: readonly string[];
  /** How it ended, 0..1. Absent: unknown, and the row gives and takes no credit. */
  score?: number;
  /** How far the source of the score is trusted, 0..1 (`OUTCOME_TRUST`). */
  trust: number;
  /** How many attempts of the project came after this one; 0 is the newest. */
  age: number;
  /** By card id, how much of the advice the agent did, 0..1. An id that is missing counts as followed: nobody looked. */
  followed?: Readonly<Record<string, number>>;
  /** By card id, how well the card fitted the task, 0..1, such as its share of the best card's score. An id that is missing fitted fully. */
  relevance?: Readonly<Record<string, number>>;
}

/** What a card that was shown and ignored still counts for: it was read. A guess; small, because advice that is not taken earns little either way. */
const IGNORED_EXPOSURE = 0.1;

/**
 * How far this attempt tests the card, 0..1: 1 when it fitted the task and was followed, or when nobody looked.
 *
 * Advice for half another task is tested by half: counting it fully would blame it for what it was not made for
 * (in the reference world this is worth half a point of success, docs/learning.md).
 */
export function exposure(row: Pick<AttemptRow, "followed" | "relevance">, card: string): number {
  const followed = row.followed?.[card] ?? 1;
  const relevance = row.relevance?.[card] ?? 1;
  return relevance * (IGNORED_EXPOSURE + (1 - IGNORED_EXPOSURE) * followed);
}

/** The family under which rows without one are gathered. */
export const NO_FAMILY = "";

/** How an attempt's family and cards are called in the rows; both optional. */
export interface RowNames {
  /** Kind of task where nobody named one. */
  familyOf?: (recalled: RecalledRow) => string;
  /** Under which name the attempt counts for a card: a restored card begins anew, so what came before counts for its old self. */
  nameOf?: (card: string, recalled: RecalledRow) => string;
}

/**
 * Joins what was handed over with how it ended and what was followed. What everybody gets at the start of a session was not handed
 * over for a task, and is left out; an outcome that comes late changes the row's score, not its age.
 * @param attempts  oldest first
 */
export function attemptRowsOf(
  attempts: ReadonlyArray<{
    recalled: RecalledRow;
    outcome?: OutcomeRow;
    followed?: Readonly<Record<string, number>>;
  }>,
  names: RowNames = {},
): AttemptRow[] {
  const forTasks = attempts.filter(({ recalled }) => recalled.level !== "session");
  return forTasks.map(({ recalled, outcome, followed }, i) => {
    const family = recalled.family ?? names.familyOf?.(recalled);
    const nameOf = (card: string) => names.nameOf?.(card, recalled) ?? card;
    const fits = (recalled.shortlist ?? []).flatMap(({ id, fit }) => (fit === undefined ? [] : [[id, fit] as const]));
    return {
      attempt: recalled.attempt,
      ...(family !== undefined && { family }),
      shown: [...new Set(recalled.shown)].map(nameOf),
      ...(outcome && { score: outcome.score }),
      trust: outcome ? OUTCOME_TRUST[outcome.by] : 0,
      age: forTasks.length - 1 - i,
      ...(followed && { followed: renamed(Object.entries(followed), nameOf) }),
      ...(fits.length > 0 && { relevance: renamed(fits, nameOf) }),
    };
  });
}

function renamed(
  shares: ReadonlyArray<readonly [id: string, share: number]>,
  nameOf: (card: string) => string,
): Record<string, number> {
  return Object.fromEntries(shares.map(([id, share]) => [nameOf(id), share]));
}
