import { closeSync, fchmodSync, fsync, openSync, writeFileSync } from "node:fs";
import { link, readdir, rename, stat, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { errorCode, isMissing } from "./disk-problem.ts";
import { makeFolder } from "./make-folder.ts";

const PREFIX = ".tmp-";
/** A temporary file this old belongs to a process that died. */
const STALE_MS = 10 * 60 * 1000;
/** What systems say whose files have one name only. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL", "EMLINK"];
/** Folders that this process has cleared of what dead writers left. */
const cleared = new Set<string>();

/** A name that no other process and no other call gives; it is taken exclusively all the same. */
export function uniqueName(): string {
  return `${process.pid}-${Math.random().toString(36).slice(2)}`;
}

/** True for a name that {@link writeBeside} gives; scans ignore it. */
export function isTemporary(name: string): boolean {
  return name.startsWith(PREFIX);
}

/**
 * Writes the whole text into a new file in the same folder as `path`, on the disk for good, ready to be renamed over it.
 * @param mode  permissions of the new file; default: as the process creates files
 * @returns path of the new file; the caller renames or removes it
 */
export async function writeBeside(path: string, text: string | Uint8Array, mode?: number): Promise<string> {
  const temporary = join(dirname(path), `${PREFIX}${uniqueName()}`);
  const file = await openIn(dirname(path), temporary);
  try {
    // First, so that nobody reads what is not for them.
    if (mode !== undefined) fchmodSync(file, mode);
    writeFileSync(file, text);
    // Nothing but the disk is waited for: in a busy process somebody else goes first at every wait.
    await onDisk(file);
  } catch (error) {
    closeSync(file);
    await removeIfThere(temporary);
    throw error;
  }
  closeSync(file);
  return temporary;
}

const onDisk = promisify(fsync);

/** Replaces the whole file or nothing: a reader sees the old text or the new one. Permissions stay. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = await writeBeside(path, text, await modeOf(path));
  try {
    await rename(temporary, path);
  } catch (error) {
    await removeIfThere(temporary);
    throw error;
  }
  const folder = dirname(path);
  if (cleared.has(folder)) return;
  cleared.add(folder);
  await clearStaleTemporaries(folder, Date.now()).catch(() => undefined); // the next process clears it
}

/**
 * Creates a file that is whole from its first moment on. One that is there already stays as it is.
 * @param mode  its permissions; default: as the process creates files
 * @returns false when there is one
 */
export async function createFile(path: string, text: string, mode?: number): Promise<boolean> {
  const temporary = await writeBeside(path, text, mode);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    if (!NO_LINKS.includes(errorCode(error) ?? "")) throw error;
    return await createInPlace(path, text, mode);
  } finally {
    await removeIfThere(temporary);
  }
}

/** Where a file cannot have two names there is a moment in which it is empty. */
async function createInPlace(path: string, text: string, mode: number | undefined): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx", ...(mode !== undefined && { mode }) });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    // What is left of it would be taken for the whole.
    await removeIfThere(path);
    throw error;
  }
}

/** Permission bits of the file; undefined when there is none. */
export async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o7777;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Removes what writers that died have left in the folder. */
export async function clearStaleTemporaries(folder: string, nowMs: number): Promise<void> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for (const name of names.filter(isTemporary)) {
    const path = join(folder, basename(name));
    const modified = await stat(path).then(
      (found) => found.mtimeMs,
      () => nowMs, // gone meanwhile: its writer lives
    );
    if (nowMs - modified > STALE_MS) await removeIfThere(path);
  }
}

export async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function openIn(folder: string, path: string): Promise<number> {
  try {
    return openSync(path, "wx");
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(folder);
    return openSync(path, "wx");
  }
}
