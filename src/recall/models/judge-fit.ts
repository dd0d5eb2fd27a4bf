import { z } from "zod";
import { asData } from "../../ask/as-data.ts";
import { askObject } from "../../ask/ask-object.ts";
import type { Experience } from "../../model/experience.ts";
import type { LanguageModel } from "../../ports.ts";
import { languageOf } from "../../text/language.ts";
import { stepsOf } from "../steps.ts";
import { RECALL_PROMPTS } from "./prompts.ts";

const share = z.number().min(0).max(1);
const schema = z.object({
  ranking: z.array(
    z.object({ n: z.number().int(), relevance: share, situation: share, actionability: share, quality: share }),
  ),
});

/** What each criterion counts. A guess: being about the task comes first. */
const WEIGHTS = { relevance: 0.4, situation: 0.25, actionability: 0.2, quality: 0.15 };

/**
 * How well each card fits a task in the eyes of a model, 0..1, by id. Numbers of cards that do not exist are left aside; of a card that
 * is rated twice the first rating counts.
 * @throws MemoryError `MODEL_FAILED`
 */
export async function judgeFit(
  model: LanguageModel,
  task: string,
  cards: readonly Experience[],
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const prompts = RECALL_PROMPTS[languageOf(task)];
  const { ranking } = await askObject(model, {
    name: "ranking",
    messages: [
      { role: "system", content: prompts.system },
      { role: "user", content: `${prompts.rerank}\n\n${asData("task", task, 4_000)}\n${cardsText(cards)}` },
    ],
    schema,
    signal,
  });
  const fits = new Map<string, number>();
  for (const { n, relevance, situation, actionability, quality } of ranking) {
    const card = cards[n - 1];
    if (!card || fits.has(card.id)) continue;
    const { relevance: r, situation: s, actionability: a, quality: q } = WEIGHTS;
    fits.set(card.id, r * relevance + s * situation + a * actionability + q * quality);
  }
  return fits;
}

/** Cards as a prompt shows them, numbered from 1. */
export function cardsText(cards: readonly Experience[]): string {
  const texts = cards.map(({ title, whenToUse, body }, i) =>
    [`${i + 1}. ${title}`, `   when: ${whenToUse}`, ...stepsOf(body).map((step) => `   ${step}`)].join("\n"),
  );
  return asData("cards", texts.join("\n\n"), 24_000);
}
