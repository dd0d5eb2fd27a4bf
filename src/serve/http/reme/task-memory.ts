import type { z } from "@hono/zod-openapi";
import { MemoryError } from "../../../errors.ts";
import type { LearnReport } from "../../../memory/types.ts";
import { guidance, inWorkspace, queryOf, type RemeAnswer, remeAnswer } from "./answer.ts";
import type { RemeCall } from "./routes.ts";
import type { deleteInput, recordInput, retrieveInput, summaryInput } from "./schemas.ts";

/** Room for as many cards as were asked for: a pool of ReMe has no budget of tokens. */
const TOKENS = 100_000;
/** Cards that are weighed against one another for each that is asked for. */
const WEIGHED = 10;

/** Nothing is put on record: `record_task_memory` says later what was used. */
export async function retrieve(
  { query, messages, top_k }: z.output<typeof retrieveInput>,
  { workspace, memory, signal }: RemeCall,
): Promise<RemeAnswer> {
  const task = queryOf(query, messages);
  if (task.trim() === "") throw new MemoryError("INVALID_INPUT", "neither a query nor messages with text");
  const { records, fit } = await memory(async (each) => {
    const advice = await each.recall(task, {
      limit: top_k,
      unproven: top_k,
      topK: Math.max(20, top_k * WEIGHED),
      maxTokens: TOKENS,
      record: false,
      signal,
    });
    return {
      records: await (await each.pool()).records(advice.cards),
      fit: new Map(advice.explain.map(({ id, similarity }) => [id, similarity])),
    };
  });
  const memory_list = records.map((record) => {
    const similarity = fit.get(record.memory_id);
    const metadata = { ...record.metadata, ...(similarity !== undefined && { similarity }) };
    return inWorkspace(workspace, { ...record, metadata });
  });
  return remeAnswer(guidance(records), { memory_list });
}

export async function summarise(
  { trajectories }: z.output<typeof summaryInput>,
  { workspace, memory, signal }: RemeCall,
): Promise<RemeAnswer> {
  return memory(async (each) => {
    const pool = await each.pool();
    // ReMe counts what scored 1 as a success and keeps what every lens found; its clients take back what they do not want.
    const report = await each.acquire(await pool.readRuns(trajectories), { successAt: 1, addition: "full", signal });
    const { failed } = report.lenses ?? {};
    if (failed !== undefined)
      throw new MemoryError("MODEL_FAILED", `nothing was distilled: ${failed}`, "Send the same trajectories again.");
    const made = createdBy(report);
    const cards = (await each.list("active")).cards.filter(({ id }) => made.has(id));
    const memory_list = (await pool.records(cards)).map((record) => inWorkspace(workspace, record));
    return remeAnswer(JSON.stringify(memory_list), {
      memory_list,
      update_result: { deleted_count: report.retired.length, inserted_count: memory_list.length },
      by: report.lenses ? `lenses of ${report.lenses.model}` : "mining alone: no model is set",
      decisions: [
        ...report.decisions.map(({ verdict, reason, card, title }) => ({ verdict, reason, card, title })),
        ...(report.lenses?.decisions ?? []).map(({ verdict, reason, card, title }) => ({
          verdict,
          reason,
          card,
          title,
        })),
      ],
      notes: report.lenses?.notes ?? [],
    });
  });
}

/** Ids of the cards that are new, or back, by this run. */
function createdBy({ decisions, lenses }: LearnReport): Set<string> {
  const all = [...decisions, ...(lenses?.decisions ?? [])];
  return new Set(
    all.flatMap(({ verdict, card }) => (card !== undefined && ["created", "restored"].includes(verdict) ? [card] : [])),
  );
}

/** Clients send whole records back; nothing but the ids is believed, so none can rewrite a card, and two at once lose nothing. */
export async function recordUse(
  { memory_dicts, update_utility }: z.output<typeof recordInput>,
  { memory, settleSoon }: RemeCall,
): Promise<RemeAnswer> {
  if (memory_dicts.length === 0) return remeAnswer("nothing was handed over", { recorded: [], unknown: [] });
  const outcome = { score: update_utility ? 1 : 0, by: "benchmark" as const, reasons: [] };
  const used = await memory(async (each) =>
    (await each.pool()).use(
      memory_dicts.map(({ memory_id }) => memory_id),
      outcome,
    ),
  );
  settleSoon();
  return remeAnswer(`recorded for ${used.cards.length} memories`, {
    attempt: used.attempt,
    recorded: used.cards,
    unknown: used.unknown,
    update_result: { deleted_count: 0, inserted_count: 0 },
  });
}

export async function deleteUseless(
  { freq_threshold, utility_threshold }: z.output<typeof deleteInput>,
  { memory }: RemeCall,
): Promise<RemeAnswer> {
  const retired = await memory(async (each) =>
    (await each.pool()).retireUseless({ minFreq: freq_threshold, maxUselessRate: utility_threshold }),
  );
  return remeAnswer(`retired ${retired.length} memories; they can be restored`, {
    deleted_memory_ids: retired.map(({ id }) => id),
    reasons: retired,
    update_result: { deleted_count: retired.length, inserted_count: 0 },
  });
}
