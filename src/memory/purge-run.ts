import type { StoredFiles } from "../ports.ts";
import { createPurger, type Purger } from "../store/purge.ts";
import { bodyOf, purgeCard, safeIds } from "../store/purge-card.ts";
import { idsIn, type PurgeChanges, purgeLine } from "../store/purge-line.ts";
import { textHash } from "../text/hash.ts";
import { PURGED } from "../text/purged.ts";
import { idOf, isCard, isLog, placesInText, textAfter } from "./purge/purge-text.ts";

export interface PurgeReport {
  /** Files that hold the match, or hold it in their name. Paths are shown without it. */
  files: Array<{ path: string; places: number; renamed: boolean }>;
  /** Occurrences in all of them. */
  places: number;
  /** Derived files that go, because they can be made anew. */
  dropped: string[];
  /** What holds the match and stays: dates and words of the format itself, names of folders and settings, files that are no text. */
  left: Array<{ path: string; places: number }>;
  dryRun: boolean;
}

/** Lines that others append while a log is rewritten can hold the match once more. */
const MOST_ROUNDS = 3;
const LEDGER = /^ledger\/[^/]+\.jsonl$/;

/**
 * Takes a text out of everything that is stored.
 *
 * The ledger is first and the cards follow: a run that dies is run again, finds the same cards and gives them the same ids.
 * Derived files go at the end, while the lock is still held.
 * @param match  a text, or `/pattern/flags`
 * @throws MemoryError `INVALID_INPUT` for a match that is nothing; `STORE_BUSY` when another process is changing a project
 */
export async function purgeRun(
  stores: readonly StoredFiles[],
  match: string,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<PurgeReport> {
  const purger = createPurger(match);
  const report: PurgeReport = { files: [], places: 0, dropped: [], left: [], dryRun };
  for (const store of stores) {
    if (store.isOwned) await reportLeft(store, await store.list(), purger, report);
    else if (dryRun) await survey(store, purger, report);
    else await store.lock.hold(() => purgeStore(store, purger, report));
  }
  return report;
}

async function survey(store: StoredFiles, purger: Purger, report: PurgeReport): Promise<PurgeChanges> {
  const paths = await store.list();
  const ids = await renamesIn(store, paths, purger);
  for (const path of paths) {
    const places = await placesIn(store, path, purger);
    const renamed = pathAfter(store, path, ids, purger) !== path;
    if (places === 0 && !renamed) continue;
    report.files.push({ path: shown(store, path, purger), places, renamed });
    report.places += places;
  }
  report.dropped.push(...(await store.derived()).map((path) => shown(store, path, purger)));
  return { ids, bodies: new Map() };
}

async function purgeStore(store: StoredFiles, purger: Purger, report: PurgeReport): Promise<void> {
  const { ids } = await survey(store, purger, report);
  const paths = await store.list();
  const changes = { ids, bodies: await bodiesIn(store, paths, purger, ids) };
  for (const path of paths) {
    if (isLog(store, path)) await store.rewrite(path, (line) => purgeLine(line, purger, changes));
  }
  for (const path of paths) if (!isLog(store, path)) await purgeFile(store, path, purger, ids);
  const taken = new Set(await store.list());
  // The card's own file last: while it has its old name, a run that is repeated knows what all else is to be called.
  for (const path of [...paths].sort((a, b) => Number(isCard(a)) - Number(isCard(b)))) {
    const after = pathAfter(store, path, ids, purger);
    if (after === path) continue;
    const free = freePath(after, taken);
    await store.rename(path, free);
    taken.add(free);
  }
  for (const path of await store.derived()) await store.remove(path);
  await lookAgain(store, purger, changes, report);
}

/** Cards whose id holds the match, wherever it is spoken of. */
async function renamesIn(store: StoredFiles, paths: readonly string[], purger: Purger): Promise<Map<string, string>> {
  const cards = new Set<string>();
  const mentioned = new Set<string>();
  for (const path of paths) {
    const id = idOf(path);
    if (id !== undefined) (isCard(path) ? cards : mentioned).add(id);
    if (!LEDGER.test(path)) continue;
    for await (const line of store.lines(path)) for (const each of idsIn(line)) mentioned.add(each);
  }
  return safeIds(cards, mentioned, purger);
}

/** A body that a miner wrote stays a miner's when the purge changes it. */
async function bodiesIn(
  store: StoredFiles,
  paths: readonly string[],
  purger: Purger,
  ids: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  for (const path of paths.filter(isCard)) {
    const id = idOf(path)!;
    const text = (await store.read(path))?.text ?? "";
    const [before, after] = [bodyOf(text), bodyOf(purgeCard(text, purger, ids.get(id) ?? id, ids))];
    if (before !== undefined && after !== undefined && before !== after) bodies.set(textHash(before), textHash(after));
  }
  return bodies;
}

async function purgeFile(
  store: StoredFiles,
  path: string,
  purger: Purger,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const file = await store.read(path);
    // What is no text, such as a picture that somebody put here, would be destroyed; it is reported instead.
    if (!file || (!file.exact && idOf(path) === undefined)) return;
    const { text } = file;
    const after = textAfter(store, path, text, purger, ids);
    if (after === undefined) return store.remove(path);
    if (after === text || (await store.replace(path, text, after))) return;
  }
}

async function lookAgain(
  store: StoredFiles,
  purger: Purger,
  changes: PurgeChanges,
  report: PurgeReport,
): Promise<void> {
  for (const path of await store.list()) {
    for (let round = 1; isLog(store, path) && round < MOST_ROUNDS; round += 1) {
      if (!(await store.rewrite(path, (line) => purgeLine(line, purger, changes)))) break;
    }
  }
  await reportLeft(store, await store.list(), purger, report);
}

async function reportLeft(
  store: StoredFiles,
  paths: readonly string[],
  purger: Purger,
  report: PurgeReport,
): Promise<void> {
  for (const path of paths) {
    const places = await placesIn(store, path, purger);
    if (places > 0) report.left.push({ path: shown(store, path, purger), places });
  }
}

async function placesIn(store: StoredFiles, path: string, purger: Purger): Promise<number> {
  if (!isLog(store, path)) return placesInText(store, (await store.read(path))?.text ?? "", purger);
  let places = 0;
  for await (const line of store.lines(path)) places += purger.count(line);
  return places;
}

function pathAfter(store: StoredFiles, path: string, ids: ReadonlyMap<string, string>, purger: Purger): string {
  const id = idOf(path);
  if (id === undefined) return isLog(store, path) ? path : path.split("/").map(purger.name).join("/");
  const next = ids.get(id);
  if (next === undefined) return path;
  return isCard(path) ? path.replace(/[^/]+(?=\.md$)/, next) : path.replace(/[^/]+(?=\/[^/]+$)/, next);
}

/** Files that are no cards may come to the same name; none takes another's place. */
function freePath(path: string, taken: ReadonlySet<string>): string {
  if (idOf(path) !== undefined) return path;
  const [, stem = path, end = ""] = /^(.*?)(\.[^./]*)?$/s.exec(path) ?? [];
  for (let n = 1; ; n += 1) {
    const each = n === 1 ? path : `${stem}-${n}${end}`;
    if (!taken.has(each)) return each;
  }
}

/** A path may hold the match as well, and what is printed must not. */
function shown(store: StoredFiles, path: string, purger: Purger): string {
  return [store.name, path]
    .filter((part) => part !== "")
    .join("/")
    .split("/")
    .map((name) => (purger.name(name) === name ? name : PURGED))
    .join("/");
}
