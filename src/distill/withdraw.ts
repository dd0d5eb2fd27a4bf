import type { Finding } from "./miner.ts";

/**
 * A rule is believed at a lower bound of what its miner asks for and given up at a much lower one, so that a card does not come and
 * go with the noise of the test: a task more or less moves the bound by a few hundredths.
 */
const KEEP_RATE = 0.65;
/** Distinct tasks that must have spoken before a rule can be said to fail. */
const MIN_TASKS = 3;

/**
 * Whether a card that was mined from this rule should be taken back because later runs contradict it, or because they show that
 * another rule says it better. A finding that merely lost its significance stays.
 */
export function shouldWithdraw(
  finding: Pick<Finding, "accepted" | "tasks" | "support" | "rate" | "bound" | "saidBy">,
): {
  withdraw: boolean;
  reason: string;
} {
  const { accepted, tasks, support, rate, saidBy } = finding;
  if (!accepted && saidBy !== undefined) return { withdraw: true, reason: `another rule says it better: ${saidBy}` };
  const counts = `it held in ${support} of ${tasks} tasks (${Math.round(rate * 100)} %)`;
  if (accepted) return { withdraw: false, reason: counts };
  if (tasks < MIN_TASKS) return { withdraw: false, reason: `${counts}; too few to contradict it` };
  if (rate >= KEEP_RATE)
    return { withdraw: false, reason: `${counts}; that is weaker than at first and still the rule` };
  return { withdraw: true, reason: `${counts}; later runs contradict it` };
}
