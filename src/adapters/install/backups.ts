import { readFile, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { contentHash } from "../content-hash.ts";
import { makeFolder } from "../make-folder.ts";
import { writeBeside } from "../replace-file.ts";

/** Copies the bytes of a settings file below the home, for its owner only. @returns name within `backups/` */
export async function writeBackup(home: string, path: string, bytes: Uint8Array): Promise<string> {
  const name = `${contentHash(bytes).slice(0, 12)}-${basename(path)}`;
  const to = join(home, "backups", name);
  await makeFolder(join(home, "backups"));
  await rename(await writeBeside(to, bytes, 0o600), to);
  return name;
}

/** @returns undefined: the copy is gone or was changed */
export async function readBackup(home: string, name: string): Promise<Buffer | undefined> {
  const bytes = await readFile(join(home, "backups", name)).catch(() => undefined);
  return bytes && contentHash(bytes).startsWith(name.slice(0, 12)) ? bytes : undefined;
}
