import { z } from "@hono/zod-openapi";
import { CARD_KINDS, CARD_STATUSES, CARD_TIERS } from "../../model/experience.ts";

/** What each operation takes and gives. Field names are the wire's: snake_case. */

const text = (max: number) => z.string().min(1).max(max);
const share = z.number().min(0).max(1);
/** Longest task, title and body that are taken, in UTF-16 units: far more than recall reads of them. */
const TASK = 20_000;
const LINE = 2_000;
const BODY = 50_000;
const names = z.array(z.string().max(LINE)).max(1_000);

export const cardId = z
  .string()
  .min(1)
  .max(250)
  .openapi({ param: { name: "id", in: "path" }, example: "terraform.read-triad" });
export const idParam = z.object({ id: cardId });

export const card = z
  .object({
    id: z.string(),
    title: z.string(),
    when_to_use: z.string(),
    kind: z.enum(CARD_KINDS),
    status: z.enum(CARD_STATUSES),
    tier: z.enum(CARD_TIERS),
    scope: z.enum(["project", "global"]),
    confidence: share,
    freq: z.number(),
    utility: z.number(),
    value: z.object({ mean: z.number(), sd: z.number() }).optional(),
    keywords: z.array(z.string()),
    tools: z.array(z.string()),
    not_for: z.array(z.string()).optional().describe("Kinds of task that the card is kept out of."),
    only_for: z.array(z.string()).optional().describe("Kinds of task that the card is kept to. Absent: every kind."),
    task_query: z.string().optional(),
    generalized_query: z.string().optional(),
    created: z.string(),
    author: z.string(),
    body: z.string(),
  })
  .openapi("Card");

const moved = z.object({ id: z.string(), reason: z.string() });

/** A report that is passed on as the library gives it, in snake_case; `docs/http.md` names its parts. */
const report = (about: string) => z.looseObject({}).openapi({ description: about });

export const recallInput = z
  .object({
    task: text(TASK).describe("What is to be done, in the user's words."),
    limit: z.int().min(1).max(50).optional().describe("Most cards. Default 3."),
    unproven: z
      .int()
      .min(0)
      .max(50)
      .optional()
      .describe("Most cards that nothing but their own evidence speaks for. Default 1."),
    max_tokens: z.int().min(50).max(100_000).optional().describe("Most tokens of advice, estimated. Default 800."),
    tools: names.optional().describe("Tools at hand; cards that need others are left out."),
    exclude: names.optional().describe("Ids of cards that the agent has already."),
    session: text(LINE).optional(),
    family: text(LINE).optional().describe("Kind of task, where you know it."),
    level: z.enum(["session", "prompt", "tool", "failure"]).optional(),
    rerank: z.boolean().optional().describe("A model orders the cards."),
    rewrite: z.boolean().optional().describe("A model merges the cards into one guidance; the cards stay."),
    evidence: z.boolean().optional().describe("With at most three calls of raw evidence behind each card."),
    key: z
      .enum(["all", "when_to_use", "task_query", "generalized_query", "keywords", "content"])
      .optional()
      .describe("Fields that are searched; all but `all` are for comparison."),
    top_k: z.int().min(1).max(200).optional().describe("Cards that are weighed against one another. Default 20."),
    record: z.boolean().optional().describe("False: only look, nothing is put on record. Default true."),
  })
  .openapi("RecallInput");
export const recallReply = z
  .object({
    attempt: z.string().describe("Names this attempt when its outcome is recorded."),
    task: z.string(),
    text: z.string().describe('Ready to be put before an agent; "" when nothing fits.'),
    cards: z.array(card),
    explain: z
      .array(z.looseObject({ id: z.string(), shown: z.boolean() }))
      .describe("Why each card of the shortlist was shown or not."),
    unrecorded: z.string().optional(),
    notes: z.array(z.string()).optional(),
  })
  .openapi("Advice");

export const outcomeInput = z
  .object({
    attempt: text(LINE).describe("From `recall`."),
    score: share.describe("0 (failed) to 1 (did all that was asked). Leave the call out when you do not know."),
    by: z.enum(["benchmark", "test", "user", "signals", "judge"]).optional().describe("Who says so. Default `user`."),
    reasons: z.array(z.string().max(LINE)).max(20).optional(),
    wait: z
      .boolean()
      .optional()
      .describe("True: answer when its conclusions are drawn. Default false: when it is on record."),
  })
  .openapi("OutcomeInput");
export const outcomeReply = z
  .object({
    attempt: z.string(),
    cards: z.array(z.string()),
    score: share,
    by: z.string(),
    retired: z.array(moved),
    restored: z.array(moved),
  })
  .openapi("OutcomeReply");

/** A run keeps its keys in their order: by its text it is known again when a file brings it a second time. */
export const run = z
  .record(z.string(), z.unknown())
  .refine(({ messages }) => Array.isArray(messages) && messages.length > 0, 'no "messages"')
  .refine(
    ({ score }) =>
      score === undefined || typeof score === "boolean" || (typeof score === "number" && score >= 0 && score <= 1),
    '"score" is not a number from 0 to 1',
  )
  .openapi("Run", {
    type: "object",
    required: ["messages"],
    properties: {
      task_id: { type: "string", description: "Equal for several attempts at one task." },
      messages: { type: "array", items: {}, minItems: 1, description: "OpenAI chat or Anthropic messages." },
      score: { type: "number", minimum: 0, maximum: 1, description: "Absent: nobody knows how it ended." },
    },
  });
