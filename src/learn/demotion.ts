import type { Experience } from "../model/experience.ts";
import { normalCdf } from "./policy/gaussian.ts";
import { JUDGE_DEFAULTS } from "./policy/judge.ts";
import { PROMOTE_AT } from "./promote.ts";
import type { CardRecord } from "./record.ts";

/** A promoted card may lose as much as two contradictions cost before its skill is taken back: a single one may be an accident. A guess. */
export const DEMOTE_BELOW = Math.round((PROMOTE_AT - 0.2) * 10) / 10;

export interface Demotion {
  /** In words, with the counts that led to it. */
  reason: string;
  /** The card itself is harmful or wrong and leaves recall; else it only comes back from being a skill. */
  retire: boolean;
}

/**
 * Why a promoted card should no longer be one; undefined while nothing speaks against it. Idleness does not: a card that a skill
 * stands for is not looked for.
 */
export function demotionOf(
  card: Pick<Experience, "confidence" | "value">,
  record: Pick<CardRecord, "contradictedIn" | "judged" | "judgedWell">,
): Demotion | undefined {
  const { value } = card;
  const harm = value ? normalCdf(-value.mean / Math.max(value.sd, 1e-9)) : 0;
  if (harm > JUDGE_DEFAULTS.retireAbove && record.judged >= JUDGE_DEFAULTS.minEffective) {
    const chance = Math.round(harm * 100);
    return {
      reason: `it harms with a probability of ${chance} %: of ${record.judged} tasks with a known outcome ${record.judgedWell} ended well`,
      retire: true,
    };
  }
  const against = record.contradictedIn.size;
  if (card.confidence >= DEMOTE_BELOW || against === 0) return undefined;
  const sessions = against === 1 ? "1 session" : `${against} sessions`;
  return { reason: `${sessions} contradicted it; its confidence is ${card.confidence} now`, retire: false };
}
