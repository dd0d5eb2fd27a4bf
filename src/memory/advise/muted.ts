import { isMuted } from "../../learn/mute.ts";
import type { LedgerFold } from "../../learn/record.ts";
import type { Ports } from "../../ports.ts";
import { heldByHosts } from "../held-back.ts";
import { heldAsStale } from "../stale-note.ts";

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

/** Ids of cards that are not handed over unasked: agents keep ignoring them, what they speak of is gone, or the host's own memory says it. */
export async function mutedIds(ports: Pick<Ports, "index">): Promise<ReadonlySet<string>> {
  const stale = (await heldAsStale(ports)).keys();
  const byHosts = (await heldByHosts(ports)).map(([id]) => id);
  return new Set([...(await notedIds(ports)), ...stale, ...byHosts]);
}

async function notedIds(ports: Pick<Ports, "index">): Promise<string[]> {
  const text = await ports.index.note(NOTE);
  if (text === undefined) return [];
  try {
    return JSON.parse(text) as string[];
  } catch {
    // Somebody else's note: nothing is known.
    return [];
  }
}
