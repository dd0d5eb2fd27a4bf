import type { Candidate, Policy } from "./policy.ts";

/** Source of all defaults: arXiv 2601.03192, as compared in the reference simulation. */
export interface MemrlOptions {
  /** What a card is worth before anything is known. 0..1, default 0.5. */
  firstQ: number;
  /** Step of the moving average: Q += rate · (y − Q). 0..1, default 0.3. */
  rate: number;
  /** First phase: how many of the most similar cards are looked at. Whole number ≥ 1, default 10. */
  shortlist: number;
  /** Second phase: how many of them are shown. Whole number ≥ 1, default 2. */
  limit: number;
  /** Weight of Q beside similarity, both standardised within the shortlist. 0..1, default 0.7. */
  qWeight: number;
  /** P(the shown cards are picked at random from the shortlist). 0..1, default 0.01. */
  explore: number;
}

export const MEMRL_DEFAULTS: Readonly<MemrlOptions> = Object.freeze({
  firstQ: 0.5,
  rate: 0.3,
  shortlist: 10,
  limit: 2,
  qWeight: 0.7,
  explore: 0.01,
});

/** MemRL: a moving average of success per card, and a choice in two phases; everyone shown gets the same reward. */
export function memrlPolicy(limit?: number): Policy {
  const options = { ...MEMRL_DEFAULTS, limit: limit ?? MEMRL_DEFAULTS.limit };
  const q = new Map<string, number>();
  const qOf = (id: string) => q.get(id) ?? options.firstQ;
  return {
    name: "memrl",
    learnsFrom: "successes",
    dedups: true,
    admit: () => undefined,
    choose(offer, draw) {
      const shortlist = offer.candidates.filter((candidate) => !candidate.retired).slice(0, options.shortlist);
      if (draw() < options.explore) return pickAtRandom(shortlist, options.limit, draw);
      const similarity = standardise(shortlist.map((candidate) => candidate.similarity));
      const worth = standardise(shortlist.map((candidate) => qOf(candidate.id)));
      return shortlist
        .map(({ id }, i) => ({ id, score: (1 - options.qWeight) * similarity[i]! + options.qWeight * worth[i]! }))
        .sort((a, b) => b.score - a.score)
        .slice(0, options.limit)
        .map(({ id }) => id);
    },
    hear({ shown, score }) {
      if (score === undefined) return [];
      for (const id of shown) q.set(id, qOf(id) + options.rate * (score - qOf(id)));
      return [];
    },
    offers: () => true,
    valueOf: (id) => q.get(id),
  };
}

function pickAtRandom(cards: readonly Candidate[], limit: number, draw: () => number): string[] {
  const left = cards.map((card) => card.id);
  const picked: string[] = [];
  while (picked.length < limit && left.length > 0) picked.push(...left.splice(Math.floor(draw() * left.length), 1));
  return picked;
}

const CLIP = 3;

/** Distance from the mean in standard deviations, clipped; 0 for all when they are equal. */
function standardise(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return values.map((value) => (sd > 0 ? Math.max(-CLIP, Math.min(CLIP, (value - mean) / sd)) : 0));
}
