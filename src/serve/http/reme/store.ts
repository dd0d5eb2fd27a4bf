import type { z } from "@hono/zod-openapi";
import { MemoryError } from "../../../errors.ts";
import type { PoolLoad } from "../../../memory/pool/pool.ts";
import { inWorkspace, type RemeAnswer, remeAnswer } from "./answer.ts";
import type { RemeCall } from "./routes.ts";
import type { storeInput } from "./schemas.ts";

type Input = z.output<typeof storeInput>;
type Actions = { [Name in Input["action"]]: (input: Input, call: RemeCall) => Promise<RemeAnswer> };

/** What is done to a whole workspace. `action_result` is text, as ReMe's is; what it says is beside it as data. */
export function storeAction(input: Input, call: RemeCall): Promise<RemeAnswer> {
  return ACTIONS[input.action](input, call);
}

const ACTIONS: Actions = {
  list: async (_, { memory, workspace }) => {
    const records = await memory(async (each) => (await each.pool()).list());
    const memory_list = records.map((record) => inWorkspace(workspace, record));
    return done({ count: memory_list.length }, { memory_list });
  },
  delete: async (_, { memory }) => {
    const retired = await memory(async (each) => (await each.pool()).retire("all", "the workspace was deleted"));
    return done({ deleted_count: retired.length }, { deleted_memory_ids: retired });
  },
  delete_ids: async ({ memory_ids = [] }, { memory }) => {
    const retired = await memory(async (each) => (await each.pool()).retire(memory_ids, "a client deleted it"));
    return done({ deleted_count: retired.length }, { deleted_memory_ids: retired });
  },
  dump: async ({ path }, { memory, workspace, exchange }) => {
    const lines = await memory(async (each) => (await each.pool()).dump());
    const written = await exchange.write(
      path,
      workspace,
      lines.map((line) => JSON.stringify(line)),
    );
    return done({ count: lines.length, path: written });
  },
  load: async ({ path }, { memory, workspace, exchange, owner }) => {
    const lines = (await exchange.read(path, workspace)).map(parsed);
    // What lies in the exchange folder, its owner put there; only who bears the token vouches for every card in it.
    const tier = owner ? ("reviewed" as const) : ("provisional" as const);
    return loaded(await memory(async (each) => (await each.pool()).load(lines, { replace: true, tier })));
  },
  copy: async ({ src_workspace_id: source }, { memory }) => {
    if (source === undefined) throw new MemoryError("INVALID_INPUT", '"copy" needs a "src_workspace_id"');
    const lines = await memory(async (each) => (await each.pool()).export(), source);
    // A copy vouches for nothing that the original has not shown there.
    return loaded(
      await memory(async (each) => (await each.pool()).load(lines, { replace: false, tier: "provisional" })),
    );
  },
};

function loaded({ added, known, alarming, restored, retired, problems }: PoolLoad): RemeAnswer {
  const count = added - alarming + restored;
  return done(
    { count, added, known, restored, retired, quarantined: alarming, unreadable: problems.length },
    { problems },
  );
}

function done(result: Record<string, unknown>, metadata: Record<string, unknown> = {}): RemeAnswer {
  return remeAnswer("", { action_result: JSON.stringify(result), ...result, ...metadata });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line; // counted among the unreadable
  }
}
