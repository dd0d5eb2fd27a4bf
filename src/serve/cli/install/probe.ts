import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isOurHook, OURS } from "../../../adapters/install/entries.ts";
import {
  type InstallAbout,
  type InstallFinding,
  installFinding,
  type LineFault,
} from "../../../adapters/install/findings.ts";
import type { Host } from "../../../adapters/install/hosts.ts";
import { startLineRpc } from "../../../adapters/install/line-rpc.ts";
import { tomlValues } from "../../../adapters/install/toml-text.ts";
import { makeFolderSync } from "../../../adapters/make-folder.ts";
import { isObject } from "../../../model/json.ts";
import { openMemory } from "../../../open-memory.ts";
import type { Place } from "./open-plugin.ts";

const TIMEOUT_MS = 15_000;
const TRIES = 4;
const GOES_ON_MS = 8_000;

/** What a host runs, read from what is installed rather than from what we would install. */
interface Installed {
  /** Command lines of hooks, ready for a shell. */
  lines: string[];
  server: { command: string; args: string[] } | undefined;
}

/**
 * Tries what is installed in a host for real: an event goes through its own hook line and must be on record, and a card with a word that
 * nobody can guess must come back from hook line and server. All in a memory of its own, which is gone afterwards.
 */
export async function probeHost(host: Host, place: Place, env: NodeJS.ProcessEnv): Promise<InstallFinding[]> {
  const folder = mkdtempSync(join(tmpdir(), "habitus-doctor-"));
  const at = {
    home: join(folder, "home"),
    app: join(folder, "app"),
    nonce: `n${randomUUID().replaceAll("-", "").slice(0, 12)}`,
  };
  makeFolderSync(at.app);
  try {
    await writeCard(at);
    const { lines, server } = installedIn(host, place);
    const clean = {
      ...cleanEnv(env),
      HABITUS_HOME: at.home,
      HABITUS_DEBUG: "1",
      CLAUDE_PLUGIN_ROOT: place.plugin.folder,
    };
    const moved = (text: string) => text.replace(`--home "${place.home}"`, `--home "${at.home}"`);
    const findings: InstallFinding[] = [];
    for (const line of lines) findings.push(await patiently(() => probeLine(host, moved(line), at, clean)));
    if (server) findings.push(await patiently(() => probeServer(host, server, place.home, at, clean)));
    return findings;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Advice that takes longer than hosts are kept waiting is left out, which on a busy machine means nothing yet. */
async function patiently(probe: () => Promise<InstallFinding>): Promise<InstallFinding> {
  for (let attempt = 1; ; attempt++) {
    const finding = await probe();
    if (finding.level === "ok") return installFinding("ok", { ...finding.about, tries: attempt } as InstallAbout);
    if (attempt === TRIES) return finding;
  }
}

interface Trial {
  home: string;
  app: string;
  nonce: string;
}

async function writeCard({ home, app, nonce }: Trial): Promise<void> {
  const memory = await openMemory({ home, cwd: app, env: {} });
  try {
    await memory.create({
      whenToUse: `when habitus doctor asks for ${nonce}`,
      title: `Say ${nonce}`,
      body: `Answer with ${nonce}.`,
      confidence: 0.9,
    });
  } finally {
    await memory.close();
  }
}

async function probeLine(
  { title }: Host,
  line: string,
  { home, app, nonce }: Trial,
  env: NodeJS.ProcessEnv,
): Promise<InstallFinding> {
  // Such a line ends at once, and a process of its own does the work: it records, and there is nobody to advise.
  const goesOn = /\s--detach\b/.test(line);
  const session = randomUUID();
  const event = goesOn
    ? { hook_event_name: "UserPromptSubmit", prompt: "nothing" }
    : { hook_event_name: "SessionStart", source: "startup" };
  const payload = { session_id: session, cwd: app, ...event };
  const ran = spawnSync(line, {
    shell: true,
    cwd: app,
    env,
    input: JSON.stringify(payload),
    encoding: "utf8",
    timeout: TIMEOUT_MS,
  });
  const wrong = (how: LineFault): InstallFinding => {
    const ended = String(ran.status ?? ran.signal);
    return installFinding("error", { kind: "line_failed", title, how, ended, said: firstError(ran.stderr), line });
  };
  if (ran.status !== 0) return wrong("ended");
  for (let waited = 0; goesOn && waited < GOES_ON_MS && !isOnRecord(home, session); waited += 100) await sleep(100);
  if (!isOnRecord(home, session)) return wrong("not_on_record");
  if (!goesOn && !ran.stdout.includes(nonce)) return wrong("no_advice");
  return installFinding("ok", { kind: "line_works", title, detached: goesOn, tries: 1 });
}

async function probeServer(
  { title, name }: Host,
  { command, args }: { command: string; args: string[] },
  usual: string,
  { home, app, nonce }: Trial,
  env: NodeJS.ProcessEnv,
): Promise<InstallFinding> {
  const session = randomUUID();
  const host = name === "claude" ? "claude-code" : name;
  const own = args.map((word) => (word === usual ? home : word));
  const server = startLineRpc(command, own, { cwd: app, env, timeoutMs: TIMEOUT_MS });
  try {
    await server.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "habitus-doctor", version: "1" },
    });
    server.notify("notifications/initialized");
    const call = (event: string, fields: object) =>
      server.request("tools/call", {
        name: "hook",
        arguments: { host, hook_event_name: event, session_id: session, cwd: app, ...fields },
      });
    const reply = await call("UserPromptSubmit", { prompt: `habitus doctor asks for ${nonce}` });
    if (!isOnRecord(home, session))
      return installFinding("error", { kind: "server_failed", title, how: "not_on_record" });
    if (!JSON.stringify(reply).includes(nonce))
      return installFinding("error", { kind: "server_failed", title, how: "no_advice" });
    return installFinding("ok", { kind: "server_works", title, tries: 1 });
  } catch (error) {
    const said = firstError((error as Error).message);
    return installFinding("error", { kind: "server_silent", title, said, line: [command, ...own].join(" ") });
  } finally {
    await server.close();
  }
}

