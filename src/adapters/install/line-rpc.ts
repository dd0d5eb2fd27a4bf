import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { isObject } from "../../model/json.ts";

/** A program that speaks JSON-RPC, one message a line: an MCP server, or `codex app-server`. */
export interface LineRpc {
  /** @throws Error when the program answers with one, ends, or is silent for too long */
  request(method: string, params: unknown): Promise<Record<string, unknown>>;
  notify(method: string, params?: unknown): void;
  /** Ends it: its stdin is closed, and it is killed when that does not help. */
  close(): Promise<void>;
}

export interface LineRpcOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Milliseconds that an answer may take; default 10,000. */
  timeoutMs?: number;
}

const CLOSE_MS = 2_000;

export function startLineRpc(command: string, args: readonly string[], options: LineRpcOptions): LineRpc {
  const { cwd, env, timeoutMs = 10_000 } = options;
  const child = spawn(command, [...args], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  const waiting = new Map<number, { resolve(value: Record<string, unknown>): void; reject(error: Error): void }>();
  let lastId = 0;
  let errors = "";
  let ended: Error | undefined;
  const end = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  child.on("error", end);
  child.on("close", (code) => end(new Error(`it ended with ${code}${errors === "" ? "" : `: ${errors.trim()}`}`)));
  child.stderr.on("data", (chunk) => {
    errors = (errors + chunk).slice(-500);
  });
  // Writing to a program that has ended is reported by its end.
  child.stdin.on("error", () => undefined);
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = parsed(line);
    const waiter = typeof message?.id === "number" && !("method" in message) ? waiting.get(message.id) : undefined;
    if (!message || !waiter) return;
    waiting.delete(message.id as number);
    if (message.error) waiter.reject(new Error(JSON.stringify(message.error)));
    else waiter.resolve(isObject(message.result) ? message.result : {});
  });
  const write = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  return {
    request: (method, params) => {
      if (ended) return Promise.reject(ended);
      lastId += 1;
      const id = lastId;
      write({ id, method, params });
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(new Error(`no answer to ${method} within ${timeoutMs / 1000} s`));
        }, timeoutMs);
        waiting.set(id, {
          resolve: (value) => {
            clearTimeout(timer);
            resolve(value);
          },
          reject: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        });
      });
    },
    notify: (method, params) => void write({ method, ...(params !== undefined && { params }) }),
    close: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return resolve();
        const timer = setTimeout(() => child.kill("SIGKILL"), CLOSE_MS);
        child.once("close", () => {
          clearTimeout(timer);
          resolve();
        });
        child.stdin.end();
      }),
  };
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // programs print other things, too
  }
}
