import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The clients that the tests drive, as npm names them. */
export const CLIENTS = {
  "claude 2.1.197": { name: "@anthropic-ai/claude-code", version: "2.1.197", bin: "claude" },
  "claude 2.1.332": { name: "@anthropic-ai/claude-code", version: "2.1.332", bin: "claude" },
  "codex 0.171.0": { name: "@openai/codex", version: "0.171.0", bin: "codex" },
} as const;
export type ClientName = keyof typeof CLIENTS;

/**
 * The path of a client, installed from npm once into a folder that later runs find again (`HABITUS_TEST_CLIENTS`, default below the
 * system's temporary folder).
 * @returns or, where it cannot be installed or started, in words why: the tests that need it are then skipped
 */
export function installClient(client: ClientName): { path: string } | { missing: string } {
  const { name, version, bin } = CLIENTS[client];
  const cache = process.env.HABITUS_TEST_CLIENTS ?? join(tmpdir(), "habitus-test-clients");
  const folder = join(cache, `${bin}-${version}`);
  const path = join(folder, "node_modules", ".bin", bin);
  try {
    mkdirSync(cache, { recursive: true });
    if (!existsSync(path)) alone(`${folder}.lock`, () => existsSync(path) || install(folder, `${name}@${version}`));
    const told = execFileSync(path, ["--version"], { encoding: "utf8", stdio: "pipe", timeout: 30_000 });
    return told.includes(version) ? { path } : { missing: `${path} says that it is ${told.trim()}` };
  } catch (error) {
    return { missing: (error as Error).message.split("\n").slice(0, 3).join(" ") };
  }
}

/** Installed aside and moved into place, so that nobody finds half a client. */
function install(folder: string, spec: string): void {
  const aside = `${folder}.${process.pid}`;
  mkdirSync(aside, { recursive: true });
  writeFileSync(join(aside, "package.json"), '{"private": true}\n');
  const args = ["install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error", spec];
  execFileSync("npm", args, { cwd: aside, stdio: "pipe", timeout: LONGEST_MS });
  rmSync(folder, { recursive: true, force: true });
  renameSync(aside, folder);
}

const LONGEST_MS = 150_000;

/** Test files that begin at the same moment install one after the other; a lock that is older than any install is nobody's. */
function alone(lock: string, work: () => unknown): void {
  for (;;) {
    try {
      mkdirSync(lock, { recursive: false });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      if (Date.now() - statSync(lock).mtimeMs > LONGEST_MS + 10_000) rmSync(lock, { recursive: true, force: true });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
  try {
    work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
