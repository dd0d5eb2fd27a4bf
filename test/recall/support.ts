import { createMemoryIndex } from "../../src/adapters/memory-index.ts";
import { slotRule } from "../../src/memory/slots.ts";
import type { Experience } from "../../src/model/experience.ts";
import { MEMORY_DEFAULTS } from "../../src/options.ts";
import { type CardIndex, type IndexedCard, placeOf } from "../../src/ports.ts";
import { tokensOf } from "../../src/recall/fields.ts";
import type { RecallOptions } from "../../src/recall/recall.ts";

/** A card of which only what a test speaks about is given; reviewed, so that the slot for unproven cards does not interfere. */
export function card(given: Partial<Experience> & { id: string }): Experience {
  const title = given.title ?? given.whenToUse ?? given.id;
  return {
    format: 1,
    whenToUse: "",
    kind: "habit",
    status: "active",
    tier: "reviewed",
    scope: "project",
    confidence: 0.5,
    freq: 0,
    utility: 0,
    keywords: [],
    tools: [],
    created: "2026-11-02T09:14:03Z",
    provenance: { origin: "mined", sessions: [], trajectories: [], author: "test", derivedFrom: [] },
    title,
    body: `# ${title}\n\n1. Look first.\n`,
    ...given,
  };
}

export async function indexOf(...cards: readonly Experience[]): Promise<CardIndex> {
  const index = createMemoryIndex("test");
  await index.put(cards.map(indexed));
  return index;
}

export function indexed(experience: Experience): IndexedCard {
  return { experience, place: placeOf(experience.status), stamp: "", hash: "", tokens: tokensOf(experience) };
}

/** Cards about nothing in particular, so that a term of the card under test is rare. */
export function fillers(count: number): Experience[] {
  return Array.from({ length: count }, (_, i) =>
    card({ id: `filler-${i}`, whenToUse: `When colour number ${i} fades in the sun` }),
  );
}

/** As recall is called in production, without luck. */
export function usual(limit = 3): RecallOptions {
  return { slots: slotRule(MEMORY_DEFAULTS, limit, () => 1), maxTokens: 800 };
}
