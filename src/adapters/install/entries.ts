import { isDeepStrictEqual } from "node:util";
import { isObject, type Json } from "../../model/json.ts";
import type { Changed, Fragment } from "./fragment.ts";
import { appendItem, type Path, removeAt, setProperty, valueAt } from "./json-text.ts";
import type { Plugin } from "./plugin-folder.ts";
import { appendTables, removeTables, tomlKey, tomlValues } from "./toml-text.ts";

/** Name of the marketplace, of the plugin in it and of the MCP server: all that is ours in a host's settings carries it. */
export const OURS = "habitus";
const PLUGIN_KEY = `${OURS}@${OURS}`;

/** One file of a host, as far as `init` and `uninstall` understand it. */
export interface EntryFile {
  /** @returns in words, what of the file's shape stands in the way */
  blocked(text: string): string | undefined;
  /** Puts our entries in; a text that has them all comes back as it is, one that has other ones of ours is given without them. */
  add(text: string): Changed;
  /** Takes every entry of ours out, whoever changed it since. */
  remove(text: string): string;
  /** Is there any entry of ours? */
  has(text: string): boolean;
}

/**
 * Claude Code's `settings.json`: the plugin's folder is a marketplace, and its plugin is switched on. The host does the rest at its
 * next start, so there is no hook line of ours in the file.
 */
export function claudeSettings({ folder }: Plugin): EntryFile {
  const entries: ReadonlyArray<readonly [Path, Json]> = [
    [["extraKnownMarketplaces", OURS], { source: { source: "directory", path: folder } }],
    [["enabledPlugins", PLUGIN_KEY], true],
  ];
  return {
    blocked: (text) => notObject(text, [["extraKnownMarketplaces"], ["enabledPlugins"]]),
    add: (text) =>
      inTurn(text, entries, (now, [path, value]) =>
        isDeepStrictEqual(valueAt(now, path), value) ? undefined : setProperty(now, path, value),
      ),
    remove: (text) => entries.reduce((now, [path]) => withoutEmpty(removeAt(now, path), path.slice(0, 1)), text),
    has: (text) => entries.some(([path]) => valueAt(text, path) !== undefined),
  };
}

/** Codex's `hooks.json`: the hooks of the plugin, one group an event, behind those that are there. */
export function codexHooks(plugin: Plugin): EntryFile {
  const groups = Object.entries(plugin.codexHooks);
  const isOurs = (hook: unknown) => isOurHook(hook, plugin.folder);
  return {
    blocked: (text) =>
      notObject(text, [["hooks"]]) ??
      groups
        .map(([event]) => valueAt(text, ["hooks", event]))
        .filter((value) => value !== undefined && !Array.isArray(value))
        .map(() => "`hooks` holds something that is not a list")[0],
    add: (text) =>
      inTurn(text, groups, (now, [event, wanted]) => {
        const present = asList(valueAt(now, ["hooks", event]));
        if (wanted.every((group) => present.some((other) => isDeepStrictEqual(other, group)))) return undefined;
        if (valueAt(now, ["hooks", event]) === undefined) return setProperty(now, ["hooks", event], wanted as Json);
        return inTurn(now, wanted, (text, group) => appendItem(text, ["hooks", event], group));
      }),
    remove: (text) => {
      let now = text;
      const events = Object.keys(asRecord(valueAt(text, ["hooks"])));
      for (const event of events) {
        for (const [group, hook] of oursIn(valueAt(now, ["hooks", event]), isOurs).reverse()) {
          now = removeAt(now, ["hooks", event, group, "hooks", hook]);
          const rest = valueAt(now, ["hooks", event, group, "hooks"]);
          if (asList(rest).length === 0) now = removeAt(now, ["hooks", event, group]);
        }
        // A list that was empty before is the user's; one that we emptied goes.
        if (now !== text && oursIn(valueAt(text, ["hooks", event]), isOurs).length > 0)
          now = withoutEmpty(now, ["hooks", event]);
      }
      return now === text ? text : withoutEmpty(now, ["hooks"]);
    },
    has: (text) =>
      Object.values(asRecord(valueAt(text, ["hooks"]))).some((groups) => oursIn(groups, isOurs).length > 0),
  };
}

