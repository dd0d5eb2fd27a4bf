import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { CLI, type Sandbox } from "./habitus.ts";

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what is answered is what a test checks
  json: any;
}

export interface Serving {
  url: string;
  child: ChildProcess;
  token(): string;
  /** Sends a request with the token. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Ends it and waits. @returns its exit code, null after a signal that it could not hear */
  end(signal: NodeJS.Signals): Promise<number | null>;
  stderr(): string;
}

/** The built CLI, serving on a free port, until the test ends. */
export async function serving(box: Sandbox, ...args: string[]): Promise<Serving> {
  const child = spawn(process.execPath, [CLI, "--project", "own", "--json", "serve", "--port", "0", ...args], {
    cwd: box.cwd,
    env: box.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += chunk;
      if (/^\}/m.test(text)) resolve((JSON.parse(text) as { url: string }).url);
    });
    child.once("exit", (code) => reject(new Error(`habitus serve ended with ${code}: ${stderr}`)));
  });
  const token = () => readFileSync(join(box.home, "serve-token"), "utf8").trim();
  return {
    url,
    child,
    token,
    stderr: () => stderr,
    send: async (method, path, body, headers = {}) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token()}`,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, json: await response.json() };
    },
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
