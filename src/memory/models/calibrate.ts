import type { Embedder } from "../../ports.ts";
import { CALIBRATION } from "./calibration-pairs.ts";
import { cosine, unit } from "./cosine.ts";

/** What cosines of one embedder mean, measured on sentences whose relation is known. */
export interface Calibration {
  /** At or above it two texts say the same; absent when this embedder cannot tell, and then cosines decide nothing about duplicates. */
  sameAt?: number;
  /** Share of the pairs that say the same which {@link sameAt} recognises, 0..1. */
  recognised: number;
  /** At or above it two texts have something to do with each other: halfway from the nearest pair about different matters to the middle one about the same. */
  relatedAt: number;
}

/** An embedder that recognises fewer of the pairs than this is of no use for finding duplicates. A guess. */
const LEAST_RECOGNISED = 0.25;

/**
 * Measures an embedder with one call. "The same" begins above every pair that is about the same matter and says something else,
 * halfway to the next pair that says the same: losing a card to one that says something else is worse than keeping one twice.
 */
export async function calibrate(embedder: Embedder, signal?: AbortSignal): Promise<Calibration> {
  const texts = CALIBRATION.flatMap(({ text, same, other }) => [text, same, other]);
  const { vectors } = await embedder.embed(texts, signal);
  const units = vectors.map(unit);
  const same: number[] = [];
  const other: number[] = [];
  const unrelated: number[] = [];
  for (let i = 0; i < CALIBRATION.length; i++) {
    same.push(cosine(units[3 * i]!, units[3 * i + 1]!));
    other.push(cosine(units[3 * i]!, units[3 * i + 2]!));
    for (let j = i + 1; j < CALIBRATION.length; j++) {
      if (areTwins(i, j)) continue;
      unrelated.push(cosine(units[3 * i]!, units[3 * j]!));
    }
  }
  const highestOther = Math.max(...other, ...unrelated);
  const above = same.filter((each) => each > highestOther).sort((a, b) => a - b);
  const recognised = above.length / same.length;
  const related = [...same, ...other].sort((a, b) => a - b);
  return {
    ...(recognised >= LEAST_RECOGNISED && { sameAt: (highestOther + above[0]!) / 2 }),
    recognised,
    relatedAt: (Math.max(...unrelated) + related[Math.floor(related.length / 2)]!) / 2,
  };
}

/** The same matter in two languages: near for a good embedder, and so no example of what is far. */
function areTwins(i: number, j: number): boolean {
  const matter = (at: number) => MATTERS[at];
  return matter(i) === matter(j);
}

const MATTERS = [
  "price",
  "429",
  "read",
  "upgrade",
  "flight",
  "price",
  "read",
  "429",
  "price",
  "read",
  "429",
  "price",
  "read",
  "429",
];
