import { ENDED_WELL_AT } from "../model/outcome.ts";
import type { Rule } from "../model/rule.ts";
import type { Trajectory } from "../model/trajectory.ts";
import { type Language, languageOf } from "../text/language.ts";
import { shortHash } from "./sketch.ts";
import { promptWords } from "./words.ts";

/** How the attempts at one task ended, as a bit set: a task may have been done well once and badly another time. */
export const ENDED = { well: 1, badly: 2, unknown: 4 } as const;

/** What every miner needs to know about a trajectory besides its steps; computed once. */
export interface TrajectoryContext {
  trajectory: Trajectory;
  /** Hash of the task: support is counted in distinct ones. */
  task: string;
  /** One of {@link ENDED}. */
  ended: number;
  /** False when the log holds no word of the user: then nobody knows which values the user gave. */
  hasUserText: boolean;
  language: Language;
  /** The words of each prompt; see {@link promptWords}. */
  prompts: ReadonlyArray<readonly string[]>;
  /** The words of the request that turn `index` answers, in order, without function words; at most {@link MAX_WORDS}. */
  wordsAt(index: number): string[];
  /** Rule keys that this attempt is no evidence for, because the agent had been handed their cards. */
  advised: ReadonlySet<string>;
  /** Rules of the cards that there are: for these a miner that keeps no counts for each rule says what this attempt shows. */
  watched: readonly Rule[];
}

/** A short answer such as "yes, the second one" says little: earlier prompts fill up to this many words. */
const FEW_WORDS = 6;
export const MAX_WORDS = 30;
/** Stands between the words of two prompts: no phrase reaches across it. */
export const BREAK = "|";

export function contextOf(
  trajectory: Trajectory,
  advised: ReadonlySet<string> = new Set(),
  watched: readonly Rule[] = [],
): TrajectoryContext {
  const prompts = trajectory.turns.map(({ user }) => promptWords(user));
  const wordsByTurn = new Map<number, string[]>();
  const wordsAt = (index: number): string[] => {
    const known = wordsByTurn.get(index);
    if (known) return known;
    const words = requestWords(prompts, index);
    wordsByTurn.set(index, words);
    return words;
  };
  return {
    trajectory,
    task: shortHash(trajectory.task),
    ended: endedOf(trajectory),
    hasUserText: trajectory.turns.some((turn) => turn.user !== ""),
    language: languageOf(trajectory.turns.map((turn) => turn.user).join(" ")),
    prompts,
    wordsAt,
    advised,
    watched,
  };
}

function endedOf(trajectory: Trajectory): number {
  if (!trajectory.outcome) return ENDED.unknown;
  return trajectory.outcome.score >= ENDED_WELL_AT ? ENDED.well : ENDED.badly;
}

function requestWords(prompts: ReadonlyArray<readonly string[]>, index: number): string[] {
  let words: readonly string[] = [];
  for (let i = index; i >= 0 && words.length < FEW_WORDS; i--) {
    const earlier = prompts[i] ?? [];
    if (earlier.length > 0) words = words.length > 0 ? [...earlier, BREAK, ...words] : earlier;
  }
  return words.slice(0, MAX_WORDS);
}
