import { type AttemptRow, exposure, NO_FAMILY } from "./attempt-row.ts";
import {
  type AttributionFit,
  type AttributionOptions,
  estimateOf,
  fitAttribution,
  type PriorMean,
} from "./attribution.ts";
import { logit, sigmoid } from "./gaussian.ts";

export interface SurpriseOptions {
  /** The fall that is watched for, in log-odds. > 0, default 1: measured to give the fewest false alerts (docs/learning.md). */
  fall: number;
  /** Alert when "it fell" is this much likelier than "nothing changed", as a natural logarithm. > 0, default 3. */
  alertAt: number;
}

export const SURPRISE_DEFAULTS: Readonly<SurpriseOptions> = Object.freeze({ fall: 1, alertAt: 3 });

/**
 * Page's test for a run of surprises: how much better "success has fallen" explains the latest attempts of one family than what was
 * expected of them. Starts at 0, never falls below it.
 * @param sum        the answer for the attempts before
 * @param predicted  P(success) as it was expected before the attempt, 0..1 exclusive
 * @param score      0..1
 * @source Page 1954, Continuous inspection schemes
 */
export function surpriseAfter(
  sum: number,
  predicted: number,
  score: number,
  { fall }: Pick<SurpriseOptions, "fall"> = SURPRISE_DEFAULTS,
): number {
  const fallen = sigmoid(logit(predicted) - fall);
  const evidence = score * Math.log(fallen / predicted) + (1 - score) * Math.log((1 - fallen) / (1 - predicted));
  return Math.max(0, sum + evidence);
}

/** P(success) of one attempt as the fit expects it; cards it has not met stand at their prior. */
export function predict(
  fit: AttributionFit,
  attempt: Pick<AttemptRow, "family" | "shown" | "followed" | "relevance">,
  priorMean: PriorMean,
): number {
  let logOdds = fit.intercept.mean + (fit.families.get(attempt.family ?? NO_FAMILY)?.mean ?? 0);
  for (const card of new Set(attempt.shown)) {
    logOdds += exposure(attempt, card) * estimateOf(fit, card, priorMean(card)).mean;
  }
  return sigmoid(logOdds);
}

export interface SurpriseAlert {
  family: string;
  /** Of the attempts looked at, how many ended well, and how many were expected to. */
  attempts: number;
  endedWell: number;
  expected: number;
}

/** Latest attempts of each family that are held against a fit without them. */
const WINDOW = 8;

/**
 * Families whose latest attempts went worse than all attempts before them let expect. One fit, over the rows before the last
 * {@link WINDOW} judged ones of each family; a family with fewer than that before them is too young to surprise.
 * @param rows  any order
 */
export function surprises(
  rows: readonly AttemptRow[],
  priorMean: PriorMean,
  fitOptions: AttributionOptions,
  options: SurpriseOptions = SURPRISE_DEFAULTS,
): SurpriseAlert[] {
  const byFamily = new Map<string, AttemptRow[]>();
  for (const row of rows) {
    if (row.score === undefined) continue;
    const family = row.family ?? NO_FAMILY;
    const judged = byFamily.get(family);
    if (judged) judged.push(row);
    else byFamily.set(family, [row]);
  }
  const latest = new Map<string, AttemptRow[]>();
  for (const [family, judged] of byFamily) {
    if (judged.length < 2 * WINDOW) continue;
    latest.set(family, judged.sort((a, b) => b.age - a.age || (a.attempt < b.attempt ? -1 : 1)).slice(-WINDOW));
  }
  const heldOut = new Set([...latest.values()].flat());
  const fit = fitAttribution(
    rows.filter((row) => !heldOut.has(row)),
    priorMean,
    fitOptions,
  );
  const alerts: SurpriseAlert[] = [];
  for (const [family, attempts] of [...latest].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const expected = attempts.map((row) => predict(fit, row, priorMean));
    const sum = attempts.reduce((total, row, i) => surpriseAfter(total, expected[i]!, row.score!, options), 0);
    if (sum < options.alertAt) continue;
    alerts.push({
      family,
      attempts: attempts.length,
      endedWell: attempts.reduce((total, row) => total + row.score!, 0),
      expected: expected.reduce((total, p) => total + p, 0),
    });
  }
  return alerts;
}
