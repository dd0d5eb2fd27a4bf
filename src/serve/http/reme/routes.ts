import { createRoute, type z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { ExchangeFolder } from "../../../adapters/exchange-folder.ts";
import { MemoryError } from "../../../errors.ts";
import type { Memory } from "../../../memory.ts";
import { POOL_PREFIX } from "../../../open-memory.ts";
import type { HttpParts } from "../define.ts";
import { errorReply } from "../schemas.ts";
import { workspaceName } from "../workspaces.ts";
import type { RemeAnswer } from "./answer.ts";
import * as s from "./schemas.ts";
import { storeAction } from "./store.ts";
import { deleteUseless, recordUse, retrieve, summarise } from "./task-memory.ts";
import * as tools from "./tool-memory.ts";

export interface RemeOptions {
  /** True: these endpoints ask for no token. */
  open: boolean;
  /** Where pools are dumped to and loaded from. */
  exchange: ExchangeFolder;
}

/** What one of these endpoints works with. */
export interface RemeCall {
  /** As the client named it. */
  workspace: string;
  /** Works on a workspace; default: the request's own. */
  memory<T>(work: (memory: Memory) => Promise<T>, workspace?: string): Promise<T>;
  settleSoon(): void;
  exchange: ExchangeFolder;
  /** The request bore the token. */
  owner: boolean;
  signal: AbortSignal;
}

const PATHS = [
  "/retrieve_task_memory",
  "/summary_task_memory",
  "/record_task_memory",
  "/delete_task_memory",
  "/vector_store",
  "/add_tool_call_result",
  "/summary_tool_memory",
  "/retrieve_tool_memory",
] as const;

export function isRemePath(path: string): boolean {
  return (PATHS as readonly string[]).includes(path);
}

/** ReMe's endpoints. A workspace is a project of its own, `reme:` before its name, in which ReMe's rule holds. */
export function addReme(parts: HttpParts, options: RemeOptions, isOwner: (request: Request) => boolean): void {
  const add = <B extends z.ZodType<{ workspace_id: string }>>(
    path: (typeof PATHS)[number],
    about: string,
    body: B,
    handle: (body: z.output<B>, call: RemeCall) => Promise<RemeAnswer>,
  ) => {
    const json = (schema: z.ZodType, description: string) => ({
      description,
      content: { "application/json": { schema } },
    });
    const failures = ["400", "401", "403", "404", "413", "415", "422", "429", "500", "502", "503"];
    const route = createRoute({
      operationId: path.slice(1),
      method: "post",
      path,
      summary: about,
      tags: ["reme"],
      security: options.open ? [] : [{ token: [] }],
      request: { body: { ...json(body, "JSON"), required: true } },
      responses: {
        200: json(s.remeReply, "Done."),
        ...Object.fromEntries(
          failures.map((status) => [status, json(errorReply, "Refused or failed; `success` is false.")]),
        ),
      },
    });
    (parts.app as unknown as { openapi(route: unknown, handler: (c: Context) => Promise<Response>): void }).openapi(
      route,
      async (c) => {
        const given = (c.req as unknown as { valid(target: string): z.output<B> }).valid("json");
        const workspace = workspaceName(given.workspace_id);
        const call: RemeCall = {
          workspace,
          memory: (work, other) => parts.workspaces.use(projectFor(other ?? workspace), work),
          settleSoon: () => parts.workspaces.settleSoon(projectFor(workspace)),
          exchange: options.exchange,
          owner: isOwner(c.req.raw),
          signal: c.req.raw.signal,
        };
        return c.json(await handle(given, call), 200);
      },
    );
  };
  add("/retrieve_task_memory", "The cards that fit a query, as text and as records.", s.retrieveInput, retrieve);
  add("/summary_task_memory", "Trajectories become cards.", s.summaryInput, summarise);
  add("/record_task_memory", "These cards were handed over, and the task ended well or not.", s.recordInput, recordUse);
  add("/delete_task_memory", "Retires what was handed over often and did not help.", s.deleteInput, deleteUseless);
  add("/vector_store", "A whole workspace: copy, delete, delete_ids, dump, load, list.", s.storeInput, storeAction);
  add("/add_tool_call_result", "Calls of tools, with what came of them.", tools.addToolCallsInput, tools.addToolCalls);
  add("/summary_tool_memory", "What the calls of these tools have taught.", tools.toolNamesInput, tools.summariseTools);
  add("/retrieve_tool_memory", "The guidelines of these tools.", tools.toolNamesInput, tools.retrieveTools);
}

function projectFor(workspace: string): string {
  const name = workspaceName(workspace);
  if (name.startsWith(POOL_PREFIX))
    throw new MemoryError("INVALID_INPUT", `a workspace's name is given without "${POOL_PREFIX}"`);
  return `${POOL_PREFIX}${name}`;
}
