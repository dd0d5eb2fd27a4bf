import type { LensAttempt } from "./attempt.ts";
import type { Lens } from "./prompts/prompts.ts";

/** One look through one lens. */
export interface LensJob {
  lens: Lens;
  /** What it looks at; for a comparison the better of the two. */
  attempt: LensAttempt;
  /** The worse attempt at the same task; for a comparison only. */
  worse?: LensAttempt;
}

export interface JobOptions {
  /** `selective`: a failure alone at its task teaches nothing here; it is retried first (`reflect`). `full`: every failure does. Default `selective`. */
  addition: "selective" | "full";
  /** Score from which an attempt counts as a success. 0..1, default 0.5; ReMe used 1. */
  successAt: number;
  lenses: readonly Lens[];
}

/**
 * What is worth a look: of each task the best attempt when it succeeded, the worst one when it failed, and the one against the other
 * when their scores differ. Attempts at different tasks are never compared. In order of first appearance of the tasks.
 * @returns also the failures that were left out, because selective addition does not learn from a lone failure
 */
export function chooseJobs(
  attempts: readonly LensAttempt[],
  { addition, successAt, lenses }: JobOptions,
): { jobs: LensJob[]; loneFailures: LensAttempt[] } {
  const jobs: LensJob[] = [];
  const loneFailures: LensAttempt[] = [];
  for (const group of byTask(attempts).values()) {
    const ordered = [...group].sort(compareAttempts);
    const best = ordered[0]!;
    const worst = ordered.at(-1)!;
    if (best.outcome.score >= successAt) jobs.push({ lens: "success", attempt: best });
    if (worst.outcome.score < successAt) {
      if (addition === "full" || group.length > 1) jobs.push({ lens: "failure", attempt: worst });
      else loneFailures.push(worst);
    }
    if (best.outcome.score > worst.outcome.score) jobs.push({ lens: "comparison", attempt: best, worse: worst });
  }
  return { jobs: jobs.filter(({ lens }) => lenses.includes(lens)), loneFailures };
}

function byTask(attempts: readonly LensAttempt[]): Map<string, LensAttempt[]> {
  const groups = new Map<string, LensAttempt[]>();
  const seen = new Set<string>();
  for (const attempt of attempts) {
    if (seen.has(attempt.session)) continue;
    seen.add(attempt.session);
    groups.set(attempt.task, [...(groups.get(attempt.task) ?? []), attempt]);
  }
  return groups;
}

/** Better first; of equals the one that took fewer steps, then by id, so that the order in which they come does not matter. */
function compareAttempts(a: LensAttempt, b: LensAttempt): number {
  const steps = (each: LensAttempt) => each.lines.length + each.leftOut;
  return b.outcome.score - a.outcome.score || steps(a) - steps(b) || (a.id < b.id ? -1 : 1);
}
