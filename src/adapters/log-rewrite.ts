import { constants, fstatSync, readSync, renameSync } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MemoryError } from "../errors.ts";
import { errorCode, isMissing } from "./disk-problem.ts";
import { rawLines, SEAL_LINE } from "./log-lines.ts";
import { announce, endSeal, isLiftedIn, seal, withdraw } from "./log-seal.ts";
import { clearStaleTemporaries, removeIfThere, writeBeside } from "./replace-file.ts";

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;
/** Windows refuses to replace a file while somebody has it open. */
const WINDOWS_BUSY = ["EPERM", "EACCES", "EBUSY"];
const WINDOWS_TRIES = 50;
const WINDOWS_PAUSE_MS = 20;
/** More than one is needed only when somebody takes us for dead. */
const MAX_TRIES = 3;

/** Gets a line without its line end, and gives what stands in its place; undefined takes the line out. */
export type LineChange = (line: string) => string | undefined;

/** Moments of a rewriting, for tests that stop or interleave there. */
export type RewriteMoment = "copied" | "announced" | "sealed" | "completed" | "replaced";

export interface RewriteOptions {
  /** Appends lines to the log; needed only when somebody took us for dead in the last moment. */
  append(path: string, lines: readonly string[]): Promise<void>;
  at?(moment: RewriteMoment): Promise<void>;
}

/**
 * Rewrites a log line by line while others go on appending to it; `log-seal.ts` has the agreement with them.
 *
 *   old file ──changed lines──> new file ──> old file is sealed ──what grew meanwhile──> new file ──> takes the name
 *
 * A crash at any moment leaves all lines in the file that has the name.
 * @param path    as appenders name it
 * @param change  lines that it gives back as they were stay byte for byte, also damaged ones
 * @returns whether anything changed; false also when there is no such file
 * @throws MemoryError `STORE_BUSY` when others kept interrupting it
 */
export async function rewriteLog(path: string, change: LineChange, options: RewriteOptions): Promise<boolean> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const became = await rewriteOnce(path, change, options);
    if (became !== "interrupted") return became === "replaced";
  }
  throw new MemoryError("STORE_BUSY", `${path} is being rewritten by another process`, "Try again in a moment.");
}

async function rewriteOnce(
  path: string,
  change: LineChange,
  { append, at = async () => undefined }: RewriteOptions,
): Promise<"replaced" | "unchanged" | "interrupted"> {
  let target: string;
  let old: FileHandle;
  try {
    target = await realpath(path);
    old = await open(target, constants.O_RDWR | constants.O_APPEND);
  } catch (error) {
    if (isMissing(error)) return "unchanged";
    throw error;
  }
  let temporary: string | undefined;
  let announced: string | undefined;
  let isSealed = false;
  try {
    await clearStaleTemporaries(dirname(target), Date.now());
    if (!(await wouldChange(old, change))) return "unchanged";
    const copy = await writeChanged(target, old, change);
    temporary = copy.temporary;
    await at("copied");
    const id = await announce(path, copy.position);
    announced = id;
    await at("announced");
    const [now, before] = [await stat(target), await old.stat()];
    if (now.ino !== before.ino || now.dev !== before.dev) return "interrupted"; // another one replaced it while we copied
    isSealed = true;
    const end = await seal(old, id);
    await at("sealed");
    await appendChanged(temporary, old, copy.position, end, change);
    await at("completed");
    const lifted = await takeName(temporary, target, () => isLiftedIn(restSync(old, end), id));
    if (lifted) return "interrupted";
    temporary = undefined;
    announced = undefined;
    await at("replaced");
    await carryOver(old, end, id, change, (lines) => append(path, lines));
    await withdraw(path, id);
    return "replaced";
  } finally {
    await old.close();
    if (temporary !== undefined) await removeIfThere(temporary);
    if (announced !== undefined) {
      if (isSealed) await endSeal(path, announced);
      await withdraw(path, announced);
    }
  }
}

async function wouldChange(old: FileHandle, change: LineChange): Promise<boolean> {
  for await (const { bytes } of rawLines(old, 0)) if (changed(bytes, change) !== bytes) return true;
  return false;
}

/** @returns the new file, and up to where the old one is in it: the end of its last whole line */
async function writeChanged(
  target: string,
  old: FileHandle,
  change: LineChange,
): Promise<{ temporary: string; position: number }> {
  const { mode } = await old.stat();
  const temporary = await writeBeside(target, "", mode & 0o7777);
  try {
    return { temporary, position: await appendChanged(temporary, old, 0, Number.POSITIVE_INFINITY, change) };
  } catch (error) {
    await removeIfThere(temporary);
    throw error;
  }
}

/**
 * Appends lines as they are to be, for good.
 * @param end  of what is wanted; a line that is torn there is complete, where nothing follows any more
 * @returns where in the old file the last of them ends
 */
async function appendChanged(
  temporary: string,
  old: FileHandle,
  from: number,
  end: number,
  change: LineChange,
): Promise<number> {
  const out = await open(temporary, "a");
  let position = from;
  try {
    let pieces: Buffer[] = [];
    let kept = 0;
    for await (const { bytes, closed } of rawLines(old, from, end)) {
      if (!closed && end === Number.POSITIVE_INFINITY) break;
      const line = isOfSeal(bytes) ? undefined : changed(bytes, change);
      if (line !== undefined) pieces.push(line, Buffer.from([NEWLINE]));
      kept += line?.length ?? 0;
      position += bytes.length + 1;
      if (kept < CHUNK_BYTES) continue;
      await out.writeFile(Buffer.concat(pieces));
      pieces = [];
      kept = 0;
    }
    await out.writeFile(Buffer.concat(pieces));
    await out.sync();
  } finally {
    await out.close();
  }
  return position;
}

/** The last look and the change of the name follow each other without a pause. @returns true when it did not come to that */
async function takeName(temporary: string, target: string, mustNot: () => boolean): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    if (mustNot()) return true;
    try {
      renameSync(temporary, target);
      return false;
    } catch (error) {
      const busy = process.platform === "win32" && WINDOWS_BUSY.includes(errorCode(error) ?? "");
      if (!busy || tries >= WINDOWS_TRIES) throw error;
    }
    await sleep(WINDOWS_PAUSE_MS);
  }
}

/** What stands behind the seal; no more than waiting writers have appended. */
function restSync(old: FileHandle, end: number): Buffer {
  const rest = Buffer.alloc(Math.max(0, fstatSync(old.fd).size - end));
  return rest.subarray(0, readSync(old.fd, rest, 0, rest.length, end));
}

/** Somebody who took us for dead lifted the seal between our last look and the change of the name: then its lines are ours to keep. */
async function carryOver(
  old: FileHandle,
  end: number,
  id: string,
  change: LineChange,
  append: (lines: readonly string[]) => Promise<void>,
): Promise<void> {
  if (!isLiftedIn(restSync(old, end), id)) return;
  const lines: string[] = [];
  for await (const { bytes } of rawLines(old, end)) {
    const line = bytes.length === 0 || isOfSeal(bytes) ? undefined : changed(bytes, change);
    if (line !== undefined) lines.push(line.toString("utf8"));
  }
  await append(lines);
}

function isOfSeal(bytes: Buffer): boolean {
  return bytes.length < 200 && SEAL_LINE.test(bytes.toString("latin1"));
}

/** @returns the same bytes when nothing changes, also for a line that is no UTF-8 text */
function changed(bytes: Buffer, change: LineChange): Buffer | undefined {
  const line = bytes.toString("utf8");
  const next = change(line);
  if (next === line) return bytes;
  return next === undefined ? undefined : Buffer.from(next);
}