function installedIn(host: Host, { plugin }: Place): Installed {
  const [first = "", second = ""] = host.files;
  if (host.name === "codex") {
    const lines = commandsIn(json(first), plugin.folder);
    const { mcp_servers: servers } = existsSync(second)
      ? tomlValues(readFileSync(second, "utf8").replace(/^\uFEFF/, ""))
      : {};
    return { lines, server: serverIn({ mcpServers: servers }, "") };
  }
  const lines = commandsIn(json(join(plugin.folder, "hooks", "hooks.json")), "CLAUDE_PLUGIN_ROOT");
  const root = plugin.folder;
  return {
    lines: lines.map((line) => line.replaceAll(PLUGIN_ROOT, root)),
    server: serverIn(json(join(root, ".mcp.json")), root),
  };
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code replaces it before the shell sees the line
const PLUGIN_ROOT = "${CLAUDE_PLUGIN_ROOT}";

/** Each of our command lines once. */
function commandsIn(file: Record<string, unknown>, ours: string): string[] {
  const groups = Object.values(isObject(file.hooks) ? file.hooks : {})
    .flat()
    .filter(isObject);
  const hooks = groups.flatMap(({ hooks }) => (Array.isArray(hooks) ? hooks.filter(isObject) : []));
  const lines = hooks.filter((hook) => isOurHook(hook, ours)).map(({ command }) => command);
  return [...new Set(lines.filter((line) => typeof line === "string"))];
}

function serverIn({ mcpServers }: Record<string, unknown>, root: string): Installed["server"] {
  const server = isObject(mcpServers) ? mcpServers[OURS] : undefined;
  if (!isObject(server) || typeof server.command !== "string" || !Array.isArray(server.args)) return undefined;
  return { command: server.command, args: server.args.map((word) => String(word).replaceAll(PLUGIN_ROOT, root)) };
}

function json(path: string): Record<string, unknown> {
  if (!existsSync(path)) return {};
  const value: unknown = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
  return isObject(value) ? value : {};
}

function isOnRecord(home: string, session: string): boolean {
  const projects = join(home, "projects");
  if (!existsSync(projects)) return false;
  return readdirSync(projects, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".jsonl") && path.includes("observations"))
    .some((path) => readFileSync(join(projects, path), "utf8").includes(session));
}

/** The line that says what went wrong, of all that a failing program prints. */
function firstError(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  return (lines.find((line) => /error/i.test(line)) ?? lines.find((line) => line !== "") ?? "").slice(0, 200);
}

/** Without the marks by which a session of a machine, or one of ours, would be passed over. */
function cleanEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    CLAUDE_CODE_ENTRYPOINT: _,
    HABITUS_INTERNAL: __,
    HABITUS_AUTOMATED: ___,
    HABITUS_ADVISE: ____,
    ...rest
  } = env;
  return rest;
}
