import { once } from "node:events";
import { resolve } from "node:path";
import { usableHome } from "../../../adapters/home.ts";
import { MemoryError } from "../../../errors.ts";
import type { CliContext } from "../context.ts";
import { loadServeMessages } from "../messages/serve/load.ts";

export interface ServeOptions {
  port?: number;
  host?: string;
  tokenFile?: string;
  /** commander: false for `--no-token`. */
  token?: boolean;
  remeCompat?: boolean;
  exchangeDir?: string;
  allowHost?: string[];
  allowOrigin?: string[];
  dream?: string;
}

/** ReMe's own: its clients find it there. */
const DEFAULT_PORT = 8002;
const MOST_PORT = 65_535;

/** Serves the memory over HTTP until it is told to stop. */
export async function serveCommand(
  { host: process_, home, project, out, lang }: CliContext,
  _args: string[],
  options: ServeOptions,
): Promise<number> {
  const port = options.port ?? DEFAULT_PORT;
  if (!(Number.isInteger(port) && port >= 0 && port <= MOST_PORT))
    throw new MemoryError(
      "INVALID_INPUT",
      `"${port}" is not a port`,
      `Ports are 0 to ${MOST_PORT}; 0 takes any that is free.`,
    );
  const { serveHttp } = await import("../../http/serve.ts");
  const cwd = process_.cwd();
  const stopped = firstSignal();
  const serving = await serveHttp({
    home: await usableHome(home, process_.env),
    env: process_.env,
    cwd,
    project,
    host: options.host ?? "127.0.0.1",
    port,
    tokenFile: options.tokenFile === undefined ? undefined : resolve(cwd, options.tokenFile),
    reme: options.remeCompat === true,
    open: options.token === false,
    exchangeDir: options.exchangeDir === undefined ? undefined : resolve(cwd, options.exchangeDir),
    allowHosts: options.allowHost ?? [],
    allowOrigins: options.allowOrigin ?? [],
    dream: options.dream,
    onFault: (line) => out.note(`habitus serve: ${line}`),
  });
  const t = await loadServeMessages(lang);
  const { url, tokenFile, newToken, exchange } = serving;
  out.data({
    url,
    token_file: tokenFile,
    ...(newToken !== undefined && { token: newToken }),
    ...(exchange !== undefined && { exchange }),
  });
  for (const line of t.started(serving, options.token === false)) out.line(line);
  await stopped;
  out.note(t.stopping);
  await serving.stop();
  return 0;
}

/** A second signal ends the process at once, as without us. */
async function firstSignal(): Promise<void> {
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
}
