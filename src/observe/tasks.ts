import type { Trajectory, Turn } from "../model/trajectory.ts";
import { shortHash } from "../text/hash.ts";
import { taskQueryOf } from "./turn-builder.ts";

/**
 * Splits a session of a host into its tasks: each prompt begins one, unless it only goes on with the one before. Turns without words
 * belong to the task before them. What is known of the outcome was said at the end, so it is the last task's; the others are unknown.
 *
 * For sessions whose task has no name of its own; attempts at a named task are one task already.
 *
 * @param isFollowUp  true when the turn corrects or continues what came before it in this task
 * @returns the trajectory itself when it holds one task; otherwise parts with ids and tasks of their own, of the same session
 */
export function splitTasks(
  trajectory: Trajectory,
  isFollowUp: (turn: Turn, before: readonly Turn[]) => boolean,
): Trajectory[] {
  const tasks: Array<{ first: number; turns: Turn[] }> = [];
  for (const [at, turn] of trajectory.turns.entries()) {
    const task = tasks.at(-1);
    if (task && (turn.user === "" || isFollowUp(turn, task.turns))) task.turns.push(turn);
    else tasks.push({ first: at, turns: [turn] });
  }
  if (tasks.length <= 1) return [trajectory];
  const { outcome, ...unjudged } = trajectory;
  return tasks.map(({ first, turns }, at) => ({
    ...unjudged,
    id: `t_${shortHash(`${trajectory.id}#${first}`, 16)}`,
    task: `${trajectory.task}#${first}`,
    taskQuery: taskQueryOf(turns),
    ...(outcome && at === tasks.length - 1 && { outcome }),
    turns,
  }));
}
