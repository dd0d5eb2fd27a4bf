import { readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Installs } from "./records.ts";

/** All that habitus ever puts into its home; anything else there is somebody else's. */
const OWN = [
  "config.yaml",
  "projects.json",
  "projects",
  "global",
  "handovers",
  "merged",
  "models",
  "sessions",
  "transcripts",
  "notices",
  "installs.json",
  "backups",
  "plugin",
  "serve-token",
  "exchange",
  "lock",
];

/** Removes what only installed hosts need, once there are none: the plugin's copy, backups of settings, the record. */
export async function removeInstallFiles(home: string, installs: Installs): Promise<void> {
  if (installs.hosts.length > 0) return;
  for (const name of ["plugin", "backups", "installs.json"])
    await rm(join(home, name), { recursive: true, force: true });
  await removeIfEmpty(home);
}

/** Removes the memory of every project. @returns names of what is left, which is not ours */
export async function removeMemory(home: string): Promise<string[]> {
  for (const name of OWN) await rm(join(home, name), { recursive: true, force: true });
  const left = await readdir(home).catch(() => [] as string[]);
  if (left.length === 0) await removeIfEmpty(home);
  return left;
}

async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch {
    // Not empty: then it stays. Not there: then it is gone already.
  }
}
