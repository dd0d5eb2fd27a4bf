import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { HostRun } from "./claude.ts";
import { filesBelow, type Place, run, writeDeep } from "./place.ts";
import { type Script, startScriptedModel } from "./scripted-model.ts";

export interface CodexSession {
  client: string;
  prompt: string;
  script: Script;
  cwd?: string;
  env?: Record<string, string>;
}

/** One headless session of Codex against the scripted model. The plugin is what {@link installCodexPlugin} put there. */
export async function runCodex(place: Place, session: CodexSession): Promise<HostRun> {
  const model = await startScriptedModel(session.script);
  try {
    const provider = [`model_providers.scripted.base_url="${model.url}/v1"`].flatMap((pair) => ["-c", pair]);
    const ran = await run(
      session.client,
      [
        "exec",
        "--json",
        "--skip-git-repo-check",
        "--dangerously-bypass-approvals-and-sandbox",
        ...provider,
        session.prompt,
      ],
      { cwd: session.cwd ?? place.app, env: { ...codexEnv(place), ...session.env } },
    );
    const transcripts = filesBelow(join(place.home, ".codex", "sessions")).filter((path) => path.endsWith(".jsonl"));
    return { ...ran, model, transcripts };
  } finally {
    await model.close();
  }
}

function codexEnv(place: Place): Record<string, string> {
  return { ...place.env, SCRIPTED_KEY: "dummy-key-of-a-test" };
}

/**
 * A home in which Codex asks the scripted model. Call once for a place, before the plugin is installed.
 * @param more  text for `config.toml`
 */
export function configureCodex(place: Place, more = ""): void {
  writeDeep(
    join(place.home, ".codex", "config.toml"),
    `model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:1/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"

[analytics]
enabled = false
${more}`,
  );
}

/** Installs the plugin as a person would, from its folder. */
export async function installCodexPlugin(place: Place, client: string): Promise<void> {
  for (const args of [
    ["plugin", "marketplace", "add", place.plugin],
    ["plugin", "add", "habitus@habitus"],
  ]) {
    const done = await run(client, args, { cwd: place.app, env: codexEnv(place) });
    if (done.code !== 0) throw new Error(`codex ${args.join(" ")}: ${done.stderr}${done.stdout}`);
  }
}

export interface CodexHook {
  key: string;
  currentHash: string;
  trustStatus: string;
  eventName: string;
}

/** Trusts every hook that Codex finds, as its review screen does it. @returns the hooks as they then are */
export async function trustCodexHooks(place: Place, client: string): Promise<CodexHook[]> {
  return withAppServer(place, client, async (request) => {
    const list = async () => {
      const { data } = (await request("hooks/list", { cwds: [place.app] })) as { data: Array<{ hooks: CodexHook[] }> };
      return data.flatMap(({ hooks }) => hooks);
    };
    const value = Object.fromEntries(
      (await list()).map(({ key, currentHash }) => [key, { trusted_hash: currentHash }]),
    );
    const edits = [{ keyPath: "hooks.state", value, mergeStrategy: "upsert" }];
    await request("config/batchWrite", { edits, reloadUserConfig: true });
    return list();
  });
}

async function withAppServer<T>(
  place: Place,
  client: string,
  work: (request: (method: string, params: object) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const child = spawn(client, ["app-server"], {
    cwd: place.app,
    env: codexEnv(place),
    stdio: ["pipe", "pipe", "ignore"],
  });
  const waiting = new Map<number, (message: { result?: unknown; error?: unknown }) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!line.startsWith("{")) return;
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const write = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  let id = 0;
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      id += 1;
      waiting.set(id, ({ result, error }) => (error ? reject(new Error(JSON.stringify(error))) : resolve(result)));
      write({ id, method, params });
    });
  try {
    await request("initialize", { clientInfo: { name: "test", title: "test", version: "1.0.0" } });
    write({ method: "initialized" });
    return await work(request);
  } finally {
    child.stdin.end();
    child.kill();
  }
}
