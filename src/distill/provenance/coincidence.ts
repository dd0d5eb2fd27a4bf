import type { GroupOf } from "../scenarios.ts";
import { inOrder, type TaskTable } from "../sketch.ts";
import { type ProvenanceState, SKETCH_VALUES } from "./state.ts";

/** Values by group of tasks, each with the largest hash that its sketch can answer for; undefined: for every one. */
export type Pool = ReadonlyMap<string, { values: ReadonlySet<string>; top?: string }>;

/** Pools of every argument (`tool param`: values the user had not said, and all) and every field (`tool field`). */
export interface Pools {
  params: ReadonlyMap<string, ParamPools>;
  fields: ReadonlyMap<string, Pool>;
}

export interface ParamPools {
  unsaid: Pool;
  all: Pool;
}

export function poolsOf(state: ProvenanceState, groupOf: GroupOf): Pools {
  const params = inOrder(state.params).map(([name, { unsaid, said }]) => {
    return [name, { unsaid: poolOf([unsaid], groupOf), all: poolOf([unsaid, said], groupOf) }] as const;
  });
  const fields = inOrder(state.fields).map(([name, values]) => [name, poolOf([values], groupOf)] as const);
  return { params: new Map(params), fields: new Map(fields) };
}

function poolOf(tables: ReadonlyArray<TaskTable<string[]>>, groupOf: GroupOf): Pool {
  const pool = new Map<string, { values: Set<string>; top?: string }>();
  for (const [task, values] of tables.flatMap((table) => inOrder(table))) {
    const group = pool.get(groupOf(task)) ?? { values: new Set<string>() };
    pool.set(groupOf(task), group);
    for (const value of values) group.values.add(value);
    const top = values.length >= SKETCH_VALUES ? values.at(-1) : undefined;
    if (top !== undefined && (group.top === undefined || top < group.top)) group.top = top;
  }
  return pool;
}

/**
 * For each of these tasks the chance that the argument's value there would stand in the field if it had nothing to do with it: the
 * share of *other* tasks whose field holds it. A value that is the same everywhere gets a chance near 1 by itself, and so does a
 * field that holds half the world. Few tasks say little, so each share is drawn towards the mean over all values of the argument,
 * those that the user said too; and that mean has one agreement added, as if the next pair of tasks might have been one.
 */
export function coincidences(
  groups: readonly string[],
  param: ParamPools | undefined,
  field: Pool = new Map(),
): number[] {
  if (!param) return groups.map(() => 1);
  const overall = [...param.all].map(([group, { values }]) => agreementsElsewhere(group, values, field));
  const pairs = overall.reduce((sum, { others }) => sum + others, 0);
  const mean = (overall.reduce((sum, { holding }) => sum + holding, 0) + 1) / (pairs + 1);
  return groups.map((group) => {
    const values = param.unsaid.get(group)?.values;
    if (!values) return mean;
    const { holding, others } = agreementsElsewhere(group, values, field);
    return (holding + mean) / (others + 1);
  });
}

/** In how many other tasks the field has values to compare with, and in how many of them it holds these (by their share). */
function agreementsElsewhere(
  group: string,
  values: ReadonlySet<string>,
  field: Pool,
): { others: number; holding: number } {
  let others = 0;
  let holding = 0;
  for (const [other, theirs] of field) {
    if (other === group) continue;
    const askable = [...values].filter((value) => theirs.top === undefined || value <= theirs.top);
    if (askable.length === 0) continue;
    others++;
    holding += askable.filter((value) => theirs.values.has(value)).length / askable.length;
  }
  return { others, holding };
}

/**
 * How many pairs of argument and field were tested. Pairs that have no value in common in any two tasks do not count: whichever
 * way results are dealt out among the tasks, they never agree, so leaving them out does not favour what is found.
 */
export function testsIn(state: ProvenanceState, pools: Pools): number {
  const valuesOf = (pool: Pool | undefined): Set<string> =>
    new Set([...(pool?.values() ?? [])].flatMap(({ values }) => [...values]));
  const fieldsByTool = new Map<string, Array<Set<string>>>();
  for (const [name, pool] of pools.fields) {
    const tool = name.slice(0, name.indexOf(" "));
    fieldsByTool.set(tool, [...(fieldsByTool.get(tool) ?? []), valuesOf(pool)]);
  }
  const paramValues = new Map([...pools.params].map(([name, { unsaid }]) => [name, valuesOf(unsaid)]));
  let tests = 0;
  for (const key of Object.keys(state.sources)) {
    const end = key.lastIndexOf(" ");
    const mine = paramValues.get(key.slice(0, end)) ?? new Set();
    for (const theirs of fieldsByTool.get(key.slice(end + 1)) ?? [])
      if ([...mine].some((value) => theirs.has(value))) tests++;
  }
  return tests;
}
