import type { Experience } from "../model/experience.ts";
import type { MemoryOptions } from "../options.ts";
import { normalCdf } from "./policy/gaussian.ts";
import { JUDGE_DEFAULTS } from "./policy/judge.ts";
import { type RemeOptions, remeVerdict } from "./policy/reme.ts";
import { PROMOTE_AT } from "./promote.ts";
import type { CardRecord } from "./record.ts";

/** A promoted card may lose as much as two contradictions cost before its skill is taken back: a single one may be an accident. A guess. */
export const DEMOTE_BELOW = Math.round((PROMOTE_AT - 0.2) * 10) / 10;

export interface Demotion {
  /** In words, with the counts that led to it. */
  reason: string;
  /** The card itself is harmful or wrong and leaves recall; else it only comes back from being a skill. */
  retire: boolean;
  /** Outcomes decided, by the rule of the policy: so the policy may bring the card back when they are revoked or others come. */
  byOutcomes?: true;
}

/**
 * Why a promoted card should no longer be one; undefined while nothing speaks against it. Idleness does not: a card that a skill
 * stands for is not looked for.
 *
 * What the policy says of cards in recall it does not say of this one, because it does not judge what is not recalled: outcomes that
 * are heard late, corrected or counted anew are weighed here, by the same thresholds.
 */
export function demotionOf(
  card: Pick<Experience, "confidence" | "value">,
  record: Pick<CardRecord, "contradictedIn" | "judged" | "judgedWell">,
  options: Pick<MemoryOptions, "policy"> & RemeOptions,
): Demotion | undefined {
  const outcomes = options.policy === "reme" ? uselessness(record, options) : harm(card, record);
  if (outcomes !== undefined) return { reason: outcomes, retire: true, byOutcomes: true };
  const against = record.contradictedIn.size;
  if (card.confidence >= DEMOTE_BELOW || against === 0) return undefined;
  const sessions = against === 1 ? "1 session" : `${against} sessions`;
  return { reason: `${sessions} contradicted it; its confidence is ${card.confidence} now`, retire: false };
}

function harm(
  { value }: Pick<Experience, "value">,
  { judged, judgedWell }: Pick<CardRecord, "judged" | "judgedWell">,
): string | undefined {
  const chance = value ? normalCdf(-value.mean / Math.max(value.sd, 1e-9)) : 0;
  if (chance <= JUDGE_DEFAULTS.retireAbove || judged < JUDGE_DEFAULTS.minEffective) return undefined;
  const percent = Math.round(chance * 100);
  return `it harms with a probability of ${percent} %: of ${judged} tasks with a known outcome ${judgedWell} ended well`;
}

function uselessness(
  { judged, judgedWell }: Pick<CardRecord, "judged" | "judgedWell">,
  options: RemeOptions,
): string | undefined {
  const { retire, reason } = remeVerdict({ judged, well: judgedWell }, options);
  return retire ? reason : undefined;
}
