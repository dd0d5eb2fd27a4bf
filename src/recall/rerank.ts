import type { Experience } from "../model/experience.ts";
import { INDEX_FIELDS, type IndexedCard, type IndexField } from "../ports.ts";
import { letterPattern } from "../text/letters.ts";
import { tellingTokens, tokenize } from "../text/tokens.ts";
import { FIELD_WEIGHTS } from "./fields.ts";
import type { Retrieved } from "./retrieve.ts";

/** A card of the shortlist with what its rank rests on. */
export interface Ranked {
  card: IndexedCard;
  /** 0..1: BM25 score, that of the best card that may be shown being 1. */
  similarity: number;
  /** Share of the task's telling words that the card holds outside of its body, 0..1. */
  coverage: number;
  /** What its use adds to the score, or as long as nobody knows of any, what is believed of its kind. */
  value: number;
  score: number;
  /** Cosine with the task; only for a card that is near it. */
  near?: number;
  /** 0..1: how well it fits in the eyes of a judge; then the order rests on it. */
  judgedFit?: number;
}

/**
 * Orders a shortlist by fit and by how much each card has helped, best first; ties by id.
 * @param mayShow  cards that no filter leaves out; the best of them sets the scale
 * @param worth    what the use of a card adds to its similarity
 * @param fields   weights of the fields that are searched; what has none tells nothing about the fit
 */
export function rerank(
  hits: readonly Retrieved[],
  task: string,
  mayShow: (hit: Retrieved) => boolean,
  worth: (card: Experience) => number,
  fields: Readonly<Record<IndexField, number>> = FIELD_WEIGHTS,
): Ranked[] {
  const best = Math.max(...hits.filter(mayShow).map((hit) => hit.score));
  const telling = tellingOf(task);
  return hits
    .map(({ card, score, near }) => {
      const similarity = Math.min(1, score / best); // a card that is filtered out may fit better than the best
      const value = worth(card.experience);
      const coverage = coverageOf(card, telling, fields);
      return { card, similarity, coverage, value, score: similarity + value, ...(near !== undefined && { near }) };
    })
    .sort((a, b) => b.score - a.score || compareIds(a.card.experience, b.card.experience));
}

/** A task may be a single Han character, which tells little in a sentence and all when it stands alone. */
function tellingOf(task: string): ReadonlySet<string> {
  const telling = tellingTokens(task);
  return telling.size > 0 ? telling : new Set(tokenize(task).filter((token) => /\p{Script=Han}/u.test(token)));
}

function coverageOf(
  card: IndexedCard,
  telling: ReadonlySet<string>,
  fields: Readonly<Record<IndexField, number>>,
): number {
  if (telling.size === 0) return 0;
  const held = new Set<string>();
  const plainTools = plainToolWords(card.experience.tools);
  for (const field of INDEX_FIELDS) {
    // The body tells more of how than of when, unless it is all that is searched.
    if (fields[field] === 0 || (field === "body" && fields.when_to_use > 0)) continue;
    for (const token of card.tokens[field]) {
      if (telling.has(token) && !(field === "tools" && plainTools.has(token))) held.add(token);
    }
  }
  return held.size / telling.size;
}

/** Tools named by one plain word: that a task says "write" does not make it one for every card that uses Write. */
function plainToolWords(tools: readonly string[]): Set<string> {
  return new Set(tools.filter((tool) => oneWord(tool).test(tool)).flatMap(tokenize));
}

const oneWord = letterPattern("^[\\p{L}][\\p{Ll}]*$");

function compareIds(a: Experience, b: Experience): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
