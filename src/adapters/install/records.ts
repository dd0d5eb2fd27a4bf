import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MemoryError } from "../../errors.ts";
import { isObject } from "../../model/json.ts";
import { isMissing } from "../disk-problem.ts";
import { makeFolder } from "../make-folder.ts";
import { replaceFile } from "../replace-file.ts";
import type { Fragment } from "./fragment.ts";

/** What `init` did to one file. On disk in snake_case, in `installs.json`. */
export interface ChangedFile {
  path: string;
  /** SHA-256 of the bytes that `init` left: equal to them, nobody has touched the file since. */
  after: string;
  /** Copy of the bytes before, below `backups/`; absent where they are not known to be what was there without us. */
  backup?: string;
  /** There was no such file. */
  created: boolean;
  fragments: Fragment[];
}

export interface Install {
  host: string;
  /** RFC 3339; of the last `init` that changed something. */
  at: string;
  /** Version of habitus that wrote the entries. */
  version: string;
  files: ChangedFile[];
  /** Hooks that the user trusted through us: Codex's key of each, and the hash that was trusted. */
  trust?: Record<string, string>;
}

export interface Installs {
  /** Files of the copied plugin, by version; those of the version before stay for sessions that still run on it. */
  plugin?: { version: string; files: string[]; before: string[] };
  hosts: Install[];
}

export async function readInstalls(home: string): Promise<Installs> {
  let text: string;
  try {
    text = await readFile(pathOf(home), "utf8");
  } catch (error) {
    if (isMissing(error)) return { hosts: [] };
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value) && value.format === 1 && Array.isArray(value.hosts)) return value as unknown as Installs;
    throw new Error("it has another format");
  } catch (error) {
    const problem = `${pathOf(home)}: ${(error as Error).message}`;
    const hint = "Move that file away: entries are then found by their names.";
    throw new MemoryError("STORE_TOO_NEW", problem, hint, { cause: error });
  }
}

export async function saveInstalls(home: string, installs: Installs): Promise<void> {
  await makeFolder(home);
  await replaceFile(pathOf(home), `${JSON.stringify({ format: 1, ...installs }, null, 2)}\n`);
}

const pathOf = (home: string) => join(home, "installs.json");
