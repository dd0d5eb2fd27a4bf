import type { Experience } from "../../model/experience.ts";

/** A card as the wire has it. */
export function toWireCard(card: Experience) {
  return {
    id: card.id,
    title: card.title,
    when_to_use: card.whenToUse,
    kind: card.kind,
    status: card.status,
    tier: card.tier,
    scope: card.scope,
    confidence: card.confidence,
    freq: card.freq,
    utility: card.utility,
    ...(card.value && { value: card.value }),
    keywords: card.keywords,
    tools: card.tools,
    ...(card.notFor && { not_for: card.notFor }),
    ...(card.onlyFor && { only_for: card.onlyFor }),
    ...(card.taskQuery !== undefined && { task_query: card.taskQuery }),
    ...(card.generalizedQuery !== undefined && { generalized_query: card.generalizedQuery }),
    created: card.created,
    author: card.provenance.author,
    body: card.body,
  };
}

/** Keys whose objects are maps by id or name: what they hold is no field of ours. */
const MAPS = new Set(["stale", "roles", "followed"]);

/** A report with its field names in snake_case, at every depth; ids and names that stand as keys stay. */
export function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, each]) => [key, toWire(each)]));
  if (value instanceof Set) return [...value].map(toWire);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      MAPS.has(key) && isMap(each) ? each : toWire(each),
    ]),
  );
}

function isMap(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
