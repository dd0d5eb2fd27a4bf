import { type AttemptRow, NO_FAMILY } from "./attempt-row.ts";
import {
  ATTRIBUTION_DEFAULTS,
  type AttributionFit,
  type AttributionOptions,
  estimateOf,
  fitAttribution,
} from "./attribution.ts";
import { CHOOSE_DEFAULTS, type ChooseOptions, choose } from "./choose.ts";
import { JUDGE_DEFAULTS, type JudgedCard, type JudgeOptions, judge } from "./judge.ts";
import type { Policy, PolicyAttempt, PolicyCard, PolicyChange } from "./policy.ts";
import { PRIOR_MEANS } from "./prior.ts";
import { predict, SURPRISE_DEFAULTS, type SurpriseOptions, surpriseAfter } from "./surprise.ts";

export interface AttributionPolicyOptions {
  fit: AttributionOptions;
  choose: ChooseOptions;
  judge: JudgeOptions;
  surprise: SurpriseOptions;
}

/** The default rule, as DESIGN §4 has it: fit, judge, choose. */
export function attributionPolicy(given: Partial<AttributionPolicyOptions> = {}): Policy {
  const options = {
    // A simulated run is compared by what it does, which a millionth of a log-odd does not change.
    fit: given.fit ?? { ...ATTRIBUTION_DEFAULTS, tolerance: 1e-6 },
    choose: given.choose ?? CHOOSE_DEFAULTS,
    judge: given.judge ?? JUDGE_DEFAULTS,
    surprise: given.surprise ?? SURPRISE_DEFAULTS,
  };
  const cards = new Map<string, PolicyCard>();
  const retired = new Set<string>();
  const rows: AttemptRow[] = [];
  const surprise = new Map<string, number>();
  const priorMean = (card: string) => cards.get(card)?.priorMean ?? PRIOR_MEANS.provisional;
  let fit: AttributionFit = fitAttribution([], priorMean, options.fit);

  const estimate = (id: string) => estimateOf(fit, id, priorMean(id));

  return {
    name: "attribution",
    learnsFrom: "successes",
    dedups: true,
    admit: (card) => void cards.set(card.id, card),
    choose: ({ candidates }, draw) =>
      choose(
        candidates.map(({ id, similarity }) => ({
          id,
          similarity,
          value: estimate(id),
          vouched: false,
          retired: retired.has(id),
        })),
        options.choose,
        draw,
      ),
    hear(attempt) {
      for (const row of rows) row.age += 1;
      rows.push({ ...attempt, attempt: String(rows.length).padStart(6, "0"), age: 0 });
      if (attempt.score === undefined) return [];
      const alert = watch(attempt, attempt.score);
      fit = fitAttribution(rows, priorMean, options.fit, fit);
      const { retire, restore } = judge([...cards.values()].map(judged), options.judge);
      const changes: PolicyChange[] = alert ? [alert] : [];
      if (retire) {
        retired.add(retire.id);
        changes.push({ type: "retired", id: retire.id, reason: retire.reason });
      }
      for (const { id, reason } of restore) {
        retired.delete(id);
        changes.push({ type: "restored", id, reason });
      }
      return changes;
    },
    offers: (id) => !retired.has(id) && estimate(id).mean >= options.choose.minValue,
    valueOf: (id) => fit.cards.get(id)?.mean,
  };

  /** Called before the fit hears of the attempt. After an alert the watch begins anew. */
  function watch(attempt: PolicyAttempt, score: number): PolicyChange | undefined {
    const family = attempt.family ?? NO_FAMILY;
    const sum = surpriseAfter(surprise.get(family) ?? 0, predict(fit, attempt, priorMean), score, options.surprise);
    const isAlert = sum >= options.surprise.alertAt;
    surprise.set(family, isAlert ? 0 : sum);
    return isAlert ? { type: "alert", family, reason: "a run of attempts went worse than expected" } : undefined;
  }

  function judged(card: PolicyCard): JudgedCard {
    const family = card.family === undefined ? {} : { family: card.family };
    return { id: card.id, ...family, estimate: estimate(card.id), retired: retired.has(card.id) };
  }
}
