import { NO_FAMILY } from "./attempt-row.ts";
import type { CardEstimate } from "./attribution.ts";
import { normalCdf } from "./gaussian.ts";

export interface JudgeOptions {
  /** A card goes when P(its effect is below 0) exceeds this. 0.5..1, default 0.9 (DESIGN §4). */
  retireAbove: number;
  /** Evidence that a verdict needs, in fresh and fully trusted tasks. ≥ 0, default 4 (DESIGN §4). */
  minEffective: number;
  /** A card retired by this rule comes back when P(its effect is below 0) falls to this. 0..retireAbove, default 0.5: as likely to help as to hurt. */
  restoreBelow: number;
}

export const JUDGE_DEFAULTS: Readonly<JudgeOptions> = Object.freeze({
  retireAbove: 0.9,
  minEffective: 4,
  restoreBelow: 0.5,
});

export interface JudgedCard {
  id: string;
  /** The kind of task it is for; cards without one form a family of their own. */
  family?: string;
  estimate: CardEstimate;
  /** True: this rule retired it; it may come back. */
  retired: boolean;
}

export interface Finding {
  id: string;
  /** P(effect < 0). */
  chanceOfHarm: number;
  reason: string;
}

export interface Judgement {
  /** The one card that goes in this tick. */
  retire?: Finding;
  /** Cards that earned their way back. */
  restore: Finding[];
  /** Cards that would have to go but are the last living ones of their family, or wait for a later tick. */
  spared: Finding[];
}

/**
 * One tick of forgetting: at most one card goes, the one that most likely hurts, never the last of its family.
 *
 * One at a time, because the next fit without it may clear those who were only in its company.
 * @param cards  living ones, and those that this rule retired; any order
 */
export function judge(cards: readonly JudgedCard[], options: JudgeOptions = JUDGE_DEFAULTS): Judgement {
  const living = new Map<string, number>();
  for (const { family, retired } of cards) {
    if (!retired) living.set(family ?? NO_FAMILY, (living.get(family ?? NO_FAMILY) ?? 0) + 1);
  }
  const judgement: Judgement = { restore: [], spared: [] };
  const worst = cards
    .map((card) => ({ card, chance: chanceOfHarm(card.estimate) }))
    .sort((a, b) => b.chance - a.chance || (a.card.id < b.card.id ? -1 : 1));
  for (const { card, chance } of worst) {
    if (card.retired) {
      if (chance <= options.restoreBelow) judgement.restore.push(finding(card, chance));
      continue;
    }
    if (chance <= options.retireAbove || card.estimate.effective < options.minEffective) continue;
    const isLast = living.get(card.family ?? NO_FAMILY)! <= 1;
    if (judgement.retire || isLast) judgement.spared.push(finding(card, chance));
    else judgement.retire = finding(card, chance);
  }
  return judgement;
}

/** P(effect < 0), 0..1. */
export function chanceOfHarm({ mean, sd }: { mean: number; sd: number }): number {
  return normalCdf(-mean / sd);
}

function finding({ id, estimate }: JudgedCard, chance: number): Finding {
  const percent = Math.round(chance * 100);
  const effect = `${estimate.mean.toFixed(2)} ± ${estimate.sd.toFixed(2)} log-odds`;
  return {
    id,
    chanceOfHarm: chance,
    reason: `lowers success with ${percent} % certainty (${effect}, evidence of ${estimate.effective.toFixed(1)} tasks)`,
  };
}
