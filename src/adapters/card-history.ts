import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CardVersion } from "../ports.ts";
import { changedMeanwhile } from "./card-places.ts";
import { errorCode, isMissing } from "./disk-problem.ts";
import { makeFolder } from "./make-folder.ts";
import { clearStaleTemporaries, isTemporary, removeIfThere, writeBeside } from "./replace-file.ts";

const NEXT = ".next";
/**
 * A claim this old, or seen unchanged for so long, belongs to a writer that died: a write takes milliseconds. A living one that was held
 * up for longer finds its claim gone and changes nothing.
 */
const DEAD_CLAIM_MS = 2_000;
const CLAIM_PAUSE_MS = 20;
const MOST_PAUSES = 250;

// history/<id>/ holds every text worth keeping as 1.md, 2.md …, the last one being what was written last. A write goes
//
//   .next (new file)  ──>  the card is replaced  ──>  .next becomes the next number
//
// `.next` is taken exclusively, so of two writers one waits and then finds the card changed. When its writer dies, the text in
// it tells what happened: equal to the card, the card was replaced and only the last step is missing; otherwise nothing happened.
//
// The single steps are small, so they are done without waiting: in a busy process each wait lets somebody else go first, and a write
// has a dozen of them. Only the disk is waited for, before the claim.

/** A write in progress: nobody else writes this card until it is kept or dropped. */
export interface Claim {
  /** False when somebody took the writer for dead. Ask right before the card is replaced. */
  isOurs(): boolean;
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
  let own: string | undefined;
  let other: { mark: string; sinceMs: number } | undefined;
  for (let pauses = 0; ; pauses += 1) {
    own = await createNew(path, folder, text ?? "");
    if (own !== undefined) break;
    if ((await current()) !== replaced || pauses > MOST_PAUSES) throw changedMeanwhile(id);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (other?.mark !== markOf(found)) other = { mark: markOf(found), sinceMs: performance.now() };
    // By the clock, and without it, in case it was set back.
    const isDead = Date.now() - found.mtimeMs > DEAD_CLAIM_MS || performance.now() - other.sinceMs > DEAD_CLAIM_MS;
    if (isDead) await settleDeadClaim(folder, path, replaced, other.mark);
    else await sleep(CLAIM_PAUSE_MS);
  }
  const isOurs = () => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && markOf(found) === own;
  };
  const drop = async () => {
    if (isOurs()) await removeIfThere(path);
  };
  if ((await current()) !== replaced) {
    await drop();
    throw changedMeanwhile(id);
  }
  return {
    isOurs,
    keep: async ({ textAs, without }) => {
      if (textAs === undefined) await drop();
      else if (text !== undefined) await number(folder, isOurs() ? path : undefined, textAs, text);
      if (without !== undefined) await removeIfThere(join(folder, `${without}.md`));
    },
    drop,
  };
}

/** Tells one claim from the next. Its number alone does not: file systems give it again at once. */
function markOf({ ino, ctimeMs }: Stats): string {
  return `${ino}-${ctimeMs}`;
}

/** Gives the claim's text its number. A writer that was held up for so long that it was taken for dead finds it done, or does it anew. */
async function number(folder: string, path: string | undefined, n: number, text: string): Promise<void> {
  try {
    if (path !== undefined) return renameSync(path, join(folder, `${n}.md`));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const last = (await numbersIn(folder)).at(-1) ?? 0;
  if ((await textAt(folder, last)) !== text) await keepVersion(folder, last + 1, text);
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

/** @returns the mark of the new file; undefined when there is one already */
async function createNew(path: string, folder: string, text: string): Promise<string | undefined> {
  let file: number;
  try {
    file = openSync(path, "wx");
  } catch (error) {
    if (errorCode(error) === "EEXIST") return undefined;
    if (!isMissing(error)) throw error;
    await makeFolder(folder);
    return createNew(path, folder, text);
  }
  try {
    writeFileSync(file, text);
    return markOf(fstatSync(file));
  } catch (error) {
    await removeIfThere(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** The card holds the text that is to be replaced: if that is the claim's text, only its number is missing. */
async function settleDeadClaim(
  folder: string,
  path: string,
  replaced: string | undefined,
  mark: string,
): Promise<void> {
  const text = await readOr(path);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || markOf(found) !== mark) return; // somebody else has settled it
  if (text !== replaced || text === undefined) return removeIfThere(path);
  await number(folder, path, ((await numbersIn(folder)).at(-1) ?? 0) + 1, text);
}

async function numbersIn(folder: string): Promise<number[]> {
  let names: string[];
  try {
    names = readdirSync(folder);
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
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
