import { ruleKey } from "../../model/rule.ts";
import { addEvidence, type Evidence, emptyEvidence, mergeEvidence } from "../evidence.ts";
import { addSmallest, entryOf, mergeMaps, mergeSmallest, mergeTables, rowOf, type TaskTable } from "../sketch.ts";
import type { TrajectoryContext } from "../trajectory-context.ts";
import { canBeHabit } from "./options.ts";
import type { ConventionUses } from "./uses.ts";

/** Which options and values are chosen where others could be. Plain JSON; keys of maps begin with a dot. */
export interface ConventionState {
  /** `.docker build` → how it was typed. */
  commands: Record<string, CommandState>;
  /** `.tool param` → what it was set to. */
  arguments: Record<string, ArgumentState>;
}

export interface CommandState {
  tasks: TaskTable<CommandRow>;
  /** `.--option` → times it stood without a value, and times it was there; at most {@link OPTIONS}. */
  options: TaskTable<[number, number]>;
  calls: number;
  evidence: Evidence;
}

export interface CommandRow {
  /** `.` and all options of one call, then {@link OPERANDS} if it was given anything else, joined by a space → calls. At most {@link SHAPES}. */
  shapes: TaskTable<number>;
  /** Options that the user asked for by name. */
  asked: string[];
  ended: number;
}

export interface ArgumentState {
  tasks: TaskTable<ArgumentRow>;
  /** `.` and a value or form, see `ArgumentUse` → calls in which the agent chose it; at most {@link VALUES}. */
  values: TaskTable<number>;
  evidence: Evidence;
}

export interface ArgumentRow {
  /** As in {@link ArgumentState.values}, in this task. */
  chosen: TaskTable<number>;
  /** Values and forms that were given: the user had spoken of them, or an earlier result held them. */
  asked: string[];
  ended: number;
}

/** Stands in a shape for whatever the command works on. */
export const OPERANDS = "*";
export const TASK_LIMIT = 200;
const OPTIONS = 32;
const SHAPES = 12;
/** As many values are no choice among a few. */
export const VALUES = 12;
export function emptyConventions(): ConventionState {
  return { commands: {}, arguments: {} };
}

/** Counts what a trajectory shows. */
export function addConventions(state: ConventionState, context: TrajectoryContext, uses: ConventionUses): void {
  for (const use of uses.commands) if (!isAdvised(context, use.call)) countCommand(state, context, use);
  for (const use of uses.arguments) {
    const key = `${use.call} ${use.param}`;
    if (!isAdvised(context, key)) countArgument(state, context, key, use);
  }
}

/** Once an agent was told how to make a call, how it makes it is no evidence for any of its options. */
function isAdvised({ advised }: TrajectoryContext, call: string): boolean {
  if (advised.size === 0) return false;
  const start = ruleKey({ type: "convention", call, param: "" }).trimEnd();
  return [...advised].some((key) => key === start || key.startsWith(`${start} `));
}

function countCommand(
  state: ConventionState,
  context: TrajectoryContext,
  { call, options, switches, hasOperands, turn, asked }: ConventionUses["commands"][number],
): void {
  const command = entryOf(
    state.commands,
    `.${call}`,
    (): CommandState => ({ tasks: {}, options: {}, calls: 0, evidence: emptyEvidence() }),
  );
  command.calls++;
  for (const option of options.filter(canBeHabit)) {
    const counts = rowOf(command.options, `.${option}`, OPTIONS, (): [number, number] => [0, 0]);
    if (!counts) continue;
    counts[0] += Number(switches.includes(option));
    counts[1]++;
  }
  const shape = `.${[...options, ...(hasOperands ? [OPERANDS] : [])].join(" ")}`;
  if (options.some(canBeHabit)) addEvidence(command.evidence, context, turn, shape);
  const row = rowOf(command.tasks, context.task, TASK_LIMIT, (): CommandRow => ({ shapes: {}, asked: [], ended: 0 }));
  if (!row) return;
  row.ended |= context.ended;
  const seen = rowOf(row.shapes, shape, SHAPES, () => 0);
  if (seen !== undefined) row.shapes[shape] = seen + 1;
  for (const option of asked) addSmallest(row.asked, option, OPTIONS);
}

function countArgument(
  state: ConventionState,
  context: TrajectoryContext,
  key: string,
  { choice: value, turn, isGiven }: ConventionUses["arguments"][number],
): void {
  const argument = entryOf(
    state.arguments,
    `.${key}`,
    (): ArgumentState => ({ tasks: {}, values: {}, evidence: emptyEvidence() }),
  );
  const row = rowOf(argument.tasks, context.task, TASK_LIMIT, (): ArgumentRow => ({ chosen: {}, asked: [], ended: 0 }));
  if (isGiven) {
    if (row) addSmallest(row.asked, value, VALUES);
    return;
  }
  addEvidence(argument.evidence, context, turn, value);
  const all = rowOf(argument.values, `.${value}`, VALUES, () => 0);
  if (all !== undefined) argument.values[`.${value}`] = all + 1;
  if (!row) return;
  row.ended |= context.ended;
  const here = rowOf(row.chosen, `.${value}`, VALUES, () => 0);
  if (here !== undefined) row.chosen[`.${value}`] = here + 1;
}

export function mergeConventions(a: ConventionState, b: ConventionState): ConventionState {
  const sum = (x: number, y: number): number => x + y;
  return {
    commands: mergeMaps(a.commands, b.commands, (x, y) => ({
      tasks: mergeTables(x.tasks, y.tasks, TASK_LIMIT, (left, right) => ({
        shapes: mergeTables(left.shapes, right.shapes, SHAPES, sum),
        asked: mergeSmallest(left.asked, right.asked, OPTIONS),
        ended: left.ended | right.ended,
      })),
      options: mergeTables(x.options, y.options, OPTIONS, (left, right): [number, number] => [
        left[0] + right[0],
        left[1] + right[1],
      ]),
      calls: x.calls + y.calls,
      evidence: mergeEvidence(x.evidence, y.evidence),
    })),
    arguments: mergeMaps(a.arguments, b.arguments, (x, y) => ({
      tasks: mergeTables(x.tasks, y.tasks, TASK_LIMIT, (left, right) => ({
        chosen: mergeTables(left.chosen, right.chosen, VALUES, sum),
        asked: mergeSmallest(left.asked, right.asked, VALUES),
        ended: left.ended | right.ended,
      })),
      values: mergeTables(x.values, y.values, VALUES, sum),
      evidence: mergeEvidence(x.evidence, y.evidence),
    })),
  };
}
