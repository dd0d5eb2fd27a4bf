import { constants, existsSync, type Stats, statSync } from "node:fs";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isObject } from "../model/json.ts";
import { isMissing } from "./disk-problem.ts";
import { rawLines, SEAL_LINE } from "./log-lines.ts";
import { lifeOf, ownMark, type ProcessMark, parseMark } from "./process-life.ts";
import { removeIfThere, uniqueName } from "./replace-file.ts";

// Between the copy of a log and the moment at which the copy takes its name, no line may be acknowledged that the copy lacks. So
// whoever replaces a log seals it first:
//
//   replacing:  announce ──> append SEAL ──> copy what stands before it ──> take the name ──> withdraw
//   appending:  append   ──> announced, or replaced? then lines behind the SEAL do not count yet: wait
//
// Lines before the seal are in the copy; lines behind it are appended again, by whoever appended them. When the one who sealed dies, or
// takes too long, whoever waits lifts the seal with a line of its own, and all lines count where they are. So at every moment
// each acknowledged line stands in the file that has the name. Readers pass over the lines of seals.
//
// `.<name>.seals` beside the log holds the announcements, appended and never changed, so that anybody can withdraw one without touching
// the next. It goes with the replacement; what a dead process left of it goes with the next one.

/** Longest that anybody waits for a living process to replace a log that it has sealed; that takes one write and one fsync. */
const LONGEST_SEAL_MS = 5_000;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 50;

interface Announcement {
  id: string;
  /** Bytes at the log's beginning that were copied before; the seal stands behind them. */
  from: number;
  by: ProcessMark;
}

/**
 * Says that the log is about to be sealed; first ends what others began and did not finish.
 * @param from  bytes that are copied already, ending with a line
 * @returns the seal's id
 */
export async function announce(path: string, from: number): Promise<string> {
  const deadline = performance.now() + LONGEST_SEAL_MS;
  for (const other of await announcements(path)) {
    while (performance.now() < deadline && (await lifeOf(other.by)) !== "dead" && (await isOpen(path, other.id)))
      await sleep(LONGEST_PAUSE_MS);
    if (await isOpen(path, other.id)) await endSeal(path, other.id);
  }
  const id = uniqueName();
  const handle = await open(sealsOf(path), "a", 0o600);
  try {
    await writeLine(handle, JSON.stringify({ id, from, by: await ownMark() } satisfies Announcement));
  } finally {
    await handle.close();
  }
  return id;
}

/** Appends the seal. @returns where its line begins, with the line end before it, which closes a line that a writer left torn */
export async function seal(log: FileHandle, id: string): Promise<number> {
  const { size } = await log.stat();
  const line = await writeLine(log, sealLine(id));
  const region = Buffer.alloc((await log.stat()).size - size);
  await log.read(region, 0, region.length, size);
  return size + region.indexOf(line);
}

/** Whether somebody who waited has lifted the seal, as a piece of the log behind it shows. */
export function isLiftedIn(piece: Buffer, id: string): boolean {
  return piece.includes(liftLine(id));
}

/** The log was replaced, or will not be: nobody has to look any more. Called by the one who announced. */
export async function withdraw(path: string, id: string): Promise<void> {
  if ((await announcements(path)).every((each) => each.id === id)) await removeIfThere(sealsOf(path));
  else await writeWithdrawal(path, id);
}

