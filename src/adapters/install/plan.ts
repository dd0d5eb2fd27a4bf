import { contentHash } from "../content-hash.ts";
import { readBackup } from "./backups.ts";
import { claudeSettings, codexConfig, codexHooks, type EntryFile, trustKeysIn } from "./entries.ts";
import { type Fragment, takeBack } from "./fragment.ts";
import type { Host } from "./hosts.ts";
import { needsForgiving, problemOf } from "./json-text.ts";
import type { Plugin } from "./plugin-folder.ts";
import type { ChangedFile, Installs } from "./records.ts";
import { encode, readSettings, type SettingsFile } from "./settings-file.ts";
import { tomlProblem } from "./toml-text.ts";

/** What will be done to one file of a host. */
export interface PlannedFile {
  file: SettingsFile;
  /** Undefined: the file goes. Equal to `file.bytes`: nothing is done. */
  after: Buffer | undefined;
  /** The file as it is without us, which an uninstall gives back; undefined: there is none. */
  original: Buffer | undefined;
  fragments: Fragment[];
  /** The host reads strict JSON, and this file holds comments or trailing commas: nothing in it is in effect. */
  isIgnored: boolean;
}

/** Why nothing will be done about a host. */
export interface Refusal {
  path: string;
  /** Counted from 1; absent where no line is to blame. */
  line?: number;
  problem: string;
}

export type HostPlan = { host: Host } & ({ files: PlannedFile[] } | { refused: Refusal });

/** The files of a host with what is ours in them. */
export function entryFilesOf(host: Host, plugin: Plugin, trust?: Readonly<Record<string, string>>): EntryFile[] {
  return host.name === "claude" ? [claudeSettings(plugin)] : [codexHooks(plugin), codexConfig(plugin, trust)];
}

/**
 * What `init` would write for a host. Reads only. All files of a host are changed or none.
 * @param trust  Codex's hooks that the user wants to trust, with their hashes
 */
export async function planInstall(
  host: Host,
  plugin: Plugin,
  home: string,
  installs: Installs,
  trust?: Readonly<Record<string, string>>,
): Promise<HostPlan> {
  const recorded = installs.hosts.find((install) => install.host === host.name);
  const entryFiles = entryFilesOf(host, plugin, trust ?? recorded?.trust);
  const files: PlannedFile[] = [];
  for (const [index, path] of host.files.entries()) {
    const file = await readSettings(path);
    const entries = entryFiles[index] as EntryFile;
    const refused = refusalOf(file, entries);
    if (refused) return { host, refused };
    const text = file.text as string;
    const common = { file, isIgnored: isIgnored(file) };
    if (entries.add(text).text === text) {
      files.push({ ...common, after: file.bytes, original: file.bytes, fragments: [] });
      continue;
    }
    if (file.locked !== undefined) return { host, refused: { path, problem: file.locked } };
    const known = recorded?.files.find((changed) => changed.path === path);
    const base = await withoutUs(file, entries, known, home);
    const { text: after, fragments } = entries.add(base.text);
    files.push({ ...common, after: encode(base, after), original: base.bytes, fragments });
  }
  return { host, files };
}

/** What `uninstall` would write for a host. Reads only. */
export async function planUninstall(host: Host, plugin: Plugin, home: string, installs: Installs): Promise<HostPlan> {
  const recorded = installs.hosts.find((install) => install.host === host.name);
  const entryFiles = entryFilesOf(host, plugin, { ...(await trustedNow(host, plugin)), ...recorded?.trust });
  const files: PlannedFile[] = [];
  for (const [index, path] of host.files.entries()) {
    const file = await readSettings(path);
    const entries = entryFiles[index] as EntryFile;
    const known = recorded?.files.find((changed) => changed.path === path);
    const problem = shapeProblem(file);
    if (problem) {
      if (known) return { host, refused: { path, ...problem } };
      continue;
    }
    if (file.bytes === undefined || (!known && !entries.has(file.text as string))) continue;
    const { bytes } = await withoutUs(file, entries, known, home);
    const same = bytes !== undefined && file.bytes.equals(bytes);
    if (!same && file.locked !== undefined) return { host, refused: { path, problem: file.locked } };
    files.push({ file, isIgnored: false, after: bytes, original: bytes, fragments: [] });
  }
  return { host, files };
}

/**
 * The file as it would be without us: byte for byte what it was where nobody has touched it since, else what it is now with our
 * changes taken back where they stand word for word, and our entries taken out where somebody has edited them.
 */
async function withoutUs(
  file: SettingsFile,
  entries: EntryFile,
  known: ChangedFile | undefined,
  home: string,
): Promise<{ text: string; bytes: Buffer | undefined; bom: boolean }> {
  if (file.bytes === undefined) return { text: "", bytes: undefined, bom: false };
  const text = file.text as string;
  if (known?.after === contentHash(file.bytes)) {
    if (known.created) return { text: "", bytes: undefined, bom: false };
    const bytes = known.backup === undefined ? undefined : await readBackup(home, known.backup);
    if (bytes) return { text: bytes.toString("utf8").replace(/^\uFEFF/, ""), bytes, bom: file.bom };
  }
  if (!known && !entries.has(text)) return { text, bytes: file.bytes, bom: file.bom };
  const undone = known ? takeBack(text, known.fragments).text : text;
  // A text that somebody has changed in between may no longer be one once a piece is cut out of it.
  const whole = shapeProblem({ ...file, text: undone }) ? text : undone;
  const left = entries.has(whole) ? entries.remove(whole) : whole;
  if (known?.created && isNothing(left)) return { text: "", bytes: undefined, bom: false };
  return { text: left, bytes: encode(file, left), bom: file.bom };
}

/** Trust in our hooks that was given elsewhere, such as in Codex's own review, goes with the hooks. */
async function trustedNow(host: Host, plugin: Plugin): Promise<Record<string, string>> {
  if (host.name !== "codex") return {};
  const hooks = await readSettings(host.files[0] as string);
  if (shapeProblem(hooks)) return {};
  return Object.fromEntries(trustKeysIn(hooks.text as string, hooks.path, plugin).map((key) => [key, ""]));
}

function isNothing(text: string): boolean {
  return /^\s*(?:\{\s*\}\s*)?$/.test(text);
}

function refusalOf(file: SettingsFile, entries: EntryFile): Refusal | undefined {
  const shape = shapeProblem(file);
  if (shape) return { path: file.path, ...shape };
  const blocked = entries.blocked(file.text as string);
  return blocked === undefined ? undefined : { path: file.path, problem: blocked };
}

function shapeProblem(file: Pick<SettingsFile, "path" | "text">): Omit<Refusal, "path"> | undefined {
  if (file.text === undefined) return { problem: "it is not UTF-8 text" };
  return file.path.endsWith(".toml") ? tomlProblem(file.text) : problemOf(file.text);
}

function isIgnored(file: SettingsFile): boolean {
  return !file.path.endsWith(".toml") && needsForgiving(file.text ?? "");
}
