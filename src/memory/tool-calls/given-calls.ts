import { isObject } from "../../model/json.ts";
import type { Observation } from "../../model/observation.ts";
import { GIVEN_CALLS, type RecordedCall, type ToolCall } from "../../model/tool-call.ts";
import type { Step, Trajectory } from "../../model/trajectory.ts";
import { trajectoryId } from "../../observe/identity.ts";
import { readFailure, readResult } from "../../observe/result.ts";
import type { LogPositions, Ports } from "../../ports.ts";
import { shortHash } from "../../text/hash.ts";

/** Calls of one tool that are listed: the latest, as in ReMe. */
export const MOST_CALLS = 100;

/** Begins the session of every call that was reported by itself. */
const SESSION = "calls-";

/** What tells a call from others of its tool, unless whoever reports it says so. */
export function hashOf({ tool, input, output, hash }: ToolCall): string {
  return hash ?? shortHash(JSON.stringify([tool, input, output]), 32);
}

/**
 * The attempt that a reported call is: a session of one call. Sessions of one day speak with one voice, however many calls there
 * were: nobody knows whether they came from one agent.
 */
export function asTrajectory(call: ToolCall & { at: string }): Trajectory {
  const { tool, input, output, seconds, tokens, evaluation, task, at } = call;
  const hash = hashOf(call);
  const session = `${SESSION}${at.slice(0, 10)}+${BigInt(`0x${shortHash(`${tool}\n${hash}`, 16)}`)}`;
  const step: Step = {
    ...callResult(call),
    call: hash,
    tool,
    input,
    // As it came: what is listed again is what was reported.
    result: output,
    ...(seconds !== undefined && { ms: Math.round(seconds * 1000) }),
    ...(tokens !== undefined && { tokens }),
  };
  return {
    id: trajectoryId(GIVEN_CALLS, session),
    source: GIVEN_CALLS,
    task: `${GIVEN_CALLS}:${task ?? `${tool}:${shortHash(JSON.stringify(input), 12)}`}`,
    taskQuery: "",
    session,
    started: at,
    recalled: [],
    ...(evaluation && {
      outcome: { score: evaluation.score, by: "judge", reasons: [evaluation.summary, evaluation.reason] },
    }),
    turns: [{ user: "", steps: [step] }],
  };
}

function callResult({ output, success }: ToolCall): Pick<Step, "outcome" | "error"> {
  if (success === true) return { outcome: "ok" };
  const { outcome, error } = success === false ? readFailure(output) : readResult(output);
  return { outcome, ...(error !== undefined && { error }) };
}

/** The reported calls that are on record. */
export interface GivenCalls {
  has(tool: string, hash: string): boolean;
  /** The latest {@link MOST_CALLS}, oldest first. */
  of(tool: string): RecordedCall[];
  /** How many there are, also beyond those. */
  count(tool: string): number;
  tools(): string[];
}

/**
 * Reads on from where the last reading stopped. What was appended by this process and not read yet is not doubled: a call is known by
 * its tool and hash.
 */
export function createGivenCalls(ports: Pick<Ports, "observations">): () => Promise<GivenCalls> {
  const known = new Map<string, Map<string, RecordedCall>>();
  const times = new Map<string, string>();
  const callOf = new Map<string, RecordedCall>();
  let positions: LogPositions = {};
  const take = (line: Observation) => {
    const { session, event, input } = line;
    if (session === undefined || !session.startsWith(SESSION)) return;
    if (event === "session_start" && isObject(input) && typeof input.started === "string")
      times.set(session, input.started);
    const call = event === "tool_end" ? recordedCall(line, times.get(session)) : undefined;
    if (call) {
      const calls = known.get(call.tool) ?? new Map<string, RecordedCall>();
      known.set(call.tool, calls);
      if (calls.has(call.hash)) return;
      calls.set(call.hash, call);
      callOf.set(session, call);
    }
    const evaluated = callOf.get(session);
    if (event === "feedback" && evaluated && isObject(input) && typeof input.score === "number") {
      const [summary, reason] = Array.isArray(input.reasons) ? input.reasons : [];
      evaluated.evaluation = { score: input.score, summary: String(summary ?? ""), reason: String(reason ?? "") };
    }
    if (event !== "session_end") return;
    times.delete(session);
    callOf.delete(session);
  };
  const given: GivenCalls = {
    has: (tool, hash) => known.get(tool)?.has(hash) === true,
    of: (tool) => [...(known.get(tool)?.values() ?? [])].slice(-MOST_CALLS),
    count: (tool) => known.get(tool)?.size ?? 0,
    tools: () => [...known.keys()].sort(),
  };
  return async () => {
    const read: Record<string, number> = { ...positions };
    const holding = `"session":"${SESSION}`;
    for await (const { value, file, next } of ports.observations.read(positions, undefined, { holding })) {
      read[file] = Math.max(read[file] ?? 0, next);
      take(value);
    }
    positions = read;
    return given;
  };
}

function recordedCall(line: Observation, started: string | undefined): RecordedCall | undefined {
  const { call, tool, input, result, outcome, ms, tokens, at } = line;
  if (call === undefined || tool === undefined) return undefined;
  return {
    tool,
    input: input ?? "",
    output: typeof result === "string" ? result : JSON.stringify(result ?? ""),
    success: outcome === "ok" ? true : outcome === "error" ? false : undefined,
    seconds: (ms ?? 0) / 1000,
    tokens: tokens ?? 0,
    at: started ?? at,
    hash: call,
  };
}
