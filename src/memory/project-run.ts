import { MemoryError } from "../errors.ts";
import { isObject } from "../model/json.ts";
import type { ProjectStore, StoredFiles } from "../ports.ts";
import { parseCard, spliceCard } from "../store/card.ts";
import { idsIn } from "../store/purge-line.ts";
import { uniqueSlug } from "../text/slug.ts";
import { closestIds } from "./closest-ids.ts";

export interface ListedProject {
  id: string;
  name: string;
  root?: string;
  cards: number;
  observations: number;
  current: boolean;
}

export interface MergeReport {
  from: string;
  into: string;
  cards: number;
  observations: number;
  /** Cards whose id was taken. */
  renamed: Array<{ before: string; after: string }>;
  /** Where the files of the merged project lie, as they were. */
  kept: string;
}

export interface SplitReport {
  id: string;
  from: string;
  sessions: number;
  observations: number;
}

const CARD = /^(?:experiences|quarantine|retired)\/([^/]+)\.md$/;
const VERSION = /^history\/([^/]+)\/([^/]+)$/;
const OBSERVATIONS = /^observations\/[^/]+\.jsonl$/;
const LEDGER = /^ledger\/[^/]+\.jsonl$/;

/** @param current  id of the project that the current folder belongs to */
export async function listProjects(store: ProjectStore, current: string): Promise<ListedProject[]> {
  const listed: ListedProject[] = [];
  for (const project of await store.list()) {
    const files = store.filesOf(project.id);
    const paths = await files.list();
    const cards = new Set(paths.flatMap((path) => CARD.exec(path)?.[1] ?? [])).size;
    const observations = await countLines(
      files,
      paths.filter((path) => OBSERVATIONS.test(path)),
    );
    listed.push({ ...project, cards, observations, current: project.id === current });
  }
  return listed;
}

/**
 * Makes one project's memory part of another's. Its logs become files of their own there, to which a run adds what is missing, so one that
 * dies can be repeated, and so can one after which somebody still wrote to the old project. Cards keep their ids unless one is taken; the ledger follows.
 *
 * The order keeps everything: copy, redirect what is recognised, put the folder aside, copy once more what was appended meanwhile.
 * @throws MemoryError `INVALID_INPUT` for a project and itself, `NOT_FOUND` for an id that is none
 */
export async function mergeProjects(
  store: ProjectStore,
  from: string,
  into: string,
  nowMs: number,
): Promise<MergeReport> {
  const known = (await store.list()).map(({ id }) => id);
  for (const id of [from, into]) if (!known.includes(id)) throw noSuchProject(id, known);
  if (from === into) {
    throw new MemoryError("INVALID_INPUT", `"${from}" cannot be merged into itself`, "Name two projects: FROM INTO.");
  }
  const target = store.filesOf(into);
  // In one order whoever merges what, so that two merges never wait for each other.
  const [first, second] = [from, into].sort().map((id) => store.filesOf(id).lock) as [
    StoredFiles["lock"],
    StoredFiles["lock"],
  ];
  const { ids, cards } = await first.hold(() =>
    second.hold(async () => {
      const source = store.filesOf(from);
      const moved = await newIds(source, target, from);
      await copyLogs(source, target, from, into, moved);
      const copied = await copyCards(source, target, moved);
      await store.redirect(from, into);
      await dropDerived(target);
      return { ids: moved, cards: copied };
    }),
  );
  const aside = await store.putAside(from, nowMs);
  const observations = await target.lock.hold(async () => {
    await copyLogs(aside.files, target, from, into, ids);
    await dropDerived(target);
    return countLines(
      aside.files,
      (await aside.files.list()).filter((path) => OBSERVATIONS.test(path)),
    );
  });
  const renamed = [...ids].filter(([before, after]) => before !== after).map(([before, after]) => ({ before, after }));
  return { from, into, cards, observations, renamed, kept: aside.path };
}

/**
 * Makes a folder a project of its own. What sessions that began below it did goes with it; cards stay where they are, and each
 * project counts anew.
 */
