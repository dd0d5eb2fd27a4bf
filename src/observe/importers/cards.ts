import type { CardKind } from "../../model/experience.ts";
import type { ImportedCard } from "../../model/imported-card.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Importer } from "../importer.ts";
import { asArray, asName, asObject, asText, parseJson } from "../json-text.ts";
import { readRecords } from "../records.ts";

/**
 * Experience cards in ReMe's schemas: `{memory_id, when_to_use, content, metadata}` with or without counts, the oldest with
 * `experience_id`, and the nodes of its stores, in which the situation is the `content` that was embedded.
 */
export const remeCardsImporter: Importer = cardImporter("reme-cards", isRemeCard, readRemeCard);

/** What `habitus export` writes: the file of each card as it is. */
export const habitusCardsImporter: Importer = cardImporter(
  "habitus-cards",
  (value) => "habitus_card" in value,
  readExportedCard,
);

function cardImporter(
  name: string,
  fits: (value: Record<string, unknown>) => boolean,
  read: (value: Record<string, unknown>) => ImportedCard | string,
): Importer {
  return {
    name,
    fits: ({ values }) => values.some((value) => fits(asObject(value))),
    async *read(chunks, { path }) {
      for await (const record of readRecords(chunks)) {
        const card = "problem" in record ? record.problem : read(asObject(record.value));
        if (typeof card === "string") yield { problem: { path, line: record.line, problem: card } };
        else yield { card };
      }
    },
  };
}

function isRemeCard(value: Record<string, unknown>): boolean {
  return (
    (("memory_id" in value || "experience_id" in value) && "when_to_use" in value && "content" in value) ||
    isNode(value)
  );
}

function isNode(value: Record<string, unknown>): boolean {
  return "unique_id" in value && "content" in value && "content" in asObject(value.metadata);
}

/** What a node of a store says, as the card that it was made from. */
function fromNode(node: Record<string, unknown>): Record<string, unknown> {
  const { metadata: inner, ...outer } = asObject(node.metadata);
  const parsed = typeof inner === "string" ? parseJson(inner) : { value: inner };
  return {
    ...outer,
    memory_id: node.unique_id,
    when_to_use: node.content,
    metadata: "value" in parsed ? parsed.value : {},
  };
}

/** One record of ReMe as a card, or in words what is wrong with it. */
export function readRemeCard(given: Record<string, unknown>): ImportedCard | string {
  const value = isNode(given) ? fromNode(given) : given;
  const source = asName(value.memory_id) ?? asName(value.experience_id);
  const whenToUse = asText(value.when_to_use)?.trim();
  const content = asText(value.content)?.trim();
  if (source === undefined) return 'neither "memory_id" nor "experience_id"';
  if (!whenToUse || !content) return `"${whenToUse ? "content" : "when_to_use"}" is empty`;
  const metadata = asObject(value.metadata);
  const extra = asObject(metadata.extra_info);
  const taskQuery = asText(metadata.task_query);
  const generalizedQuery = asText(extra.generalized_query);
  return {
    source: `reme:${source}`,
    whenToUse,
    content,
    kind: KINDS[String(metadata.category)] ?? "success",
    keywords: texts(extra.tags).map((tag) => tag.replaceAll("_", " ")),
    tools: texts(extra.tools_used),
    ...(taskQuery && { taskQuery }),
    ...(generalizedQuery && { generalizedQuery }),
    author: asText(value.author) ?? asText(metadata.author) ?? "unknown",
    original: given as JsonObject,
  };
}

const KINDS: Readonly<Record<string, CardKind>> = { success: "success", failure: "failure", comparative: "comparison" };

/** One line of `habitus export` as a card, or in words what is wrong with it. */
export function readExportedCard(value: Record<string, unknown>): ImportedCard | string {
  const id = asText(value.id);
  const text = asText(value.text);
  if (value.habitus_card !== 1) return `"habitus_card" is ${JSON.stringify(value.habitus_card)}, expected 1`;
  if (!id || !text) return `"${id ? "text" : "id"}" is missing`;
  return {
    source: `habitus:${id}`,
    id,
    text,
    whenToUse: "",
    content: "",
    kind: "habit",
    keywords: [],
    tools: [],
    author: "habitus",
  };
}

function texts(value: unknown): string[] {
  return asArray(value).filter((entry): entry is string => typeof entry === "string" && entry.trim() !== "");
}
