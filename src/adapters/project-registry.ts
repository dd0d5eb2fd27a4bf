import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MemoryError } from "../errors.ts";
import { isObject } from "../model/json.ts";
import { diskProblem, isMissing, isStarved } from "./disk-problem.ts";
import { createNodeLock } from "./node-lock.ts";
import { replaceFile } from "./replace-file.ts";

/** A row of `projects.json`. */
export interface KnownProject {
  id: string;
  /** For people; not unique. */
  name: string;
  /** The folder it belongs to, as last seen; absent when it was named by hand. */
  root?: string;
  /** Marks by which it is recognised: `git:`, `folder:`, `inode:`, `remote:`, `name:`. */
  aliases: string[];
}

const REGISTRY_VERSION = 1;

/** Below the home: what is kept of projects that were merged into others. */
export const MERGED = "merged";

/** @throws MemoryError `STORE_TOO_NEW`, or `CARD_FORMAT` when the file cannot be read as a registry */
export async function readRegistry(home: string): Promise<{ projects: KnownProject[] }> {
  const path = join(home, "projects.json");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return { projects: [] };
    if (isStarved(error)) throw diskProblem(error, "read", path);
    throw new MemoryError("CARD_FORMAT", `${path}: ${(error as Error).message}`, "Make that file readable.", {
      cause: error,
    });
  }
  return { projects: parseRegistry(text, path) };
}

function parseRegistry(text: string, path: string): KnownProject[] {
  const broken = (problem: string, cause?: unknown) =>
    new MemoryError(
      "CARD_FORMAT",
      `${path}: ${problem}`,
      "Correct that file, or move it away: projects are found again by their folders, and your cards are safe in projects/.",
      { cause },
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw broken((error as Error).message, error);
  }
  if (!isObject(value) || !Array.isArray(value.projects)) throw broken("not a list of projects");
  if (typeof value.v === "number" && value.v > REGISTRY_VERSION) {
    throw new MemoryError(
      "STORE_TOO_NEW",
      `${path} is of version ${value.v}, this habitus knows ${REGISTRY_VERSION}`,
      "Install a newer habitus.",
    );
  }
  return value.projects.filter(isObject).map((row) => ({
    id: String(row.id),
    name: String(row.name ?? row.id),
    ...(typeof row.root === "string" && { root: row.root }),
    aliases: Array.isArray(row.aliases) ? row.aliases.filter((alias) => typeof alias === "string") : [],
  }));
}

/** Changes the registry as one step: what other processes add meanwhile is neither lost nor doubled. */
export async function changeRegistry<T>(
  home: string,
  change: (projects: readonly KnownProject[]) => { projects: KnownProject[]; result: T },
  options?: { waitMs?: number },
): Promise<T> {
  return createNodeLock(home).hold(async () => {
    const { projects, result } = change((await readRegistry(home)).projects);
    const sorted = [...projects].sort((a, b) => (a.id < b.id ? -1 : 1));
    await replaceFile(
      join(home, "projects.json"),
      `${JSON.stringify({ v: REGISTRY_VERSION, projects: sorted }, null, 2)}\n`,
    );
    return result;
  }, options);
}
