import type { CardTier, Value } from "../model/experience.ts";
import { INDEX_FIELDS, type IndexField } from "../ports.ts";
import { FIELD_WEIGHTS } from "./fields.ts";
import type { Query } from "./query.ts";
import type { Ranked } from "./rerank.ts";

/** Why a card of the shortlist was not shown. */
export type LeftOut =
  | "tools not at hand"
  | "already shown"
  | "below floor"
  | "retired"
  | `not for ${string}`
  | "value too low"
  | `opposes ${string}`
  | `said by ${string}`
  | `stale: ${string}`
  | "unproven slot"
  | "budget"
  | "limit";

/** One card of the shortlist and why it stands where it stands: the same data for people, tests and programs. */
export interface Explained {
  id: string;
  title: string;
  /** 1 is best. */
  rank: number;
  /** `similarity` plus `value`: what the rank rests on. */
  score: number;
  /** 0..1: how well the words fit, that of the best card that may be shown being 1. */
  similarity: number;
  /** Share of the task's telling words that the card holds, 0..1: what the floor rests on. */
  coverage: number;
  /** What the value adds to the score. */
  value: number;
  /** Cosine with the task, where the card is near it by its vector. */
  near?: number;
  /** 0..1: how well it fits in the eyes of a model; then `score` rests on it. */
  judgedFit?: number;
  /** Fields that matched, the strongest first. */
  fields: FieldMatch[];
  record: CardRecord;
  shown: boolean;
  /** True: retired by the policy, and shown once more to see whether that was right. */
  parole?: true;
  /** Absent when shown. */
  leftOut?: LeftOut;
}

export interface FieldMatch {
  field: IndexField;
  /** Words of the task, or two-character grams of it, that the field holds. */
  terms: string[];
  /** Part of `similarity` that is due to this field: split by weighted counts, because BM25 saturates over all fields at once. */
  contribution: number;
}

/** What is known about the card beside its words. */
export interface CardRecord {
  tier: CardTier;
  confidence: number;
  freq: number;
  utility: number;
  value?: Value;
}

export function explain(ranked: Ranked, rank: number, query: Query, leftOut: LeftOut | undefined): Explained {
  const { experience } = ranked.card;
  return {
    id: experience.id,
    title: experience.title,
    rank,
    score: ranked.score,
    similarity: ranked.similarity,
    coverage: ranked.coverage,
    value: ranked.value,
    ...(ranked.near !== undefined && { near: ranked.near }),
    ...(ranked.judgedFit !== undefined && { judgedFit: ranked.judgedFit }),
    fields: fieldMatches(ranked, query),
    record: {
      tier: experience.tier,
      confidence: experience.confidence,
      freq: experience.freq,
      utility: experience.utility,
      ...(experience.value ? { value: experience.value } : {}),
    },
    shown: leftOut === undefined,
    ...(experience.status === "retired" && { parole: true as const }),
    ...(leftOut === undefined ? {} : { leftOut }),
  };
}

function fieldMatches({ card, similarity }: Ranked, query: Query): FieldMatch[] {
  const asked = new Set(query.terms);
  const matches = INDEX_FIELDS.map((field) => {
    const found = card.tokens[field].filter((token) => asked.has(token));
    return { field, terms: [...new Set(found.map(query.wordOf))], weight: FIELD_WEIGHTS[field] * found.length };
  }).filter(({ terms }) => terms.length > 0);
  const total = matches.reduce((sum, { weight }) => sum + weight, 0);
  return matches
    .map(({ field, terms, weight }) => ({ field, terms, contribution: total > 0 ? (similarity * weight) / total : 0 }))
    .sort((a, b) => b.contribution - a.contribution);
}
