import { constants } from "node:fs";
import { access, readFile, realpath, rename, stat, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { isMissing } from "../disk-problem.ts";
import { makeFolder } from "../make-folder.ts";
import { removeIfThere, writeBeside } from "../replace-file.ts";

/** A file of a host as it is now. */
export interface SettingsFile {
  /** As the host names it. */
  path: string;
  /** Where it lies, links followed. */
  real: string;
  /** Undefined: there is none. */
  bytes: Buffer | undefined;
  /** Without its byte order mark; "" when there is none. Undefined: it is not valid UTF-8. */
  text: string | undefined;
  bom: boolean;
  /** In words, why it cannot be written. */
  locked?: string;
}

const BOM = "\uFEFF";

export async function readSettings(path: string): Promise<SettingsFile> {
  const real = await realpath(path).catch(() => path);
  const bytes = await readFile(real).catch((error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  const locked = await lockedReason(real, bytes !== undefined);
  return { path, real, bytes, ...decode(bytes), ...(locked !== undefined && { locked }) };
}

/** Replaces the file whole, where it lies, with the permissions that it has. A new one is for its owner only. */
export async function writeSettings(file: Pick<SettingsFile, "real">, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(file.real));
  const mode = await stat(file.real).then(
    (facts) => facts.mode & 0o7777,
    () => 0o600,
  );
  const temporary = await writeBeside(file.real, bytes, mode);
  try {
    await rename(temporary, file.real);
  } catch (error) {
    await removeIfThere(temporary);
    throw error;
  }
}

export async function removeSettings(file: Pick<SettingsFile, "real">): Promise<void> {
  await unlink(file.real);
}

/** The bytes of a text that is written in the manner of the file. */
export function encode(file: Pick<SettingsFile, "bom">, text: string): Buffer {
  return Buffer.from(`${file.bom ? BOM : ""}${text}`);
}

function decode(bytes: Buffer | undefined): { text: string | undefined; bom: boolean } {
  if (!bytes) return { text: "", bom: false };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith(BOM) ? { text: text.slice(1), bom: true } : { text, bom: false };
  } catch {
    return { text: undefined, bom: false }; // the caller says so, and leaves the file alone
  }
}

/** Root may write anything; a file that its owner made read-only is meant to stay as it is all the same. */
async function lockedReason(real: string, exists: boolean): Promise<string | undefined> {
  if (exists) {
    const { mode } = await stat(real);
    if ((mode & 0o222) === 0 || !(await canWrite(real))) return "it is read-only";
  }
  let folder = dirname(real);
  while (folder !== dirname(folder)) {
    if (await isThere(folder)) return (await canWrite(folder)) ? undefined : `its folder ${folder} is read-only`;
    folder = dirname(folder);
  }
  return undefined;
}

const canWrite = (path: string) =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
