import { MemoryError } from "../errors.ts";
import type { Experience } from "../model/experience.ts";
import {
  type CardEntry,
  type CardFiles,
  type CardIndex,
  type CardPlace,
  type CardText,
  type IndexedCard,
  type IndexField,
  placeOf,
  type Stamp,
} from "../ports.ts";
import type { parseCard } from "./card.ts";

/** A card file that needs a person: it cannot be read, or it says one thing and lies in the place of another. */
export interface CardDiagnostic {
  path: string;
  /** Counted from 1. */
  line: number;
  problem: string;
}

/** A card that differs from what was indexed: `before` absent: it is new; `after` absent: it is gone or cannot be read. */
export interface IndexChange {
  id: string;
  before?: IndexedCard;
  after?: IndexedCard;
}

export interface SyncResult {
  /** Every file that needs a person, also those that were found earlier and have not changed. */
  diagnostics: CardDiagnostic[];
  changes: IndexChange[];
}

/** The tokens of each field, as `recall/fields.ts` makes them. */
export type TokensOf = (experience: Experience) => Record<IndexField, string[]>;

/** Up to here a quick check looks at every file: 2 ms at most. */
export const ALWAYS_FULL = 200;
/** Files that a quick check of a larger store looks at, other ones each time: 1 ms. */
export const SAMPLE = 100;
/** Cards that are read and indexed in one transaction. */
const BATCH = 200;

const PLACES: readonly CardPlace[] = ["experiences", "quarantine", "retired"];
const STATE = "sync";

// How an edited file is noticed, and what each way costs at 10,000 cards:
//
//   full    every file is looked at (size and times)                              50 ms
//   quick   the folders are looked at: files added, removed, renamed, or
//           replaced as most editors do; then everything is looked at             less than 1 ms
//           + a sample of the files: files written in place                       1 ms
//           + recall looks at each card it is about to hand over
//
// So a text that is no longer in its file is never handed over. What a quick check can miss is that a card which was written
// in place would now match a task that it did not match before. Every call other than recall makes a full check, and a store
// of 10,000 is seen through by samples in some hundreds of recalls. A quick check that finds nothing writes nothing, so that
// recall never waits for a process that does.

/** What one full check knew, kept beside the cards in the index. */
interface SyncState {
  /** Cards in the index after the check. */
  count: number;
  /** undefined where nothing could be concluded. */
  folders: Partial<Record<CardPlace, Stamp>>;
  problems: KnownProblem[];
}

interface KnownProblem extends CardEntry, CardDiagnostic {
  /** The card is in the index nevertheless. */
  indexed: boolean;
}

/**
 * Brings the index in step with the card files. Only files whose stamp changed are read. A file that cannot be read as a card
 * leaves the index, so nothing stale is recalled, and hides no other file.
 *
 * @param mode  `quick`: for recall, which looks at the stamp of each card before it hands it over
 */
export async function syncIndex(
  cards: CardFiles,
  index: CardIndex,
  tokensOf: TokensOf,
  mode: "full" | "quick" = "full",
): Promise<SyncResult> {
  const state = readState(await index.note(STATE));
  if (mode === "quick" && state && state.count > ALWAYS_FULL && (await foldersRest(cards, state))) {
    return checkSample(cards, index, tokensOf, state);
  }
  return checkAll(cards, index, tokensOf, state);
}

function readState(note: string | undefined): SyncState | undefined {
  return note === undefined ? undefined : (JSON.parse(note) as SyncState);
}

async function foldersRest(cards: CardFiles, state: SyncState): Promise<boolean> {
  for (const place of PLACES) {
    const stamp = await cards.folderStamp(place);
    if (stamp === undefined || stamp !== state.folders[place]) return false;
  }
  return true;
}

async function checkAll(
  cards: CardFiles,
  index: CardIndex,
  tokensOf: TokensOf,
  state: SyncState | undefined,
): Promise<SyncResult> {
  // The folders come first: what is added while the files are looked at shows as a change next time.
  const folders: SyncState["folders"] = {};
  for (const place of PLACES) {
    const stamp = await cards.folderStamp(place);
    if (stamp !== undefined) folders[place] = stamp;
  }
  const files = await cards.list();
  const indexed = new Map((await index.entries()).map((entry) => [entry.id, entry]));
  const known = new Map((state?.problems ?? []).map((problem) => [problem.id, problem]));
  const changed = files.filter((file) => {
    const problem = known.get(file.id);
    return !isSameFile(file, problem && !problem.indexed ? problem : indexed.get(file.id));
  });
  const present = new Map(files.map((file) => [file.id, file]));
  const gone = [...indexed.values()].filter(({ id }) => !present.has(id));
  const stale = new Set([...changed, ...gone].map(({ id }) => id));
  const kept = [...known.values()].filter(({ id }) => present.has(id) && !stale.has(id));
  const { changes, problems } = await bringIn(cards, index, tokensOf, [...changed, ...gone], indexed);
  const next: SyncState = { count: files.length, folders, problems: [...kept, ...problems] };
  await noteState(index, state, next);
  return { changes, diagnostics: next.problems.map(toDiagnostic) };
}

