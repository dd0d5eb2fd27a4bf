/** Chance that can be repeated: the same seed gives the same sequence on every machine. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  chance(probability: number): boolean;
  /** Whole number, both ends included. */
  int(low: number, high: number): number;
  /** @param items  not empty */
  pick<T>(items: readonly T[]): T;
  /** Each with its weight; weights need not add up to 1. */
  weighted<T>(items: ReadonlyArray<readonly [T, number]>): T;
  /** `count` different items, in random order; all when there are fewer. */
  sample<T>(items: readonly T[], count: number): T[];
  /** A generator of its own, so that what one part draws does not shift what another part gets. */
  fork(name: string): Random;
}

/** Mulberry32 over a hashed seed: short, and good enough for choosing among test data. */
export function createRandom(seed: number | string): Random {
  let state = hashText(String(seed));
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const random: Random = {
    next,
    chance: (probability) => next() < probability,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] as never,
    weighted: (items) => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return items[items.length - 1]![0];
    },
    sample: (items, count) => {
      const pool = [...items];
      const drawn = [];
      while (pool.length > 0 && drawn.length < count) drawn.push(...pool.splice(Math.floor(next() * pool.length), 1));
      return drawn;
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  };
  return random;
}

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
