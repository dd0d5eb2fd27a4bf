import type { SimulateOptions } from "./options.ts";
import { reportOn, type SimulationReport } from "./report.ts";
import { tallyJob } from "./tally.ts";

export type OnProgress = (done: number, total: number) => void;

/**
 * Plays every policy in the same world with the same seeds. Synchronous; same options, same report.
 * @param onProgress  called after each run; runs done, runs in all
 */
export function simulate(options: SimulateOptions, onProgress?: OnProgress): SimulationReport {
  const total = options.policies.length * options.seeds;
  let done = 0;
  const tallies = options.policies.map((policy) =>
    tallyJob(options, { policy, firstSeed: options.firstSeed, seeds: options.seeds }, () =>
      onProgress?.(++done, total),
    ),
  );
  return reportOn(options, tallies);
}
