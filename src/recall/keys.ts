import type { IndexField } from "../ports.ts";
import { FIELD_WEIGHTS } from "./fields.ts";

/** By what cards are found. All but `all` are for comparison: each leaves out what the others hold. */
export const RECALL_KEYS = ["all", "when_to_use", "task_query", "generalized_query", "keywords", "content"] as const;
export type RecallKey = (typeof RECALL_KEYS)[number];

/** Weights of the fields that a key searches; the others have none. */
export function fieldsOf(key: RecallKey = "all"): Readonly<Record<IndexField, number>> {
  if (key === "all") return FIELD_WEIGHTS;
  const searched: readonly IndexField[] = key === "content" ? ["title", "body"] : [key];
  const weights = Object.entries(FIELD_WEIGHTS).map(([field, weight]) => [
    field,
    searched.includes(field as IndexField) ? weight : 0,
  ]);
  return Object.fromEntries(weights);
}
