import type { CardStatus, Experience } from "../model/experience.ts";
import type { CardFiles } from "../ports.ts";
import type { IndexChange } from "./index-sync.ts";

/** What a person changed in a card's file. */
export interface HandEdit {
  id: string;
  /** Names of the changed fields of the experience, such as `whenToUse`; empty when only layout or unknown keys changed. */
  fields: string[];
  /** The confidence that they wrote, if they changed it. */
  confidence?: number;
  /** The status that they wrote, if they changed it. */
  status?: CardStatus;
}

/**
 * Which of the changes that a sync found were made by hand: the file is not the one that was written last. New cards and cards
 * that are gone are not edits.
 */
export async function handEdits(changes: readonly IndexChange[], cards: CardFiles): Promise<HandEdit[]> {
  const edits: HandEdit[] = [];
  for (const { id, before, after } of changes) {
    if (!before || !after || before.hash === after.hash) continue;
    if ((await cards.lastWritten(id)) !== after.hash) edits.push(editBetween(before.experience, after.experience));
  }
  return edits;
}

/** What differs between two states of one card. */
export function editBetween(before: Experience, after: Experience): HandEdit {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as Array<keyof Experience>;
  return {
    id: after.id,
    fields: keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).sort(),
    ...(before.confidence !== after.confidence && { confidence: after.confidence }),
    ...(before.status !== after.status && { status: after.status }),
  };
}
