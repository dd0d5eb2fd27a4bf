import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MemoryError } from "../errors.ts";
import type { Lock } from "../ports.ts";
import { diskProblem, errorCode, isMissing } from "./disk-problem.ts";
import { makeFolder } from "./make-folder.ts";
import { lifeOf, ownMark, type ProcessMark, parseMark } from "./process-life.ts";
import { uniqueName } from "./replace-file.ts";

export const DEFAULT_WAIT_MS = 10_000;

/** How often a holder shows that it lives, for those who cannot look at its process. */
const SIGN_OF_LIFE_MS = 10_000;
/** A holder in another container or on another machine that was silent for this long is taken for dead. */
const FOREIGN_SILENCE_MS = 10 * 60 * 1000;
/** A number without an owner's name that is this old will not get one any more. */
const HALF_GONE_MS = 10_000;
const RELEASE_AGAIN_MS = 500;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;
const OWNER = "owner.json";
const RELEASED = "released";

// The folder holds one subfolder for each time the lock was taken, numbered; only the highest number counts.
//
//   lock/7/owner.json             taken, and held while that process lives
//   lock/7/released               given back: the same file under another name, for which no disk is too full
//   lock/8/owner.json             taken by the next one, who then removes 7
//
// A number is taken by renaming a complete folder to it, which fails when it is there and not empty. So an owner is never half
// written, and of all who find 7 free or orphaned one alone gets 8. The highest number is never removed, so somebody who
// looked long ago and takes a number that has been used up sees a higher one and steps back.

/**
 * Single flight across processes, also those of other Node versions. Not reentrant: work that asks for the lock again waits for itself.
 * @param project  folder of the project; the lock lies in `lock/`, created when missing
 */
export function createNodeLock(project: string): Lock {
  const folder = join(project, "lock");
  return {
    hold: async (work, { waitMs = DEFAULT_WAIT_MS } = {}) => {
      const held = await take(folder, waitMs);
      const signs = setInterval(() => showLife(held), SIGN_OF_LIFE_MS);
      signs.unref();
      let result: Awaited<ReturnType<typeof work>>;
      try {
        result = await work();
      } catch (error) {
        await release(held).catch(() => undefined); // the work's own error is the one to report
        throw error;
      } finally {
        clearInterval(signs);
      }
      await release(held);
      return result;
    },
  };
}

async function take(folder: string, waitMs: number): Promise<string> {
  const deadline = performance.now() + waitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
    let taken: { held: string } | { owner: ProcessMark | undefined };
    try {
      taken = await tryToTake(folder);
    } catch (error) {
      throw diskProblem(error, "lock", folder);
    }
    if ("held" in taken) return taken.held;
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) throw busy(taken.owner, waitMs);
    // Waiters that came together must not stay in step.
    await sleep(Math.min(leftMs, pauseMs * (0.5 + Math.random())));
  }
}

function busy(owner: ProcessMark | undefined, waitMs: number): MemoryError {
  const who = owner ? `process ${owner.pid} on ${owner.host}` : "another process";
  return new MemoryError(
    "STORE_BUSY",
    `${who} has been changing this store for more than ${waitMs} ms`,
    "Try again in a moment.",
  );
}

async function tryToTake(folder: string): Promise<{ held: string } | { owner: ProcessMark | undefined }> {
  const highest = Math.max(0, ...(await numbersIn(folder)));
  if (highest > 0) {
    const state = await stateOf(join(folder, String(highest)));
    if (!state.free) return { owner: state.owner };
  }
  const mine = highest + 1;
  const held = join(folder, String(mine));
  if (!(await claim(folder, held))) return { owner: undefined };
  let numbers: number[];
  try {
    numbers = await numbersIn(folder);
  } catch (error) {
    // Nobody would know that it is ours, and nobody else would get it.
    await giveBack(held).catch(() => undefined);
    throw error;
  }
  const isPast = numbers.some((number) => number > mine);
  const others = numbers.filter((number) => number < mine).map((number) => join(folder, String(number)));
  // Somebody who comes late may take a number again while it is removed; whoever takes the lock next removes what stays.
  await clearAway(folder, isPast ? [held] : others).catch(() => undefined);
  return isPast ? { owner: undefined } : { held };
}

async function numbersIn(folder: string): Promise<number[]> {
  try {
    return (await readdir(folder)).filter((name) => /^[1-9][0-9]*$/.test(name)).map(Number);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function stateOf(held: string): Promise<{ free: boolean; owner: ProcessMark | undefined }> {
  let owner: ProcessMark | undefined;
  try {
    if ((await readdir(held)).includes(RELEASED)) return { free: true, owner };
    owner = parseMark(JSON.parse(await readFile(join(held, OWNER), "utf8")));
  } catch (error) {
    // Mostly it was removed meanwhile by the owner of a higher number. Half of it can be gone for good after a power cut.
    // A time to come is the word of a clock that was set back since.
    if (isMissing(error)) return { free: Math.abs(await silentMs(held)) > HALF_GONE_MS, owner };
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (owner === undefined) return { free: true, owner };
  const life = await lifeOf(owner);
  return {
    free: life === "dead" || (life === "foreign" && (await silentMs(join(held, OWNER))) > FOREIGN_SILENCE_MS),
    owner,
  };
}

/** Milliseconds since the path was written; 0 when it is gone. */
async function silentMs(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** @returns false when somebody else got the number first */
async function claim(folder: string, held: string): Promise<boolean> {
  const draft = join(folder, `.draft-${uniqueName()}`);
  await makeFolder(folder);
  await mkdir(draft, { mode: 0o700 });
  try {
    await writeFile(join(draft, OWNER), `${JSON.stringify(await ownMark())}\n`);
    await rename(draft, held);
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // What systems say when a folder that is not empty lies there already.
    const taken = ["ENOTEMPTY", "EEXIST", ...(process.platform === "win32" ? ["EPERM", "EACCES"] : [])];
    if (taken.includes(errorCode(error) ?? "")) return false;
    throw error;
  }
}

/** Removes used-up numbers, and drafts of processes that died before they could rename them. */
async function clearAway(folder: string, usedUp: readonly string[]): Promise<void> {
  const old: string[] = [];
  for (const draft of (await readdir(folder)).filter((each) => each.startsWith(".draft-"))) {
    const modified = await stat(join(folder, draft)).then(
      (found) => found.mtimeMs,
      () => Date.now(), // renamed meanwhile: its process lives
    );
    if (Date.now() - modified > FOREIGN_SILENCE_MS) old.push(join(folder, draft));
  }
  for (const path of [...usedUp, ...old]) await rm(path, { recursive: true, force: true });
}

async function release(held: string): Promise<void> {
  try {
    await giveBack(held);
  } catch (error) {
    throw diskProblem(error, "release the lock", held);
  }
}

/** Where the disk does not let us, again and again while this process lives, or nobody would get the lock before that ends. */
async function giveBack(held: string): Promise<void> {
  try {
    await markReleased(held);
  } catch (error) {
    const again = setInterval(() => {
      markReleased(held).then(
        () => clearInterval(again),
        (problem) => isMissing(problem) && clearInterval(again), // the lock itself is gone
      );
    }, RELEASE_AGAIN_MS);
    again.unref();
    throw error;
  }
}

async function markReleased(held: string): Promise<void> {
  try {
    await rename(join(held, OWNER), join(held, RELEASED));
  } catch {
    // Windows refuses while somebody reads it.
    await writeFile(join(held, RELEASED), "");
  }
}

function showLife(held: string): void {
  const now = new Date();
  utimes(join(held, OWNER), now, now).catch(() => undefined); // only a sign; the lock does not depend on it here
}
