import type { Experience, Value } from "../../model/experience.ts";

/** What is believed about a card before any outcome, by what stands behind it; log-odds (DESIGN §4). */
export const PRIOR_MEANS = Object.freeze({ reviewed: 0.9, validated: 0.9, provisional: 0.4, foreign: 0 });

/** Spread of that belief, log-odds (DESIGN §4). */
export const PRIOR_SD = 1.2;

/** A card from elsewhere that nobody here has reviewed, and that no session here has confirmed, is foreign. */
export function priorMeanOf({ tier, provenance }: Pick<Experience, "tier" | "provenance">): number {
  if (tier === "provisional" && provenance.origin === "import") return PRIOR_MEANS.foreign;
  return PRIOR_MEANS[tier];
}

/** Where a card stands: what outcomes have said, or what is believed as long as they have said nothing. */
export function standingOf(card: Pick<Experience, "tier" | "provenance" | "value">): Value {
  return card.value ?? { mean: priorMeanOf(card), sd: PRIOR_SD };
}
