import { MemoryError } from "../../errors.ts";
import { isObject } from "../../model/json.ts";
import type { LedgerRow, NewLedgerRow } from "../../model/ledger.ts";
import { type Ports, placeOf } from "../../ports.ts";
import { parseCard } from "../../store/card.ts";
import { indexCard } from "../place-card.ts";
import { contentKey } from "./content-key.ts";

/**
 * What a run has decided, written down as a whole before the first card changes. A run that dies is finished by whatever changes
 * cards next: every step tells from the files and the ledger whether it was taken, so each is taken once.
 *
 *   journal ──> each unit: all files ──> its ledger rows ──> closing rows ──> journal emptied
 */
export interface Journal {
  v: 1;
  run: string;
  units: JournalUnit[];
  /** Appended when all units are through. */
  closing: NewLedgerRow[];
}

export interface JournalUnit {
  changes: JournalChange[];
  rows: NewLedgerRow[];
}

export interface JournalChange {
  id: string;
  /** `contentKey` of the file that is replaced; null: there must be none. */
  before: string | null;
  /** `contentKey` of `text`; null where the file goes. */
  after: string | null;
  text: string | null;
}

export interface Carried {
  run: string;
  /** By unit: whether it was carried out, or left because a person changed a card meanwhile. */
  done: boolean[];
}

type JournalPorts = Pick<Ports, "cards" | "index" | "ledger" | "dream">;

/** Carries out what the journal holds. Runs while the lock is held. @returns undefined when there is nothing to finish */
export async function carryOut(ports: JournalPorts, onUnit?: (done: number) => void): Promise<Carried | undefined> {
  const journal = await ports.dream.load();
  if (!isJournal(journal)) return undefined;
  const written = await rowsOf(ports, journal);
  const done: boolean[] = [];
  for (const unit of journal.units) {
    const isDone = await carryUnit(ports, unit);
    if (isDone) await appendMissing(ports, unit.rows, written);
    done.push(isDone);
    onUnit?.(done.length);
  }
  await appendMissing(
    ports,
    journal.closing.map((row) => counted(row, done)),
    written,
  );
  await ports.dream.save(null);
  return { run: journal.run, done };
}

function isJournal(value: unknown): value is Journal {
  return isObject(value) && value.v === 1 && Array.isArray(value.units) && Array.isArray(value.closing);
}

/** What a unit left to a person is not counted as carried out. */
function counted(row: NewLedgerRow, done: readonly boolean[]): NewLedgerRow {
  return row.type === "dream_ended" ? { ...row, units: done.filter(Boolean).length } : row;
}

async function carryUnit(ports: JournalPorts, { changes }: JournalUnit): Promise<boolean> {
  const states = await Promise.all(changes.map((change) => stateOf(ports, change)));
  if (states.includes("other")) return false;
  try {
    for (const [i, change] of changes.entries()) if (states[i] === "before") await carryChange(ports, change);
    return true;
  } catch (error) {
    // Somebody saved the file at this very moment: theirs stays, and the next run looks at it again.
    if (error instanceof MemoryError && error.code === "STORE_BUSY") return false;
    throw error;
  }
}

async function stateOf(ports: JournalPorts, change: JournalChange): Promise<"before" | "after" | "other"> {
  const file = await ports.cards.read(change.id);
  const key = file ? contentKey(file.text) : null;
  if (key === change.after) return "after";
  return key === change.before ? "before" : "other";
}

async function carryChange(ports: JournalPorts, { id, text }: JournalChange): Promise<void> {
  const file = await ports.cards.read(id);
  if (text === null) {
    if (file) await ports.cards.remove(id, file.hash);
    await ports.index.remove([id]);
    return;
  }
  const next = parseCard(text, id);
  const place = placeOf(next.status);
  const written = !file
    ? await ports.cards.write(id, place, text, null)
    : file.place === place
      ? await ports.cards.write(id, place, text, file.hash)
      : await ports.cards.move(id, place, text, file.hash);
  await indexCard(ports, next, written);
}

/** Rows of this run that are in the ledger already, by what makes each of them one of a kind. */
async function rowsOf(ports: JournalPorts, { units, closing }: Journal): Promise<Set<string>> {
  const wanted = new Set([...units.flatMap(({ rows }) => rows), ...closing].map(nameOf));
  const written = new Set<string>();
  for await (const row of ports.ledger.read()) {
    const name = nameOf(row);
    if (wanted.has(name)) written.add(name);
  }
  return written;
}

/** Other rows of a unit are appended in one write with a row that names the run, so that one stands for all. */
function nameOf(row: NewLedgerRow | LedgerRow): string {
  const { type } = row;
  if (type === "dreamed") return `${type} ${row.run} ${row.unit} ${row.card}`;
  if (type === "dream_undone") return `${type} ${row.run} ${row.unit ?? "all"}`;
  return type === "dream_ended" ? `${type} ${row.run}` : "";
}

async function appendMissing(ports: JournalPorts, rows: readonly NewLedgerRow[], written: ReadonlySet<string>) {
  const marks = rows.map(nameOf).filter((name) => name !== "");
  if (rows.length > 0 && !marks.some((name) => written.has(name))) await ports.ledger.append(rows);
}
