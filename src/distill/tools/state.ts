import { ruleKey } from "../../model/rule.ts";
import { addEvidence, type Evidence, emptyEvidence, mergeEvidence } from "../evidence.ts";
import { type Episode, episodesIn } from "../fix/episodes.ts";
import { deedName, deedsOf } from "../fix/repairs.ts";
import { signatureOf } from "../fix/state.ts";
import { isToolName } from "../identifiers.ts";
import { entryOf, mergeMaps, mergeTables, rowOf, type TaskTable } from "../sketch.ts";
import type { TrajectoryContext } from "../trajectory-context.ts";
import { type CountedCall, countedCalls } from "./calls.ts";

/** How calls went, tool by tool. Plain JSON; keys of maps begin with a dot. */
export interface ToolsState {
  /** `.tool` → its calls. */
  tools: Record<string, ToolState>;
}

export interface ToolState {
  ok: number;
  failed: number;
  /** Denied, interrupted, or nobody knows. */
  other: number;
  /** Reported as single calls. */
  given: number;
  /** Milliseconds, tokens and scores: sum, and calls that had one. */
  ms: Sum;
  tokens: Sum;
  scores: Sum;
  /** `[ok, failed, well]` of the task's calls, and how its attempts ended, a bit set. */
  tasks: TaskTable<TaskRow>;
  /** `.param feature` → by task `[calls, well]`; at most {@link FEATURES}. */
  features: TaskTable<TaskTable<[number, number]>>;
  /** `.error` → that class of failure; at most {@link CLASSES}. */
  errors: TaskTable<ErrorState>;
  evidence: Evidence;
}

export type TaskRow = [ok: number, failed: number, well: number, ended: number];

type Sum = [sum: number, count: number];

export interface ErrorState {
  /** By task `[failures, repaired, calls between a failure and its repair, summed]`. */
  tasks: TaskTable<[number, number, number]>;
  /** `.call x` or `.param=kind` → repairs that did this, by task; at most {@link DEEDS}. */
  deeds: TaskTable<TaskTable<number>>;
}

export const TASK_LIMIT = 400;
const FEATURES = 64;
const CLASSES = 24;
const DEEDS = 12;

export function emptyTools(): ToolsState {
  return { tools: {} };
}

/** @returns names of the tools that were called and whose end is known */
export function addTools(state: ToolsState, context: TrajectoryContext): Set<string> {
  const called = new Set<string>();
  const calls = countedCalls(context.trajectory);
  for (const call of calls) {
    const tool = entryOf(state.tools, `.${call.tool}`, emptyTool);
    countCall(tool, context, call);
    if (call.end === "other") continue;
    if (!called.has(call.tool)) addEvidence(tool.evidence, context, call.turn);
    called.add(call.tool);
  }
  if (called.size > 0) for (const episode of episodesIn(context.trajectory)) countFailure(state, context, episode);
  return called;
}

function emptyTool(): ToolState {
  const counts = { ok: 0, failed: 0, other: 0, given: 0 };
  const sums = { ms: [0, 0] as Sum, tokens: [0, 0] as Sum, scores: [0, 0] as Sum };
  return { ...counts, ...sums, tasks: {}, features: {}, errors: {}, evidence: emptyEvidence() };
}

function countCall(tool: ToolState, context: TrajectoryContext, call: CountedCall): void {
  if (call.given) tool.given++;
  if (call.end === "other") {
    tool.other++;
    return;
  }
  tool[call.end === "ok" ? "ok" : "failed"]++;
  addTo(tool.ms, call.ms === undefined ? undefined : Math.round(call.ms));
  addTo(tool.tokens, call.tokens);
  // Whole thousandths: sums then come out the same whatever the order.
  addTo(tool.scores, call.score === undefined ? undefined : Math.round(call.score * 1000));
  const row = rowOf(tool.tasks, context.task, TASK_LIMIT, (): TaskRow => [0, 0, 0, 0]);
  if (row) {
    row[3] |= context.ended;
    row[call.end === "ok" ? 0 : 1]++;
    if (call.well) row[2]++;
  }
  // Arguments that the card itself asked for show nothing, but the calls stay in the count: a task speaks as a whole or not at all.
  if (isAdvised(context, call.tool)) return;
  for (const feature of call.features) {
    const tasks = rowOf(tool.features, `.${feature}`, FEATURES, (): TaskTable<[number, number]> => ({}));
    const counts = tasks && rowOf(tasks, context.task, TASK_LIMIT, (): [number, number] => [0, 0]);
    if (!counts) continue;
    counts[0]++;
    if (call.well) counts[1]++;
  }
}

function addTo(sum: Sum, value: number | undefined): void {
  if (value === undefined) return;
  sum[0] += value;
  sum[1]++;
}

function countFailure(state: ToolsState, context: TrajectoryContext, { tool: name, error, repair }: Episode): void {
  const tool = state.tools[`.${name}`];
  // The name itself was broken, or a shell failed.
  if (!tool || !isToolName(name) || (repair && isAdvised(context, name))) return;
  const failure = rowOf(tool.errors, `.${error}`, CLASSES, (): ErrorState => ({ tasks: {}, deeds: {} }));
  if (!failure) return;
  const row = rowOf(failure.tasks, context.task, TASK_LIMIT, (): [number, number, number] => [0, 0, 0]);
  if (row) {
    row[0]++;
    if (repair) row[1]++;
    if (repair) row[2] += repair.between.length;
  }
  if (!repair) return;
  for (const deed of deedsOf(signatureOf(repair))) {
    const key = "call" in deed ? deedName(deed) : `${deed.param}=${deed.change}`;
    const tasks = rowOf(failure.deeds, `.${key}`, DEEDS, (): TaskTable<number> => ({}));
    if (tasks && rowOf(tasks, context.task, TASK_LIMIT, () => 0) !== undefined)
      tasks[context.task] = tasks[context.task]! + 1;
  }
}

function isAdvised({ advised }: TrajectoryContext, tool: string): boolean {
  return advised.has(ruleKey({ type: "tool", tool }));
}

export function mergeTools(a: ToolsState, b: ToolsState): ToolsState {
  return { tools: mergeMaps(a.tools, b.tools, mergeTool) };
}

function mergeTool(a: ToolState, b: ToolState): ToolState {
  return {
    ok: a.ok + b.ok,
    failed: a.failed + b.failed,
    other: a.other + b.other,
    given: a.given + b.given,
    ms: added(a.ms, b.ms),
    tokens: added(a.tokens, b.tokens),
    scores: added(a.scores, b.scores),
    tasks: mergeTables(
      a.tasks,
      b.tasks,
      TASK_LIMIT,
      (x, y): TaskRow => [x[0] + y[0], x[1] + y[1], x[2] + y[2], x[3] | y[3]],
    ),
    features: mergeTables(a.features, b.features, FEATURES, (x, y) => mergeTables(x, y, TASK_LIMIT, added)),
    errors: mergeTables(a.errors, b.errors, CLASSES, (x, y) => ({
      tasks: mergeTables(x.tasks, y.tasks, TASK_LIMIT, added),
      deeds: mergeTables(x.deeds, y.deeds, DEEDS, (left, right) =>
        mergeTables(left, right, TASK_LIMIT, (m, n) => m + n),
      ),
    })),
    evidence: mergeEvidence(a.evidence, b.evidence),
  };
}

function added<T extends number[]>(a: T, b: T): T {
  return a.map((value, i) => value + b[i]!) as T;
}
