import { INDEX_FIELDS, type IndexedCard } from "../ports.ts";
import { FIELD_WEIGHTS } from "./fields.ts";
import type { Query } from "./query.ts";
import type { Retrieved } from "./retrieve.ts";

/**
 * Retired cards as if the search had found them. The index does not search them, so their score is set in proportion to the best
 * card that it found, by the weights of the fields that hold words of the task.
 * @param best  the best of what the search found
 */
export function withinReach(cards: readonly IndexedCard[], query: Query, best: Retrieved): Retrieved[] {
  const matchOfBest = matchOf(best.card, query);
  if (matchOfBest === 0) return [];
  return cards
    .map((card) => ({ card, score: (best.score * matchOf(card, query)) / matchOfBest }))
    .filter(({ score }) => score > 0);
}

/** Each word of the task counts once in each field that holds it. */
function matchOf(card: IndexedCard, { terms }: Query): number {
  const asked = new Set(terms);
  return INDEX_FIELDS.reduce((sum, field) => {
    const held = new Set(card.tokens[field].filter((token) => asked.has(token)));
    return sum + FIELD_WEIGHTS[field] * held.size;
  }, 0);
}
