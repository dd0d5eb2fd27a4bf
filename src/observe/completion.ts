import type { CallOutcome, Observation, SessionInfo } from "../model/observation.ts";
import type { Step, Trajectory, Turn } from "../model/trajectory.ts";
import { stripAdvice } from "../text/fence.ts";
import { isBeforePurge, PURGED } from "../text/purged.ts";
import { promptKey, promptMark } from "./filled.ts";
import { lineMaker, type RecordOptions, sessionInput } from "./record.ts";

/** What the log holds of one session, its subagents and pieces included. */
export interface KnownSession {
  /** A hook told of it; else it was imported. */
  live: boolean;
  /** Names under which it was recorded. */
  names: Set<string>;
  calls: Map<string, CallOutcome>;
  /** How often each prompt was told, by its key. */
  prompts: Map<string, number>;
  /** Prompts of which a part was purged since. */
  purged: string[];
  /** Calls without an id. */
  nameless: number;
}

/** What a transcript knew beyond the log. */
export interface Completion {
  lines: Observation[];
  /** Calls that the log did not have, calls whose outcome it had wrong or not at all, and prompts that it did not have. */
  filled: { calls: number; corrected: number; prompts: number };
}

export function nothingKnown(): KnownSession {
  return { live: false, names: new Set(), calls: new Map(), prompts: new Map(), purged: [], nameless: 0 };
}

/** Adds a line of the log. Lines of one session may come in any order of days: the outcome of a finished call outweighs that of a start. */
export function noteKnown(known: KnownSession, line: Observation): void {
  const { event, host, session, call, outcome, input, filled } = line;
  if (session !== undefined) known.names.add(session);
  known.live ||= host !== "import" && !filled;
  if (event === "prompt" && typeof input === "string") {
    const key = promptKey(input);
    known.prompts.set(key, (known.prompts.get(key) ?? 0) + 1);
    if (input.includes(PURGED)) known.purged.push(input);
  }
  if (event !== "tool_start" && event !== "tool_end") return;
  if (call === undefined) known.nameless += event === "tool_end" ? 1 : 0;
  else if (event === "tool_start") known.calls.set(call, known.calls.get(call) ?? "unknown");
  else if (filled || (known.calls.get(call) ?? "unknown") === "unknown") known.calls.set(call, outcome ?? "unknown");
}

/**
 * What is missing in the log of a session that is in it already, as lines to append: nothing when it is complete, so that comparing twice adds nothing.
 *
 * - Hooks told of it: what they missed is filled in, marked, each line naming what came before it; a call that they told otherwise is
 *   corrected. Prompts are only filled in where none of the hooks' prompts is left without its counterpart: hosts word some differently.
 * - It was imported and has grown: the rest is a part of its own.
 */
export function completion(
  trajectory: Trajectory,
  info: SessionInfo,
  known: KnownSession,
  options: RecordOptions,
): Completion {
  return known.live ? fillGaps(trajectory, known, options) : addRest(trajectory, info, known, options);
}

function fillGaps(trajectory: Trajectory, known: KnownSession, options: RecordOptions): Completion {
  const session = sessionOf(trajectory, known);
  const line = lineMaker({ ...trajectory, session }, { ...options, host: trajectory.source });
  const filled = { calls: 0, corrected: 0, prompts: 0 };
  const lines: Observation[] = [];
  const keyOf = (user: string) => promptKey(String(options.scrub(stripAdvice(user), "input")));
  const isMissing = missingPrompts(trajectory.turns, known, keyOf);
  const seen = new Map<string, number>();
  // A subagent's calls and later pieces of a long session have no beginning of their own in the session.
  let after: string | undefined = session === trajectory.session ? "" : undefined;
  for (const { user, steps } of trajectory.turns) {
    if (user !== "") {
      const key = keyOf(user);
      const nth = seen.get(key) ?? 0;
      seen.set(key, nth + 1);
      if (isMissing(key)) {
        lines.push(line("prompt", { input: user, filled: true, ...(after !== undefined && { after }) }));
        filled.prompts += 1;
      }
      after = promptMark(key, nth);
    }
    for (const step of steps) {
      if (step.call === undefined) continue;
      const told = known.calls.get(step.call);
      if (told === undefined) {
        const { batch: _, ...rest } = step;
        lines.push(line("tool_end", { ...rest, filled: true, ...(after !== undefined && { after }) }));
        filled.calls += 1;
      } else if (step.outcome !== "unknown" && step.outcome !== told) {
        lines.push(line("tool_end", { ...correction(step), filled: true }));
        filled.corrected += 1;
      }
      after = step.call;
    }
  }
  return { lines, filled };
}

