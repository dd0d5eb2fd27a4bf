import { define, type HttpParts } from "../define.ts";
import * as s from "../schemas.ts";
import { toWire, toWireCard } from "../wire.ts";

/** What an agent calls: recall, outcome, proposal; and attempts that are learned from. */
export function addUse(parts: HttpParts): void {
  define(
    parts,
    "recall",
    {
      about: "The few cards that fit a task, ready to be handed to an agent, and why.",
      body: s.recallInput,
      reply: s.recallReply,
    },
    async ({ body }, { memory, emit, signal }) => {
      const advice = await memory((each) =>
        each.recall(body.task, {
          signal,
          ...(body.limit !== undefined && { limit: body.limit }),
          ...(body.unproven !== undefined && { unproven: body.unproven }),
          ...(body.max_tokens !== undefined && { maxTokens: body.max_tokens }),
          ...(body.tools && { toolsAtHand: body.tools }),
          ...(body.exclude && { exclude: body.exclude }),
          ...(body.session !== undefined && { session: body.session }),
          ...(body.family !== undefined && { family: body.family }),
          ...(body.level !== undefined && { level: body.level }),
          ...(body.rerank !== undefined && { rerank: body.rerank }),
          ...(body.rewrite !== undefined && { rewrite: body.rewrite }),
          ...(body.evidence !== undefined && { evidence: body.evidence }),
          ...(body.key !== undefined && { key: body.key }),
          ...(body.top_k !== undefined && { topK: body.top_k }),
          ...(body.record !== undefined && { record: body.record }),
        }),
      );
      const { attempt, task, text, cards, explain, unrecorded, notes } = advice;
      if (body.record !== false) emit("recalled", { attempt, cards: cards.map(({ id }) => id) });
      return {
        attempt,
        task,
        text,
        cards: cards.map(toWireCard),
        explain: toWire(explain) as Array<{ id: string; shown: boolean }>,
        ...(unrecorded !== undefined && { unrecorded }),
        ...(notes && { notes }),
      };
    },
  );

  define(
    parts,
    "recordOutcome",
    { about: "How an attempt ended. Answered when it is on record.", body: s.outcomeInput, reply: s.outcomeReply },
    async ({ body: { attempt, score, by = "user", reasons = [], wait = false } }, { memory, settleSoon, emit }) => {
      const report = await memory((each) => each.record(attempt, { score, by, reasons }, { settle: wait }));
      if (!wait) settleSoon();
      emit("outcome", { attempt, score, by, cards: report.cards });
      return {
        attempt: report.attempt,
        cards: report.cards,
        score,
        by,
        retired: report.retired,
        restored: report.restored ?? [],
      };
    },
  );

  define(
    parts,
    "acquire",
    {
      about: "Attempts are put on record and learned from; with a model also through its lenses.",
      body: s.acquireInput,
      reply: s.learnReply,
    },
    async ({ body }, { memory, emit, signal }) => {
      const report = await memory(async (each) =>
        each.acquire(await (await each.pool()).readRuns(body.trajectories), {
          signal,
          ...(body.granularity && { granularity: body.granularity }),
          ...(body.lenses && { lenses: body.lenses }),
          ...(body.addition && { addition: body.addition }),
          ...(body.success_at !== undefined && { successAt: body.success_at }),
          ...(body.judge_at !== undefined && { judgeAt: body.judge_at }),
          ...(body.skip_failed !== undefined && { skipFailed: body.skip_failed }),
        }),
      );
      emit("learned", { trajectories: report.trajectories });
      return toWire(report) as Record<string, unknown>;
    },
  );

  define(
    parts,
    "importRuns",
    {
      about: "A file of agent runs or cards, in any format that `habitus import` knows.",
      body: s.importInput,
      reply: s.importReply,
    },
    async ({ body: { name = "upload", text, as_reviewed = false } }, { memory }) => {
      const path = name.replaceAll(/[/\\]/g, "_");
      const source = {
        path,
        bytes: text.length,
        open: async function* () {
          yield text;
        },
      };
      return toWire(await memory((each) => each.import([source], { asReviewed: as_reviewed }))) as Record<
        string,
        unknown
      >;
    },
  );

  define(
    parts,
    "learn",
    { about: "New observations become cards.", body: s.learnInput, bodyRequired: false, reply: s.learnReply },
    async ({ body }, { memory, emit }) => {
      const report = await memory((each) => each.learn({ includeOpen: body.open ?? false }));
      emit("learned", { trajectories: report.trajectories });
      return toWire(report) as Record<string, unknown>;
    },
  );

  define(
    parts,
    "proposeCard",
    {
      about: "A card that an agent wrote: through the gate, and then it waits for a person.",
      body: s.proposeInput,
      reply: s.proposeReply,
    },
    async ({ body }, { memory, emit }) => {
      const { verdict, reason, card } = await memory((each) =>
        each.propose({
          whenToUse: body.when_to_use,
          title: body.title,
          body: body.body,
          ...(body.keywords && { keywords: body.keywords }),
          ...(body.tools && { tools: body.tools }),
          ...(body.task_query !== undefined && { taskQuery: body.task_query }),
        }),
      );
      emit("card", { id: card, change: verdict });
      return { verdict, reason, ...(card !== undefined && { id: card }) };
    },
  );
}
