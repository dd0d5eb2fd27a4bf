import { type Interval, intervalOf } from "./interval.ts";
import type { SimulateOptions } from "./options.ts";
import { POLICY_NOTES, type PolicyName } from "./policies.ts";
import type { Tally } from "./tally.ts";
import type { World } from "./world.ts";

export interface PolicyReport {
  policy: PolicyName;
  note: string;
  /** Tasks that ended well, %. */
  success: Interval;
  /** The same minus the baseline's, seed by seed, in points. Absent for the baseline. */
  versusBaseline?: Interval;
  /** Cards shown per task. */
  shown: Interval;
  harmfulShown: Interval;
  /** Of the cards that are good (harmful) at the end, the share that is no longer offered, %; null when there are none, or none was ever shown. */
  goodHeld: number | null;
  harmfulHeld: number | null;
  /** Living cards at the end. */
  pool: number;
  /** Alerts per run. */
  alerts: number;
  /** Means per task. */
  series: { success: number[]; harmfulShown: number[]; pool: number[] };
}

export interface SimulationReport {
  format: 1;
  world: World;
  seeds: number;
  firstSeed: number;
  baseline: PolicyName;
  policies: PolicyReport[];
}

/**
 * @param tallies  one a policy, in the order in which they are reported
 */
export function reportOn(options: SimulateOptions, tallies: readonly Tally[]): SimulationReport {
  const { world, baseline, seeds, firstSeed } = options;
  const rates = (tally: Tally) => tally.successes.map((count) => (100 * count) / world.tasks);
  const perTask = (counts: readonly number[]) => intervalOf(counts.map((count) => count / world.tasks));
  const baseTally = tallies.find((tally) => tally.policy === baseline);
  const baseRates = baseTally ? rates(baseTally) : undefined;
  return {
    format: 1,
    world,
    seeds,
    firstSeed,
    baseline,
    policies: tallies.map((tally) => {
      const success = rates(tally);
      const mean = (sums: readonly number[], scale = 1) => sums.map((sum) => (scale * sum) / tally.seeds.length);
      const pool = mean(tally.series.pool);
      return {
        policy: tally.policy,
        note: POLICY_NOTES[tally.policy],
        success: intervalOf(success),
        ...(baseRates && tally.policy !== baseline
          ? { versusBaseline: intervalOf(success.map((rate, i) => rate - baseRates[i]!)) }
          : {}),
        shown: perTask(tally.shown),
        harmfulShown: perTask(tally.harmfulShown),
        // Who never shows a card has held none back.
        goodHeld: tally.shown.some((count) => count > 0) ? share(tally.good) : null,
        harmfulHeld: tally.shown.some((count) => count > 0) ? share(tally.harmful) : null,
        pool: pool.at(-1)!,
        alerts: tally.alerts / tally.seeds.length,
        series: { success: mean(tally.series.successes, 100), harmfulShown: mean(tally.series.harmfulShown), pool },
      };
    }),
  };
}

function share({ cards, held }: { cards: number; held: number }): number | null {
  return cards > 0 ? (100 * held) / cards : null;
}