export async function splitProject(store: ProjectStore, path: string): Promise<SplitReport> {
  const { id, from, folder } = await store.split(path);
  const [source, target] = [store.filesOf(from), store.filesOf(id)];
  const report: SplitReport = { id, from, sessions: 0, observations: 0 };
  await source.lock.hold(async () => {
    const logs = (await source.list()).filter((each) => OBSERVATIONS.test(each));
    const sessions = await sessionsBelow(source, logs, folder);
    report.sessions = sessions.size;
    const isTheirs = (line: string) => sessions.has(String(rowOf(line)?.session));
    const copies = new Map<string, string[]>();
    for (const log of logs) {
      const moved: string[] = [];
      for await (const line of source.lines(log)) if (isTheirs(line)) moved.push(line);
      copies.set(log, moved);
      await writeMoved(target, log, from, moved, id);
    }
    for (const session of sessions) await store.place(session, id);
    for (const log of logs)
      report.observations += await takeOut(source, target, log, from, copies.get(log)!, isTheirs, id);
    await dropDerived(source);
    await dropDerived(target);
  });
  return report;
}

/**
 * Takes lines out of a log that lie in the new project already, and only those, so that a run that dies between the two loses none. What a
 * hook appended meanwhile goes with the rest.
 * @param moved  the lines that lie there
 * @returns how many there are in the end
 */
async function takeOut(
  source: StoredFiles,
  target: StoredFiles,
  log: string,
  from: string,
  moved: readonly string[],
  isTheirs: (line: string) => boolean,
  id: string,
): Promise<number> {
  const there = new Set(moved);
  await source.rewrite(log, (line) => (there.has(line) && isTheirs(line) ? undefined : line));
  const late: string[] = [];
  for await (const line of source.lines(log)) if (isTheirs(line)) late.push(line);
  if (late.length === 0) return moved.length;
  await writeMoved(target, log, from, late, id);
  return moved.length + (await takeOut(source, target, log, from, late, isTheirs, id));
}

async function writeMoved(
  target: StoredFiles,
  log: string,
  from: string,
  lines: readonly string[],
  id: string,
): Promise<void> {
  await addLines(
    target,
    fileOf(log, from),
    lines.map((line) => withProject(line, id)),
  );
}

/** Adds lines to a log that nobody else writes. Those that are there stay: an earlier run brought them, and some may be gone from where they came from. */
async function addLines(target: StoredFiles, path: string, lines: readonly string[]): Promise<void> {
  const all: string[] = [];
  const counts = new Map<string, number>();
  for await (const line of target.lines(path)) {
    all.push(line);
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const before = all.length;
  for (const line of lines) {
    const left = counts.get(line) ?? 0;
    if (left > 0) counts.set(line, left - 1);
    else all.push(line);
  }
  if (all.length > before) await target.write(path, asLog(all));
}

function noSuchProject(id: string, known: readonly string[]): MemoryError {
  const near = closestIds(id, known);
  const hint = near.length > 0 ? `Closest ids: ${near.join(", ")}.` : "`habitus project` lists them.";
  return new MemoryError("NOT_FOUND", `no project is called "${id}"`, hint);
}

/**
 * The id that each card of `source` gets in `target`: its own, or one with a number where another card has it. What an earlier run has
 * brought of the ledger takes no id, so that a run that is repeated gives the same ones.
 */
async function newIds(source: StoredFiles, target: StoredFiles, from: string): Promise<Map<string, string>> {
  const theirs = await textsById(target);
  const taken = new Set([...theirs.keys(), ...(await idsOf(target, `-${from}.jsonl`))].map((id) => id.toLowerCase()));
  const ids = new Map<string, string>();
  const own = await textsById(source);
  for (const id of [...(await idsOf(source))].sort()) {
    const text = own.get(id);
    // A card that is there word for word is the same card: a merge that was cut short had brought it.
    const isTheSame = (other: string) => text !== undefined && theirs.get(other) === withId(text, id, other);
    const next = uniqueSlug(id, (other) => taken.has(other.toLowerCase()) && !isTheSame(other));
    taken.add(next.toLowerCase());
    ids.set(id, next);
  }
  return ids;
}

async function textsById(files: StoredFiles): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of await files.list()) {
    const id = CARD.exec(path)?.[1]?.normalize("NFC");
    const file = id === undefined ? undefined : await files.read(path);
    if (id !== undefined && file) texts.set(id, file.text);
  }
  return texts;
}

/**
 * Every id that a card has or once had: in files, in history, and in the ledger.
 * @param without  logs whose names end with this are left out
 */
async function idsOf(files: StoredFiles, without?: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const path of await files.list()) {
    const id = (CARD.exec(path) ?? VERSION.exec(path))?.[1];
    if (id !== undefined) ids.add(id.normalize("NFC"));
    if (!LEDGER.test(path) || (without !== undefined && path.endsWith(without))) continue;
    for await (const line of files.lines(path)) for (const each of idsIn(line)) ids.add(each);
  }
  return ids;
}

