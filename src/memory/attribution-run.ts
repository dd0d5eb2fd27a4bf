import type { AttemptRow } from "../learn/policy/attempt-row.ts";
import {
  ATTRIBUTION_DEFAULTS,
  type AttributionFit,
  estimateOf,
  fitAttribution,
  type PriorMean,
} from "../learn/policy/attribution.ts";
import { type Finding, type JudgedCard, type Judgement, judge } from "../learn/policy/judge.ts";
import { PRIOR_MEANS, priorMeanOf } from "../learn/policy/prior.ts";
import { type SurpriseAlert, surprises } from "../learn/policy/surprise.ts";
import { caseOf, homeFamilies } from "../learn/policy/why.ts";
import { isPolicy, type LedgerFold } from "../learn/record.ts";
import { tierOf } from "../learn/tier.ts";
import type { Experience, Value } from "../model/experience.ts";
import type { VerdictCounts } from "../model/ledger.ts";
import { attemptRows, cardNamed } from "./attempt-rows.ts";

/** The ledger as the attribution rule sees it. */
export interface Attribution {
  rows: AttemptRow[];
  fit: AttributionFit;
  /** By the name of a card in the rows. */
  priorMean: PriorMean;
}

/** Who retired a card so that this rule may bring it back. */
export const ATTRIBUTION = "policy/attribution";

/**
 * One fit over the whole ledger. Nothing of it is kept: the next one gives the same numbers from the same ledger.
 * @param cards  as they are; their tier becomes what the ledger says
 */
export function attribute(fold: LedgerFold, cards: readonly Experience[]): Attribution {
  const priorMean = priorsOf(fold, cards);
  const rows = attemptRows(fold);
  return { rows, fit: fitAttribution(rows, priorMean, ATTRIBUTION_DEFAULTS), priorMean };
}

function priorsOf(fold: LedgerFold, cards: readonly Experience[]): PriorMean {
  const priors = new Map(
    cards.map((card) => {
      const record = fold.cards.get(card.id);
      const tier = record ? tierOf(card.tier, record) : card.tier;
      return [card.id, priorMeanOf(tier === card.tier ? card : { ...card, tier })];
    }),
  );
  // A card that is no more still had its part in how things went.
  return (card) => priors.get(cardNamed(card)) ?? PRIOR_MEANS.provisional;
}

/** Kinds of task in which things lately go worse than everything before lets expect, whatever the policy. */
export function alertsOf(fold: LedgerFold, cards: readonly Experience[]): SurpriseAlert[] {
  return surprises(attemptRows(fold), priorsOf(fold, cards), ATTRIBUTION_DEFAULTS);
}

/**
 * As a card states it: in steps of 0.05, about one point of success; undefined as long as no outcome has said anything. Every attempt ages
 * all rows and moves all values a little, and a card that moved by less than anybody can see shall not be written again.
 */
export function statedValue({ fit }: Attribution, card: string): Value | undefined {
  const estimate = fit.cards.get(card);
  return estimate && { mean: inSteps(estimate.mean), sd: inSteps(estimate.sd) };
}

function inSteps(value: number): number {
  return Math.round(value * 20) / 20 + 0; // + 0: no card shall say -0
}

export interface Verdict {
  id: string;
  reason: string;
  counts: VerdictCounts;
}

/**
 * One tick of forgetting, as `judge` has it, over the cards in recall and those that this rule retired.
 *
 * A tick needs news: until an outcome was heard after the last retirement nobody else goes, however often this is asked, for the
 * next fit may clear those who were only in the company of the card that went.
 */
export function judgeCards(
  fold: LedgerFold,
  cards: readonly Experience[],
  attribution: Attribution,
): { retire?: Verdict; restore: Verdict[]; spared: Finding[] } {
  const { retire, restore, spared } = judgementOf(fold, cards, attribution);
  const verdict = (finding: Finding): Verdict => {
    const { counts, usual } = countsOf(finding, attribution);
    return { id: finding.id, reason: `${finding.reason}: ${inWords(counts, usual)}`, counts };
  };
  return {
    ...(retire && hasNews(fold) && { retire: verdict(retire) }),
    restore: restore.map(verdict),
    spared,
  };
}

export function judgementOf(fold: LedgerFold, cards: readonly Experience[], attribution: Attribution): Judgement {
  const homes = homeFamilies(attribution.rows);
  const judged = cards.flatMap(({ id, status }): JudgedCard[] => {
    const placed = fold.cards.get(id)?.placed;
    const retired = status === "retired" && placed?.type === "retired" && placed.by === ATTRIBUTION;
    if (status !== "active" && !retired) return [];
    const family = homes.get(id);
    const estimate = estimateOf(attribution.fit, id, attribution.priorMean(id));
    return [{ id, estimate, retired, ...(family !== undefined && { family }) }];
  });
  return judge(judged);
}

/** Equal times count as news: a clock is coarse, and an outcome may be heard in the millisecond of a verdict. */
function hasNews(fold: LedgerFold): boolean {
  let last = "";
  for (const { placed } of fold.cards.values()) {
    if (placed?.type === "retired" && isPolicy(placed.by) && placed.at > last) last = placed.at;
  }
  return last === "" || [...fold.attempts.values()].some(({ outcome }) => outcome !== undefined && outcome.at >= last);
}

function countsOf({ id, chanceOfHarm }: Finding, { rows, fit, priorMean }: Attribution) {
  const { shown, judged, endedWell, usual, estimate } = caseOf(id, rows, fit, priorMean(id));
  const counts: VerdictCounts = {
    shown,
    judged,
    ended_well: thousandths(endedWell),
    tasks: thousandths(estimate.effective),
    mean: thousandths(estimate.mean),
    sd: thousandths(estimate.sd),
    harm: thousandths(chanceOfHarm),
    usual: thousandths(usual),
  };
  return { counts, usual };
}

function inWords({ shown, judged, ended_well }: VerdictCounts, usual: number): string {
  return `shown ${shown}, judged ${judged}, ended well ${Math.round(ended_well * 10) / 10}, usually ${Math.round(usual * 100)} %`;
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000 + 0;
}
