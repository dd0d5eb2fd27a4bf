import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createExchangeFolder } from "../../../src/adapters/exchange-folder.ts";
import { openMemory } from "../../../src/open-memory.ts";
import { createHttpApp, type HttpApp, type HttpOptions } from "../../../src/serve/http/app.ts";

export const TOKEN = "a-token-for-tests-0123456789";

export interface TestServer {
  app: HttpApp;
  home: string;
  /** Sends a request as a caller with the token would. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** What a fault was said of, to the server's log. */
  faults: string[];
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what an operation answers is what its test checks
  json: any;
}

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "habitus-http-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

/** The server over real files, without a socket. */
export function appOf(options: HttpOptions & { open?: boolean } = {}, home = join(tempFolder(), "home")): TestServer {
  const faults: string[] = [];
  const { open = false, ...rest } = options;
  const env = { HABITUS_HOME: home };
  const app = createHttpApp((project = "own") => openMemory({ home, env, project }), {
    token: TOKEN,
    reme: { open, exchange: createExchangeFolder(join(home, "exchange")) },
    onFault: (line) => void faults.push(line),
    ...rest,
  });
  onTestFinished(async () => {
    await app.stop();
    expect(faults, "faults of the server").toEqual([]);
  });
  const send: TestServer["send"] = async (method, path, body, headers = {}) => {
    const response = await app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          authorization: `Bearer ${TOKEN}`,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      // Not every answer is JSON.
    }
    return { status: response.status, headers: response.headers, text, json };
  };
  return { app, home, send, faults };
}
