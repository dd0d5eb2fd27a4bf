import type { Trajectory } from "../model/trajectory.ts";
import { type AttemptResult, type AttemptSetting, attemptTask, TRAINING } from "./attempt.ts";
import type { Pool } from "./pool.ts";

/** Runs of each training task: as the paper's scripts have it. */
export const TRAINING_RUNS = 8;

/**
 * Fills a pool: each training task is tried 8 times without memory, and the best and the worst attempt are learned from together.
 * @returns all attempts, and how many tokens learning took
 */
export async function buildPool(
  setting: Omit<AttemptSetting, "arm" | "run">,
  pool: Pool,
  runs: number = TRAINING_RUNS,
  onTask?: () => void,
): Promise<{ attempts: AttemptResult[]; tokens: number }> {
  const attempts: AttemptResult[] = [];
  let tokens = 0;
  for (const task of setting.environment.tasks("train")) {
    const tried: Array<{ result: AttemptResult; trajectory: Trajectory }> = [];
    for (let run = 0; run < runs; run += 1) {
      const given = { trial: 0, advice: "", shown: [], tokens: 0 };
      tried.push(await attemptTask({ ...setting, arm: TRAINING, run }, task, given));
    }
    tokens += await pool.learn(bestAndWorst(tried), "full");
    attempts.push(...tried.map(({ result }) => result));
    onTask?.();
  }
  return { attempts, tokens };
}

/** Of equally good ones the shortest is the best, of equally bad ones the longest the worst; a single one when all are alike. */
function bestAndWorst(tried: ReadonlyArray<{ result: AttemptResult; trajectory: Trajectory }>): Trajectory[] {
  const ranked = [...tried].sort((a, b) => b.result.score - a.result.score || a.result.steps - b.result.steps);
  const [best, worst] = [ranked[0], ranked.at(-1)];
  if (!best || !worst) return [];
  const alike = best.result.score === worst.result.score && best.result.steps === worst.result.steps;
  return alike ? [best.trajectory] : [best.trajectory, worst.trajectory];
}
