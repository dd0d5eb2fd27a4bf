import { homedir } from "node:os";
import { applyInstall } from "../../../adapters/install/apply.ts";
import { codexHooksOf } from "../../../adapters/install/codex-trust.ts";
import type { Host } from "../../../adapters/install/hosts.ts";
import { planInstall } from "../../../adapters/install/plan.ts";
import type { CliContext } from "../context.ts";
import type { InstallMessages } from "../messages/install/en.ts";
import { confirm } from "./ask.ts";
import type { Place } from "./open-plugin.ts";

export interface TrustReport {
  trusted: number;
  untrusted: number;
  /** In words, why Codex could not be asked. */
  failed?: string;
}

/**
 * Codex skips hooks that its user has not reviewed, without a word. With the user's consent the hashes that Codex itself states are written
 * into its `config.toml`, which is what its own review does; then Codex is asked again.
 * @param consent  `ask`: a person decides; false: only look
 */
export async function trustCodex(
  context: CliContext,
  t: InstallMessages,
  host: Host,
  place: Place,
  consent: boolean | "ask",
): Promise<TrustReport> {
  const list = () => codexHooksOf(host, place.plugin.folder, homeOf(context), context.host.env);
  try {
    const hooks = await list();
    const untrusted = hooks.filter(({ trust }) => trust !== "trusted");
    const count = untrusted.length;
    const wanted = count > 0 && (consent === "ask" ? await confirm(context, t.askTrust(count)) : consent);
    if (!wanted) return { trusted: hooks.length - count, untrusted: count };
    const trust = Object.fromEntries(hooks.map(({ key, hash }) => [key, hash]));
    const plan = await planInstall(host, place.plugin, place.home, place.installs, trust);
    await applyInstall([plan], place.plugin, place.home, place.installs, new Date().toISOString(), trust);
    const after = await list();
    const left = after.filter(({ trust }) => trust !== "trusted").length;
    return { trusted: after.length - left, untrusted: left };
  } catch (error) {
    return { trusted: 0, untrusted: 0, failed: (error as Error).message };
  }
}

/** A folder that is no project of the user's. */
function homeOf({ host }: CliContext): string {
  return host.env.HOME || homedir();
}
