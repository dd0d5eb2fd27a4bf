import type { Json } from "../../src/model/json.ts";
import type { Step, Trajectory } from "../../src/model/trajectory.ts";

/** One call in a test: `[tool, arguments, result]`; an `Error` as result makes it fail. */
export type Call = readonly [tool: string, input: Json, result?: Json | Error, more?: Partial<Step>];

/** Turns as `[what the user said, ...calls]`. */
export function trajectory(
  task: string,
  turns: ReadonlyArray<readonly [string, ...Call[]]>,
  more: Partial<Trajectory> = {},
): Trajectory {
  return {
    id: `t_${task}`,
    source: "test",
    task,
    taskQuery: turns[0]?.[0] ?? "",
    session: `s_${task}`,
    recalled: [],
    turns: turns.map(([user, ...calls]) => ({ user, steps: calls.map(step) })),
    ...more,
  };
}

function step([tool, input, result, more]: Call): Step {
  if (result instanceof Error)
    return { tool, input, result: { error: result.message }, outcome: "error", error: result.message, ...more };
  return {
    tool,
    input,
    ...(result !== undefined && { result }),
    outcome: result === undefined ? "unknown" : "ok",
    ...more,
  };
}

/** Where the public data lies that may not be shipped; see the README of the benches. */
export { sharedData } from "../../bench/mine-check/load.ts";
