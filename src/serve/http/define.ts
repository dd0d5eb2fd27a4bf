import { createRoute, type OpenAPIHono, type z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Memory } from "../../memory.ts";
import type { Events, ServerEvent } from "./events.ts";
import { OPERATIONS, type OperationName, PROJECT_HEADER } from "./operations.ts";
import { errorReply } from "./schemas.ts";
import type { Workspaces } from "./workspaces.ts";

/** What a handler may do besides answering. */
export interface Call {
  memory<T>(work: (memory: Memory) => Promise<T>): Promise<T>;
  /** An outcome was put on record: conclusions are drawn soon. */
  settleSoon(): void;
  emit(type: ServerEvent["type"], data: Record<string, unknown>): void;
  /** Ends when the caller goes. */
  signal: AbortSignal;
}

export interface HttpParts {
  app: OpenAPIHono;
  workspaces: Workspaces;
  events: Events;
}

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

interface Spec<
  P extends z.ZodObject | undefined,
  Q extends z.ZodObject | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodType,
> {
  about: string;
  params?: P;
  query?: Q;
  body?: B;
  /** False: a request without a body means the empty one. Default true. */
  bodyRequired?: boolean;
  reply: R;
}

/** Errors that any operation may answer with, for the document. */
const ERRORS = {
  400: "The input is not what the operation takes.",
  401: "No token, or a wrong one.",
  403: "A Host or Origin that may not call.",
  404: "No such thing.",
  409: "Somebody was faster.",
  413: "The request is too large.",
  415: "Not JSON.",
  422: "A file needs its owner.",
  429: "Too many requests.",
  500: "A fault of the server.",
  502: "A model failed.",
  503: "The store is busy.",
} as const;

/** Adds one operation of the table: its route, its part of the document, its handler. */
export function define<
  R extends z.ZodType,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  { app, workspaces, events }: HttpParts,
  name: OperationName,
  { about, params, query, body, bodyRequired = true, reply }: Spec<P, Q, B, R>,
  handle: (input: { params: Out<P>; query: Out<Q>; body: Out<B> }, call: Call) => Promise<z.input<R>>,
): void {
  const { method, path } = OPERATIONS[name];
  const json = (schema: z.ZodType, description: string) => ({
    description,
    content: { "application/json": { schema } },
  });
  const route = createRoute({
    operationId: name,
    method,
    path,
    summary: about,
    security: [{ token: [] }],
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body: { ...json(body, "JSON"), required: bodyRequired } }),
    },
    responses: {
      200: json(reply, "Done."),
      ...Object.fromEntries(Object.entries(ERRORS).map(([status, text]) => [status, json(errorReply, text)])),
    },
  });
  const valid = (c: Context, target: string) => (c.req as unknown as { valid(target: string): unknown }).valid(target);
  // The generic route cannot know its own response type; `reply` holds the handler to it.
  (app as unknown as { openapi(route: unknown, handler: (c: Context) => Promise<Response>): void }).openapi(
    route,
    async (c) => {
      c.set("operation", name);
      const project = projectOf(c.req.raw);
      const call: Call = {
        memory: (work) => workspaces.use(project, work),
        settleSoon: () => workspaces.settleSoon(project),
        emit: (type, data) => events.emit(type, project, data),
        signal: c.req.raw.signal,
      };
      const input = {
        params: params ? valid(c, "param") : undefined,
        query: query ? valid(c, "query") : undefined,
        body: body ? valid(c, "json") : undefined,
      };
      return c.json((await handle(input as never, call)) as object, 200);
    },
  );
}

/** The project that a request names, by its header or in its path (`/v1/projects/NAME/…`). */
export function projectOf(request: Request): string | undefined {
  const inPath = /^\/(?:v1|mcp)\/projects\/([^/]+)(?:\/|$)/.exec(new URL(request.url).pathname)?.[1];
  const name = inPath ?? request.headers.get(PROJECT_HEADER);
  return name === null || name === undefined ? undefined : decoded(name);
}

/** Headers carry no Hangul: names come percent-encoded. What is no such code is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone percent sign
  }
}
