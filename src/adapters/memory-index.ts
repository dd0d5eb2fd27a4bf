import {
  type CardEntry,
  type CardIndex,
  INDEX_FIELDS,
  type IndexedCard,
  type IndexField,
  type IndexPlace,
  isSearched,
} from "../ports.ts";
import { compareIds, sortById } from "./id-order.ts";
import {
  distinctTerms,
  foldAscii,
  fromRecord,
  type IndexRecord,
  toRecord,
  withoutCommonTerms,
} from "./index-record.ts";

// The constants of SQLite's FTS5, which the other index uses and which cannot be changed there.
const K1 = 1.2;
const B = 0.75;
/** What FTS5 gives to a term that stands in half of the cards or more. */
const LEAST_IDF = 1e-6;

interface Stored {
  entry: Omit<CardEntry, "place"> & { place: IndexPlace };
  hash: string;
  record: IndexRecord;
  /** Tokens in all fields; 0 when the card is not searched. */
  length: number;
  /** For each term, how often it stands in each field. */
  counts: Map<string, number[]>;
}

/** An index in plain memory: the same answers as SQLite's, gone when the process ends. */
export function createMemoryIndex(fingerprint: string, note?: string): CardIndex {
  const cards = new Map<string, Stored>();
  const holders = new Map<string, Set<Stored>>();
  const notes = new Map<string, string>();
  let searched = 0;
  let totalLength = 0;

  function add(stored: Stored): void {
    cards.set(stored.entry.id, stored);
    if (!isSearched(stored.entry.place)) return;
    searched += 1;
    totalLength += stored.length;
    for (const term of stored.counts.keys()) {
      const others = holders.get(term);
      if (others) others.add(stored);
      else holders.set(term, new Set([stored]));
    }
  }

  function drop(id: string): void {
    const stored = cards.get(id);
    if (!stored) return;
    cards.delete(id);
    if (!isSearched(stored.entry.place)) return;
    searched -= 1;
    totalLength -= stored.length;
    for (const term of stored.counts.keys()) {
      const others = holders.get(term)!;
      others.delete(stored);
      if (others.size === 0) holders.delete(term);
    }
  }

  const inOrder = () => sortById([...cards.values()].map((each) => ({ ...each, id: each.entry.id })));

  return {
    kind: note === undefined ? { name: "memory" } : { name: "memory", note },
    fingerprint,
    entries: async () => inOrder().flatMap(toOwnEntry),
    sample: async (count) => {
      const all = [...cards.values()].flatMap(toOwnEntry);
      const from = Math.floor(Math.random() * (all.length + count)) - count;
      return all.slice(Math.max(0, from), Math.max(0, from + count));
    },
    put: async (given) => {
      for (const card of given) {
        drop(card.experience.id);
        add(store(card));
      }
    },
    remove: async (ids) => {
      for (const id of ids) drop(id);
    },
    get: async (id) => {
      const stored = cards.get(id);
      return stored && restore(stored);
    },
    all: async (place) =>
      inOrder()
        .filter((each) => (place === undefined ? each.entry.place !== "global" : each.entry.place === place))
        .map(restore),
    search: async (terms, weights, limit) => {
      const count = (term: string) => holders.get(term)?.size ?? 0;
      const looked = withoutCommonTerms(distinctTerms(terms), searched, count);
      const asked = looked.map((term) => ({ term, idf: idfOf(searched, count(term)) }));
      const found = new Set(asked.flatMap(({ term }) => [...(holders.get(term) ?? [])]));
      return [...found]
        .map((stored) => ({ stored, score: bm25(stored, asked, weights, totalLength / searched) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || compareIds(a.stored.entry.id, b.stored.entry.id))
        .slice(0, Math.max(0, limit))
        .map(({ stored, score }) => ({ card: restore(stored), score }));
    },
    note: async (key) => notes.get(key),
    setNote: async (key, value) => {
      notes.set(key, value);
    },
    close: async () => undefined,
  };
}

/** What lies in the project itself. */
function toOwnEntry({ entry: { id, place, stamp } }: Stored): CardEntry[] {
  return place === "global" ? [] : [{ id, place, stamp }];
}

function store(card: IndexedCard): Stored {
  const entry = { id: card.experience.id, place: card.place, stamp: card.stamp };
  const counts = new Map<string, number[]>();
  let length = 0;
  for (const [at, field] of INDEX_FIELDS.entries()) {
    for (const token of card.tokens[field]) {
      const term = foldAscii(token);
      const perField = counts.get(term) ?? INDEX_FIELDS.map(() => 0);
      perField[at]! += 1;
      counts.set(term, perField);
      length += 1;
    }
  }
  return { entry, hash: card.hash, record: toRecord(card), length, counts };
}

function restore({ entry, hash, record }: Stored): IndexedCard {
  return fromRecord(record, { place: entry.place, stamp: entry.stamp, hash });
}

function idfOf(cards: number, holders: number): number {
  const idf = Math.log((cards - holders + 0.5) / (holders + 0.5));
  return idf > 0 ? idf : LEAST_IDF;
}

/** In the order in which FTS5 computes it, so that the last digits agree as well. */
function bm25(
  stored: Stored,
  asked: ReadonlyArray<{ term: string; idf: number }>,
  weights: Readonly<Record<IndexField, number>>,
  averageLength: number,
): number {
  let score = 0;
  for (const { term, idf } of asked) {
    let frequency = 0;
    for (const [at, count] of (stored.counts.get(term) ?? []).entries()) {
      for (let n = 0; n < count; n += 1) frequency += weights[INDEX_FIELDS[at]!];
    }
    score += idf * ((frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * stored.length) / averageLength)));
  }
  return score;
}
