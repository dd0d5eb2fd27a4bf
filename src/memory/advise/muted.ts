import { isMuted } from "../../learn/mute.ts";
import type { LedgerFold } from "../../learn/record.ts";
import type { Ports } from "../../ports.ts";

const NOTE = "muted";

/**
 * Writes down which cards agents keep ignoring, where advice finds it without reading the ledger. Derived: without the note, which
 * goes with the index, such a card may speak once more until the next run.
 */
export async function noteMuted(ports: Pick<Ports, "index">, fold: LedgerFold): Promise<void> {
  const muted = [...fold.cards].filter(([, record]) => isMuted(record)).map(([id]) => id);
  const text = JSON.stringify(muted.sort());
  if (((await ports.index.note(NOTE)) ?? "[]") !== text) await ports.index.setNote(NOTE, text);
}

/** Ids of cards that are no longer handed over unasked. */
export async function mutedIds(ports: Pick<Ports, "index">): Promise<ReadonlySet<string>> {
  const text = await ports.index.note(NOTE);
  if (text === undefined) return new Set();
  try {
    return new Set(JSON.parse(text) as string[]);
  } catch {
    // Somebody else's note: nothing is known.
    return new Set();
  }
}
