import type { Experience } from "../model/experience.ts";
import type { IndexField } from "../ports.ts";
import { tokenize } from "../text/tokens.ts";

/** How much a term counts in each field when cards are searched. ≥ 0; measured by `bench/retrieval`. */
export const FIELD_WEIGHTS: Readonly<Record<IndexField, number>> = Object.freeze({
  when_to_use: 1,
  task_query: 1,
  generalized_query: 1,
  keywords: 1,
  tools: 1,
  title: 1,
  body: 0.3,
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
