import { MemoryError } from "../../errors.ts";
import { isUndone } from "../../learn/dreams.ts";
import { foldLedger } from "../../learn/record.ts";
import type { DreamedRow, LedgerRow, NewLedgerRow } from "../../model/ledger.ts";
import type { MemoryOptions } from "../../options.ts";
import type { CardText, Ports } from "../../ports.ts";
import { parseCard, spliceCard } from "../../store/card.ts";
import { changeBetween } from "../../store/versions.ts";
import { settle } from "../settle.ts";
import { contentKey } from "./content-key.ts";
import { carryOut, type JournalUnit } from "./journal.ts";

export interface DreamUndo {
  run: string;
  /** Cards that are as before. */
  restored: Array<{ card: string; diff: string }>;
  /** Cards that were changed since by somebody else: they stay as they are. */
  left: Array<{ card: string; reason: string }>;
}

/**
 * Takes the latest run back that changed something and was not taken back yet: texts, places and what it said about records.
 * Numbers stay those of today. Runs while the lock is held.
 * @throws MemoryError `NOT_FOUND` when there is none
 */
export async function undoDream(ports: Ports, options: MemoryOptions): Promise<DreamUndo> {
  const rows: LedgerRow[] = [];
  for await (const row of ports.ledger.read()) rows.push(row);
  const { dreams } = await foldLedger(rows);
  const run = dreams.standing.at(-1);
  if (run === undefined)
    throw new MemoryError("NOT_FOUND", "no dream changed anything that still stands", "There is nothing to undo.");
  const own = rows.filter(
    (row): row is DreamedRow => row.type === "dreamed" && row.run === run && !isUndone(dreams, row),
  );
  const undo = await takeBack(ports, own, { type: "dream_undone", run, by: "person" }, `dream ${run} was taken back`);
  await settle(ports, options);
  return undo;
}

/**
 * Gives cards the texts and places that they had before these rows, as a whole or, after a crash, when next somebody changes cards.
 * @param rows  of one run, oldest first
 * @param undone  what the ledger is told
 */
export async function takeBack(
  ports: Ports,
  rows: readonly DreamedRow[],
  undone: NewLedgerRow & { type: "dream_undone" },
  reason: string,
): Promise<DreamUndo> {
  const undo: DreamUndo = { run: undone.run, restored: [], left: [] };
  const units: JournalUnit[] = [];
  for (const row of [...rows].reverse()) {
    const file = await ports.cards.read(row.card);
    const back = await textBefore(ports, row, file);
    if (typeof back === "object" && back !== null) {
      undo.left.push({ card: row.card, reason: back.problem });
      continue;
    }
    const after = back === null ? null : contentKey(back);
    units.push({
      changes: [{ id: row.card, before: file ? contentKey(file.text) : null, after, text: back }],
      rows: [],
    });
    const names = { from: `${row.card}, dreamed`, to: `${row.card}, before` };
    undo.restored.push({ card: row.card, diff: changeBetween(file?.text ?? "", back ?? "", names) });
  }
  const placed = undo.restored.map(({ card }) => ({ type: "undone" as const, card, by: undone.by, reason }));
  await ports.dream.save({ v: 1, run: undone.run, units, closing: [undone, ...placed] });
  await carryOut(ports);
  return undo;
}

/** The card's text before the run, with the numbers of now; null: there was no card. */
export async function textBefore(
  ports: Ports,
  { card, before, after }: DreamedRow,
  file: CardText | undefined,
): Promise<string | null | { problem: string }> {
  if (!file) return before === null ? null : { problem: "its file is gone" };
  if (contentKey(file.text) !== after) return { problem: "it was changed since" };
  if (before === null) return null;
  const version = (await ports.cards.history(card)).findLast(({ text }) => contentKey(text) === before);
  if (!version) return { problem: "its earlier text is no longer in history" };
  const { confidence, freq, utility, tier, value } = parseCard(file.text, file.path);
  const { value: _value, ...then } = parseCard(version.text, file.path);
  return spliceCard(version.text, { ...then, confidence, freq, utility, tier, ...(value && { value }) });
}
