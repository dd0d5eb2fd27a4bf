import type { Server } from "node:http";
import { isIP } from "node:net";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { createExchangeFolder } from "../../adapters/exchange-folder.ts";
import { serveToken, TOKEN_FILE } from "../../adapters/serve-token.ts";
import { MemoryError } from "../../errors.ts";
import { openMemory } from "../../open-memory.ts";
import { createHttpApp } from "./app.ts";
import { createMcpOverHttp } from "./mcp.ts";

export interface ServeStart {
  home: string;
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Whose memory is meant where a request names none. Default: that of `cwd`. */
  project?: string | undefined;
  host: string;
  /** 0: any that is free. */
  port: number;
  /** Default: `serve-token` in the home. */
  tokenFile?: string | undefined;
  /** ReMe's endpoints beside ours. */
  reme: boolean;
  /** ReMe's endpoints ask for no token; only on loopback. */
  open: boolean;
  /** Default: `exchange` in the home. */
  exchangeDir?: string | undefined;
  allowHosts: readonly string[];
  allowOrigins: readonly string[];
  /** When dreams are due, as cron has it. Default: never. */
  dream?: string | undefined;
  onFault: (line: string) => void;
}

export interface Serving {
  url: string;
  tokenFile: string;
  /** Only when it was made now: nobody has seen it yet. */
  newToken?: string;
  exchange?: string;
  /** Answers what was asked, draws what is still to be drawn, and ends. */
  stop(): Promise<void>;
}

/** Who sends the head of a request so slowly is cut off; so is who needs so long for the whole of it. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 120_000;
const CHECK_MS = 2_000;
const KEEP_ALIVE_MS = 10_000;
const MOST_CONNECTIONS = 2_048;
/** What is still being answered after that is cut off. */
const STOP_MS = 20_000;

/**
 * Serves habitus over HTTP until `stop` is called.
 * @throws MemoryError `INVALID_INPUT` when it cannot be served so
 */
export async function serveHttp(start: ServeStart): Promise<Serving> {
  checkStart(start);
  const { home, env, cwd, host, port, onFault } = start;
  const tokenFile = start.tokenFile ?? join(home, TOKEN_FILE);
  const schedule = start.dream === undefined ? undefined : await scheduled(start.dream, () => app.dream());
  const { token, made } = await serveToken(tokenFile);
  const exchange = createExchangeFolder(start.exchangeDir ?? join(home, "exchange"));
  const mcp = createMcpOverHttp(home, env, onFault);
  const wildcard = host === "0.0.0.0" || host === "::";
  const app = createHttpApp(
    (project = start.project) => openMemory({ home, env, cwd, ...(project !== undefined && { project }) }),
    {
      token,
      hosts: [...start.allowHosts, wildcard ? "*" : host],
      origins: start.allowOrigins,
      ...(start.reme && { reme: { open: start.open, exchange } }),
      mcp: mcp.answer,
      onFault,
    },
  );
  const server = createAdaptorServer({
    fetch: (request: Request) => app.fetch(request),
    serverOptions: {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
  }) as Server;
  server.maxConnections = MOST_CONNECTIONS;
  try {
    await listening(server, host, port);
  } catch (error) {
    schedule?.stop();
    throw error;
  }
  // Before there is a server nothing is due; from here on dreams are.
  schedule?.resume();
  const address = server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${isIP(host) === 6 ? `[${host}]` : host}:${actual}`,
    tokenFile,
    ...(made && { newToken: token }),
    ...(start.reme && { exchange: exchange.path }),
    stop: async () => {
      schedule?.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const cut = setTimeout(() => server.closeAllConnections(), STOP_MS);
      await app.stop();
      await mcp.close();
      server.closeIdleConnections();
      // Whoever was answered just now may still be reading.
      setTimeout(() => server.closeAllConnections(), 500).unref();
      await closed;
      clearTimeout(cut);
    },
  };
}

const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

function checkStart({ host, reme, open }: ServeStart): void {
  if (open && !reme) {
    throw new MemoryError(
      "INVALID_INPUT",
      "--no-token opens ReMe's endpoints alone",
      "Add --reme-compat; /v1 always asks for the token.",
    );
  }
  if (open && !LOOPBACK.includes(host)) {
    throw new MemoryError(
      "INVALID_INPUT",
      `without a token only this machine may be served, not ${host}`,
      "Leave --host out.",
    );
  }
}

async function listening(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const problem =
        error.code === "EADDRINUSE"
          ? new MemoryError(
              "INVALID_INPUT",
              `port ${port} of ${host} is taken`,
              "Choose another one with --port, or 0 for any.",
            )
          : error.code === "EACCES" || error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND"
            ? new MemoryError("INVALID_INPUT", `cannot listen on ${host}:${port} (${error.code})`)
            : error;
      reject(problem);
    });
    server.listen(port, host, () => resolve());
  });
}

/** @returns a schedule that waits until it is told to go on */
async function scheduled(pattern: string, work: () => Promise<void>): Promise<{ resume(): void; stop(): void }> {
  const { Cron } = await import("croner");
  try {
    return new Cron(pattern, { protect: true, unref: true, paused: true }, work);
  } catch (error) {
    throw new MemoryError(
      "INVALID_INPUT",
      `--dream: ${(error as Error).message}`,
      'Write it as cron does, such as "0 3 * * *".',
    );
  }
}
