import { habitusHome, usableHome } from "../../../adapters/home.ts";
import { HOSTS, type Host, type HostName, hostOf, isHere } from "../../../adapters/install/hosts.ts";
import { type Plugin, pluginSource, readPlugin } from "../../../adapters/install/plugin-folder.ts";
import { type Installs, readInstalls } from "../../../adapters/install/records.ts";
import { MemoryError } from "../../../errors.ts";
import type { CliContext } from "../context.ts";
import type { InstallMessages } from "../messages/install/en.ts";

/** What `init`, `uninstall` and `doctor` start from. */
export interface Place {
  home: string;
  plugin: Plugin;
  installs: Installs;
}

export async function openPlace({ host, home: given }: CliContext): Promise<Place> {
  const home = await usableHome(given, host.env);
  const plugin = await readPlugin(pluginSource(), home, home === habitusHome({}));
  return { home, plugin, installs: await readInstalls(home) };
}

/** @param word  a host that the person named; undefined: all that are here */
export function chosenHosts(word: string | undefined, { host }: CliContext, t: InstallMessages): Host[] {
  if (word === undefined) return HOSTS.map((name) => hostOf(name, host.env)).filter(isHere);
  const name = ALIASES[word.toLowerCase()];
  if (name === undefined) throw new MemoryError("INVALID_INPUT", t.unknownHost(word), t.unknownHostHint);
  return [hostOf(name, host.env)];
}

const ALIASES: Readonly<Record<string, HostName>> = { claude: "claude", "claude-code": "claude", codex: "codex" };
