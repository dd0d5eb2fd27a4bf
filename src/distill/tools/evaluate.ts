import { z } from "zod";
import { asData } from "../../ask/as-data.ts";
import { askObject } from "../../ask/ask-object.ts";
import type { ToolCall, ToolCallEvaluation } from "../../model/tool-call.ts";
import type { LanguageModel } from "../../ports.ts";
import { languageOf } from "../../text/language.ts";
import { TOOL_PROMPTS } from "./prompts.ts";

const schema = z.object({
  summary: z.string().max(1_000).default(""),
  reason: z.string().max(2_000).default(""),
  score: z.number().min(0).max(1),
});

/**
 * Asks a model how one call went. Its words are kept beside the call and never come into a card.
 * @returns a score of 0 or 1, cut at one half as ReMe does
 * @throws MemoryError `MODEL_FAILED`
 */
export async function evaluateCall(
  model: LanguageModel,
  { tool, input, output, success }: ToolCall,
): Promise<ToolCallEvaluation> {
  const given = typeof input === "string" ? input : JSON.stringify(input);
  const prompts = TOOL_PROMPTS[languageOf(`${given}\n${output}`)];
  const call = [
    asData("task", tool, 200),
    asData("attempt", given, 8_000),
    asData("reply", output, 16_000),
    ...(success === undefined ? [] : [`success: ${success}`]),
  ].join("\n");
  const said = await askObject(model, {
    name: "tool_call_evaluation",
    messages: [
      { role: "system", content: prompts.system },
      { role: "user", content: `${prompts.evaluate}\n\n${call}` },
    ],
    schema,
  });
  return { score: said.score >= 0.5 ? 1 : 0, summary: line(said.summary), reason: line(said.reason) };
}

function line(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
