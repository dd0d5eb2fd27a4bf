import type { Task } from "../environments/environment.ts";
import { shortHash } from "../text/hash.ts";
import type { Arm } from "./arms.ts";
import { type AttemptResult, type AttemptSetting, attemptTask } from "./attempt.ts";
import { SOLVED_AT } from "./metrics.ts";
import type { Pool, PoolAdvice } from "./pool.ts";

const NOTHING: PoolAdvice = { attempt: "", text: "", shown: [], tokens: 0 };

/**
 * One run of one arm over the test tasks, one after the other. A further attempt is made only after one that did not solve its task.
 * @param pool  absent for an arm without memory
 */
export async function runArm(
  setting: Omit<AttemptSetting, "arm">,
  arm: Arm,
  pool: Pool | undefined,
  onTask?: () => void,
): Promise<AttemptResult[]> {
  const results: AttemptResult[] = [];
  for (const task of inOrderOf(setting.run, setting.environment.tasks("test"))) {
    results.push(...(await tryTask({ ...setting, arm: arm.name }, arm, pool, task)));
    onTask?.();
  }
  return results;
}

async function tryTask(
  setting: AttemptSetting,
  arm: Arm,
  pool: Pool | undefined,
  task: Task,
): Promise<AttemptResult[]> {
  const results: AttemptResult[] = [];
  const growing = pool !== undefined && arm.memory === "growing";
  const attempt = async (advice: Pick<PoolAdvice, "text" | "shown" | "tokens"> & { ms?: number }) => {
    const { text, ...rest } = advice;
    const given = { ...rest, trial: results.length, advice: text };
    const made = await attemptTask(setting, task, given);
    results.push(made.result);
    const solved = made.result.score >= SOLVED_AT;
    if (growing && arm.addition !== "none" && (solved || arm.addition === "full")) {
      made.result.tokens += await pool.learn([made.trajectory], arm.addition);
    }
    return { ...made, solved };
  };

  const asked = setting.clock.now();
  const advice = pool ? await pool.recall(task.query, arm.recall, growing) : NOTHING;
  let last = await attempt({ ...advice, ms: setting.clock.now() - asked });
  if (growing) await pool.record(advice, last.trajectory.outcome!);
  if (!last.solved && growing && arm.reflection && arm.trials > 1) {
    const retry = async (text: string, shown: string[]) => {
      last = await attempt({ text, shown, tokens: 0 });
      return last.trajectory;
    };
    await pool.reflect(last.trajectory, arm.recall, retry, arm.trials - 1);
  }
  while (!last.solved && results.length < arm.trials) last = await attempt(advice);
  return results;
}

/** The same order for all arms of a run, another one in each run: where the pool grows, order matters. */
function inOrderOf(run: number, tasks: readonly Task[]): Task[] {
  const place = new Map(tasks.map((task) => [task, shortHash(`${run}\n${task.id}`, 16)]));
  return [...tasks].sort((a, b) => (place.get(a)! < place.get(b)! ? -1 : 1));
}
