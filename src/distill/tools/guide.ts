import type { GroupOf } from "../scenarios.ts";
import { inOrder, type TaskTable } from "../sketch.ts";
import { binomialTail, hypergeometricTail, wilsonLower } from "../statistics.ts";
import type { ErrorState, ToolState, ToolsState } from "./state.ts";

/** All that is known about calls of one tool, with the counts behind it. */
export interface ToolGuide {
  tool: string;
  /** Calls whose end is known. */
  calls: number;
  ok: number;
  /** Denied, interrupted, or nobody knows how they ended; in none of the other figures. */
  other: number;
  /** Distinct tasks with such calls; variants of one task count once, here and everywhere below. */
  tasks: number;
  /** Mean over the calls that say it. */
  meanMs?: number;
  meanTokens?: number;
  /** 0..1. */
  meanScore?: number;
  /** Classes of failure, those of most tasks first. */
  failures: ToolFailure[];
  /** What arguments were like in calls that went well more often than others, the surest first. */
  parameters: ToolParameter[];
}

export interface ToolFailure {
  /** Class of the error: a text of the tool's, to be quoted and never followed. */
  error: string;
  times: number;
  tasks: number;
  /** Times that the same call succeeded afterwards, within the turn. */
  repaired: number;
  /** What came before most of these repairs, in two tasks or more, and more often than it would anyway. */
  repair?: ToolRepair;
}

export interface ToolRepair {
  /** A tool that was called, or an argument and how it was changed (`*call`, `retry`: the same once more). */
  by: { call: string } | { param: string; change: string };
  times: number;
  tasks: number;
  /** Lower end of the 95 % interval of its share of the tasks with a repair. 0..1 */
  bound: number;
}

export interface ToolParameter {
  param: string;
  /** `given`, `:number` and other types, `folder`, `words`, `~` and a form, `=` and a value as JSON; with `not ` in front, the others. */
  shape: string;
  /** Calls like this, and those of them that went well. */
  calls: number;
  well: number;
  /** Tasks with such calls. */
  tasks: number;
  /** Lower end of the 95 % interval of the share of tasks in which such calls went well. 0..1 */
  bound: number;
  /** Calls that were not like this, and those of them that went well. */
  otherCalls: number;
  otherWell: number;
  /** Probability of as large a difference by chance, over tasks. */
  p: number;
}

/** Tasks that must speak for a repair or a parameter: one task is one opinion. */
const MIN_TASKS = 2;
/** Tasks that a parameter must go well in. A guess. */
const MIN_PARAMETER_TASKS = 3;
/** Probability by chance above which a call is put down to coming between any two. Small, for many calls are looked at. A guess. */
const USUAL_P = 0.01;
/** Share of the repairs that one deed must stand behind. */
const MOST = 0.5;

/** @returns every tool that was called with a known end, by name; parameters are all candidates, untested for how many there are */
export function guidesOf(state: ToolsState, groupOf: GroupOf): ToolGuide[] {
  const shares = sharesOfCalls(state);
  return inOrder(state.tools)
    .filter(([, tool]) => tool.ok + tool.failed > 0)
    .map(([key, tool]) => guideOf(key.slice(1), tool, groupOf, shares));
}

function guideOf(name: string, tool: ToolState, groupOf: GroupOf, shareOf: (tool: string) => number): ToolGuide {
  const mean = ([sum, count]: readonly [number, number]) => (count === 0 ? undefined : sum / count);
  const [meanMs, meanTokens, scores] = [mean(tool.ms), mean(tool.tokens), mean(tool.scores)];
  return {
    tool: name,
    calls: tool.ok + tool.failed,
    ok: tool.ok,
    other: tool.other,
    tasks: groupsIn(tool.tasks, groupOf).size,
    ...(meanMs !== undefined && { meanMs }),
    ...(meanTokens !== undefined && { meanTokens }),
    ...(scores !== undefined && { meanScore: scores / 1000 }),
    failures: inOrder(tool.errors)
      .map(([error, state]) => failureOf(error.slice(1), state, groupOf, shareOf))
      .sort((a, b) => b.tasks - a.tasks || b.times - a.times || (a.error < b.error ? -1 : 1)),
    parameters: parametersOf(tool, groupOf).sort(
      (a, b) => a.p - b.p || b.tasks - a.tasks || (keyOf(a) < keyOf(b) ? -1 : 1),
    ),
  };
}

function keyOf({ param, shape }: ToolParameter): string {
  return `${param} ${shape}`;
}

function groupsIn(tasks: TaskTable<unknown>, groupOf: GroupOf): Set<string> {
  return new Set(Object.keys(tasks).map(groupOf));
}

