import { isUtf8 } from "node:buffer";
import type { Dirent } from "node:fs";
import { open, readdir, readFile, realpath, rename, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Lock, StoredFiles } from "../ports.ts";
import { diskProblem, errorCode, isMissing } from "./disk-problem.ts";
import { UNASSIGNED } from "./hook-intake.ts";
import { createLogFiles } from "./log-files.ts";
import { rawLines } from "./log-lines.ts";
import { makeFolder } from "./make-folder.ts";
import { removeIfThere, replaceFile } from "./replace-file.ts";

const DERIVED = /^(?:(?:learn|vectors|notes)\.json|index\.sqlite(?:-wal|-shm|-journal)?)$/;
/** A person's own history of the folder cannot be rewritten from here, and a lock names only processes. */
const NOT_OURS = ["lock", ".git"];

/** Ids of all projects that have files, known to the registry or not. */
export async function projectsWithFiles(home: string): Promise<string[]> {
  return (await namesIn(join(home, "projects"))).filter((name) => name !== UNASSIGNED);
}

export function createStoredFiles(folder: string, name: string, lock: Lock): StoredFiles {
  const at = (path: string) => join(folder, path);
  return {
    name,
    lock,
    list: async () => (await filesBelow(folder, "")).filter((path) => !DERIVED.test(path)).sort(),
    derived: async () => (await namesIn(folder)).filter((each) => DERIVED.test(each)),
    lines: (path) => linesOf(at(path)),
    rewrite: (path, change) => createLogFiles(dirname(at(path))).rewrite(basename(path), change),
    read: async (path) => {
      try {
        const bytes = await readFile(at(path));
        return { text: bytes.toString("utf8"), exact: isUtf8(bytes) };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw diskProblem(error, "read", at(path));
      }
    },
    replace: async (path, before, text) => {
      try {
        const target = await realpath(at(path));
        if ((await readFile(target, "utf8")) !== before) return false;
        await replaceFile(target, text);
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw diskProblem(error, "write", at(path));
      }
    },
    write: async (path, text) => {
      try {
        await replaceFile(at(path), text);
      } catch (error) {
        throw diskProblem(error, "write", at(path));
      }
    },
    rename: async (from, to) => {
      await makeFolder(dirname(at(to)));
      await rename(at(from), at(to));
      await removeEmpty(dirname(at(from)));
    },
    remove: (path) => removeIfThere(at(path)),
  };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw diskProblem(error, "list", folder);
  }
}

async function filesBelow(folder: string, prefix: string): Promise<string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(folder, prefix), { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw diskProblem(error, "list", join(folder, prefix));
  }
  const found: string[] = [];
  for (const entry of entries) {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!NOT_OURS.includes(entry.name)) found.push(...(await filesBelow(folder, path)));
    } else if (entry.isFile() || entry.isSymbolicLink()) found.push(path);
  }
  return found;
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const handle = await open(path, "r").catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!handle) return;
  try {
    for await (const { bytes } of rawLines(handle, 0)) yield bytes.toString("utf8");
  } finally {
    await handle.close();
  }
}

async function removeEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(errorCode(error) ?? "")) throw error;
  }
}