/** Codex's `config.toml`: the MCP server that the hooks call, and the user's trust in them where it was given. */
export function codexConfig(plugin: Plugin, trust: Readonly<Record<string, string>> = {}): EntryFile {
  const server = `mcp_servers.${OURS}`;
  const isTrust = (name: string) => name in trust;
  const isOurHeader = (header: string) =>
    header === server ||
    header === `mcp_servers."${OURS}"` ||
    header.startsWith(`${server}.`) ||
    Object.keys(trust).some((key) => header === `hooks.state.${tomlKey(key)}`);
  return {
    blocked: (text) => {
      const { mcp_servers: servers, plugins } = tomlValues(text);
      const installed = asRecord(plugins)[PLUGIN_KEY];
      if (installed !== undefined && asRecord(installed).enabled !== false)
        return `the plugin ${PLUGIN_KEY} is installed by Codex itself, which is enough (\`codex plugin remove ${PLUGIN_KEY}\` first, to change that)`;
      const own = asRecord(servers)[OURS];
      if (own === undefined || isDeepStrictEqual(plainToml(own), plugin.codexServer)) return undefined;
      return removeTables(text, isOurHeader) === text
        ? `\`${server}\` is written in a form that is not ours`
        : undefined;
    },
    add: (text) => {
      const values = tomlValues(text);
      const wanted = [];
      const own = asRecord(values.mcp_servers)[OURS];
      if (!isDeepStrictEqual(own && plainToml(own), plugin.codexServer))
        wanted.push({ header: server, values: plugin.codexServer });
      for (const [key, hash] of Object.entries(trust)) {
        const known = asRecord(asRecord(asRecord(values.hooks).state)[key]);
        if (known.trusted_hash !== hash)
          wanted.push({ header: `hooks.state.${tomlKey(key)}`, values: { trusted_hash: hash } });
      }
      return wanted.length === 0 ? { text, fragments: [] } : appendTables(text, wanted);
    },
    remove: (text) => removeTables(text, isOurHeader),
    has: (text) => {
      const values = tomlValues(text);
      const state = asRecord(asRecord(values.hooks).state);
      return asRecord(values.mcp_servers)[OURS] !== undefined || Object.keys(state).some(isTrust);
    },
  };
}

/**
 * Codex's names for our hooks where they stand now: file, event, group and place in the group. Trust is given to such a name.
 * @param path  of `hooks.json`
 */
export function trustKeysIn(text: string, path: string, plugin: Plugin): string[] {
  return Object.entries(asRecord(valueAt(text, ["hooks"]))).flatMap(([event, groups]) => {
    const name = event.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
    return oursIn(groups, (hook) => isOurHook(hook, plugin.folder)).map(
      ([group, at]) => `${path}:${name}:${group}:${at}`,
    );
  });
}

/** One step after the other; what each did is remembered in order. */
function inTurn<T>(text: string, items: readonly T[], step: (text: string, item: T) => Changed | undefined): Changed {
  const fragments: Fragment[] = [];
  let now = text;
  for (const item of items) {
    const done = step(now, item);
    if (!done) continue;
    now = done.text;
    fragments.push(...done.fragments);
  }
  return { text: now, fragments };
}

/** A hook that calls our server, or runs a program of ours. */
export function isOurHook(hook: unknown, folder: string): boolean {
  const { type, server, command } = asRecord(hook);
  if (type === "mcp_tool") return server === OURS;
  return (
    typeof command === "string" &&
    (command.includes(folder) || /[\\/]plugin[\\/]bin[\\/]cli\.js"? .*\bhook\b/.test(command))
  );
}

/** Places of our hooks in an event's list, as group and hook within it. */
function oursIn(groups: unknown, isOurs: (hook: unknown) => boolean): Array<[number, number]> {
  return asList(groups).flatMap((group, at) =>
    asList(asRecord(group).hooks).flatMap((hook, index) => (isOurs(hook) ? [[at, index] as [number, number]] : [])),
  );
}

function withoutEmpty(text: string, path: Path): string {
  const value = valueAt(text, path);
  const isEmpty = Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
  return isEmpty ? removeAt(text, path) : text;
}

function notObject(text: string, paths: readonly Path[]): string | undefined {
  const wrong = paths.find((path) => {
    const value = valueAt(text, path);
    return value !== undefined && !isObject(value);
  });
  return wrong && `\`${wrong.join(".")}\` is not an object`;
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function asRecord(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** The parser's tables have no prototype. */
function plainToml(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
