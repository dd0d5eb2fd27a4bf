import { type Conflict, correctUnits } from "./correct.ts";
import { type HandOver, handOverUnits } from "./hand-over.ts";
import { mergeUnits } from "./merge.ts";
import { refineUnits } from "./refine.ts";
import type { DreamSources, DreamUnit } from "./unit.ts";

export interface DreamPlan {
  /** In the order in which they are carried out; no two of them touch one card. */
  units: DreamUnit[];
  /** What no evidence decides. */
  conflicts: Conflict[];
  /** What belongs into the host's memory file. */
  offers: HandOver[];
}

/** Wrong cards are put right first: merging into one of them, or refining it, would be work for nothing. */
const ORDER: ReadonlyArray<DreamUnit["kind"]> = ["correct", "hand-over", "corroborate", "create", "refine"];

/**
 * All that a dream would do, given what is stored. Pure, and the same for the same cards and rows, so a preview is what the run does.
 * What touches a card that an earlier unit touches waits for the next run, which sees the card as it is then.
 */
export function planDream(sources: DreamSources): DreamPlan {
  const { units: corrections, conflicts } = correctUnits(sources);
  const { offers, units: handedOver } = handOverUnits(sources.cards);
  const all = [...corrections, ...handedOver, ...mergeUnits(sources.cards), ...refineUnits(sources)];
  const touched = new Set<string>();
  const units = all
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (idOf(a) < idOf(b) ? -1 : 1))
    .filter(({ changes }) => {
      const ids = changes.map(({ next }) => next.id);
      if (ids.some((id) => touched.has(id))) return false;
      for (const id of ids) touched.add(id);
      return true;
    });
  return { units, conflicts, offers };
}

function idOf({ changes }: DreamUnit): string {
  return changes[0]!.next.id;
}
