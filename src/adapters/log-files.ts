import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { diskProblem, isMissing } from "./disk-problem.ts";
import type { LogSource } from "./log-lines.ts";
import { type LineChange, rewriteLog } from "./log-rewrite.ts";
import { linesBehindSeal } from "./log-seal.ts";
import { makeFolder } from "./make-folder.ts";

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = Buffer.from("\n");
/** Attempts to get lines into a file whole. More than one is needed only beside a writer that dies, or on a full disk. */
const MAX_ATTEMPTS = 5;

/** A folder of `*.jsonl` files that are only ever appended to, but for `purge` and `project split`. */
export interface LogFiles extends LogSource {
  /** Appends the lines, each whole and followed by a line end, with one write. */
  append(file: string, lines: readonly string[]): Promise<void>;
  /**
   * Replaces lines while others go on appending: none of theirs is lost, and each of theirs is changed as well.
   * @returns whether anything changed
   */
  rewrite(file: string, change: LineChange): Promise<boolean>;
}

export function createLogFiles(folder: string): LogFiles {
  const pathOf = (file: string) => join(folder, file);
  return {
    pathOf,
    files: () => namesIn(folder),
    chunks: (file, from) => readChunks(pathOf(file), from),
    append: async (file, lines) => {
      if (lines.length === 0) return;
      try {
        await appendLines(pathOf(file), folder, lines);
      } catch (error) {
        throw diskProblem(error, "append to", pathOf(file));
      }
    },
    rewrite: async (file, change) => {
      try {
        return await rewriteLog(pathOf(file), change, { append: (path, lines) => appendLines(path, folder, lines) });
      } catch (error) {
        throw diskProblem(error, "rewrite", pathOf(file));
      }
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith(".jsonl") && !name.startsWith(".")).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function* readChunks(path: string, from: number): AsyncGenerator<Buffer> {
  let handle: FileHandle;
  try {
    handle = await open(path, "r");
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  try {
    for (let position = from; ; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function appendLines(path: string, folder: string, lines: readonly string[]): Promise<void> {
  let left = lines;
  while (left.length > 0) {
    const handle = await openOrCreate(path, folder);
    try {
      const opened = await handle.stat();
      let rest: Buffer = Buffer.from(`${left.join("\n")}\n`);
      for (let attempt = 1; rest.length > 0; attempt += 1) {
        if (attempt > MAX_ATTEMPTS) throw new Error(`could not append whole lines to ${path}`);
        rest = await appendOnce(handle, rest);
      }
      // `purge` may be putting another file in its place.
      left = await linesBehindSeal(path, handle, opened, left);
    } finally {
      await handle.close();
    }
  }
}

async function openOrCreate(path: string, folder: string): Promise<FileHandle> {
  try {
    return await open(path, "a+");
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(folder);
    return open(path, "a+");
  }
}

/**
 * One write. Another writer may die in the middle of its own between our look at the end of the file and our write, which would
 * weld our first line to its half; so unless nobody else wrote meanwhile, our bytes are looked for after a line end.
 * @returns the bytes that still have to be written, beginning with a whole line
 */
async function appendOnce(handle: FileHandle, bytes: Buffer): Promise<Buffer> {
  const before = (await handle.stat()).size;
  const closed = before === 0 || (await byteAt(handle, before - 1)) === NEWLINE[0];
  const { bytesWritten } = await handle.write(closed ? bytes : Buffer.concat([NEWLINE, bytes]));
  const ours = closed ? bytesWritten : Math.max(0, bytesWritten - 1);
  if (ours < bytes.length) return bytes.subarray(bytes.subarray(0, ours).lastIndexOf(NEWLINE) + 1);
  const after = await handle.stat();
  if (after.size === before + bytesWritten) return bytes.subarray(bytes.length);
  return (await standsWhole(handle, bytes, before, after.size)) ? bytes.subarray(bytes.length) : bytes;
}

async function byteAt(handle: FileHandle, position: number): Promise<number | undefined> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(1), 0, 1, position);
  return bytesRead === 1 ? buffer[0] : undefined;
}

async function standsWhole(handle: FileHandle, bytes: Buffer, before: number, after: number): Promise<boolean> {
  if (after <= before) return false;
  const from = Math.max(0, before - 1);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(after - from), 0, after - from, from);
  const region = buffer.subarray(0, bytesRead);
  for (let at = region.indexOf(bytes); at !== -1; at = region.indexOf(bytes, at + 1)) {
    if (from + at === 0 || region[at - 1] === NEWLINE[0]) return true;
  }
  return false;
}
