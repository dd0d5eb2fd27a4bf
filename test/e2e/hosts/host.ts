import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type HostRun, runClaude } from "./claude.ts";
import type { ClientName } from "./clients.ts";
import { configureCodex, installCodexPlugin, runCodex, trustCodexHooks } from "./codex.ts";
import { CLAUDE_HAND, CODEX_HAND, type Hand, writeOpsServer } from "./lesson.ts";
import { filesBelow, type Place } from "./place.ts";
import type { Script } from "./scripted-model.ts";

export interface HostSession {
  prompt: string;
  script: Script;
  cwd?: string;
  env?: Record<string, string>;
  /** Typed while the agent works; Claude Code only. */
  later?: ReadonlyArray<{ ms: number; text: string }>;
}

/** One of the real clients, in a form in which tests need not know which. */
export interface TestHost {
  name: ClientName;
  kind: "claude" | "codex";
  hand: Hand;
  /** Installs the plugin where the client wants that, beside the project's own tool server. Call when the plugin's files are as they shall be. */
  install(place: Place, options?: { trust?: boolean }): Promise<void>;
  run(place: Place, session: HostSession): Promise<HostRun>;
  /** The place with a plugin that has none of these events but the kept ones, so that a test sees what one of them does alone. */
  keepOnly(place: Place, kept: readonly string[]): Promise<Place>;
}

/** Events at which advice may be given. */
const ADVISING = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure"];

export function hostFor(name: ClientName, client: string): TestHost {
  const kind = name.startsWith("codex") ? "codex" : "claude";
  if (kind === "codex") {
    return {
      name,
      kind,
      hand: CODEX_HAND,
      install: async (place, { trust = true } = {}) => {
        const ops = JSON.stringify(writeOpsServer(place));
        configureCodex(place, `\n[mcp_servers.ops]\ncommand = "node"\nargs = [${ops}]\n`);
        await installCodexPlugin(place, client);
        if (trust) await trustCodexHooks(place, client);
      },
      run: (place, session) => runCodex(place, { client, ...session }),
      keepOnly: async (place, kept) => {
        const installed = filesBelow(join(place.home, ".codex", "plugins")).find((path) =>
          path.endsWith("codex-hooks.json"),
        );
        dropEvents(join(place.plugin, "hooks", "codex-hooks.json"), installed ?? "", kept);
        await trustCodexHooks(place, client);
        return place;
      },
    };
  }
  const servers = (place: Place) => join(place.root, "servers.json");
  return {
    name,
    kind,
    hand: CLAUDE_HAND,
    install: async (place) => {
      const ops = { command: "node", args: [writeOpsServer(place)] };
      writeFileSync(servers(place), JSON.stringify({ mcpServers: { ops } }));
    },
    run: (place, session) =>
      runClaude(place, {
        client,
        ...session,
        args: ["--mcp-config", servers(place)],
        settings: { permissions: { allow: ["Bash", "Task", "mcp__ops"] } },
      }),
    keepOnly: async (place, kept) => {
      const plugin = `${place.plugin}-${kept.join("-")}`;
      cpSync(place.plugin, plugin, { recursive: true });
      dropEvents(join(place.plugin, "hooks", "hooks.json"), join(plugin, "hooks", "hooks.json"), kept);
      return { ...place, plugin };
    },
  };
}

/**
 * Makes the plugin's server begin late, and note its process.
 * @param once  it never begins a second time, as clients try
 * @returns how to end that process
 */
export function wrapServer(place: Place, delayMs: number, { once = false } = {}): () => void {
  const pid = join(place.root, "server.pid");
  writeFileSync(
    join(place.plugin, "bin", "wrapped.mjs"),
    `import { existsSync, writeFileSync } from "node:fs";
if (${once} && existsSync(${JSON.stringify(pid)})) process.exit(1);
writeFileSync(${JSON.stringify(pid)}, String(process.pid));
await new Promise((resolve) => setTimeout(resolve, ${delayMs}));
await import("./cli.js");
`,
  );
  for (const file of [".mcp.json", ".codex-mcp.json"]) {
    const path = join(place.plugin, file);
    writeFileSync(path, readFileSync(path, "utf8").replace("bin/cli.js", "bin/wrapped.mjs"));
  }
  return () => process.kill(Number(readFileSync(pid, "utf8")), "SIGKILL");
}

function dropEvents(from: string, to: string, kept: readonly string[]): void {
  const { hooks, ...rest } = JSON.parse(readFileSync(from, "utf8"));
  for (const event of ADVISING) if (!kept.includes(event)) delete hooks[event];
  writeFileSync(to, JSON.stringify({ ...rest, hooks }));
}

/** Ids of all calls that the client wrote down, told apart from anything of ours. */
export function callsWritten({ transcripts }: HostRun): string[] {
  const calls = new Set<string>();
  for (const path of transcripts) {
    for (const line of readFileSync(path, "utf8").split("\n").filter(Boolean)) {
      const { message, type, payload } = JSON.parse(line);
      for (const block of Array.isArray(message?.content) ? message.content : []) {
        if (block.type === "tool_use") calls.add(block.id);
      }
      if (type === "response_item" && /^(?:function|custom_tool)_call$/.test(payload.type)) calls.add(payload.call_id);
    }
  }
  return [...calls].sort();
}
