import type { CardIndex, CardPlace, IndexedCard, IndexField, IndexHit } from "../../src/ports.ts";
import { INDEX_FIELDS } from "../../src/ports.ts";

/** An index that scans every card: BM25 as the port promises it, word for word, and nothing else. */
export function plainIndex(cards: readonly IndexedCard[] = []): CardIndex {
  const stored = new Map(cards.map((card) => [card.experience.id, card]));
  const notes = new Map<string, string>();
  return {
    kind: { name: "memory" },
    fingerprint: "plain",
    entries: async () =>
      [...stored.values()].map(({ experience, place, stamp }) => ({ id: experience.id, place, stamp })),
    put: async (more) => {
      for (const card of more) stored.set(card.experience.id, card);
    },
    remove: async (ids) => {
      for (const id of ids) stored.delete(id);
    },
    get: async (id) => stored.get(id),
    all: async (place?: CardPlace) => [...stored.values()].filter((card) => !place || card.place === place),
    search: async (terms, weights, limit) => bm25([...stored.values()], [...new Set(terms)], weights).slice(0, limit),
    note: async (key) => notes.get(key),
    setNote: async (key, value) => {
      notes.set(key, value);
    },
    close: async () => stored.clear(),
  };
}

function bm25(
  cards: readonly IndexedCard[],
  terms: readonly string[],
  weights: Readonly<Record<IndexField, number>>,
): IndexHit[] {
  const average = cards.reduce((sum, card) => sum + countsOf(card).size, 0) / cards.length;
  const idfs = terms.map((term) => {
    const n = cards.filter((card) => countsOf(card).terms.has(term)).length;
    return Math.max(1e-6, Math.log((cards.length - n + 0.5) / (n + 0.5)));
  });
  return cards
    .map((card) => {
      const counts = countsOf(card);
      const score = terms.reduce((sum, term, i) => {
        const byField = counts.terms.get(term);
        if (!byField) return sum;
        const frequency = INDEX_FIELDS.reduce((total, field) => total + weights[field] * (byField[field] ?? 0), 0);
        return sum + (idfs[i]! * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * counts.size) / average));
      }, 0);
      return { card, score };
    })
    .filter((hit) => hit.score > 0 && hit.card.place === "experiences")
    .sort((a, b) => b.score - a.score || (a.card.experience.id < b.card.experience.id ? -1 : 1));
}

interface Counts {
  size: number;
  terms: Map<string, Partial<Record<IndexField, number>>>;
}
const counted = new WeakMap<IndexedCard, Counts>();

function countsOf(card: IndexedCard): Counts {
  let counts = counted.get(card);
  if (!counts) {
    counts = { size: 0, terms: new Map() };
    for (const field of INDEX_FIELDS) {
      counts.size += card.tokens[field].length;
      for (const token of card.tokens[field]) {
        const byField = counts.terms.get(token) ?? {};
        byField[field] = (byField[field] ?? 0) + 1;
        counts.terms.set(token, byField);
      }
    }
    counted.set(card, counts);
  }
  return counts;
}
