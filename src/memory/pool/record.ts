import type { Experience } from "../../model/experience.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { withoutHeadings } from "../import-cards.ts";

/** A card as ReMe writes one: what its endpoints return, and a line of its dumps. */
export interface PoolRecord {
  memory_id: string;
  memory_type: string;
  when_to_use: string;
  content: string;
  /** What the judge or the author gave it, never how well it fits a query. 0..1. */
  score: number;
  /** `2026-11-30 19:45:00`, UTC. */
  time_created: string;
  time_modified: string;
  author: string;
  metadata: JsonObject;
}

const CATEGORIES: Readonly<Record<string, string>> = { comparison: "comparative" };

/** @param text  the card's file, when it may hold the record that the card was made from */
export function toPoolRecord(card: Experience, text?: string): PoolRecord {
  const original = text === undefined ? undefined : originalOf(text);
  const given = isObject(original?.metadata) ? original.metadata : {};
  const created = card.created.slice(0, 19).replace("T", " ");
  const record: PoolRecord = {
    memory_id: card.id,
    memory_type: card.rule?.type === "tool" ? "tool" : "task",
    when_to_use: card.whenToUse,
    content: contentOf(card),
    score: typeof original?.score === "number" ? original.score : card.confidence,
    time_created: created,
    time_modified: created,
    author: card.provenance.author,
    metadata: {
      category: CATEGORIES[card.kind] ?? card.kind,
      ...(card.taskQuery !== undefined && { task_query: card.taskQuery }),
      extra_info: {
        tags: card.keywords,
        tools_used: card.tools,
        ...(card.generalizedQuery !== undefined && { generalized_query: card.generalizedQuery }),
      },
      confidence: card.confidence,
      tier: card.tier,
      status: card.status,
      freq: card.freq + count(given.freq),
      utility: card.utility + count(given.utility),
    },
  };
  const source = sourceOf(card);
  if (source !== undefined) record.metadata.source_id = source;
  return record;
}

/**
 * One line of a dump. A card that came from such a line and says what it said then goes out as that line, key by key; what people
 * changed and what was counted since is put into it.
 */
export function toDumpLine(card: Experience, text: string): JsonObject {
  const original = originalOf(text);
  if (!original) return { ...toPoolRecord(card) };
  const line: JsonObject = { ...original };
  const isNode = "unique_id" in original;
  const [situation, content] = isNode
    ? [original.content, isObject(original.metadata) ? original.metadata.content : undefined]
    : [original.when_to_use, original.content];
  if (String(situation).trim() !== card.whenToUse) line[isNode ? "content" : "when_to_use"] = card.whenToUse;
  if (withoutHeadings(String(content).trim()) !== contentOf(card)) {
    if (isNode) line.metadata = { ...(original.metadata as JsonObject), content: contentOf(card) };
    else line.content = contentOf(card);
  }
  if (card.freq > 0) countIn(line, card, isNode);
  return line;
}

function countIn(line: JsonObject, { freq, utility }: Experience, isNode: boolean): void {
  const metadata = isObject(line.metadata) ? (line.metadata as JsonObject) : {};
  const add = (given: Record<string, unknown>) => ({
    ...(given as JsonObject),
    freq: count(given.freq) + freq,
    utility: count(given.utility) + utility,
  });
  if (!isNode) line.metadata = add(metadata);
  else line.metadata = { ...metadata, metadata: JSON.stringify(add(parsedObject(metadata.metadata))) };
}

/** The id that a card had in the pool it came from. */
export function sourceOf({ provenance }: Experience): string | undefined {
  return provenance.derivedFrom.find((source) => source.startsWith("reme:"))?.slice("reme:".length);
}

/** The record that a card was made from stands on one line of its front matter. */
function originalOf(text: string): JsonObject | undefined {
  const found = /^original: (\{.*\})\r?$/m.exec(text);
  if (!found) return undefined;
  const record = parsedObject(found[1]);
  return Object.keys(record).length > 0 ? (record as JsonObject) : undefined;
}

function parsedObject(given: unknown): Record<string, unknown> {
  try {
    const value: unknown = typeof given === "string" ? JSON.parse(given) : given;
    return isObject(value) ? value : {};
  } catch {
    return {}; // a person may have laid the line out anew: then the card speaks for itself
  }
}

/** The body below its heading. */
function contentOf({ body }: Experience): string {
  return body.replace(/^\s*# .*(?:\n|$)/, "").trim();
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
