import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export const ROOT = join(import.meta.dirname, "..", "..");
export const CLI = join(ROOT, "dist", "cli.js");
export const DATA = join(ROOT, "data");

export interface Answer {
  status: number | null;
  stdout: string;
  stderr: string;
  /** stdout as JSON; fails the test when it is not. */
  // biome-ignore lint/suspicious/noExplicitAny: what a command prints is what its test checks
  json(): any;
}

export interface Sandbox {
  home: string;
  /** Runs the built CLI as a person would, in an empty home. */
  run(...args: string[]): Answer;
  /** The same, and it must succeed. */
  ok(...args: string[]): Answer;
  /** Starts it without waiting. */
  start(...args: string[]): ReturnType<typeof spawn>;
  env: NodeJS.ProcessEnv;
  cwd: string;
}

/** An empty home and an empty working folder, gone when the test ends. */
export function sandbox(node = process.execPath): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), "habitus-e2e-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, "home");
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: folder, HABITUS_HOME: home, LANG: "C.UTF-8" };
  const options = { cwd: folder, env, encoding: "utf8" as const, maxBuffer: 1 << 28 };
  const answer = (call: SpawnSyncReturns<string>): Answer => ({
    status: call.status,
    stdout: call.stdout,
    stderr: call.stderr,
    json: () => JSON.parse(call.stdout),
  });
  const run = (...args: string[]) => answer(spawnSync(node, [CLI, ...args], options));
  return {
    home,
    env,
    cwd: folder,
    run,
    ok: (...args) => {
      const result = run(...args);
      if (result.status !== 0)
        throw new Error(`habitus ${args.join(" ")} ended with ${result.status}\n${result.stdout}\n${result.stderr}`);
      return result;
    },
    start: (...args) => spawn(node, [CLI, ...args], { cwd: folder, env, stdio: "ignore" }),
  };
}