export const acquireInput = z
  .object({
    trajectories: z.array(run).min(1).max(1_000),
    granularity: z.enum(["keypoint", "trajectory"]).optional(),
    lenses: z
      .array(z.enum(["success", "failure", "comparison"]))
      .optional()
      .describe("Default: all that fit. []: none, as without a model."),
    addition: z.enum(["selective", "full"]).optional(),
    success_at: share.optional(),
    judge_at: share.optional(),
    skip_failed: z.boolean().optional(),
  })
  .openapi("AcquireInput");
export const learnReply = report("What was read, every candidate with its verdict and reason, and what moved.").openapi(
  "LearnReport",
);

export const importInput = z
  .object({
    name: z.string().min(1).max(200).optional().describe("Name of the file, for messages. Default `upload`."),
    text: text(64 * 1024 * 1024).describe("A file in any format that `habitus import` knows."),
    as_reviewed: z.boolean().optional().describe("Cards in it are loaded as reviewed: you vouch for them."),
  })
  .openapi("ImportInput");
export const importReply = report("Files, formats, counts and damaged lines.").openapi("ImportReport");

export const learnInput = z
  .object({ open: z.boolean().optional().describe("Also sessions that are still going on.") })
  .openapi("LearnInput");

export const listQuery = z.object({
  status: z.enum(CARD_STATUSES).optional().describe("Default: active."),
  offset: z.coerce.number().int().min(0).max(1_000_000).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).optional().describe("Default 100."),
});
export const listReply = z
  .object({ total: z.number(), cards: z.array(card), problems: z.array(z.looseObject({ path: z.string() })) })
  .openapi("CardList");

export const createInput = z
  .object({
    id: z.string().max(250).optional(),
    when_to_use: text(LINE),
    title: z.string().max(LINE).optional(),
    body: z.string().max(BODY).optional().describe("Markdown below the title."),
    confidence: share.optional(),
    keywords: names.optional(),
    tools: names.optional(),
    not_for: names
      .optional()
      .describe("Kinds of task, such as those given to `recall` as `family`, that it is kept out of."),
    only_for: names.optional().describe("Kinds of task that it is kept to."),
  })
  .openapi("CardInput");

export const proposeInput = z
  .object({
    when_to_use: text(LINE),
    title: text(LINE),
    body: text(BODY),
    keywords: names.optional(),
    tools: names.optional(),
    task_query: z.string().max(TASK).optional(),
  })
  .openapi("ProposalInput");
export const proposeReply = z
  .object({ verdict: z.enum(["waits", "merged", "refused"]), reason: z.string(), id: z.string().optional() })
  .openapi("ProposalReply");

export const cardView = z
  .object({
    card,
    text: z.string().describe("The file as it is."),
    hash: z.string().describe("Of `text`; an edit names it as its `base_hash`."),
    versions: z.number(),
    stale: z.string().optional(),
  })
  .openapi("CardView");
export const editInput = z
  .object({
    text: text(BODY).describe("The whole file."),
    base_hash: text(LINE).describe("`hash` of the text that you started from. Another one: somebody was faster (409)."),
  })
  .openapi("EditInput");
export const editReply = z.object({ card, hash: z.string() }).openapi("EditReply");
export const diffQuery = z.object({ version: z.coerce.number().int().min(1).max(1_000_000).optional() });
export const diffReply = z.object({ id: z.string(), diff: z.string() }).openapi("Diff");
export const undoReply = z.object({ card, diff: z.string() }).openapi("UndoReply");
export const reasonInput = z.object({ reason: z.string().max(LINE).optional() }).openapi("ReasonInput");
export const cardReply = z.object({ card }).openapi("CardReply");
export const movedReply = z.object({ id: z.string(), before: z.number(), after: z.number() }).openapi("Moved");
export const logReply = z
  .object({ rows: z.array(z.looseObject({ type: z.string(), at: z.string() })) })
  .openapi("CardLog");
export const whyReply = report(
  "How the card was used, how that ended, and what the difference is put down to.",
).openapi("Why");

export const waitingReply = z
  .object({ waiting: z.array(z.object({ card, reason: z.string(), by: z.string() })) })
  .openapi("Waiting");
export const reviewInput = z
  .object({ ids: z.array(z.string().max(250)).min(1).max(1_000), accept: z.boolean() })
  .openapi("ReviewInput");
export const reviewReply = z.object({ decided: z.array(z.string()) }).openapi("ReviewReply");

export const dreamInput = z
  .object({ dry_run: z.boolean().optional(), limit: z.int().min(1).max(100).optional() })
  .openapi("DreamInput");
export const dreamReply = report("What was put in order, with reasons and diffs.").openapi("DreamReport");
export const pruneInput = z.object({ dry_run: z.boolean().optional() }).openapi("PruneInput");
export const pruneReply = z.object({ pruned: z.array(moved) }).openapi("PruneReply");
export const statusReply = report("Counts, alerts, problems: what `habitus status` prints.").openapi("Status");

export const errorReply = z
  .object({ error: z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }) })
  .openapi("Error");
