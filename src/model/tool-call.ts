import type { Json } from "./json.ts";

/** Source of an attempt that is one call which somebody reported by itself, outside of any session that we saw. */
export const GIVEN_CALLS = "tool-call";

/** One call of a tool, reported with what came of it. */
export interface ToolCall {
  tool: string;
  /** Arguments, mostly an object; never empty. */
  input: Json;
  /** What came back; never empty. */
  output: string;
  /** Absent: read from the output. */
  success?: boolean;
  /** How long it took. ≥ 0. */
  seconds?: number;
  /** What it cost. ≥ 0; absent: a quarter of the characters of input and output. */
  tokens?: number;
  /** What somebody thinks of it. Absent: a model is asked, where there is one. */
  evaluation?: ToolCallEvaluation;
  /** RFC 3339; default: now. */
  at?: string;
  /** The task that it served. Calls without one count as one task for each different input. */
  task?: string;
  /** What tells it from other calls of this tool. Default: made from input and output. */
  hash?: string;
}

export interface ToolCallEvaluation {
  /** 0..1; below 0.5 it did not do what was wanted, whatever it returned. */
  score: number;
  summary: string;
  reason: string;
}

/** A call that is on record. */
export interface RecordedCall extends Omit<ToolCall, "success" | "task"> {
  /** undefined: nobody said. */
  success: boolean | undefined;
  seconds: number;
  tokens: number;
  at: string;
  hash: string;
}
