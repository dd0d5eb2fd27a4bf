import { OpenAPIHono } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import { streamSSE } from "hono/streaming";
import packageJson from "../../../package.json" with { type: "json" };
import type { Memory } from "../../memory.ts";
import { type HttpParts, projectOf } from "./define.ts";
import { errorResponse, type Failure, failureOf, HttpError } from "./errors.ts";
import { createEvents } from "./events.ts";
import { createGuard, type GuardOptions } from "./guard.ts";
import { createGate, DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { createMetrics } from "./metrics.ts";
import { addReme, isRemePath, type RemeOptions } from "./reme/routes.ts";
import { addCards } from "./routes/cards.ts";
import { addUse } from "./routes/use.ts";
import { createWorkspaces } from "./workspaces.ts";

export interface HttpOptions extends GuardOptions {
  limits?: Partial<Limits>;
  /** ReMe's endpoints beside ours. Absent: not there. */
  reme?: RemeOptions;
  /** Serves MCP on `/mcp`, over the memory of one project. Absent: not there. */
  mcp?: (request: Request, memory: Memory) => Promise<Response>;
  /** Hears of faults, in one line each. Default: nobody. */
  onFault?: (line: string) => void;
}

/** The server without a socket: web-standard requests in, responses out. */
export interface HttpApp {
  fetch(request: Request): Promise<Response>;
  /** Describes `/v1`, as `/openapi.json` does. */
  document(): Record<string, unknown>;
  /** A dream in every project that is open, and in the server's own. Contract: never rejects. */
  dream(): Promise<void>;
  /** New requests are refused, listeners are let go, and what was asked is answered first. */
  stop(): Promise<void>;
}

/** Between two signs of life on a stream that has nothing to say. */
const KEEP_ALIVE_MS = 15_000;
/** Listeners at once. */
const MOST_LISTENERS = 64;
/** Paths that tell nothing of anybody's memory. */
const OPEN_PATHS = new Set(["/health", "/openapi.json"]);

/**
 * habitus over HTTP, as a function of requests.
 * @param memoryOf  opens the memory of a project; called once while it is in use. undefined: the server's own
 */
export function createHttpApp(
  memoryOf: (project: string | undefined) => Promise<Memory>,
  options: HttpOptions = {},
): HttpApp {
  const guard = createGuard(options);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const gate = createGate(limits, () => performance.now());
  const events = createEvents(Date.now);
  const metrics = createMetrics();
  const workspaces = createWorkspaces(memoryOf, (project, { retired, restored = [] }, ms) => {
    metrics.settled(ms / 1000, retired.length);
    if (retired.length + restored.length > 0) events.emit("settled", project, { retired, restored });
  });
  const app = new OpenAPIHono({
    // A project may stand in the path; routes are written without it.
    getPath: (request) => new URL(request.url).pathname.replace(/^\/(v1|mcp)\/projects\/[^/]+/, "/$1"),
    defaultHook: (result, c) => {
      if (result.success) return undefined;
      const problems = result.error.issues.map(({ path, message }) => `${path.join(".") || result.target}: ${message}`);
      return refusal(c.req.path, {
        status: 400,
        error: { code: "INVALID_INPUT", message: problems.slice(0, 5).join("; ") },
      });
    },
  });
  const parts: HttpParts = { app, workspaces, events };
  const working = new Set<Promise<unknown>>();
  const ending = new AbortController();

  app.onError((error, c) => {
    const failure = failureOf(error);
    if (failure.status >= 500 && failure.error.code === "UNEXPECTED")
      options.onFault?.(`${c.req.method} ${c.req.path}: ${(error as Error).stack ?? error}`);
    return refusal(c.req.path, failure);
  });
  app.notFound((c) =>
    errorResponse({
      status: 404,
      error: {
        code: "NOT_FOUND",
        message: `nothing is at ${c.req.path.slice(0, 200)}`,
        hint: "/openapi.json names what there is.",
      },
    }),
  );
  app.use(
    bodyLimit({
      maxSize: limits.bodyBytes,
      onError: () => {
        throw new HttpError(413, "TOO_LARGE", `a request may have ${limits.bodyBytes} bytes`, "Send it in parts.");
      },
    }),
  );
  app.openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  addUse(parts);
  addCards(parts);
  if (options.reme) addReme(parts, options.reme, guard.isOwner);
  const document = () =>
    app.getOpenAPI31Document({
      openapi: "3.1.0",
      info: {
        title: "habitus",
        version: packageJson.version,
        description:
          "Procedural memory for AI agents. The header `habitus-project` names the project; without it the server's own is meant.",
      },
    }) as unknown as Record<string, unknown>;
  let described: string | undefined;
  app.get("/health", (c) => c.json({ status: "ok", version: packageJson.version }));
  app.get("/openapi.json", (c) => {
    described ??= JSON.stringify(document());
    return c.body(described, 200, { "content-type": "application/json" });
  });
  app.get("/metrics", (c) =>
    c.text(metrics.text({ requests_inside: gate.inside, event_listeners: events.listeners }), 200, {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
    }),
  );
  app.get("/v1/events", (c) => {
    if (events.listeners >= MOST_LISTENERS)
      throw new HttpError(429, "TOO_MANY_REQUESTS", `${MOST_LISTENERS} listen already`);
    const after = Number(c.req.header("last-event-id") ?? Number.NaN);
    const project = projectOf(c.req.raw);
    return streamSSE(c, async (stream) => {
      const ended = new Promise<void>((resolve) => {
        stream.onAbort(resolve);
        ending.signal.addEventListener("abort", () => resolve());
      });
      const stop = events.listen(Number.isInteger(after) ? after : undefined, (event) => {
        if (project !== undefined && event.project !== project) return;
        stream
          .writeSSE({ id: String(event.id), event: event.type, data: JSON.stringify(event) })
          .catch(() => undefined);
      });
      const alive = setInterval(() => void stream.write(": alive\n\n").catch(() => undefined), KEEP_ALIVE_MS);
      await stream.write(": listening\n\n");
      await ended;
      clearInterval(alive);
      stop();
    });
  });
  const { mcp } = options;
  if (mcp) app.all("/mcp", (c) => workspaces.use(projectOf(c.req.raw), (memory) => mcp(c.req.raw, memory)));

  const known = new Set(app.routes.map(({ path }) => path));

  /** Who may come in, and what they may do; then the routes. */
  const answer = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    guard.place(request);
    if (ending.signal.aborted) throw new HttpError(503, "STOPPING", "the server is stopping");
    if (!OPEN_PATHS.has(path) && !guard.isOwner(request) && !(options.reme?.open && isRemePath(path))) {
      gate.wrongToken();
      throw new HttpError(
        401,
        "UNAUTHORISED",
        "a token is needed",
        "Send `Authorization: Bearer TOKEN`; `habitus serve` says where the token is.",
      );
    }
    return await app.fetch(request);
  };

  const dreamEverywhere = async (): Promise<void> => {
    for (const project of new Set([undefined, ...workspaces.names()])) {
      if (ending.signal.aborted) return;
      try {
        const { run, units } = await workspaces.use(project, (memory) => memory.dream());
        events.emit("dreamed", project, { run, units: units.length });
      } catch (error) {
        options.onFault?.(`dream: ${(error as Error).message}`);
      }
    }
  };

  return {
    fetch: async (request) => {
      const began = performance.now();
      let leave: (() => void) | undefined;
      let response: Response;
      try {
        leave = gate.enter();
        const work = answer(request);
        working.add(work);
        work.finally(() => working.delete(work)).catch(() => undefined);
        response = await work;
      } catch (error) {
        const failure = failureOf(error);
        if (failure.error.code === "UNEXPECTED") options.onFault?.(String((error as Error).stack ?? error));
        response = refusal(new URL(request.url).pathname, failure);
      } finally {
        leave?.();
      }
      metrics.answered(operationOf(request, known), response.status, (performance.now() - began) / 1000);
      return response;
    },
    document,
    dream: async () => {
      const dreams = dreamEverywhere();
      // Who stops the server waits for it as for a request.
      working.add(dreams);
      await dreams;
      working.delete(dreams);
    },
    stop: async () => {
      ending.abort();
      await Promise.allSettled([...working]);
      await workspaces.close();
    },
  };
}

/** ReMe's clients look for their own fields in an answer that says no as well. */
function refusal(path: string, failure: Failure): Response {
  return errorResponse(failure, isRemePath(path) ? { answer: "", success: false, metadata: {} } : {});
}

/** The route without what callers made up, so that metrics stay few. */
function operationOf(request: Request, known: ReadonlySet<string>): string {
  const path = new URL(request.url).pathname
    .replace(/^\/(v1|mcp)\/projects\/[^/]+/, "/$1")
    .replace(/^\/v1\/cards\/[^/]+/, "/v1/cards/:id");
  return known.has(path) ? `${request.method} ${path}` : "other";
}
