import { type Interval, intervalOf } from "../simulate/interval.ts";

/** Scores of one task, one a run. */
export type Scores = readonly number[];

/** A score at or above this solves the task: all that was asked. */
export const SOLVED_AT = 1;

/**
 * Avg@k: the mean score of a task's k runs, averaged over tasks, in %. The interval is over tasks, because runs of one task are not
 * independent of one another.
 */
export function averageOf(tasks: readonly Scores[]): Interval {
  return intervalOf(tasks.map((runs) => 100 * meanOf(runs)));
}

/** Pass@k: the share of tasks that at least one of their k runs solved, in %. */
export function passOf(tasks: readonly Scores[]): Interval {
  return intervalOf(tasks.map((runs) => (runs.some((score) => score >= SOLVED_AT) ? 100 : 0)));
}

/**
 * How much better one arm did than another on the same tasks, in points: the mean of the differences of Avg@k, task by task. Pairing
 * takes out that tasks are not equally hard.
 * @throws RangeError when the arms do not have the same number of tasks
 */
export function pairedDifference(arm: readonly Scores[], other: readonly Scores[]): Interval {
  if (arm.length !== other.length) throw new RangeError(`${arm.length} tasks cannot be paired with ${other.length}`);
  return intervalOf(arm.map((runs, i) => 100 * (meanOf(runs) - meanOf(other[i]!))));
}

/** True when the interval leaves no doubt about the sign. */
export function hasEffect({ mean, half }: Interval): boolean {
  return half !== null && Math.abs(mean) > half;
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
