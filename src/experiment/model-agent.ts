import { z } from "zod";
import { askObject, UnusableReply } from "../ask/ask-object.ts";
import type { Episode } from "../environments/environment.ts";
import type { JsonObject } from "../model/json.ts";
import type { Step } from "../model/trajectory.ts";
import type { LanguageModel, ModelMessage } from "../ports.ts";
import type { Agent } from "./agent.ts";

export interface ModelAgentOptions {
  /** 0..2, default 0.9: as the paper's agents. */
  temperature?: number;
  /** Most calls of one attempt. Whole number ≥ 1, default 30: as the paper's agents. */
  maxSteps?: number;
}

const MOVE = z
  .object({
    tool: z.string().optional().describe("name of the tool to call; absent when the task is done"),
    input: z.record(z.string(), z.json()).optional().describe("its input"),
    done: z.string().optional().describe("only when nothing is left to do: what was done"),
  })
  .refine(
    ({ tool, done }) => (tool === undefined) !== (done === undefined),
    "give either a tool with its input, or done",
  );

/**
 * An agent that asks a model for one call after the other, as JSON, so that models without tool calls of their own can take part.
 * A model that twice gives no usable move ends its attempt there; one that cannot be reached ends the experiment.
 */
export function createModelAgent(model: LanguageModel, options: ModelAgentOptions = {}): Agent {
  const { temperature = 0.9, maxSteps = 30 } = options;
  return {
    name: model.name,
    attempt: async (episode, { advice, signal }) => {
      let tokens = 0;
      const counted: LanguageModel = {
        ...model,
        generate: async (request) => {
          const reply = await model.generate({ ...request, temperature });
          tokens += reply.inputTokens + reply.outputTokens;
          return reply;
        },
      };
      const steps: Step[] = [];
      const messages: ModelMessage[] = [
        { role: "system", content: instructions(episode) },
        { role: "user", content: advice === "" ? episode.task.query : `${episode.task.query}\n\n${advice}` },
      ];
      while (steps.length < maxSteps) {
        const move = await askMove(counted, messages, signal);
        if (move?.tool === undefined) return { steps, tokens, ...(move?.done !== undefined && { said: move.done }) };
        const input = (move.input ?? {}) as JsonObject;
        const answer = episode.call(move.tool, input);
        const step: Step = { call: `call-${steps.length + 1}`, tool: move.tool, input, outcome: answer.outcome };
        steps.push(answer.outcome === "ok" ? { ...step, result: answer.result } : { ...step, error: answer.error });
        messages.push(
          { role: "assistant", content: JSON.stringify({ tool: move.tool, input }) },
          {
            role: "user",
            content: answer.outcome === "ok" ? `Result: ${JSON.stringify(answer.result)}` : `Error: ${answer.error}`,
          },
        );
      }
      return { steps, tokens };
    },
  };
}

async function askMove(model: LanguageModel, messages: readonly ModelMessage[], signal: AbortSignal | undefined) {
  try {
    return await askObject(model, { name: "move", messages, schema: MOVE, signal });
  } catch (error) {
    // The attempt is worth what was done so far; that the model cannot answer in this form is the model's own failure.
    if (error instanceof UnusableReply) return undefined;
    throw error;
  }
}

function instructions({ about, tools }: Episode): string {
  return [
    about,
    "",
    "You act by calling tools, one at a time. Answer each time with one JSON object and nothing else:",
    '{"tool": "name", "input": {…}} to call a tool, or {"done": "what was done"} when the task is done.',
    "",
    "Tools:",
    ...tools.map(({ name, description, input }) => `- ${name}: ${description} Input: ${JSON.stringify(input)}`),
  ].join("\n");
}
