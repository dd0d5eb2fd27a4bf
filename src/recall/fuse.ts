import type { IndexedCard } from "../ports.ts";
import type { Retrieved } from "./retrieve.ts";

/** A card that is near a task by its vector. */
export interface Near {
  card: IndexedCard;
  cosine: number;
}

/** Ranks count as if this many better ones stood before them, so that the first place of one list does not outweigh everything (Cormack et al. 2009). */
const K = 60;

/**
 * Joins what words find and what vectors find by their ranks, because their scores are of different kinds (reciprocal rank fusion).
 * @param near  the nearest first
 * @returns best first, ties by id, at most `topK`; scores are comparable within one answer only
 */
export function fuse(hits: readonly Retrieved[], near: readonly Near[], topK: number): Retrieved[] {
  const fused = new Map<string, Retrieved>();
  for (const [rank, { card }] of hits.entries()) fused.set(card.experience.id, { card, score: 1 / (K + rank + 1) });
  for (const [rank, { card, cosine }] of near.entries()) {
    const { id } = card.experience;
    const byWords = fused.get(id)?.score ?? 0;
    fused.set(id, { card, score: byWords + 1 / (K + rank + 1), near: cosine });
  }
  return [...fused.values()]
    .sort((a, b) => b.score - a.score || (a.card.experience.id < b.card.experience.id ? -1 : 1))
    .slice(0, topK);
}
