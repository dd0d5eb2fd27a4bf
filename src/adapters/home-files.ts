import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../model/json.ts";
import type { StoredFiles } from "../ports.ts";
import { diskProblem, isMissing } from "./disk-problem.ts";
import { UNASSIGNED } from "./hook-intake.ts";
import { createNodeLock } from "./node-lock.ts";
import { MERGED } from "./project-registry.ts";
import { createStoredFiles } from "./stored-files.ts";

/** Below the home, for no project in particular. What is neither here nor a project's is a setting, or what `init` needs to take itself back. */
const SHARED: ReadonlyArray<Pick<StoredFiles, "name" | "isForeign" | "afterPurge">> = [
  { name: "handovers" },
  { name: "notices" },
  // A copy that is not what it was is not put back: then entries are taken out of the settings one by one.
  { name: "backups" },
  { name: "exchange", isForeign: true },
  // The next hook asks the session's folder instead.
  { name: "sessions", afterPurge: () => undefined },
  { name: "transcripts", afterPurge: passedOver },
];
const GLOBAL = "global";
/** Projects are chosen, the plugin is a copy of our own program, and a lock names only processes. */
const NOT_ASKED = ["projects", "plugin", "lock", ".git"];

/**
 * What can hold a text of these projects: their folders, what lies in the home for no project in particular, and, named only, all else
 * that is there.
 * @param projects  ids
 */
export async function storedFilesOf(home: string, projects: readonly string[]): Promise<StoredFiles[]> {
  const homeLock = createNodeLock(home);
  const merged = (await entriesOf(join(home, MERGED))).map(({ name }) => ({ name: `${MERGED}/${name}` }));
  const own = [...projects, UNASSIGNED].map((id) => ({ name: `projects/${id}` }));
  const stores = [...own, ...merged, { name: GLOBAL }, ...SHARED]
    .filter(({ name }) => existsSync(join(home, name)))
    .map(({ name, ...kind }) => {
      const folder = join(home, name);
      const hasLock = (name.startsWith("projects/") && name !== `projects/${UNASSIGNED}`) || name === GLOBAL;
      return { ...createStoredFiles(folder, name, hasLock ? createNodeLock(folder) : homeLock), ...kind };
    });
  return [...stores, await othersOf(home, new Set([...stores.map(({ name }) => name), MERGED, ...NOT_ASKED]))];
}

/** Which folders are whose, what a person chose, what `init` wrote down: changing them would make folders or entries unknown. */
async function othersOf(home: string, known: ReadonlySet<string>): Promise<StoredFiles> {
  const files = createStoredFiles(home, "", createNodeLock(home));
  const list = async () => {
    const paths: string[] = [];
    for (const { name, isFolder } of await entriesOf(home)) {
      if (known.has(name)) continue;
      const below = isFolder ? await createStoredFiles(join(home, name), "", files.lock).list() : [];
      paths.push(...(isFolder ? below.map((path) => `${name}/${path}`) : [name]));
    }
    return paths;
  };
  return { ...files, isOwned: true, list, derived: async () => [] };
}

/**
 * A session whose transcript lies where the match says, or is named so, is not compared any more: what was purged would come back with the
 * next comparison, and a note that is gone is made anew.
 */
function passedOver(text: string): string | undefined {
  try {
    const note: unknown = JSON.parse(text);
    if (!isObject(note)) return undefined;
    return `${JSON.stringify({ session: "", path: "", passed: "purged" })}\n`;
  } catch {
    return undefined; // half a file of a crash, which nobody could read anyway
  }
}

async function entriesOf(folder: string): Promise<Array<{ name: string; isFolder: boolean }>> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isMissing(error)) return [];
    throw diskProblem(error, "list", folder);
  }
}
