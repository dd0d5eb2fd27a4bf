import { isObject } from "../../model/json.ts";
import { isOurHook, OURS } from "./entries.ts";
import type { Host } from "./hosts.ts";
import { type LineRpc, startLineRpc } from "./line-rpc.ts";

/** One hook as Codex sees it. */
export interface CodexHook {
  /** Codex's name for it: file, event, group and place in the group. */
  key: string;
  event: string;
  hash: string;
  /** `trusted`, `untrusted`, or another word of Codex's; only trusted ones run. */
  trust: string;
  /** It comes with a plugin of ours that Codex itself has installed. */
  fromPlugin: boolean;
}

/**
 * Asks Codex which of its hooks are ours, and which of them it trusts.
 * @param folder  where to ask: a project's own hooks count, too
 * @throws Error when Codex does not answer
 */
export async function codexHooksOf(
  host: Host,
  pluginFolder: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<CodexHook[]> {
  if (host.binary === undefined) throw new Error("codex is not on the PATH");
  const server = startLineRpc(host.binary, ["app-server"], { cwd: folder, env });
  try {
    return await listHooks(server, pluginFolder, folder);
  } finally {
    await server.close();
  }
}

async function listHooks(server: LineRpc, pluginFolder: string, folder: string): Promise<CodexHook[]> {
  await server.request("initialize", { clientInfo: { name: OURS, title: OURS, version: "1" } });
  server.notify("initialized");
  const { data } = await server.request("hooks/list", { cwds: [folder] });
  const entries = Array.isArray(data) ? data.filter(isObject) : [];
  return entries
    .flatMap(({ hooks }) => (Array.isArray(hooks) ? hooks.filter(isObject) : []))
    .flatMap((hook) => {
      const fromPlugin = hook.pluginId === `${OURS}@${OURS}`;
      const type = hook.handlerType === "mcpTool" ? "mcp_tool" : hook.handlerType;
      const isOurs = fromPlugin || isOurHook({ ...hook, type }, pluginFolder);
      if (!isOurs || typeof hook.key !== "string" || typeof hook.currentHash !== "string") return [];
      const trust = String(hook.trustStatus);
      return [{ key: hook.key, event: String(hook.eventName), hash: hook.currentHash, trust, fromPlugin }];
    });
}
