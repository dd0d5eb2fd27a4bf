import { NO_FAMILY } from "./attempt-row.ts";
import type { Policy } from "./policy.ts";

/** Defaults chosen for the comparison; no paper fixes them. */
export interface AdvantageOptions {
  /** An attempt counts by this factor less with each later attempt. 0..1, default 0.99. */
  decay: number;
  /** Attempts' worth of "no difference" that every card starts with. > 0, default 2. */
  shrink: number;
  /** What one unit of advantage (1 = from never to always) counts beside one unit of similarity. ≥ 0, default 3. */
  weight: number;
  /** Most cards shown. Whole number ≥ 1, default 2. */
  limit: number;
}

export const ADVANTAGE_DEFAULTS: Readonly<AdvantageOptions> = Object.freeze({
  decay: 0.99,
  shrink: 2,
  weight: 3,
  limit: 2,
});

interface Mean {
  sum: number;
  weight: number;
}

/** A card is worth how much better than usual for its kind of task things went when it was shown; everyone shown shares it. */
export function advantagePolicy(limit?: number): Policy {
  const options = { ...ADVANTAGE_DEFAULTS, limit: limit ?? ADVANTAGE_DEFAULTS.limit };
  const cards = new Map<string, Mean>();
  const families = new Map<string, Mean>();
  const advantageOf = (id: string) => {
    const { sum, weight } = cards.get(id) ?? { sum: 0, weight: 0 };
    return sum / (weight + options.shrink);
  };
  return {
    name: "advantage",
    learnsFrom: "successes",
    dedups: true,
    admit: () => undefined,
    choose(offer) {
      return offer.candidates
        .filter((candidate) => !candidate.retired)
        .map(({ id, similarity }) => ({ id, score: similarity + options.weight * advantageOf(id) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, options.limit)
        .map(({ id }) => id);
    },
    hear({ family = NO_FAMILY, shown, score }) {
      for (const mean of [...cards.values(), ...families.values()]) {
        mean.sum *= options.decay;
        mean.weight *= options.decay;
      }
      if (score === undefined) return [];
      const usual = families.get(family) ?? { sum: 0, weight: 0 };
      // Two imagined attempts, one good and one bad, until there are real ones.
      const expected = (usual.sum + 1) / (usual.weight + 2);
      families.set(family, { sum: usual.sum + score, weight: usual.weight + 1 });
      for (const id of shown) {
        const mean = cards.get(id) ?? { sum: 0, weight: 0 };
        cards.set(id, { sum: mean.sum + score - expected, weight: mean.weight + 1 });
      }
      return [];
    },
    offers: () => true,
    valueOf: (id) => (cards.has(id) ? advantageOf(id) : undefined),
  };
}
