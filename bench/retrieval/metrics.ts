/** One query's figures, each 0..1. */
export interface Figures {
  ndcg5: number;
  recall5: number;
  mrr: number;
}

/**
 * @param ranking  gains of the ranked cards, best first; may be shorter than the pool
 * @param pool  gains of all cards that could have been ranked
 * @param relevantAt  gain from which a card counts as relevant
 */
export function figuresOf(ranking: readonly number[], pool: readonly number[], relevantAt: number): Figures {
  const ideal = [...pool].sort((a, b) => b - a);
  const relevant = pool.filter((gain) => gain >= relevantAt).length;
  const first = ranking.findIndex((gain) => gain >= relevantAt);
  return {
    ndcg5: dcg(ranking.slice(0, 5)) / dcg(ideal.slice(0, 5)),
    // Of the relevant cards that five places can hold.
    recall5: ranking.slice(0, 5).filter((gain) => gain >= relevantAt).length / Math.min(5, relevant),
    mrr: first < 0 ? 0 : 1 / (first + 1),
  };
}

function dcg(gains: readonly number[]): number {
  return gains.reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
}

export interface Interval {
  mean: number;
  low: number;
  high: number;
}

/**
 * Mean with a 95 % bootstrap interval over groups: whole scenarios are drawn again, because turns of one scenario are not independent.
 * @param values  one number a query
 * @param groups  the scenario of each query
 */
export function bootstrap(
  values: readonly number[],
  groups: readonly number[],
  seed: number,
  rounds = 2_000,
): Interval {
  const byGroup = new Map<number, { sum: number; n: number }>();
  values.forEach((value, i) => {
    const entry = byGroup.get(groups[i]!) ?? { sum: 0, n: 0 };
    byGroup.set(groups[i]!, { sum: entry.sum + value, n: entry.n + 1 });
  });
  const entries = [...byGroup.values()];
  const random = randomFrom(seed);
  const means: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let sum = 0;
    let n = 0;
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[Math.floor(random() * entries.length)]!;
      sum += entry.sum;
      n += entry.n;
    }
    means.push(sum / n);
  }
  means.sort((a, b) => a - b);
  return {
    mean: values.reduce((a, b) => a + b, 0) / values.length,
    low: means[Math.floor(0.025 * rounds)]!,
    high: means[Math.ceil(0.975 * rounds) - 1]!,
  };
}

/** Uniform numbers in [0, 1) from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
