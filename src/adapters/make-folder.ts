import { mkdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "./disk-problem.ts";

/** For their owner only: what lies below the home is a person's work. */
const PRIVATE = 0o700;

/**
 * Makes a folder, and those that are missing above it, one after the other. One that is there already is no error.
 *
 * Node's own `recursive: true` never comes back where a folder cannot be made although the one above it is there, as below `/proc`: it takes
 * the answer "no such file" for a missing parent and begins again without end, in its synchronous form with the whole process.
 * @param mode  permissions of each folder that is made
 * @throws the error of the disk for the first one that cannot be made; `EPERM` where there is room for none
 */
export async function makeFolder(path: string, mode = PRIVATE): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (await isFolder(path)) return;
    if (!hasParent(error, path)) throw error;
    await makeFolder(dirname(path), mode);
    await mkdir(path, { mode }).catch(async (again: unknown) => {
      if (await isFolder(path)) return; // somebody else was quicker
      throw errorCode(again) === "ENOENT" && (await isFolder(dirname(path))) ? noRoom(path, again) : again;
    });
  }
}

/** The same while everything else waits. */
export function makeFolderSync(path: string, mode = PRIVATE): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (isFolderSync(path)) return;
    if (!hasParent(error, path)) throw error;
    makeFolderSync(dirname(path), mode);
    try {
      mkdirSync(path, { mode });
    } catch (again) {
      if (isFolderSync(path)) return;
      throw errorCode(again) === "ENOENT" && isFolderSync(dirname(path)) ? noRoom(path, again) : again;
    }
  }
}

/** Only what is missing can be made; any other error is the same one level up. */
function hasParent(error: unknown, path: string): boolean {
  return errorCode(error) === "ENOENT" && dirname(path) !== path;
}

function noRoom(path: string, cause: unknown): Error {
  const message = `EPERM: no folder can be made here, mkdir '${path}'`;
  return Object.assign(new Error(message, { cause }), { code: "EPERM", syscall: "mkdir", path });
}

const isFolder = (path: string) =>
  stat(path).then(
    (facts) => facts.isDirectory(),
    () => false, // the error of `mkdir` says why
  );

function isFolderSync(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // the error of `mkdirSync` says why
  }
}