async function copyLogs(
  source: StoredFiles,
  target: StoredFiles,
  from: string,
  into: string,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  for (const path of await source.list()) {
    const change = OBSERVATIONS.test(path)
      ? (line: string) => withProject(line, into)
      : LEDGER.test(path)
        ? (line: string) => withIds(line, ids)
        : undefined;
    if (!change) continue;
    const lines: string[] = [];
    for await (const line of source.lines(path)) if (line !== "") lines.push(change(line));
    await addLines(target, fileOf(path, from), lines);
  }
}

/** @returns how many cards there are */
async function copyCards(source: StoredFiles, target: StoredFiles, ids: ReadonlyMap<string, string>): Promise<number> {
  let cards = 0;
  for (const path of await source.list()) {
    const id = (CARD.exec(path) ?? VERSION.exec(path))?.[1]?.normalize("NFC");
    const file = id === undefined ? undefined : await source.read(path);
    if (id === undefined || !file) continue;
    const next = ids.get(id) ?? id;
    const [place, rest] = [path.slice(0, path.indexOf("/")), VERSION.exec(path)?.[2]];
    await target.write(
      rest === undefined ? `${place}/${next}.md` : `${place}/${next}/${rest}`,
      withId(file.text, id, next),
    );
    if (rest === undefined) cards += 1;
  }
  return cards;
}

/** A broken card keeps its text: a person mends it, and sees what its file is called. */
function withId(text: string, before: string, after: string): string {
  if (before === after) return text;
  try {
    return spliceCard(text, { ...parseCard(text, before), id: after });
  } catch (error) {
    if (error instanceof MemoryError) return text;
    throw error;
  }
}

/** `observations/2026-11-30.jsonl` of another project lies beside this one's as `observations/2026-11-30.from-<id>.jsonl`. */
function fileOf(path: string, from: string): string {
  return path.replace(/(?:\.from-[^/]+)?\.jsonl$/, (ending) =>
    ending === ".jsonl" ? `.from-${from}.jsonl` : `${ending.slice(0, -".jsonl".length)}-${from}.jsonl`,
  );
}

function asLog(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function withProject(line: string, project: string): string {
  const row = rowOf(line);
  return row && typeof row.project === "string" ? JSON.stringify({ ...row, project }) : line;
}

function withIds(line: string, ids: ReadonlyMap<string, string>): string {
  const row = rowOf(line);
  if (!row) return line;
  const idOf = (id: unknown) => (typeof id === "string" ? (ids.get(id) ?? id) : id);
  return JSON.stringify({
    ...row,
    ...(row.card !== undefined && { card: idOf(row.card) }),
    ...(row.into !== undefined && { into: idOf(row.into) }),
    ...(Array.isArray(row.shown) && { shown: row.shown.map(idOf) }),
    ...(Array.isArray(row.shortlist) && {
      shortlist: row.shortlist.map((entry) => (isObject(entry) ? { ...entry, id: idOf(entry.id) } : entry)),
    }),
  });
}

function rowOf(line: string): Record<string, unknown> | undefined {
  try {
    const row: unknown = JSON.parse(line);
    return isObject(row) ? row : undefined;
  } catch {
    return undefined; // a damaged line is nobody's in particular; it stays as it is
  }
}

async function sessionsBelow(source: StoredFiles, logs: readonly string[], folder: string): Promise<Set<string>> {
  const sessions = new Set<string>();
  for (const log of logs) {
    for await (const line of source.lines(log)) {
      const row = rowOf(line);
      if (row?.event !== "session_start" || typeof row.session !== "string" || !isObject(row.input)) continue;
      if (isBelow(row.input.cwd, folder)) sessions.add(row.session);
    }
  }
  return sessions;
}

function isBelow(cwd: unknown, folder: string): boolean {
  if (typeof cwd !== "string") return false;
  const [path, root] = [cwd, folder].map((each) => each.replaceAll("\\", "/").replace(/\/+$/, ""));
  return path === root || path!.startsWith(`${root}/`);
}

async function countLines(files: StoredFiles, logs: readonly string[]): Promise<number> {
  let count = 0;
  for (const log of logs) for await (const line of files.lines(log)) if (line !== "") count += 1;
  return count;
}

async function dropDerived(files: StoredFiles): Promise<void> {
  for (const path of await files.derived()) await files.remove(path);
}
