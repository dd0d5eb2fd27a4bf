import { complianceWith } from "../distill/compliance/compliance.ts";
import type { Attempt, LedgerFold } from "../learn/record.ts";
import type { Experience } from "../model/experience.ts";
import type { NewLedgerRow } from "../model/ledger.ts";
import type { Outcome } from "../model/outcome.ts";
import { allSteps, type Trajectory } from "../model/trajectory.ts";
import { isFollowUp } from "../observe/follow-up.ts";
import type { Grouped } from "../observe/group.ts";
import { outcomeFromSignals } from "../observe/signals/outcome-from-signals.ts";

/** Attempts by session, those of its parts together. */
export type SessionAttempts = ReadonlyMap<string, readonly Attempt[]>;

export function attemptsBySession({ attempts }: Pick<LedgerFold, "attempts">): SessionAttempts {
  const bySession = new Map<string, Attempt[]>();
  for (const attempt of attempts.values()) {
    const { session } = attempt.recalled;
    if (session === undefined) continue;
    const own = bySession.get(withoutPart(session)) ?? [];
    bySession.set(withoutPart(session), own);
    own.push(attempt);
  }
  return bySession;
}

/** A subagent is told its own advice; the parts of a long session are one. */
function withoutPart(session: string): string {
  return session.replace(/(?:\+\d+|@\d{4}-\d\d-\d\dT[\d:.]+Z)+$/, "");
}

/**
 * What a session that was read shows about the advice that was handed over in it: for each attempt how much of each card was followed,
 * and how the task ended, where nobody has said so. Hosts say neither.
 *
 * An attempt is judged by what was done between it and the end of its task: the next prompt that is no follow-up. What the ledger
 * knows already is left out, so reading a session again adds nothing.
 */
export function rowsAboutAttempts(
  grouped: Grouped,
  attempts: SessionAttempts,
  cards: ReadonlyMap<string, Pick<Experience, "rule" | "body" | "tools">>,
): NewLedgerRow[] {
  const own = attempts.get(withoutPart(grouped.trajectory.session)) ?? [];
  return own.flatMap((attempt): NewLedgerRow[] => {
    const span = spanOf(grouped, attempt);
    return span
      ? [...followedRow(grouped.trajectory, span, attempt, cards), ...outcomeRow(grouped, span, attempt)]
      : [];
  });
}

/** Where in a trajectory an attempt lies. */
interface Span {
  /** First step after the advice. */
  from: number;
  /** First turn of the task, and the first one after it. */
  firstTurn: number;
  endTurn: number;
}

/** A hook writes down the prompt and hands over advice at nearly the same time, in either order. Milliseconds. */
const SLACK_MS = 2_000;
/** Clocks of hosts and ours: an attempt this much outside of a session's times may still belong to it. */
const AROUND_MS = 60_000;

function spanOf({ trajectory, moments }: Grouped, { recalled }: Attempt): Span | undefined {
  const atMs = Date.parse(recalled.at);
  const { turns, started, ended } = trajectory;
  if (turns.length === 0) return undefined;
  if (started !== undefined && atMs < Date.parse(started) - AROUND_MS) return undefined;
  if (ended !== undefined && atMs > Date.parse(ended) + (moments ? SLACK_MS : AROUND_MS)) return undefined;
  // A session that was appended as a whole does not say when its steps were made: all of it came after the advice.
  if (!moments) return { from: 0, firstTurn: 0, endTurn: turns.length };
  const slack = recalled.level === "prompt" ? SLACK_MS : 0;
  const firstTurn = Math.max(
    0,
    moments.turns.findLastIndex((ms) => ms <= atMs + slack),
  );
  const step = moments.steps.findIndex((ms) => ms >= atMs);
  const from = step < 0 ? moments.steps.length : step;
  if (recalled.level === "session") return { from, firstTurn, endTurn: turns.length };
  const next = turns.findIndex((turn, at) => at > firstTurn && !isFollowUp(turn));
  return { from, firstTurn, endTurn: next < 0 ? turns.length : next };
}

/** Turns before an attempt in which what its task goes on with may lie: all of a long session each time would cost the square of its length. A guess. */
const TURNS_BEFORE = 8;

function followedRow(
  trajectory: Trajectory,
  { from, firstTurn, endTurn }: Span,
  { recalled, followed }: Attempt,
  cards: Parameters<typeof rowsAboutAttempts>[2],
): NewLedgerRow[] {
  if (followed || recalled.shown.length === 0) return [];
  const start = Math.max(0, firstTurn - TURNS_BEFORE);
  const task = { ...trajectory, turns: trajectory.turns.slice(start, endTurn) };
  const before = allSteps({ ...trajectory, turns: trajectory.turns.slice(0, start) }).length;
  const found = recalled.shown.flatMap((id) => {
    const card = cards.get(id);
    const compliance = card && complianceWith(card, task, from - before);
    return compliance ? [{ id, ...compliance }] : [];
  });
  if (found.length === 0) return [];
  return [
    {
      type: "followed",
      attempt: recalled.attempt,
      followed: Object.fromEntries(found.map(({ id, share }) => [id, share])),
      by: "trace",
      reasons: Object.fromEntries(found.map(({ id, reason }) => [id, reason])),
    },
  ];
}

function outcomeRow(
  { trajectory }: Grouped,
  { firstTurn, endTurn }: Span,
  { recalled, outcome }: Attempt,
): NewLedgerRow[] {
  // What everybody gets at the start of a session is about no task.
  if (outcome || recalled.level === "session") return [];
  const found = outcomeOf(trajectory, firstTurn, endTurn);
  return found ? [{ type: "outcome", attempt: recalled.attempt, ...found }] : [];
}

/** What was said of the session's end is about its last task. Everything else is read, and read is no more than a signal: a person's word outranks it. */
function outcomeOf(trajectory: Trajectory, firstTurn: number, endTurn: number): Outcome | undefined {
  if (trajectory.outcome && endTurn === trajectory.turns.length) return trajectory.outcome;
  const { outcome } = outcomeFromSignals({ ...trajectory, turns: trajectory.turns.slice(firstTurn, endTurn) });
  return outcome && { ...outcome, by: "signals" };
}