/** Subagents and later pieces were told of by the session's own hooks, unless they were imported under their own names. */
function sessionOf({ session }: Trajectory, { names }: KnownSession): string {
  if (names.has(session)) return session;
  return [...names].find((name) => session.startsWith(name)) ?? session;
}

function correction({ call, result, outcome, error, ms }: Step) {
  return {
    ...(call !== undefined && { call }),
    ...(result !== undefined && { result }),
    outcome,
    ...(error !== undefined && { error }),
    ...(ms !== undefined && { ms }),
  };
}

function missingPrompts(turns: readonly Turn[], known: KnownSession, keyOf: (user: string) => string) {
  const left = new Map(known.prompts);
  const missing = new Map<string, number>();
  for (const { user } of turns) {
    if (user === "") continue;
    const key = keyOf(user);
    const times = left.get(key) ?? 0;
    if (times > 0) left.set(key, times - 1);
    else missing.set(key, (missing.get(key) ?? 0) + 1);
  }
  const unmatched = [...left.values()].some((times) => times > 0);
  const told = new Map(known.prompts);
  return (key: string) => {
    const times = told.get(key) ?? 0;
    told.set(key, times - 1);
    return times <= 0 && !unmatched;
  };
}

function addRest(trajectory: Trajectory, info: SessionInfo, known: KnownSession, options: RecordOptions): Completion {
  const turns = restOf(trajectory.turns, known, (user) => String(options.scrub(stripAdvice(user), "input")));
  const calls = turns.reduce((sum, { steps }) => sum + steps.length, 0);
  const filled = { calls, corrected: 0, prompts: turns.filter(({ user }) => user !== "").length };
  if (turns.length === 0) return { lines: [], filled };
  const line = lineMaker(trajectory, options);
  const { whole: _, started: _started, ended: _ended, ...facts } = info;
  const { started: _s, ended: _e, ...undated } = trajectory;
  const lines = [line("session_start", { input: sessionInput(undated, facts, options) })];
  for (const [turn, { user, steps }] of turns.entries()) {
    if (user !== "") lines.push(line("prompt", { turn, input: user }));
    for (const step of steps) lines.push(line("tool_end", { turn, ...step }));
    lines.push(line("turn_end", { turn }));
  }
  return { lines: [...lines, line("session_end", {})], filled };
}

/** Turns behind those that are known; of one that has grown, the calls that are new. What was purged of a prompt does not come back. */
function restOf(turns: readonly Turn[], known: KnownSession, asKept: (user: string) => string): Turn[] {
  const left = new Map(known.prompts);
  const purged = [...known.purged];
  let nameless = known.nameless;
  const rest: Turn[] = [];
  for (const { user, steps } of turns) {
    const kept = asKept(user);
    const key = user === "" ? undefined : promptKey(kept);
    const times = key === undefined ? 1 : (left.get(key) ?? 0);
    if (key !== undefined) left.set(key, times - 1);
    const at = times > 0 ? -1 : purged.findIndex((text) => isBeforePurge(kept, text));
    const [after] = at < 0 ? [] : purged.splice(at, 1);
    const fresh = steps.filter((step) => {
      if (step.call !== undefined) return !known.calls.has(step.call);
      nameless -= 1;
      return nameless < 0;
    });
    const isKnown = times > 0 || after !== undefined;
    if (!isKnown || fresh.length > 0) rest.push({ user: after ?? user, steps: fresh });
  }
  return rest;
}
