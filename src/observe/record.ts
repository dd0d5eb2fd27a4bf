import type { Json, JsonObject } from "../model/json.ts";
import type { Observation, ObservationEvent, SessionInfo } from "../model/observation.ts";
import { OBSERVATION_VERSION } from "../model/observation.ts";
import type { Step, Trajectory } from "../model/trajectory.ts";
import { stripAdvice } from "../text/fence.ts";
import { shortHash } from "../text/hash.ts";
import { cutObservation, shortenName } from "./cut.ts";

export interface RecordOptions {
  /**
   * Hides secrets in every string at any depth, keys' meaning included; the same text always comes out the same.
   * @param path  dotted path of the value inside the line, such as `input`
   */
  scrub(value: Json, path?: string): Json;
  /** RFC 3339 with milliseconds, UTC: when the lines are written, not when things happened, so that readers never miss a line. */
  at: string;
  project?: string;
  /** Default `import`. */
  host?: string;
}

/**
 * Turns a whole trajectory into the lines of its session, first to last: `session_start`, then for each turn `prompt`, one `tool_end`
 * a step and `turn_end`, then `feedback` when the outcome is known, and `session_end`.
 *
 * Fenced advice is taken out of every string, then it is scrubbed, then the line is cut. Names keep their identity: one that scrubbing
 * would change becomes a hash. `recalled` is not written: the ledger says what was handed over.
 */
export function toObservations(trajectory: Trajectory, info: SessionInfo, options: RecordOptions): Observation[] {
  const line = lineMaker(trajectory, options);
  const lines = [line("session_start", { input: sessionInput(trajectory, info, options) })];
  for (const [turn, { user, steps }] of trajectory.turns.entries()) {
    if (user !== "") lines.push(line("prompt", { turn, input: user }));
    for (const step of steps) lines.push(line("tool_end", { turn, ...step }));
    lines.push(line("turn_end", { turn }));
  }
  if (trajectory.outcome) lines.push(line("feedback", { input: { ...trajectory.outcome } }));
  return [...lines, line("session_end", {})];
}

type LineFields = Omit<Partial<Observation>, "tool"> & Partial<Step>;

/** Makes lines of the trajectory's session: without advice, scrubbed, cut. */
export function lineMaker(trajectory: Pick<Trajectory, "session" | "project">, options: RecordOptions) {
  const scrubbed = (value: Json | undefined, path: string) =>
    value === undefined ? undefined : options.scrub(withoutAdvice(value), path);
  const name = (text: string | undefined) => (text === undefined ? undefined : scrubName(text, options));
  const session = name(trajectory.session);
  const project = options.project ?? trajectory.project;
  return (event: ObservationEvent, fields: LineFields): Observation => {
    const error = scrubbed(fields.error, "error");
    const observation = {
      v: OBSERVATION_VERSION,
      at: options.at,
      event,
      host: options.host ?? "import",
      session,
      project,
      turn: fields.turn,
      batch: fields.batch,
      call: name(fields.call),
      tool: name(fields.tool),
      // The facts of a session are names and are scrubbed one by one where they are put together.
      input: event === "session_start" ? fields.input : scrubbed(fields.input, "input"),
      result: scrubbed(fields.result, "result"),
      outcome: fields.outcome,
      error: typeof error === "string" ? error : undefined,
      ms: fields.ms,
      tokens: fields.tokens,
      agent: name(fields.agent),
      filled: fields.filled,
      after: fields.after,
    };
    return cutObservation(withoutUndefined(observation) as unknown as Observation);
  };
}

/** Advice that habitus itself handed over is no experience. */
function withoutAdvice(value: Json): Json {
  if (typeof value === "string") return stripAdvice(value);
  if (Array.isArray(value)) return value.map(withoutAdvice);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutAdvice(inner)]));
}

export function sessionInput(trajectory: Trajectory, info: SessionInfo, options: RecordOptions): JsonObject {
  const given: SessionInfo = {
    ...info,
    ...(trajectory.started !== undefined && { started: trajectory.started }),
    ...(trajectory.ended !== undefined && { ended: trajectory.ended }),
  };
  const entries = Object.entries(given).map(([key, value]) => [
    key,
    typeof value === "string" ? scrubName(value, options) : value,
  ]);
  return Object.fromEntries(entries);
}

/**
 * A name joins things, so it must stay itself: `[hidden:…]` would make different names equal. One that holds a secret
 * becomes a hash instead.
 */
function scrubName(text: string, options: RecordOptions): string {
  const scrubbed = options.scrub(text);
  return shortenName(scrubbed === text ? text : `hidden-${shortHash(text, 12)}`);
}

function withoutUndefined(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
