/**
 * Chance by address instead of by order: the same (seed, stream, place) gives the same number however often and whenever it is
 * asked for. So two policies meet the same tasks, the same luck and the same lessons, and their difference is theirs alone.
 *
 * The address is folded by the 32-bit mixing steps of MurmurHash3 (public domain); two differently finished words give 53 bits.
 * Libraries of random numbers draw in sequence, where one extra draw of one policy would shift everything after it.
 */
export interface Streams {
  /** Uniform on [0, 1). */
  uniform(stream: Stream, a?: number, b?: number): number;
  /** Normal, mean 0, sd 1. */
  normal(stream: Stream, a?: number, b?: number): number;
}

const STREAMS = {
  family: 1,
  outcome: 2,
  heard: 3,
  flip: 4,
  lessonAt: 5,
  lessonKind: 6,
  lessonNumber: 7,
  dedup: 8,
  similarity: 9,
  effect: 10,
  gate: 11,
  policy: 12,
  luck: 13,
} as const;
/** `policy` and `luck` are for choices that are not the world's. */
export type Stream = keyof typeof STREAMS;

export function streamsOf(seed: number): Streams {
  const root = fold(fold(0x9e3779b9, seed | 0), (seed / 2 ** 32) | 0);
  const roots = Object.fromEntries(Object.entries(STREAMS).map(([name, number]) => [name, fold(root, number)]));
  const word = (stream: Stream, a: number, b: number) => fold(fold(roots[stream]!, a), b);
  const uniform = (stream: Stream, a = 0, b = 0) => toUnit(word(stream, a, b));
  return {
    uniform,
    normal: (stream, a = 0, b = 0) => {
      const address = word(stream, a, b);
      const radius = Math.sqrt(-2 * Math.log(1 - toUnit(fold(address, 1))));
      return radius * Math.cos(2 * Math.PI * toUnit(fold(address, 2)));
    },
  };
}

function fold(hash: number, value: number): number {
  let k = Math.imul(value, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const mixed = hash ^ k;
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function finish(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function toUnit(hash: number): number {
  const high = finish(hash) >>> 5;
  const low = finish(hash ^ 0x5bd1e995) >>> 6;
  return (high * 2 ** 26 + low) / 2 ** 53;
}