/** Makes what stands behind the seal count where it is. */
export async function endSeal(path: string, id: string): Promise<void> {
  try {
    const log = await open(path, constants.O_WRONLY | constants.O_APPEND);
    try {
      await writeLine(log, liftLine(id));
    } finally {
      await log.close();
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await writeWithdrawal(path, id);
}

/**
 * Those of the lines just appended that do not count where they are, because the log was sealed before them and then replaced; they have
 * to be appended again. Waits while that is open.
 *
 * Announcements are looked at first and the name second: a seal in front of our lines was announced before it was written, and its
 * announcement goes only after the name was taken.
 * @param log     the file that they were written to, readable; closed here where the system needs that
 * @param opened  what that file was before they were written
 */
export async function linesBehindSeal(
  path: string,
  log: FileHandle,
  opened: Stats,
  lines: readonly string[],
): Promise<readonly string[]> {
  const announced = await announcements(path);
  const stillThere = isAt(path, opened);
  if (announced.length === 0 && stillThere) return [];
  const from = stillThere ? Math.min(opened.size, ...announced.map((each) => each.from)) : 0;
  const found = await linesBehind(log, from, opened.size, lines);
  if (found === undefined) {
    await withdrawForTheDead(path, announced);
    return [];
  }
  // Windows lets nobody take the name of a file that somebody has open.
  if (process.platform === "win32") await log.close();
  const deadline = performance.now() + LONGEST_SEAL_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
    const owner = (await announcements(path)).find(({ id }) => id === found.id);
    if (await isLifted(path, log, found)) return [];
    if (!isAt(path, opened)) return found.lines;
    if (owner && performance.now() < deadline && (await lifeOf(owner.by)) !== "dead") await sleep(pauseMs);
    else await endSeal(path, found.id);
  }
}

/** The dead seal nothing any more: who appends after us need not look. */
async function withdrawForTheDead(path: string, announced: readonly Announcement[]): Promise<void> {
  for (const { id, by } of announced) if ((await lifeOf(by)) === "dead") await writeWithdrawal(path, id);
}

interface Behind {
  /** Of the seal. */
  id: string;
  /** Where it stands. */
  at: number;
  lines: readonly string[];
}

/**
 * @param from  where to begin to look for seals
 * @param size  of the log before the lines were written
 * @returns undefined: no seal stands in front of any of them
 */
async function linesBehind(
  log: FileHandle,
  from: number,
  size: number,
  lines: readonly string[],
): Promise<Behind | undefined> {
  const ours = new Set(lines);
  const passed: string[] = [];
  let last: (Omit<Behind, "lines"> & { before: string[] }) | undefined;
  let position = from;
  for await (const { bytes } of rawLines(log, from)) {
    const mark = SEAL_LINE.exec(bytes.length < 200 ? bytes.toString("latin1") : "");
    if (mark?.[1] === "sealed") last = { id: mark[2]!, at: position, before: [...passed] };
    else if (mark && mark[2] === last?.id) last = undefined;
    else if (position >= size) {
      const line = bytes.toString("utf8");
      if (ours.has(line)) passed.push(line);
    }
    position += bytes.length + 1;
  }
  if (last === undefined) return undefined;
  const behind = without(lines, last.before);
  return behind.length > 0 ? { id: last.id, at: last.at, lines: behind } : undefined;
}

function without(lines: readonly string[], carried: readonly string[]): string[] {
  const left = [...carried];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

async function isLifted(path: string, log: FileHandle, { id, at }: Behind): Promise<boolean> {
  if (process.platform !== "win32") return hasLine(log, at, liftLine(id));
  const again = await open(path, "r").catch(() => undefined); // gone: then nobody has lifted anything in it
  if (!again) return false;
  try {
    return await hasLine(again, at, liftLine(id));
  } finally {
    await again.close();
  }
}

async function hasLine(log: FileHandle, from: number, line: string): Promise<boolean> {
  for await (const { bytes } of rawLines(log, from)) if (bytes.equals(Buffer.from(line))) return true;
  return false;
}

/** In one go: each append asks, and waiting for the answer takes ten times as long as the answer. */
function isAt(path: string, { dev, ino }: Stats): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.ino === ino && found.dev === dev;
}

const sealLine = (id: string) => `=== sealed ${id} ===`;
const liftLine = (id: string) => `=== open again ${id} ===`;
const sealsOf = (path: string) => join(dirname(path), `.${basename(path)}.seals`);

/** Those that nobody has withdrawn. */
async function announcements(path: string): Promise<Announcement[]> {
  if (!existsSync(sealsOf(path))) return [];
  let text: string;
  try {
    text = await readFile(sealsOf(path), "utf8");
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  const open = new Map<string, Announcement>();
  for (const line of text.split("\n")) {
    const value = parsed(line);
    if (!isObject(value) || typeof value.id !== "string") continue;
    const by = parseMark(value.by);
    if (by && typeof value.from === "number") open.set(value.id, { id: value.id, from: value.from, by });
    else open.delete(value.id);
  }
  return [...open.values()];
}

/** undefined: the line of a process that died while it wrote it, and so never came to seal anything. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

async function isOpen(path: string, id: string): Promise<boolean> {
  return (await announcements(path)).some((each) => each.id === id);
}

async function writeWithdrawal(path: string, id: string): Promise<void> {
  try {
    const handle = await open(sealsOf(path), constants.O_WRONLY | constants.O_APPEND);
    try {
      await writeLine(handle, JSON.stringify({ id, withdrawn: true }));
    } finally {
      await handle.close();
    }
  } catch (error) {
    // It went with the replacement.
    if (!isMissing(error)) throw error;
  }
}

/** With one write; begins with a line end, because what stands there may be torn. @returns what was written */
async function writeLine(handle: FileHandle, line: string): Promise<Buffer> {
  const bytes = Buffer.from(`\n${line}\n`);
  const { bytesWritten } = await handle.write(bytes);
  if (bytesWritten < bytes.length) throw Object.assign(new Error("the line was cut"), { code: "ENOSPC" });
  return bytes;
}
