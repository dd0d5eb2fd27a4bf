import { isObject } from "../model/json.ts";
import type { Ports } from "../ports.ts";
import type { LeftOut } from "../recall/explain.ts";

const NOTE = "stale";

/** Derived, and kept beside the index: where recall finds it without looking at anything else. */
export interface StaleNote {
  /** By card id, in words, what it speaks of that is no more. */
  stale: Record<string, string>;
  /** Paths that were seen to exist: only what was there can be gone, and not what a card tells to make. */
  seen: string[];
}

export async function readStaleNote(ports: Pick<Ports, "index">): Promise<StaleNote> {
  const nothing: StaleNote = { stale: {}, seen: [] };
  const text = await ports.index.note(NOTE);
  if (text === undefined) return nothing;
  try {
    const note: unknown = JSON.parse(text);
    return isObject(note) && isObject(note.stale) && Array.isArray(note.seen)
      ? (note as unknown as StaleNote)
      : nothing;
  } catch {
    // Somebody else's note: nothing is known, and the next look makes it anew.
    return nothing;
  }
}

export async function writeStaleNote(ports: Pick<Ports, "index">, note: StaleNote): Promise<void> {
  await ports.index.setNote(NOTE, JSON.stringify(note));
}

/**
 * Cards that recall keeps back because what they speak of is gone, as the last look found it.
 * @param toolsAtHand  a tool that the agent has is not gone, whenever it was last used
 */
export async function heldAsStale(
  ports: Pick<Ports, "index">,
  toolsAtHand?: readonly string[],
): Promise<ReadonlyMap<string, LeftOut>> {
  const { stale } = await readStaleNote(ports);
  const isAtHand = (reason: string) => toolsAtHand?.some((tool) => reason.startsWith(`${tool} was not used`)) ?? false;
  const held = Object.entries(stale).filter(([, reason]) => !isAtHand(reason));
  return new Map(held.map(([id, reason]): [string, LeftOut] => [id, `stale: ${reason}`]));
}
