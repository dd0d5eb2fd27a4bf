import type { Json, JsonObject } from "../model/json.ts";
import type { Outcome } from "../model/outcome.ts";

/**
 * A place in which an agent can be tried: tasks, tools with states behind them, and a verdict that looks at the states alone.
 * Whatever answers to this protocol can be put under `habitus bench reme`.
 */
export interface Environment {
  name: string;
  /** Tasks to learn from and tasks to be judged by; no task is in both. */
  tasks(split: Split): readonly Task[];
  /**
   * Begins one attempt in a fresh world.
   * @throws MemoryError `NOT_FOUND` when there is no such task
   */
  reset(task: string): Episode;
}

export type Split = "train" | "test";

export interface Task {
  id: string;
  /** As a user would ask for it. */
  query: string;
  /** Tasks of one kind need the same know-how. */
  kind: string;
}

/** One attempt. Not shared between attempts, so any number can run side by side. */
export interface Episode {
  task: Task;
  /** What an agent is told about the place, besides its tools. */
  about: string;
  tools: readonly ToolDescription[];
  /** Never throws: a wrong call is answered with an error, as a server would. */
  call(tool: string, input: JsonObject): CallAnswer;
  /** How the attempt stands now. `by` is `benchmark`; `reasons` name what is missing or was done besides. */
  verdict(): Outcome;
}

export interface ToolDescription {
  name: string;
  description: string;
  /** JSON Schema of the input. */
  input: JsonObject;
}

export type CallAnswer = { outcome: "ok"; result: Json } | { outcome: "error"; error: string };

/** Languages in which tasks can be asked. */
export type TaskLanguage = "en" | "ko" | "ja" | "zh";

export interface EnvironmentOptions {
  /** Default `en`. Tools and their answers stay as they are. */
  language?: TaskLanguage;
  /** The attempt, counted from 0 over all calls of `reset`, from which the changed interface holds. Default: never. */
  changeAt?: number;
  /** Tasks of each kind in each split. Whole number, 1..8, default 4. */
  perKind?: number;
}
