import { z } from "zod";
import { asData } from "../../ask/as-data.ts";
import { askObject, UnusableReply } from "../../ask/ask-object.ts";
import type { Experience } from "../../model/experience.ts";
import type { LanguageModel } from "../../ports.ts";
import { attemptText } from "./attempt.ts";
import type { LensJob } from "./choose-jobs.ts";
import { LENS_PROMPTS } from "./prompts/prompts.ts";

export const CRITERIA = ["actionability", "accuracy", "relevance", "clarity", "uniqueness"] as const;

const share = z.number().min(0).max(1);
const schema = z.object({
  actionability: share,
  accuracy: share,
  relevance: share,
  clarity: share,
  uniqueness: share,
  score: share,
  valid: z.boolean(),
  reason: z.string().max(600).default(""),
});

export interface Judgement {
  accepted: boolean;
  /** Absent when the judge's reply could not be read. */
  score?: number;
  /** In words. */
  reason: string;
}

/**
 * Asks a judge about one candidate. A reply that cannot be read, also after the judge was asked to correct it, is a **no**.
 * @param threshold  score from which a candidate is kept. 0..1
 * @throws MemoryError `MODEL_FAILED` when the judge cannot be reached: then nobody has said no
 */
export async function judge(
  model: LanguageModel,
  card: Experience,
  { attempt, worse }: LensJob,
  threshold: number,
  signal?: AbortSignal,
): Promise<Judgement> {
  const prompts = LENS_PROMPTS[attempt.language];
  const record = worse
    ? `${asData("better", attemptText(attempt), 30_000)}\n${asData("worse", attemptText(worse), 30_000)}`
    : asData("attempt", attemptText(attempt), 60_000);
  try {
    const said = await askObject(model, {
      name: "judgement",
      messages: [
        { role: "system", content: prompts.system },
        { role: "user", content: `${prompts.judge}\n\n${asData("candidate", candidateText(card))}\n\n${record}` },
      ],
      schema,
      signal,
    });
    const reason = said.reason.replaceAll(/\s+/g, " ").trim();
    const because = reason === "" ? "" : `: ${reason}`;
    if (!said.valid) return { accepted: false, score: said.score, reason: `the judge calls it invalid${because}` };
    if (said.score >= threshold) return { accepted: true, score: said.score, reason: `judged ${said.score}${because}` };
    return { accepted: false, score: said.score, reason: `judged ${said.score}, below ${threshold}${because}` };
  } catch (error) {
    if (!(error instanceof UnusableReply)) throw error;
    return { accepted: false, reason: `no judgement that could be read, which is a no: ${error.message}` };
  }
}

function candidateText({ whenToUse, body }: Experience): string {
  return `when_to_use: ${whenToUse}\n\n${body.split("\n## Evidence")[0]}`;
}
