import { z } from "zod";

/** What each tool takes and gives. Field names are the wire's: snake_case. */

const id = z
  .string()
  .min(1)
  .describe("Id of a card, such as `terraform.read-triad`; `list_cards` and `recall` name them.");

export const recallInput = z.object({
  task: z.string().min(1).describe("What is to be done, in the user's words."),
  limit: z.int().min(1).max(20).optional().describe("Most cards. Default 3."),
  tools: z.array(z.string()).optional().describe("Names of the tools at hand; cards that need others are left out."),
  exclude: z.array(z.string()).optional().describe("Ids of cards that you have already."),
});
export const recallOutput = z.object({
  attempt: z.string().describe("Names this attempt for `record_outcome`."),
  advice: z.string().describe('Ready to read; "" when nothing fits.'),
  cards: z.array(z.object({ id: z.string(), title: z.string(), when_to_use: z.string() })),
});

export const outcomeInput = z.object({
  outcome: z
    .union([z.enum(["good", "bad"]), z.number().min(0).max(1)])
    .describe("How the task ended: good, bad, or a number from 0 (failed) to 1 (did all that was asked)."),
  attempt: z.string().optional().describe("From `recall`. Default: the latest one."),
  said_by: z
    .enum(["user", "agent"])
    .optional()
    .describe("Who judges. `user` only when the user said how it went. Default `agent`."),
  reason: z.string().optional().describe("In a few words, what it is judged by."),
});
export const outcomeOutput = z.object({
  attempt: z.string(),
  score: z.number(),
  cards: z.array(z.string()).describe("Ids of the cards that had been handed over for it."),
  retired: z.array(z.object({ id: z.string(), reason: z.string() })),
});

export const proposeInput = z.object({
  when_to_use: z.string().min(1).describe("One line: the situation, in words somebody would use who has the task."),
  title: z.string().min(1).describe("One line: what to do."),
  body: z.string().min(1).describe("Markdown, 50 to 200 words: steps, preconditions, failure modes. No secrets."),
  keywords: z.array(z.string()).max(40).optional(),
  tools: z.array(z.string()).optional().describe("Tools that it needs."),
  task_query: z.string().optional().describe("The request that it was learned from."),
});
export const proposeOutput = z.object({
  verdict: z.enum(["waits", "merged", "refused"]),
  reason: z.string(),
  id: z.string().optional(),
});

export const listInput = z.object({
  status: z.enum(["active", "quarantined", "retired", "promoted"]).optional().describe("Default: active."),
  offset: z.int().min(0).optional().describe("Cards to pass over. Default 0."),
  limit: z.int().min(1).max(200).optional().describe("Most cards. Default 50."),
});
export const listOutput = z.object({
  total: z.number(),
  cards: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      when_to_use: z.string(),
      status: z.string(),
      tier: z.string(),
      confidence: z.number(),
      freq: z.number(),
      utility: z.number(),
    }),
  ),
});

export const showInput = z.object({ id });
export const showOutput = z.object({ id: z.string(), status: z.string(), versions: z.number(), text: z.string() });

export const whyInput = z.object({ id });
export const whyOutput = z.object({ id: z.string(), report: z.record(z.string(), z.unknown()) });

export const reportInput = z.object({
  sessions: z.int().min(1).max(20).optional().describe("How many of the latest sessions are told of. Default 5."),
});

export const reportOutput = z.object({
  attempts: z.number().describe("Attempts that were read in this run."),
  open: z.number().describe("Sessions that are still going on."),
  found: z.array(
    z.object({
      verdict: z.string(),
      key: z.string(),
      title: z.string().optional(),
      id: z.string().optional(),
      held: z.number(),
      of: z.number(),
      tasks: z.number(),
      reason: z.string(),
    }),
  ),
  sessions: z.array(
    z.object({
      session: z.string(),
      started: z.string().optional(),
      score: z.number().optional(),
      prompts: z.array(z.string()),
      steps: z.array(z.string()),
      left: z.number(),
    }),
  ),
  cards: z.array(z.object({ id: z.string(), title: z.string() })).describe("What is kept already: say nothing twice."),
});

/** A hook's payload as hosts fill it in: all text, "" for what the event does not have, objects as JSON. */
export const hookInput = z.looseObject({
  hook_event_name: z.string().optional(),
  session_id: z.string().optional(),
});