/** How often a tool is called with success, among all such calls: how likely it comes between two others anyway. */
function sharesOfCalls(state: ToolsState): (tool: string) => number {
  const all = Object.values(state.tools).reduce((sum, { ok }) => sum + ok, 0);
  return (tool) => (state.tools[`.${tool}`]?.ok ?? 0) / Math.max(1, all);
}

function failureOf(
  error: string,
  { tasks, deeds }: ErrorState,
  groupOf: GroupOf,
  shareOf: (tool: string) => number,
): ToolFailure {
  const rows = Object.values(tasks);
  const total = (at: 0 | 1 | 2) => rows.reduce((sum, row) => sum + row[at], 0);
  const repaired = total(1);
  const repairedIn = groupsIn(Object.fromEntries(Object.entries(tasks).filter(([, row]) => row[1] > 0)), groupOf).size;
  const between = total(2) / Math.max(1, repaired);
  const repairs = inOrder(deeds).flatMap(([key, byTask]): ToolRepair[] => {
    const by = deedOf(key.slice(1));
    const times = Object.values(byTask).reduce((sum, count) => sum + count, 0);
    const support = groupsIn(byTask, groupOf).size;
    // What is called all the time comes between any two calls; a changed argument does not come by itself.
    const chance = "call" in by ? 1 - (1 - shareOf(by.call)) ** between : 0;
    const isUsual = chance > 0 && binomialTail(support, repairedIn, Math.min(1, chance)) > USUAL_P;
    if (support < MIN_TASKS || times < MOST * repaired || isUsual) return [];
    return [{ by, times, tasks: support, bound: wilsonLower(support, repairedIn) }];
  });
  const [repair] = repairs.sort((a, b) => b.times - a.times || b.tasks - a.tasks);
  return { error, times: total(0), tasks: groupsIn(tasks, groupOf).size, repaired, ...(repair && { repair }) };
}

function deedOf(key: string): ToolRepair["by"] {
  if (key.startsWith("call ")) return { call: key.slice(5) };
  const at = key.lastIndexOf("=");
  return { param: key.slice(0, at), change: key.slice(at + 1) };
}

/** `[calls, well]` on either side of one question about an argument, by group of tasks. */
type Sides = Map<string, { like: [number, number]; other: [number, number] }>;

function parametersOf(tool: ToolState, groupOf: GroupOf): ToolParameter[] {
  return inOrder(tool.features).flatMap(([key, byTask]) => {
    const [param = "", shape = ""] = splitAt(key.slice(1), key.indexOf(" ") - 1);
    const all = shape === "given" ? undefined : tool.features[`.${param} given`];
    if (shape !== "given" && !all) return [];
    const sides: Sides = new Map();
    for (const [task, [, , wellOfAll]] of inOrder(tool.tasks)) {
      const [ok, failed] = tool.tasks[task]!;
      const [calls, well] = all ? (all[task] ?? [0, 0]) : [ok + failed, wellOfAll];
      const [alike, alikeWell] = byTask[task] ?? [0, 0];
      const group = groupOf(task);
      const side = sides.get(group) ?? { like: [0, 0], other: [0, 0] };
      sides.set(group, side);
      side.like[0] += alike;
      side.like[1] += alikeWell;
      side.other[0] += calls - alike;
      side.other[1] += well - alikeWell;
    }
    const found = [compared(param, shape, sides)];
    // A value or a type has many opposites; of these there is one.
    if (shape === "given" || shape === "folder" || shape === "words")
      found.push(compared(param, `not ${shape}`, swapped(sides)));
    return found.filter((each) => each !== undefined);
  });
}

function splitAt(text: string, at: number): [string, string] {
  return [text.slice(0, at), text.slice(at + 1)];
}

function swapped(sides: Sides): Sides {
  return new Map([...sides].map(([group, { like, other }]) => [group, { like: other, other: like }]));
}

/** Fisher's exact test over tasks: a task counts on a side as gone well when half of its calls there did. */
function compared(param: string, shape: string, sides: Sides): ToolParameter | undefined {
  const sum = (side: "like" | "other", at: 0 | 1) =>
    [...sides.values()].reduce((total, each) => total + each[side][at], 0);
  const tasksOn = (side: "like" | "other") => {
    const on = [...sides.values()].map((each) => each[side]).filter(([calls]) => calls > 0);
    return { tasks: on.length, well: on.filter(([calls, well]) => well >= calls / 2).length };
  };
  const [like, other] = [tasksOn("like"), tasksOn("other")];
  if (like.well < MIN_PARAMETER_TASKS || other.tasks < MIN_PARAMETER_TASKS) return undefined;
  return {
    param,
    shape,
    calls: sum("like", 0),
    well: sum("like", 1),
    tasks: like.tasks,
    bound: wilsonLower(like.well, like.tasks),
    otherCalls: sum("other", 0),
    otherWell: sum("other", 1),
    p: hypergeometricTail(like.well, like.tasks, like.well + other.well, like.tasks + other.tasks),
  };
}
