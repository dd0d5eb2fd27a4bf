import { type FileHandle, open, readdir, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CardVersion } from "../ports.ts";
import { changedMeanwhile } from "./card-places.ts";
import { errorCode, isMissing } from "./disk-problem.ts";
import { makeFolder } from "./make-folder.ts";
import { clearStaleTemporaries, isTemporary, removeIfThere, writeBeside } from "./replace-file.ts";

const NEXT = ".next";
/** A claim this old belongs to a writer that died: a write takes milliseconds. */
const DEAD_CLAIM_MS = 2_000;
const CLAIM_PAUSE_MS = 20;
const MOST_PAUSES = 250;

// history/<id>/ holds every text worth keeping as 1.md, 2.md …, the last one being what was written last. A write goes
//
//   .next (new file)  ──>  the card is replaced  ──>  .next becomes the next number
//
// `.next` is taken exclusively, so of two writers one waits and then finds the card changed. When its writer dies, the text in
// it tells what happened: equal to the card, the card was replaced and only the last step is missing; otherwise nothing happened.

/** A write in progress: nobody else writes this card until it is kept or dropped. */
export interface Claim {
  /** @param plan  what {@link planVersions} said */
  keep(plan: VersionPlan): Promise<void>;
  drop(): Promise<void>;
}

/** What happens to the kept texts when the card is replaced. */
export interface VersionPlan {
  /** Number under which the replaced text has to be kept first; undefined when it is kept already or not worth it. */
  replacedAs: number | undefined;
  /** Number that the new text gets; undefined when the newest kept text is the same. */
  textAs: number | undefined;
  /** Number whose text is kept no longer. */
  without: number | undefined;
}

/**
 * Takes the right to replace the card.
 * @param text      what the card will hold; undefined when it will be removed
 * @param replaced  what it holds; undefined when there is none yet
 * @param current   what it holds by now
 * @throws MemoryError `STORE_BUSY` when another writer was first
 */
export async function claimNext(
  folder: string,
  id: string,
  text: string | undefined,
  replaced: string | undefined,
  current: () => Promise<string | undefined>,
): Promise<Claim> {
  const path = join(folder, NEXT);
  for (let pauses = 0; !(await createNew(path, folder, text ?? "")); pauses += 1) {
    if ((await current()) !== replaced || pauses > MOST_PAUSES) throw changedMeanwhile(id);
    if (await isOlderThan(path, DEAD_CLAIM_MS)) await settleDeadClaim(folder, path, replaced);
    else await sleep(CLAIM_PAUSE_MS);
  }
  if ((await current()) !== replaced) {
    await removeIfThere(path);
    throw changedMeanwhile(id);
  }
  return {
    keep: async ({ textAs, without }) => {
      if (textAs === undefined) await removeIfThere(path);
      else if (text !== undefined) await number(folder, path, textAs, text);
      if (without !== undefined) await removeIfThere(join(folder, `${without}.md`));
    },
    drop: () => removeIfThere(path),
  };
}

/** Gives the claim's text its number. A writer that was held up for so long that it was taken for dead finds it done, or does it anew. */
async function number(folder: string, path: string, n: number, text: string): Promise<void> {
  try {
    await rename(path, join(folder, `${n}.md`));
  } catch (error) {
    if (!isMissing(error)) throw error;
    const last = (await numbersIn(folder)).at(-1) ?? 0;
    if ((await textAt(folder, last)) !== text) await keepVersion(folder, last + 1, text);
  }
}

/** Which numbers the texts get; the same decision as `keepTexts`, on files. */
export async function planVersions(
  folder: string,
  replaced: string | undefined,
  text: string | undefined,
  version: boolean,
): Promise<VersionPlan> {
  const last = (await numbersIn(folder)).at(-1) ?? 0;
  const newest = await textAt(folder, last);
  const isOurs = replaced === newest;
  const replacedAs = version && !isOurs && replaced !== undefined ? last + 1 : undefined;
  const before = replacedAs ?? (!version && isOurs ? last - 1 : last);
  const beforeText = replacedAs !== undefined ? replaced : before === last ? newest : await textAt(folder, before);
  const textAs = text === undefined || beforeText === text ? undefined : before + 1;
  return { replacedAs, textAs, without: before < last && textAs === undefined ? last : undefined };
}

/** Keeps a text under its number. */
export async function keepVersion(folder: string, n: number, text: string): Promise<void> {
  const path = join(folder, `${n}.md`);
  await rename(await writeBeside(path, text), path);
}

/** All kept texts, oldest first, the one written last included. */
export async function keptVersions(folder: string): Promise<CardVersion[]> {
  const versions: CardVersion[] = [];
  for (const n of await numbersIn(folder)) {
    const text = await textAt(folder, n);
    if (text !== undefined) versions.push({ n, text });
  }
  return versions;
}

/** Text of a write that replaced the card but did not come to give the text its number. */
export function unfinishedText(folder: string): Promise<string | undefined> {
  return readOr(join(folder, NEXT));
}

async function createNew(path: string, folder: string, text: string): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await open(path, "wx");
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    if (!isMissing(error)) throw error;
    await makeFolder(folder);
    return createNew(path, folder, text);
  }
  try {
    await handle.writeFile(text);
  } catch (error) {
    await handle.close();
    await removeIfThere(path);
    throw error;
  }
  await handle.close();
  return true;
}

async function isOlderThan(path: string, ageMs: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > ageMs;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The card holds the text that is to be replaced: if that is the claim's text, only its number is missing. */
async function settleDeadClaim(folder: string, path: string, replaced: string | undefined): Promise<void> {
  const text = await readOr(path);
  if (text !== replaced || text === undefined) return removeIfThere(path);
  await number(folder, path, ((await numbersIn(folder)).at(-1) ?? 0) + 1, text);
}

async function numbersIn(folder: string): Promise<number[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  if (names.some(isTemporary)) await clearStaleTemporaries(folder, Date.now());
  return names
    .filter((name) => /^[1-9][0-9]*\.md$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b);
}

async function textAt(folder: string, n: number): Promise<string | undefined> {
  return n < 1 ? undefined : readOr(join(folder, `${n}.md`));
}

async function readOr(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
