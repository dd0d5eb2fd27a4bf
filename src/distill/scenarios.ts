import { allSteps } from "../model/trajectory.ts";
import { addSmallest, mergeSmallest, mergeTables, rowOf, shortHash, type TaskTable } from "./sketch.ts";
import type { TrajectoryContext } from "./trajectory-context.ts";

/**
 * Tasks that are variants of one another: the same requests under another name, with a tool withheld or one value left for later.
 * Whatever they agree on they agree on once, so they count as one task wherever support is counted. Plain JSON.
 */
export type Scenarios = TaskTable<string[]>;

const MAX_TASKS = 1_500;
/** Requests kept for each task. */
const MAX_REQUESTS = 4;
/** A shorter request ("go on", "run the tests") does not tell one task from another. */
const MIN_WORDS = 8;
/** Share of requests in common from which two tasks are variants. */
const SAME_AT = 0.5;

export function addScenario(scenarios: Scenarios, context: TrajectoryContext): void {
  const row = rowOf(scenarios, context.task, MAX_TASKS, (): string[] => []);
  if (!row) return;
  for (const request of requestsOf(context)) addSmallest(row, shortHash(request), MAX_REQUESTS);
}

/** What was asked, turn by turn; where the log has no word of the user, all that was done, as one. Who did nothing is like nobody. */
function requestsOf({ trajectory, hasUserText, prompts }: TrajectoryContext): string[] {
  if (!hasUserText) {
    const calls = allSteps(trajectory).map(({ tool, input }) => [tool, input]);
    return calls.length > 0 ? [JSON.stringify(calls)] : [];
  }
  return prompts.filter((words) => words.length >= MIN_WORDS).map((words) => words.join(" "));
}

export function mergeScenarios(a: Scenarios, b: Scenarios): Scenarios {
  return mergeTables(a, b, MAX_TASKS, (x, y) => mergeSmallest(x, y, MAX_REQUESTS));
}

/** For each task the name of its group: equal for variants of one another. A task outside the sample is a group of its own. */
export type GroupOf = (task: string) => string;

export function groupsIn(scenarios: Scenarios): GroupOf {
  const parents = new Map<string, string>();
  const root = (task: string): string => {
    let at = task;
    for (let up = parents.get(at); up !== undefined; up = parents.get(at)) at = up;
    if (at !== task) parents.set(task, at);
    return at;
  };
  const tasksByRequest = new Map<string, string[]>();
  for (const task of Object.keys(scenarios).sort()) {
    const requests = scenarios[task]!;
    for (const other of new Set(requests.flatMap((request) => tasksByRequest.get(request) ?? []))) {
      if (areVariants(requests, scenarios[other]!) && root(other) !== root(task)) parents.set(root(task), root(other));
    }
    for (const request of requests) tasksByRequest.set(request, [...(tasksByRequest.get(request) ?? []), task]);
  }
  return root;
}

function areVariants(a: readonly string[], b: readonly string[]): boolean {
  const common = a.filter((request) => b.includes(request)).length;
  return common > 0 && common >= SAME_AT * Math.min(a.length, b.length);
}
