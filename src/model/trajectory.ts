import type { Json } from "./json.ts";
import type { CallOutcome } from "./observation.ts";
import type { Outcome } from "./outcome.ts";

/** One tool call of an agent, with what came back. */
export interface Step {
  /** The host's id of the call, where it has one. */
  call?: string;
  tool: string;
  /** Arguments as the agent gave them: mostly an object; a string when they were not JSON. */
  input: Json;
  /** What the tool returned; text that holds a JSON object or array is kept parsed. Absent when nothing came back. */
  result?: Json;
  outcome: CallOutcome;
  /** The error in the tool's own words, when `outcome` is `error`. */
  error?: string;
  ms?: number;
  /** What the call cost in tokens, where somebody said so. */
  tokens?: number;
  /** Steps with the same number in one turn were asked for in parallel. */
  batch?: number;
  /** Set when a subagent did it. */
  agent?: string;
}

/** What one prompt led to. */
export interface Turn {
  /** The user's words; "" when the log has none. */
  user: string;
  steps: Step[];
}

/** The ordered record of one attempt at one task. */
export interface Trajectory {
  id: string;
  /** Format or host it came from, such as `reme`, `bfcl`, `claude-code`. */
  source: string;
  /** Equal for several attempts at the same task; support is counted in distinct values of it. */
  task: string;
  /** The task in the user's words: the first prompt. "" when the log has none. */
  taskQuery: string;
  project?: string;
  /** Where it was worked, as the host said it. */
  folder?: string;
  session: string;
  /** RFC 3339. */
  started?: string;
  ended?: string;
  /** Ids of the cards handed to the agent in this attempt. */
  recalled: string[];
  /** Absent: unknown. */
  outcome?: Outcome;
  turns: Turn[];
}

/** All steps in order, without the turns around them. */
export function allSteps(trajectory: Trajectory): Step[] {
  return trajectory.turns.flatMap((turn) => turn.steps);
}

/**
 * The session that votes. Subagents (`<session>/agent-…`), the turns of one conversation (`<session>/turn-…`) and the pieces of a long
 * session (`<session>+1` …) are recorded as sessions of their own and speak with one voice.
 */
export function votingSession(session: string): string {
  return session.replace(/(?:\/(?:agent|turn)-[^/]*|\+\d+|@\d{4}-\d\d-\d\dT[\d:.]+Z)+$/, "");
}
