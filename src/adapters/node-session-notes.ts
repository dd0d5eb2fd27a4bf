import { appendFile, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SessionNotes } from "../ports.ts";
import { textHash } from "../text/hash.ts";
import { makeFolder } from "./make-folder.ts";

/** Notes of a session that was silent for so long are of no use: it will not go on with its old context. A guess. */
const KEPT_DAYS = 30;
/** Files beyond which a new session looks for old ones to remove. */
const MANY = 200;

/**
 * One small file a session, one mark a line, so that no two sessions write one file and two processes of one session only append.
 * @param folder  created with the first mark
 */
export function createNodeSessionNotes(folder: string): SessionNotes {
  const pathOf = (session: string) => join(folder, textHash(session));
  return {
    read: async (session) => {
      try {
        return new Set((await readFile(pathOf(session), "utf8")).split("\n").filter((mark) => mark !== ""));
      } catch {
        // Nothing was told yet, or nobody can know: then some advice is given twice, which harms nobody.
        return new Set();
      }
    },
    add: async (session, marks) => {
      const text = marks.map((mark) => `${mark.replaceAll(/[\r\n]+/g, " ")}\n`).join("");
      if (text === "") return true;
      try {
        try {
          await appendFile(pathOf(session), text, { mode: 0o600 });
        } catch {
          // The folder comes with its first file.
          await makeFolder(folder);
          await appendFile(pathOf(session), text, { mode: 0o600 });
        }
        return true;
      } catch {
        // A disk that is full or read-only: the caller decides what that means.
        return false;
      }
    },
    clear: async (session) => {
      await removeQuietly(pathOf(session));
      await removeOld(folder);
    },
  };
}

async function removeOld(folder: string): Promise<void> {
  try {
    const names = await readdir(folder);
    if (names.length <= MANY) return;
    for (const path of names.map((name) => join(folder, name))) {
      const days = (Date.now() - (await stat(path)).mtimeMs) / 86_400_000;
      if (days > KEPT_DAYS) await removeQuietly(path);
    }
  } catch {
    // Another process cleans up at the same moment, or there is nothing to clean.
  }
}

async function removeQuietly(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch {
    // It cannot be removed now; its marks only keep advice back that was given already.
  }
}
