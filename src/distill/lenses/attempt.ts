import { shorten } from "../../ask/as-data.ts";
import type { Json } from "../../model/json.ts";
import type { Outcome } from "../../model/outcome.ts";
import { allSteps, type Trajectory } from "../../model/trajectory.ts";
import { stripAdvice } from "../../text/fence.ts";
import { type Language, languageOf } from "../../text/language.ts";

/** An attempt as a lens reads it: bounded, plain, and small enough to wait for its turn in the learn state. */
export interface LensAttempt {
  id: string;
  session: string;
  task: string;
  taskQuery: string;
  outcome: Outcome;
  /** Of the requests; what is written about the attempt is written in it. */
  language: Language;
  /** `2026-11-30`, or "". */
  date: string;
  /** Names of the tools used, each once, in order of first use. */
  tools: string[];
  lines: LensLine[];
  /** Steps that did not fit between the first and the last ones. */
  leftOut: number;
}

/** What the user said, or one call with what came back. */
export interface LensLine {
  /** Number of the call, from 1; 0 for what the user said. */
  n: number;
  /** The user's words, or the call as the agent made it. */
  did: string;
  /** What came back, its outcome first; absent for the user's words. */
  came?: string;
}

/** What a user said at the beginning and at the end of a long conversation. */
const FIRST_SAID = 5;
const LAST_SAID = 15;
/** Calls at the beginning and at the end that are kept of a long attempt. Guesses, as are the lengths below. */
const FIRST = 20;
const LAST = 40;
const MOST_SAID = 1_500;
const MOST_INPUT = 700;
const MOST_RESULT = 700;

/**
 * @param trajectory  scrubbed
 * @returns undefined when nobody knows how the attempt ended, or when nothing was done in it: a lens never guesses
 */
export function toLensAttempt(trajectory: Trajectory): LensAttempt | undefined {
  const { outcome } = trajectory;
  const steps = allSteps(trajectory);
  if (!outcome || steps.length === 0) return undefined;
  const lines: LensLine[] = [];
  let n = 0;
  for (const [turn, { user, steps: calls }] of trajectory.turns.entries()) {
    const said = turn < FIRST_SAID || turn >= trajectory.turns.length - LAST_SAID ? stripAdvice(user).trim() : "";
    if (said !== "") lines.push({ n: 0, did: shorten(said, MOST_SAID) });
    for (const { tool, input, result, outcome: ended, error } of calls) {
      n += 1;
      if (n > FIRST && n <= steps.length - LAST) continue;
      const came = error ?? (result === undefined ? "" : plain(result));
      lines.push({
        n,
        did: `${tool} ${shorten(plain(input), MOST_INPUT)}`,
        came: `${ended}${came === "" ? "" : `: ${shorten(came, MOST_RESULT)}`}`,
      });
    }
  }
  return {
    id: trajectory.id,
    session: trajectory.session,
    task: trajectory.task,
    taskQuery: shorten(stripAdvice(trajectory.taskQuery).trim(), MOST_SAID),
    outcome,
    language: languageOf(trajectory.turns.map(({ user }) => user).join("\n") || trajectory.taskQuery),
    date: (trajectory.ended ?? trajectory.started ?? "").slice(0, 10),
    tools: [...new Set(steps.map(({ tool }) => tool))],
    lines,
    leftOut: Math.max(0, steps.length - FIRST - LAST),
  };
}

/** The attempt as a prompt shows it. */
export function attemptText({ taskQuery, outcome, lines, leftOut }: LensAttempt): string {
  const numbered = lines.map(({ n, did, came }) => (n === 0 ? `user: ${did}` : `[${n}] ${did}\n    -> ${came}`));
  const gap = lines.findIndex(({ n }) => n > FIRST);
  if (leftOut > 0 && gap >= 0) numbered.splice(gap, 0, `… ${leftOut} calls left out …`);
  const reasons = outcome.reasons.length > 0 ? ` (${shorten(outcome.reasons.join("; "), 300)})` : "";
  return [`task: ${taskQuery}`, ...numbered, `ended: ${outcome.score} of 1, by ${outcome.by}${reasons}`].join("\n");
}

function plain(value: Json): string {
  return stripAdvice(typeof value === "string" ? value : JSON.stringify(value));
}
