import { isObject, type Json } from "./json.ts";

/** Version of the line format in `observations/*.jsonl`. A line of a newer version is reported and skipped, never guessed at. */
export const OBSERVATION_VERSION = 1;

/** The most bytes that one line may hold, newline included. Longer values are cut, head and tail kept. */
export const MAX_OBSERVATION_BYTES = 64 * 1024;

export const OBSERVATION_EVENTS = [
  "session_start",
  "prompt",
  "tool_start",
  "tool_end",
  "turn_end",
  "session_end",
  "feedback",
] as const;
export type ObservationEvent = (typeof OBSERVATION_EVENTS)[number];

export const CALL_OUTCOMES = ["ok", "error", "denied", "interrupted", "unknown"] as const;
/** How one tool call ended. `unknown`: nobody said; it is never read as `ok`. */
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** What was left out of a value when the line was cut. */
export interface CutMark {
  /** Dotted path of the value inside the line, such as `result.stdout`. */
  path: string;
  /** UTF-8 bytes of the value before it was cut, after it was scrubbed. */
  bytes: number;
  /** First 16 hex digits of the SHA-256 of the scrubbed value. */
  hash: string;
}

/**
 * One thing that happened in an agent's session: one JSON line, one `write`, newline included.
 *
 * What each event carries:
 * - `session_start`: `input` is a {@link SessionInfo}
 * - `prompt`: `input` is the text the user sent
 * - `tool_start`: `call`, `tool`, `input`
 * - `tool_end`: `call`, `tool`, `result`, `outcome`, and `input` where no `tool_start` was seen
 * - `feedback`: `input` is an Outcome for the session so far
 */
export interface Observation {
  v: typeof OBSERVATION_VERSION;
  /** RFC 3339 with milliseconds, UTC. */
  at: string;
  event: ObservationEvent;
  /** The program the agent ran in, such as `claude-code`; `import` for files. */
  host?: string;
  session?: string;
  project?: string;
  /** Turn within the session, counted from 0: one per prompt. */
  turn?: number;
  /** Calls with the same number in one turn were asked for in one message, in parallel. */
  batch?: number;
  /** The host's own id of the call; joins `tool_start` and `tool_end`. */
  call?: string;
  tool?: string;
  input?: Json;
  result?: Json;
  outcome?: CallOutcome;
  error?: string;
  /** How long the call took, in milliseconds. */
  ms?: number;
  /** What the call cost in tokens, where whoever reports it says so. */
  tokens?: number;
  /** Set when a subagent did it. */
  agent?: string;
  /** The hooks missed it: it was taken from the host's own transcript. A `tool_end` without `tool` corrects what a hook told of that call. */
  filled?: true;
  /**
   * Of a filled line: what came right before it, as the id of a call or the mark of a prompt (`promptMark`); "" at the beginning. Absent:
   * after everything that is known.
   */
  after?: string;
  cut?: CutMark[];
}

/** What `session_start` knows about the session. */
export interface SessionInfo {
  /** Format the session came from, such as `reme`, `bfcl`, `tau-bench`. */
  source: string;
  /** Name of the task, equal for several attempts at it. Support is counted in distinct tasks. */
  task?: string;
  trial?: string;
  model?: string;
  /** True when the whole session was appended at once from a file: a second `session_start` then begins it anew. */
  whole?: boolean;
  /** RFC 3339, when the file says so. Lines of a whole session carry the time they were appended, so these hold its own times. */
  started?: string;
  ended?: string;
  /** Folder the agent worked in, and the git branch checked out there. */
  cwd?: string;
  branch?: string;
  /** No hook told of the session: it was found by its transcript alone. */
  filled?: true;
}

/**
 * Reads one line of `observations/*.jsonl`.
 * @returns the observation, or in words what is wrong with the line
 */
export function parseObservation(line: string): Observation | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { problem: `not JSON: ${(error as Error).message}` };
  }
  if (!isObject(value)) return { problem: "not a JSON object" };
  if (value.v !== OBSERVATION_VERSION)
    return { problem: `"v" is ${JSON.stringify(value.v)}, expected ${OBSERVATION_VERSION}` };
  if (typeof value.at !== "string" || Number.isNaN(Date.parse(value.at))) return { problem: '"at" is not a time' };
  if (!(OBSERVATION_EVENTS as readonly unknown[]).includes(value.event)) {
    return { problem: `"event" is ${JSON.stringify(value.event)}` };
  }
  for (const key of ["host", "session", "project", "call", "tool", "error", "agent", "after"]) {
    if (value[key] !== undefined && typeof value[key] !== "string") return { problem: `"${key}" is not a string` };
  }
  if (value.filled !== undefined && value.filled !== true) return { problem: '"filled" is not true' };
  if (value.outcome !== undefined && !(CALL_OUTCOMES as readonly unknown[]).includes(value.outcome)) {
    return { problem: `"outcome" is ${JSON.stringify(value.outcome)}` };
  }
  return value as unknown as Observation;
}
