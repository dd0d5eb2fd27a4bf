import { z } from "zod";
import { asData } from "../../ask/as-data.ts";
import { askObject, UnusableReply } from "../../ask/ask-object.ts";
import type { Experience } from "../../model/experience.ts";
import type { LanguageModel } from "../../ports.ts";
import { estimateTokens } from "../../text/estimate-tokens.ts";
import { fence } from "../../text/fence.ts";
import { type Language, languageOf } from "../../text/language.ts";
import { PHRASES } from "../phrases.ts";
import { cardsText } from "./judge-fit.ts";
import { RECALL_PROMPTS } from "./prompts.ts";

const schema = z.object({ guidance: z.string(), used: z.array(z.number().int()) });

/**
 * One guidance for this task out of several cards, fenced like any advice, with the ids that it rests on. The cards stay as they are.
 * @param alarm  looks at the model's words as it would at a card's; in words, what alarms
 * @throws MemoryError `MODEL_FAILED` when there is no usable guidance: the cards themselves are then the advice
 */
export async function rewrite(
  model: LanguageModel,
  task: string,
  cards: readonly Experience[],
  maxTokens: number,
  alarm: (text: string) => string | undefined,
  signal?: AbortSignal,
): Promise<string> {
  const language = languageOf(task);
  const prompts = RECALL_PROMPTS[language];
  const { guidance, used } = await askObject(model, {
    name: "guidance",
    messages: [
      { role: "system", content: prompts.system },
      { role: "user", content: `${prompts.rewrite}\n\n${asData("task", task, 4_000)}\n${cardsText(cards)}` },
    ],
    schema,
    signal,
  });
  const sources = [...new Set(used)].flatMap((n) => cards[n - 1] ?? []);
  const words = guidance.replaceAll(/^(\s{0,3})(#{1,6}\s)/gm, "$1\\$2").trim();
  if (words === "" || sources.length === 0) throw unusable(model, "it rests on no card");
  const problem = alarm(words);
  if (problem !== undefined) throw unusable(model, problem);
  const made = `${prompts.madeFrom}: ${sources.map((card) => `${card.id} (${evidence(card, language)})`).join("; ")}`;
  const text = fence([PHRASES[language].lead, words, made].join("\n\n"));
  const tokens = estimateTokens(text);
  if (tokens > maxTokens) throw unusable(model, `it has ${tokens} tokens, more than ${maxTokens}`);
  return text;
}

function evidence({ created, confidence, freq, utility }: Experience, language: Language): string {
  const phrases = PHRASES[language];
  return [
    phrases.since(created.slice(0, 10)),
    phrases.confidence(confidence),
    ...(freq > 0 ? [phrases.record({ freq, utility })] : []),
  ].join(", ");
}

function unusable(model: LanguageModel, why: string): UnusableReply {
  return new UnusableReply("MODEL_FAILED", `the guidance of ${model.name} cannot be used: ${why}`);
}
