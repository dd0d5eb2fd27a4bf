import type { Experience } from "../model/experience.ts";
import { INDEX_FIELDS, type IndexedCard, type IndexField } from "../ports.ts";

/** A card as the index stores it: text that parses quickly, each field's tokens on a line of their own. */
export interface IndexRecord {
  json: string;
  tokens: string;
}

/** Precondition: no token is empty or holds white space. */
export function toRecord(card: IndexedCard): IndexRecord {
  return {
    json: JSON.stringify(card.experience),
    tokens: INDEX_FIELDS.map((field) => card.tokens[field].join(" ")).join("\n"),
  };
}

/** The tokens are parted when somebody asks for them: those who read all cards mostly do not. */
export function fromRecord(
  record: IndexRecord,
  { place, stamp, hash }: Pick<IndexedCard, "place" | "stamp" | "hash">,
): IndexedCard {
  let tokens: IndexedCard["tokens"] | undefined;
  return {
    experience: JSON.parse(record.json) as Experience,
    place,
    stamp,
    hash,
    get tokens() {
      tokens ??= partedTokens(record.tokens);
      return tokens;
    },
  };
}

function partedTokens(text: string): IndexedCard["tokens"] {
  const lines = text.split("\n");
  const fields = INDEX_FIELDS.map((field, at) => [field, lines[at] ? lines[at].split(" ") : []]);
  return Object.fromEntries(fields) as Record<IndexField, string[]>;
}

/** Upper and lower case of ASCII letters are one; FTS5's `ascii` tokeniser makes them so. */
export function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Each term once, in order: FTS5 counts a phrase that is asked for twice twice. */
export function distinctTerms(terms: readonly string[]): string[] {
  return [...new Set(terms.map(foldAscii))].filter((term) => term !== "");
}

/** From so many cards on, terms that most of them hold are not looked for. Below, there is nothing to win. */
const LARGE = 1_000;

/**
 * Leaves out terms that more than half of a large store's cards hold, unless all terms are such. BM25 gives them no weight
 * (FTS5: 0.000001), but each card that holds one has to be scored: at 10,000 cards, two words like "the" and "and" in the
 * question took three quarters of the time.
 * @param holders  how many of the cards hold the term
 */
export function withoutCommonTerms(
  terms: readonly string[],
  cards: number,
  holders: (term: string) => number,
): string[] {
  if (cards < LARGE) return [...terms];
  const rare = terms.filter((term) => holders(term) * 2 <= cards);
  return rare.length > 0 ? rare : [...terms];
}
