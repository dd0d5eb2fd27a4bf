import type { Language } from "../../text/language.ts";
import { mergeTables, rowOf, shortHash, type TaskTable } from "../sketch.ts";
import type { TrajectoryContext } from "../trajectory-context.ts";
import { type Run, runOf } from "./run.ts";
import { type StoredRun, storeRun } from "./stored-run.ts";

/**
 * A sample of all runs, by task. Orders, sets and sequences are looked for in it when findings are asked for: what could be found is
 * not counted one by one, so the state does not grow with everything that ever stood beside something else. Plain JSON.
 */
export interface HabitState {
  tasks: TaskTable<TaskRow>;
}

export interface TaskRow {
  /** How the attempts at the task ended, a bit set. */
  ended: number;
  /** By the hash of the trajectory's id. */
  runs: TaskTable<SampledRun>;
}

export interface SampledRun extends StoredRun {
  id: string;
  task: string;
  session: string;
  /** How it ended; one of ENDED. */
  ended: number;
  /** RFC 3339. */
  started?: string;
  language?: Language;
  /** Words of the request, for each of `turns`. */
  words: string[];
  /** Keys of rules whose cards the agent had been handed. */
  advised: string[];
}

/** Tasks in the sample: as many as other miners keep for one rule. */
const TASK_LIMIT = 400;
/** Attempts at one task that are kept. */
const RUN_LIMIT = 3;
/** Words of a request that are kept. */
const MAX_WORDS = 12;

export function emptyHabits(): HabitState {
  return { tasks: {} };
}

export function addHabits(state: HabitState, context: TrajectoryContext): void {
  const { trajectory, ended } = context;
  const row = rowOf(state.tasks, context.task, TASK_LIMIT, (): TaskRow => ({ ended: 0, runs: {} }));
  if (!row) return;
  row.ended |= ended;
  rowOf(row.runs, shortHash(trajectory.id), RUN_LIMIT, () => sampled(context, runOf(trajectory)));
}

function sampled(context: TrajectoryContext, run: Run): SampledRun {
  const { id, task, session, started } = context.trajectory;
  return {
    id,
    task,
    session,
    ended: context.ended,
    ...(started !== undefined && { started }),
    ...(context.hasUserText && { language: context.language }),
    words: run.turns.map(({ turn }) => context.wordsAt(turn).slice(0, MAX_WORDS).join(" ")),
    advised: [...context.advised].sort(),
    ...storeRun(run),
  };
}

export function mergeHabits(a: HabitState, b: HabitState): HabitState {
  return {
    tasks: mergeTables(a.tasks, b.tasks, TASK_LIMIT, (x, y) => ({
      ended: x.ended | y.ended,
      runs: mergeTables(x.runs, y.runs, RUN_LIMIT, (left) => left),
    })),
  };
}
