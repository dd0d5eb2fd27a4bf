import type { Experience } from "../model/experience.ts";
import type { IndexField } from "../ports.ts";
import { tokenize } from "../text/tokens.ts";

/**
 * How much one occurrence of a term counts in each field. > 0. Searched on one half of the scenarios of `bench/retrieval` and on
 * the other, and rounded between the two. All are below 1, so BM25 saturates late: a term that stands in several fields of a card counts nearly as
 * often, which is most of the gain over weights of 1.
 * The body is long and tells more of how than of when; the words of one task are only an example of the situation.
 */
export const FIELD_WEIGHTS: Readonly<Record<IndexField, number>> = Object.freeze({
  when_to_use: 0.4,
  task_query: 0.2,
  generalized_query: 0.3,
  keywords: 0.3,
  tools: 0.5,
  title: 0.3,
  body: 0.15,
});

/**
 * What the index holds for a card.
 * @param descriptions  what each tool does, in its host's words, where known; searched with the tools' names
 */
export function tokensOf(
  experience: Experience,
  descriptions?: ReadonlyMap<string, string>,
): Record<IndexField, string[]> {
  const tools = experience.tools.flatMap((tool) => [tool, descriptions?.get(tool) ?? ""]);
  return {
    when_to_use: tokenize(experience.whenToUse),
    task_query: tokenize(experience.taskQuery ?? ""),
    generalized_query: tokenize(experience.generalizedQuery ?? ""),
    keywords: tokenize(experience.keywords.join("\n")),
    tools: tokenize(tools.join("\n")),
    title: tokenize(experience.title),
    body: tokenize(experience.body),
  };
}