async function checkSample(
  cards: CardFiles,
  index: CardIndex,
  tokensOf: TokensOf,
  state: SyncState,
): Promise<SyncResult> {
  const sample = await index.sample(SAMPLE);
  const broken = state.problems.filter(({ indexed }) => !indexed);
  const changed: CardEntry[] = [];
  for (const entry of [...sample, ...broken]) {
    if ((await cards.stamp(entry.id, entry.place)) !== entry.stamp) changed.push(entry);
  }
  if (changed.length === 0) return { changes: [], diagnostics: state.problems.map(toDiagnostic) };
  const indexed = new Map(sample.map((entry) => [entry.id, entry]));
  const { changes, problems } = await bringIn(cards, index, tokensOf, changed, indexed);
  const stale = new Set(changed.map(({ id }) => id));
  const next = { ...state, problems: [...state.problems.filter(({ id }) => !stale.has(id)), ...problems] };
  await noteState(index, state, next);
  return { changes, diagnostics: next.problems.map(toDiagnostic) };
}

function isSameFile(file: CardEntry, other: CardEntry | undefined): boolean {
  return other !== undefined && other.place === file.place && other.stamp === file.stamp;
}

async function noteState(index: CardIndex, before: SyncState | undefined, state: SyncState): Promise<void> {
  const note = JSON.stringify(state);
  if (note !== JSON.stringify(before)) await index.setNote(STATE, note);
}

function toDiagnostic({ path, line, problem }: KnownProblem): CardDiagnostic {
  return { path, line, problem };
}

/** Reads these files anew and indexes what is a card; what is not leaves the index. */
async function bringIn(
  cards: CardFiles,
  index: CardIndex,
  tokensOf: TokensOf,
  entries: readonly CardEntry[],
  indexed: ReadonlyMap<string, CardEntry>,
): Promise<{ changes: IndexChange[]; problems: KnownProblem[] }> {
  const changes: IndexChange[] = [];
  const problems: KnownProblem[] = [];
  if (entries.length === 0) return { changes, problems };
  // Reading cards takes a YAML parser and a schema; a recall that finds nothing changed does not load them.
  const { parseCard: parse } = await import("./card.ts");
  for (let at = 0; at < entries.length; at += BATCH) {
    const batch = entries.slice(at, at + BATCH);
    const found: IndexChange[] = [];
    for (const entry of batch) {
      const { card, problem } = await readCard(cards, entry, tokensOf, parse);
      if (problem) problems.push(problem);
      const before = indexed.has(entry.id) ? await index.get(entry.id) : undefined;
      if (before || card) found.push({ id: entry.id, ...(before && { before }), ...(card && { after: card }) });
    }
    await index.put(found.flatMap(({ after }) => after ?? []));
    await index.remove(found.filter(({ after }) => after === undefined).map(({ id }) => id));
    changes.push(...found);
  }
  return { changes, problems };
}

async function readCard(
  cards: CardFiles,
  entry: CardEntry,
  tokensOf: TokensOf,
  parse: typeof parseCard,
): Promise<{ card?: IndexedCard; problem?: KnownProblem }> {
  let file: CardText | undefined;
  try {
    file = await cards.read(entry.id);
    if (!file) return {};
    const { experience, diagnostic } = settleWithPlace(parse(file.text, file.path), file);
    const { place, stamp, hash } = file;
    const card =
      diagnostic?.indexed === false ? undefined : { experience, place, stamp, hash, tokens: tokensOf(experience) };
    return { ...(card && { card }), ...(diagnostic && { problem: { ...entryOf(file), ...diagnostic } }) };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return {
      problem: {
        ...entryOf(file ?? entry),
        ...toProblem(error, file?.path ?? `${entry.place}/${entry.id}.md`),
        indexed: false,
      },
    };
  }
}

function entryOf({ id, place, stamp }: CardEntry): CardEntry {
  return { id, place, stamp };
}

/**
 * The file's name gives the id, and its folder decides the status: a person who moves a card has decided. A card in
 * `experiences/` that calls itself retired or quarantined is taken at its word, which is the careful reading, and reported.
 */
function settleWithPlace(
  experience: Experience,
  file: CardText,
): { experience: Experience; diagnostic?: CardDiagnostic & { indexed: boolean } } {
  const report = (key: string, problem: string, indexed: boolean) => ({
    path: file.path,
    line: lineOfKey(file.text, key),
    problem,
    indexed,
  });
  if (experience.id.normalize("NFC") !== file.id) {
    return {
      experience,
      diagnostic: report("id", `"id" is "${experience.id}", but the file is called "${file.id}.md"`, false),
    };
  }
  const named = { ...experience, id: file.id };
  if (placeOf(experience.status) === file.place) return { experience: named };
  if (file.place !== "experiences") {
    return { experience: { ...named, status: file.place === "retired" ? "retired" : "quarantined" } };
  }
  const problem = `"status" is "${experience.status}", but the card lies among the active ones; it is not recalled`;
  return { experience: named, diagnostic: report("status", problem, true) };
}

function lineOfKey(text: string, key: string): number {
  const lines = text.split("\n");
  return Math.max(1, lines.findIndex((line) => line.trimStart().replace(/^["']/, "").startsWith(key)) + 1);
}

function toProblem(error: MemoryError, fallbackPath: string): CardDiagnostic {
  const { path = fallbackPath, line = 1 } = error as MemoryError & Partial<CardDiagnostic>;
  const prefix = `${path}:${line}: `;
  return { path, line, problem: error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message };
}
