import { MemoryError } from "../errors.ts";
import type { Embedder, LanguageModel, ModelCount, Models, ModelUse } from "../ports.ts";
import { estimateTokens } from "../text/estimate-tokens.ts";

/** Most calls and tokens of one run and of one day; see `ModelsOptions`. */
export interface Budget {
  runCalls: number;
  runTokens: number;
  dayCalls: number;
  dayTokens: number;
}

/** The models of one run, counted and held to a budget. */
export interface MeteredModels {
  models: Models;
  /** Up to now. */
  used(): ModelCount;
}

/** Tokens that a reply may have when its model does not say. */
const ASSUMED_REPLY = 4_096;

/**
 * Wraps the models of one run: each call takes its expected tokens out of the budget before it is made and gives back what it did
 * not need, so calls that run at the same time cannot spend the same tokens twice.
 * A call that the budget does not hold rejects with MemoryError `MODEL_FAILED`; nothing is sent.
 * @param use  the day's budget over all processes; absent: only the run's own holds
 */
export function meterModels(models: Models, budget: Budget, use?: ModelUse): MeteredModels {
  const used: ModelCount = { calls: 0, tokens: 0 };

  async function take(expected: ModelCount): Promise<(actual: ModelCount) => Promise<void>> {
    if (used.calls + expected.calls > budget.runCalls || used.tokens + expected.tokens > budget.runTokens) {
      throw exhausted("this run", used, { calls: budget.runCalls, tokens: budget.runTokens }, "run");
    }
    // Before the first await, so that calls side by side see each other.
    add(used, expected, 1);
    try {
      const most = { calls: budget.dayCalls, tokens: budget.dayTokens };
      const id = await use?.reserve(expected, most);
      if (use && id === undefined) throw exhausted("today", await use.today(), most, "day");
      return async (actual) => {
        add(used, expected, -1);
        add(used, actual, 1);
        if (id !== undefined) await use?.settle(id, actual);
      };
    } catch (error) {
      add(used, expected, -1);
      throw error;
    }
  }

  const language = (model: LanguageModel): LanguageModel => ({
    ...(model.maxTokens !== undefined && { maxTokens: model.maxTokens }),
    name: model.name,
    generate: async (request) => {
      const read = request.messages.reduce((sum, { content }) => sum + estimateTokens(content) + 4, 0);
      const settle = await take({ calls: 1, tokens: read + (model.maxTokens ?? ASSUMED_REPLY) });
      let tokens = 0;
      try {
        const reply = await model.generate({
          ...request,
          onRetry: async () => {
            await request.onRetry?.();
            const again = await take({ calls: 1, tokens: 0 });
            await again({ calls: 1, tokens: 0 });
          },
        });
        tokens = reply.inputTokens + reply.outputTokens || read + estimateTokens(reply.text);
        return reply;
      } catch (error) {
        tokens = read; // what a failed call cost is unknown; its question was read at least once, perhaps
        throw error;
      } finally {
        await settle({ calls: 1, tokens });
      }
    },
  });

  const embedder = (model: Embedder): Embedder => ({
    name: model.name,
    embed: async (texts, signal) => {
      const read = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
      const settle = await take({ calls: 1, tokens: read });
      let tokens = read;
      try {
        const reply = await model.embed(texts, signal);
        tokens = reply.tokens || read;
        return reply;
      } finally {
        await settle({ calls: 1, tokens });
      }
    },
  });

  const { summarise, judge, rewrite, act, embed } = models;
  return {
    models: {
      ...(summarise && { summarise: language(summarise) }),
      ...(judge && { judge: language(judge) }),
      ...(rewrite && { rewrite: language(rewrite) }),
      ...(act && { act: language(act) }),
      ...(embed && { embed: embedder(embed) }),
    },
    used: () => ({ ...used }),
  };
}

function add(sum: ModelCount, { calls, tokens }: ModelCount, sign: 1 | -1): void {
  sum.calls += sign * calls;
  sum.tokens += sign * tokens;
}

function exhausted(when: string, used: ModelCount, most: ModelCount, key: "run" | "day"): MemoryError {
  return new MemoryError(
    "MODEL_FAILED",
    `the model budget of ${when} is used up: ${used.calls} of ${most.calls} calls, ${used.tokens} of ${most.tokens} tokens, and this call does not fit in`,
    `Raise models.${key}_calls or models.${key}_tokens in config.yaml, or give it less at once.`,
  );
}
