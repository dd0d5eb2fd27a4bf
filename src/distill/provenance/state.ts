import { ruleKey } from "../../model/rule.ts";
import { addEvidence, type Evidence, emptyEvidence, mergeEvidence } from "../evidence.ts";
import type { Sighting } from "../miner.ts";
import {
  addSmallest,
  entryOf,
  mergeMaps,
  mergeSmallest,
  mergeTables,
  rowOf,
  shortHash,
  type TaskTable,
} from "../sketch.ts";
import type { TrajectoryContext } from "../trajectory-context.ts";
import { type Use, usesIn } from "./uses.ts";
import { isSpecific, type Leaf } from "./values.ts";

/** Counts and value sketches of the provenance miner. Names never hold a space, so a space joins them into keys. */
export interface ProvenanceState {
  /** `tool param` → values seen there. */
  params: Record<string, ParamState>;
  /** `tool field` → values seen there. */
  fields: Record<string, TaskTable<string[]>>;
  /** `tool param source` → what became of the value when the source had returned something before. */
  sources: Record<string, SourceState>;
}

export interface SourceState {
  tasks: TaskTable<ChanceRow>;
  /** `.field` → where the value did first appear in that field of the source. */
  fields: Record<string, HitState>;
}

export interface ParamState {
  /** Values that the user had not said, and values that the user had. */
  unsaid: TaskTable<string[]>;
  said: TaskTable<string[]>;
  /** How many the user had said: distinct values a trajectory, summed. */
  saidCount: number;
}

/**
 * Distinct values by where they came from: `[source, elsewhere, nowhere, nowhere and the log has no user text]`.
 * The last kind may be the user's own words; it is reported, and counts against the p-value but not against the rate.
 */
export type ChanceRow = [number, number, number, number];

export interface HitState {
  /** `[in the latest result, in an earlier one, of these specific, of these without user text, how the attempts ended]` */
  tasks: TaskTable<HitRow>;
  evidence: Evidence;
}
export type HitRow = [number, number, number, number, number];

/** Tasks kept for each rule. Beyond it the state stays as large as it is and shares are taken from the sample. */
export const TASK_LIMIT = 400;
/** Tasks and values a task from which the coincidence rate is estimated: over 500 pairs of tasks. */
export const SKETCH_TASKS = 24;
export const SKETCH_VALUES = 8;

export function emptyProvenance(): ProvenanceState {
  return { params: {}, fields: {}, sources: {} };
}

/** Adds one trajectory. Contradicted are only rules that some trajectory has shown before: others are nobody's card. */
export function addProvenance(state: ProvenanceState, context: TrajectoryContext): Sighting[] {
  const seen = new Set<string>();
  const missed = new Set<string>();
  const counted = new Set<string>();
  const noteResult = (tool: string, leaves: readonly Leaf[]): void => {
    for (const { path, key } of leaves)
      noteValue(
        entryOf(state.fields, `${tool} ${path}`, () => ({})),
        context.task,
        key,
      );
  };
  for (const use of usesIn(context.trajectory, noteResult)) {
    const param = `${use.tool} ${use.param}`;
    const once = `${param} ${use.leaf.key}`;
    if (counted.has(once)) continue;
    counted.add(once);
    noteParam(state, context, param, use);
    if (!use.said) noteOrigin(state, context, param, use, seen, missed);
  }
  return [
    ...[...seen].map((key) => ({ key, verdict: "seen" as const })),
    ...[...missed].filter((key) => !seen.has(key)).map((key) => ({ key, verdict: "contradicted" as const })),
  ];
}

function noteValue(table: TaskTable<string[]>, task: string, key: string): void {
  const row = rowOf(table, task, SKETCH_TASKS, () => []);
  if (row) addSmallest(row, shortHash(key), SKETCH_VALUES);
}

function noteParam(state: ProvenanceState, context: TrajectoryContext, name: string, use: Use): void {
  const param = entryOf(state.params, name, () => ({ unsaid: {}, said: {}, saidCount: 0 }));
  if (use.said) param.saidCount++;
  noteValue(use.said ? param.said : param.unsaid, context.task, use.leaf.key);
}

function noteOrigin(
  state: ProvenanceState,
  context: TrajectoryContext,
  param: string,
  use: Use,
  seen: Set<string>,
  missed: Set<string>,
): void {
  const { origin } = use;
  const keys = origin?.fields.map((field) => keyOfRule(use.tool, use.param, origin.tool, field)) ?? [];
  for (const key of keys) seen.add(key);
  const advised = keys.some((key) => context.advised.has(key));
  for (const source of use.earlier.keys()) {
    const isOrigin = origin?.tool === source;
    // Held by this source but first seen elsewhere: an echo, which speaks neither for it nor against it.
    if (isOrigin ? advised : use.holders.has(source)) continue;
    const known = entryOf(state.sources, `${param} ${source}`, () => ({ tasks: {}, fields: {} }));
    const row = rowOf(known.tasks, context.task, TASK_LIMIT, (): ChanceRow => [0, 0, 0, 0]);
    const column = isOrigin ? 0 : origin ? 1 : context.hasUserText ? 2 : 3;
    if (row) row[column]++;
    if (isOrigin) noteHits(known, context, use, origin.fields);
    if (column === 1 || column === 2) {
      for (const field of Object.keys(known.fields)) missed.add(keyOfRule(use.tool, use.param, source, field.slice(1)));
    }
  }
}

function noteHits(source: SourceState, context: TrajectoryContext, use: Use, fields: readonly string[]): void {
  const latest = use.earlier.get(use.origin!.tool)!.latest;
  for (const field of fields) {
    const hit = entryOf(source.fields, `.${field}`, () => ({ tasks: {}, evidence: emptyEvidence() }));
    addEvidence(hit.evidence, context, use.turn);
    const row = rowOf(hit.tasks, context.task, TASK_LIMIT, (): HitRow => [0, 0, 0, 0, 0]);
    if (!row) continue;
    row[latest.get(field)?.has(use.leaf.key) ? 0 : 1]++;
    if (isSpecific(use.leaf)) row[2]++;
    if (!context.hasUserText) row[3]++;
    row[4] |= context.ended;
  }
}

function keyOfRule(tool: string, param: string, source: string, field: string): string {
  return ruleKey({ type: "provenance", tool, param, from: { tool: source, field } });
}

export function mergeProvenance(a: ProvenanceState, b: ProvenanceState): ProvenanceState {
  const joinValues = (x: string[], y: string[]): string[] => mergeSmallest(x, y, SKETCH_VALUES);
  const joinTables = (x: TaskTable<string[]>, y: TaskTable<string[]>): TaskTable<string[]> =>
    mergeTables(x, y, SKETCH_TASKS, joinValues);
  return {
    params: mergeMaps(a.params, b.params, (x, y) => ({
      unsaid: joinTables(x.unsaid, y.unsaid),
      said: joinTables(x.said, y.said),
      saidCount: x.saidCount + y.saidCount,
    })),
    fields: mergeMaps(a.fields, b.fields, joinTables),
    sources: mergeMaps(a.sources, b.sources, (x, y) => ({
      tasks: mergeTables(x.tasks, y.tasks, TASK_LIMIT, addChances),
      fields: mergeMaps(x.fields, y.fields, (left, right) => ({
        tasks: mergeTables(left.tasks, right.tasks, TASK_LIMIT, addHits),
        evidence: mergeEvidence(left.evidence, right.evidence),
      })),
    })),
  };
}

function addChances(a: ChanceRow, b: ChanceRow): ChanceRow {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]];
}

function addHits(a: HitRow, b: HitRow): HitRow {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] | b[4]];
}
