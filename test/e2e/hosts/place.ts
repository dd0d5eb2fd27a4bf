import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Observation } from "../../../src/model/observation.ts";

/** The repository: a bundle of this file may lie elsewhere. */
export const ROOT = process.env.HABITUS_REPO ?? resolve(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");

/** A person's home and project for one test, and nothing of the machine that runs it. */
export interface Place {
  root: string;
  home: string;
  /** A git repository with the given files committed. */
  app: string;
  /** `$HABITUS_HOME`. */
  memory: string;
  /** A copy of the built plugin, as a client's cache holds it. */
  plugin: string;
  env: Record<string, string>;
  remove(): void;
}

export function makePlace(files: Readonly<Record<string, string>>): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "habitus-host-")));
  const home = join(root, "home");
  const memory = join(root, "memory");
  const plugin = join(root, "plugin");
  cpSync(join(ROOT, "dist", "plugin"), plugin, { recursive: true });
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin",
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    HABITUS_HOME: memory,
    // `claude -p` counts as automated; these sessions are to be remembered all the same.
    HABITUS_AUTOMATED: "record",
    npm_config_update_notifier: "false",
  };
  const app = addProject({ root, env }, "app", files);
  return {
    root,
    home,
    app,
    memory,
    plugin,
    env,
    remove: () => removeAll(root),
  };
}

/** A process that a session left behind may still be writing: what appears meanwhile goes with the next try. */
function removeAll(folder: string): void {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (tries === 99) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}

export function addProject(
  { root, env }: Pick<Place, "root" | "env">,
  name: string,
  files: Readonly<Record<string, string>>,
): string {
  const app = join(root, "home", name);
  for (const [path, text] of Object.entries(files)) writeDeep(join(app, path), text);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: app,
      env,
      stdio: "pipe",
    });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "begin");
  return app;
}

export function writeDeep(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Runs the plugin's own copy of the CLI in the project. @returns what it printed */
export function habitus({ plugin, app, env }: Place, args: readonly string[], cwd = app): string {
  return execFileSync(process.execPath, [join(plugin, "bin", "cli.js"), ...args], { cwd, env, encoding: "utf8" });
}

/** Everything that was observed in any project, in the order of the files. */
export function observed({ memory }: Place): Observation[] {
  const lines: Observation[] = [];
  for (const path of filesBelow(join(memory, "projects"))) {
    if (!/[\\/]observations[\\/][^\\/]+\.jsonl$/.test(path)) continue;
    for (const line of readFileSync(path, "utf8").split("\n")) if (line !== "") lines.push(JSON.parse(line));
  }
  return lines;
}

/** Ids of the calls of which it is known how they ended. */
export function callsObserved(place: Place): string[] {
  const ends = observed(place).filter(({ event, outcome }) => event === "tool_end" && outcome !== "unknown");
  return [...new Set(ends.flatMap(({ call }) => call ?? []))].sort();
}

/** Waits for the ends of so many sessions: a process that the hook leaves behind writes them down. */
export async function sessionsEnded(place: Place, count: number): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    const ends = new Set(observed(place).flatMap(({ event, session }) => (event === "session_end" ? session : [])));
    if (ends.size >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`fewer than ${count} sessions have ended`);
}

/** Every file of a folder with its content's hash and its mode, `.git` included. */
export function contentsOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    filesBelow(folder).map((path) => [
      path.slice(folder.length + 1),
      `${createHash("sha256").update(readFileSync(path)).digest("hex")} ${statSync(path).mode.toString(8)}`,
    ]),
  );
}

export function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    // No such folder: no files.
    return [];
  }
}

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
  ms: number;
}

/** @param later  more input, written while the program runs: milliseconds after its start, and the text */
export function run(
  command: string,
  args: readonly string[],
  {
    cwd,
    env,
    input,
    later = [],
    timeoutMs = 90_000,
  }: {
    cwd: string;
    env: Record<string, string>;
    input?: string;
    later?: ReadonlyArray<{ ms: number; text: string }>;
    timeoutMs?: number;
  },
): Promise<Ran> {
  const began = Date.now();
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    // A client that has ended does not read the rest; that is no fault of the test.
    child.stdin.on("error", () => undefined);
    if (input !== undefined) child.stdin.write(input);
    const last = Math.max(0, ...later.map(({ ms }) => ms));
    for (const { ms, text } of later) setTimeout(() => child.stdin.write(text), ms);
    setTimeout(() => child.stdin.end(), last + (later.length > 0 ? 50 : 0));
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    child.on("error", fail);
    child.on("close", (code) => {
      clearTimeout(timer);
      done({ code, stdout, stderr, ms: Date.now() - began });
    });
  });
}
