import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
    if (!existsSync(path)) {
      // Installed aside and moved into place, so that nobody finds half a client.
      const aside = `${folder}.${process.pid}`;
      mkdirSync(aside, { recursive: true });
      writeFileSync(join(aside, "package.json"), '{"private": true}\n');
      const args = ["install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error", `${name}@${version}`];
      execFileSync("npm", args, { cwd: aside, stdio: "pipe", timeout: 150_000 });
      if (existsSync(folder)) rmSync(aside, { recursive: true, force: true });
      else renameSync(aside, folder);
    }
    const told = execFileSync(path, ["--version"], { encoding: "utf8", stdio: "pipe", timeout: 30_000 });
    return told.includes(version) ? { path } : { missing: `${path} says that it is ${told.trim()}` };
  } catch (error) {
    return { missing: (error as Error).message.split("\n").slice(0, 3).join(" ") };
  }
}
