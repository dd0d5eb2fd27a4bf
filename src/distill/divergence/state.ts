import type { Trajectory } from "../../model/trajectory.ts";
import { addEvidence, type Evidence, emptyEvidence, mergeEvidence } from "../evidence.ts";
import { mergeTables, rowOf, type TaskTable } from "../sketch.ts";
import { ENDED, type TrajectoryContext } from "../trajectory-context.ts";
import { callsIn } from "./calls.ts";

/** Tasks that may be tried more than once, and in how many attempts each call was made. Plain JSON. */
export interface DivergenceState {
  tasks: TaskTable<AttemptsRow>;
}

export interface AttemptsRow {
  /** Attempts that ended well, and badly; those of unknown end are not counted. */
  well: number;
  badly: number;
  /** `.call` → attempts with it that ended well, and badly. At most {@link CALLS}. */
  calls: TaskTable<[number, number]>;
  evidence: Evidence;
}

export const TASK_LIMIT = 400;
/** Distinct calls that are told apart within one task. */
export const CALLS = 64;

/** Rules of this miner begin so; what they advised is no evidence for or against any of them. */
const KEY_START = "divergence ";

export function emptyDivergence(): DivergenceState {
  return { tasks: {} };
}

/** The calls of an attempt that others at the same task can be compared with; undefined where there are none, or nobody knows how it ended. */
export function callsToCompare({ trajectory, ended }: TrajectoryContext): ReadonlySet<string> | undefined {
  return ended !== ENDED.unknown && canRepeat(trajectory) ? callsIn(trajectory) : undefined;
}

/** A session without a task of its own name is the only attempt at its task. */
function canRepeat({ task, session }: Trajectory): boolean {
  return !task.endsWith(`:${session}`) && !task.includes(`:${session}#`);
}

/** @param calls  from {@link callsToCompare} */
export function addDivergence(state: DivergenceState, context: TrajectoryContext, calls: ReadonlySet<string>): void {
  if ([...context.advised].some((key) => key.startsWith(KEY_START))) return;
  const row = rowOf(state.tasks, context.task, TASK_LIMIT, newRow);
  if (!row) return;
  const side = context.ended === ENDED.well ? 0 : 1;
  row[side === 0 ? "well" : "badly"]++;
  for (const call of calls) {
    const counts = rowOf(row.calls, `.${call}`, CALLS, (): [number, number] => [0, 0]);
    if (counts) counts[side]++;
  }
  addEvidence(row.evidence, context, 0);
}

function newRow(): AttemptsRow {
  return { well: 0, badly: 0, calls: {}, evidence: emptyEvidence() };
}

export function mergeDivergence(a: DivergenceState, b: DivergenceState): DivergenceState {
  return {
    tasks: mergeTables(a.tasks, b.tasks, TASK_LIMIT, (x, y) => ({
      well: x.well + y.well,
      badly: x.badly + y.badly,
      calls: mergeTables(x.calls, y.calls, CALLS, (left, right): [number, number] => [
        left[0] + right[0],
        left[1] + right[1],
      ]),
      evidence: mergeEvidence(x.evidence, y.evidence),
    })),
  };
}
