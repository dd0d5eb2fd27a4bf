import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { MemoryError } from "../../errors.ts";
import { isObject, type Json } from "../../model/json.ts";
import { isMissing } from "../disk-problem.ts";
import { makeFolder } from "../make-folder.ts";
import { writeBeside } from "../replace-file.ts";
import type { Installs } from "./records.ts";

/** The folder that hosts load, as it will lie below the home. */
export interface Plugin {
  folder: string;
  version: string;
  /** Hook groups by event, for Codex's own `hooks.json`. */
  codexHooks: Record<string, Array<{ hooks: Json[] } & Record<string, Json>>>;
  /** Table of the MCP server, for Codex's own `config.toml`. */
  codexServer: Record<string, Json>;
  /** Relative path and content of every file. */
  files: Map<string, Buffer>;
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the hosts write it so, and we replace it
const PLUGIN_ROOT = "${CLAUDE_PLUGIN_ROOT}";

/**
 * Reads the plugin that this package brings, as it will be written below the home.
 *
 * Hosts are pointed at a copy and never at the package: a package is updated, moved or removed by another tool, and then every hook
 * would point nowhere.
 * @param home  where the copy goes; where it is not the platform's own folder, the copy says so to the programs that hosts start
 */
export async function readPlugin(source: string, home: string, isUsualHome: boolean): Promise<Plugin> {
  const folder = join(home, "plugin");
  const files = new Map<string, Buffer>();
  for (const path of await filesBelow(source)) {
    files.set(path, await readFile(join(source, path)));
  }
  const named = [".mcp.json", ".codex-mcp.json", join("hooks", "hooks.json"), join("hooks", "codex-hooks.json")];
  if (!isUsualHome) for (const path of named) nameHome(files, path, home);
  const manifest = json(files, join(".claude-plugin", "plugin.json"));
  const hooks = json(files, join("hooks", "codex-hooks.json")).hooks;
  return {
    folder,
    version: String(manifest.version),
    codexHooks: placed(hooks, folder) as Plugin["codexHooks"],
    codexServer: serverTable(json(files, ".codex-mcp.json"), folder),
    files,
  };
}

/** Where the build puts the plugin, seen from the bundle or from the sources. */
export function pluginSource(): string {
  const here = import.meta.dirname;
  const places = [
    join(here, "plugin"), // dist/, beside the bundles
    resolve(here, ".."), // dist/plugin/bin, and the copy of it below the home
    resolve(here, "..", "..", "..", "dist", "plugin"), // src/adapters/install
  ];
  const found = places.find((place) => existsSync(join(place, ".claude-plugin", "plugin.json")));
  if (!found) {
    throw new MemoryError(
      "NOT_FOUND",
      `the plugin for hosts is not beside this program (${here})`,
      "Install habitus anew; in a checkout: npm run build.",
    );
  }
  return found;
}

/**
 * Brings the copy below the home up to date, file by file. A session that still runs on the version before finds its files until the
 * version after next.
 * @returns false: nothing had to be written
 */
export async function writePlugin(plugin: Plugin, installs: Installs): Promise<boolean> {
  let changed = false;
  for (const [path, bytes] of plugin.files) {
    const to = join(plugin.folder, path);
    const now = await readFile(to).catch(() => undefined);
    if (now?.equals(bytes)) continue;
    await makeFolder(dirname(to));
    await rename(await writeBeside(to, bytes, path.endsWith("cli.js") ? 0o755 : 0o644), to);
    changed = true;
  }
  const files = [...plugin.files.keys()].sort();
  if (changed || !installs.plugin) {
    const before = installs.plugin?.files.filter((path) => !plugin.files.has(path)) ?? [];
    for (const path of installs.plugin?.before ?? []) {
      if (!plugin.files.has(path) && !before.includes(path)) await rm(join(plugin.folder, path), { force: true });
    }
    installs.plugin = { version: plugin.version, files, before };
  }
  return changed;
}

/** Version of the copy that hosts run; undefined: there is none. */
export async function copiedVersion(home: string): Promise<string | undefined> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(home, "plugin", ".claude-plugin", "plugin.json"), "utf8"));
    return isObject(manifest) ? String(manifest.version) : undefined;
  } catch {
    return undefined; // not there, or not readable, which `doctor` says in the same words
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new MemoryError("NOT_FOUND", `${folder}: no such folder`, "Install habitus anew.", { cause: error });
  }
}

/** Hosts start our programs without the environment of this shell: the home goes along as an argument. */
function nameHome(files: Map<string, Buffer>, path: string, home: string): void {
  const told = (value: Json): Json => {
    if (Array.isArray(value)) {
      // The copy may be its own source, where the package is gone.
      if (value.includes("--home")) return value;
      const program = value.findIndex((word) => typeof word === "string" && word.endsWith("bin/cli.js"));
      if (program >= 0) return [...value.slice(0, program + 1), "--home", home, ...value.slice(program + 1)];
      return value.map(told);
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value as Record<string, Json>).map(([name, below]) => [
        name,
        name === "command" && typeof below === "string" && !below.includes("--home")
          ? below.replace(/bin\/cli\.js"/, (program) => `${program} --home "${home}"`)
          : told(below),
      ]),
    );
  };
  files.set(path, Buffer.from(`${JSON.stringify(told(json(files, path)), null, 2)}\n`));
}

/** The same with the plugin's folder in place of its variable. */
function placed(value: Json | undefined, folder: string): Json {
  if (typeof value === "string") return value.replaceAll(PLUGIN_ROOT, folder);
  if (Array.isArray(value)) return value.map((item) => placed(item, folder));
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, below]) => [name, placed(below as Json, folder)]));
}

/** In a config file of the user's nothing is relative to the plugin: paths become whole. */
function serverTable(mcp: Record<string, Json>, folder: string): Record<string, Json> {
  const servers = mcp.mcpServers as Record<string, Record<string, Json>>;
  const { cwd: _, ...server } = servers.habitus ?? {};
  const args = (server.args as string[]).map((word) => (/^(?:\.\/)?bin\//.test(word) ? join(folder, word) : word));
  return { ...server, args };
}

function json(files: Map<string, Buffer>, path: string): Record<string, Json> {
  const bytes = files.get(path);
  if (!bytes) throw new MemoryError("NOT_FOUND", `the plugin has no ${path}`, "Install habitus anew.");
  return JSON.parse(bytes.toString("utf8"));
}
