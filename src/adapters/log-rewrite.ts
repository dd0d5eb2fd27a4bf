import { constants } from "node:fs";
import { type FileHandle, open, realpath, rename } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode, isMissing } from "./disk-problem.ts";
import { removeIfThere, writeBeside } from "./replace-file.ts";

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;
/** Windows refuses to replace a file while somebody has it open. */
const WINDOWS_BUSY = ["EPERM", "EACCES", "EBUSY"];
const WINDOWS_TRIES = 50;
const WINDOWS_PAUSE_MS = 20;

/**
 * The last line of a file that was replaced, written after it lost its name. What stands before it is carried over by whoever
 * replaced the file; what an appender finds of its own after it, it appends again. So each line is kept, and kept once.
 */
const MARK_LINE = Buffer.from("=== replaced ===");
const REPLACED = Buffer.concat([Buffer.from("\n"), MARK_LINE, Buffer.from("\n")]);

/** Gets a line without its line end, and gives what stands in its place; undefined takes the line out. */
export type LineChange = (line: string) => string | undefined;

/**
 * Rewrites a log line by line while others go on appending to it.
 *
 *   old file ──changed lines──> new file ──takes the name──> REPLACED is appended to the old one ──> what grew meanwhile follows
 *
 * A crash before the new file takes the name changes nothing.
 * @param change  lines that it gives back as they were stay byte for byte, also damaged ones
 * @returns whether anything changed; false also when there is no such file
 */
export async function rewriteLog(
  path: string,
  change: LineChange,
  append: (path: string, lines: readonly string[]) => Promise<void>,
): Promise<boolean> {
  let target: string;
  let old: FileHandle;
  try {
    target = await realpath(path);
    old = await open(target, constants.O_RDWR | constants.O_APPEND);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  try {
    if (!(await wouldChange(old, change))) return false;
    const { temporary, position } = await writeChanged(target, old, change);
    await takeName(temporary, target);
    const end = await markReplaced(old);
    const grown: string[] = [];
    for await (const { bytes } of rawLines(old, position, end)) {
      const line = bytes.length > 0 ? changed(bytes, change) : undefined;
      if (line !== undefined) grown.push(line.toString("utf8"));
    }
    if (grown.length > 0) await append(target, grown);
    return true;
  } finally {
    await old.close();
  }
}

/**
 * Whether lines that were just appended went to a file that had been replaced before. The mark is looked for in the whole file:
 * when others wrote behind it before our look at the size, it stands before that size.
 * @param handle  of the file they were written to, readable
 * @param from    its size before
 * @returns those of the lines that nobody else carries over
 */
export async function linesAfterReplacement(
  handle: FileHandle,
  from: number,
  lines: readonly string[],
): Promise<readonly string[]> {
  const carried: string[] = [];
  let position = 0;
  for await (const { bytes } of rawLines(handle, 0)) {
    if (bytes.equals(MARK_LINE)) return without(lines, carried);
    if (position >= from) carried.push(bytes.toString("utf8"));
    position += bytes.length + 1;
  }
  return [];
}

function without(lines: readonly string[], carried: string[]): readonly string[] {
  return lines.filter((line) => {
    const at = carried.indexOf(line);
    if (at === -1) return true;
    carried.splice(at, 1);
    return false;
  });
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
  const out = await open(temporary, "a");
  let position = 0;
  try {
    let pieces: Buffer[] = [];
    let kept = 0;
    for await (const { bytes, closed } of rawLines(old, 0)) {
      if (!closed) break;
      const line = changed(bytes, change);
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
  } catch (error) {
    await out.close();
    await removeIfThere(temporary);
    throw error;
  }
  await out.close();
  return { temporary, position };
}

async function takeName(temporary: string, target: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await rename(temporary, target);
    } catch (error) {
      const busy = process.platform === "win32" && WINDOWS_BUSY.includes(errorCode(error) ?? "");
      if (!busy || tries >= WINDOWS_TRIES) {
        await removeIfThere(temporary);
        throw error;
      }
    }
    await sleep(WINDOWS_PAUSE_MS);
  }
}

/** @returns where the mark begins in the old file, which has no name any more */
async function markReplaced(old: FileHandle): Promise<number> {
  const { size } = await old.stat();
  const { bytesWritten } = await old.write(REPLACED);
  if (bytesWritten < REPLACED.length) throw new Error("could not end a log that was replaced");
  const region = Buffer.alloc((await old.stat()).size - size);
  await old.read(region, 0, region.length, size);
  return size + region.indexOf(REPLACED);
}

/** @returns the same bytes when nothing changes, also for a line that is no UTF-8 text */
function changed(bytes: Buffer, change: LineChange): Buffer | undefined {
  const line = bytes.toString("utf8");
  const next = change(line);
  if (next === line) return bytes;
  return next === undefined ? undefined : Buffer.from(next);
}

/** Lines of any length, without their line ends; the last one is not closed when the file does not end with a line end. */
export async function* rawLines(
  handle: FileHandle,
  from: number,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<{ bytes: Buffer; closed: boolean }> {
  let pieces: Buffer[] = [];
  for (let position = from; position < end; ) {
    const wanted = Math.min(CHUNK_BYTES, end - position);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    const chunk = buffer.subarray(0, bytesRead);
    let begin = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, begin)) {
      yield { bytes: Buffer.concat([...pieces, chunk.subarray(begin, at)]), closed: true };
      pieces = [];
      begin = at + 1;
    }
    if (begin < chunk.length) pieces.push(chunk.subarray(begin));
  }
  if (pieces.length > 0) yield { bytes: Buffer.concat(pieces), closed: false };
}
