import { z } from "@hono/zod-openapi";
import { run } from "../schemas.ts";

/** What ReMe's clients send. Fields that they send besides are passed over, as ReMe does. */

const LINE = 2_000;
const workspace = z.string().min(1).max(128).default("default").describe("A namespace, never a path.");
const ids = z.array(z.string().min(1).max(250)).max(100_000);

export const retrieveInput = z
  .object({
    workspace_id: workspace,
    query: z.string().max(100_000).optional(),
    messages: z.array(z.unknown()).max(20_000).optional().describe("Without a query, the latest three are asked with."),
    top_k: z.int().min(1).max(100).default(3),
  })
  .openapi("RemeRetrieve");

export const summaryInput = z
  .object({
    workspace_id: workspace,
    trajectories: z.array(run).min(1).max(1_000),
  })
  .openapi("RemeSummary");

export const recordInput = z
  .object({
    workspace_id: workspace,
    memory_dicts: z
      .array(z.looseObject({ memory_id: z.string().min(1).max(250) }))
      .max(1_000)
      .describe("As retrieved; only their ids are taken."),
    update_utility: z.boolean().default(false).describe("True: the task ended well."),
  })
  .openapi("RemeRecord");

export const deleteInput = z
  .object({
    workspace_id: workspace,
    freq_threshold: z.number().min(0).max(1_000_000).default(5),
    utility_threshold: z.number().min(0).max(1).default(0.5),
  })
  .openapi("RemeDelete");

export const storeInput = z
  .object({
    workspace_id: workspace,
    action: z.enum(["copy", "delete", "delete_ids", "dump", "load", "list"]),
    src_workspace_id: z.string().min(1).max(128).optional(),
    memory_ids: ids.optional(),
    path: z.string().max(LINE).default("."),
  })
  .openapi("RemeVectorStore");

export const remeReply = z
  .object({ answer: z.string(), success: z.boolean(), metadata: z.looseObject({}) })
  .openapi("RemeReply");
