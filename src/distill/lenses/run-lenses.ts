import { z } from "zod";
import { asData } from "../../ask/as-data.ts";
import { askObject } from "../../ask/ask-object.ts";
import type { Experience } from "../../model/experience.ts";
import type { LanguageModel } from "../../ports.ts";
import { attemptText, type LensAttempt } from "./attempt.ts";
import type { LensJob } from "./choose-jobs.ts";
import { draftSchema, toCard } from "./draft.ts";
import { ungrounded } from "./grounding.ts";
import { type Judgement, judge } from "./judge.ts";
import { findKeyPoints, keyPointsText } from "./key-points.ts";
import { LENS_PROMPTS } from "./prompts/prompts.ts";

export interface LensOptions {
  granularity: "keypoint" | "trajectory";
  /** Score of the judge from which a candidate is kept. 0..1, default 0.5; the paper's 0.3 can be chosen. */
  judgeAt: number;
  /** RFC 3339. */
  now: string;
  signal?: AbortSignal | undefined;
}

/** A candidate with what the judge says of it. */
export interface JudgedDraft {
  job: LensJob;
  card: Experience;
  judgement: Judgement;
  /** In words, why a person must look at it. */
  alarm?: string;
}

/** What came of one look: drafts, or why there are none. */
export type LensResult = { job: LensJob; drafts: JudgedDraft[]; notes: string[] } | { job: LensJob; failed: Error };

/**
 * Looks through all lenses at the same time. A look that fails says so and takes nothing from the others; whether the whole batch
 * counts is the caller's decision.
 */
export async function runLenses(
  models: { summarise: LanguageModel; judge: LanguageModel },
  jobs: readonly LensJob[],
  options: LensOptions,
): Promise<LensResult[]> {
  const keyPoints = new Map<string, ReturnType<typeof findKeyPoints>>();
  const pointsOf = (attempt: LensAttempt) => {
    if (options.granularity === "trajectory") return Promise.resolve({ points: [] });
    const known = keyPoints.get(attempt.id) ?? findKeyPoints(models.summarise, attempt, options.signal);
    keyPoints.set(attempt.id, known);
    return known;
  };
  return Promise.all(
    jobs.map(async (job): Promise<LensResult> => {
      try {
        return await look(models, job, pointsOf, options);
      } catch (error) {
        return { job, failed: error as Error };
      }
    }),
  );
}

async function look(
  models: { summarise: LanguageModel; judge: LanguageModel },
  job: LensJob,
  pointsOf: (attempt: LensAttempt) => ReturnType<typeof findKeyPoints>,
  options: LensOptions,
): Promise<LensResult> {
  const { attempt, worse, lens } = job;
  const found = await pointsOf(attempt);
  const foundInWorse = worse && (await pointsOf(worse));
  const prompts = LENS_PROMPTS[attempt.language];
  const byPoint = found.points.length > 0 || (foundInWorse?.points.length ?? 0) > 0;
  const record = worse
    ? `${withPoints("better", attempt, found.points, 30_000)}\n${withPoints("worse", worse, foundInWorse!.points, 30_000)}`
    : withPoints("attempt", attempt, found.points, 60_000);
  const { experiences } = await askObject(models.summarise, {
    name: `${lens}_experiences`,
    messages: [
      { role: "system", content: prompts.system },
      {
        role: "user",
        content: [prompts.lens[lens], byPoint ? prompts.perKeyPoint : prompts.whole, prompts.fields, "", record].join(
          "\n",
        ),
      },
    ],
    schema: z.object({ experiences: z.array(draftSchema).max(MOST_DRAFTS) }),
    signal: options.signal,
  });
  const drafts = await Promise.all(
    experiences.map(async (draft): Promise<JudgedDraft> => {
      const card = toCard(draft, job, { now: options.now, model: models.summarise.name });
      const alarm = ungrounded(draft, job);
      const judgement = await judge(models.judge, card, job, options.judgeAt, options.signal);
      return { job, card, judgement, ...(alarm !== undefined && { alarm }) };
    }),
  );
  const notes = [found.note, foundInWorse?.note].filter((note) => note !== undefined);
  return { job, drafts, notes };
}

const MOST_DRAFTS = 5;

function withPoints(
  name: "attempt" | "better" | "worse",
  attempt: LensAttempt,
  points: Parameters<typeof keyPointsText>[0],
  most: number,
): string {
  const record = asData(name, attemptText(attempt), most);
  return points.length === 0 ? record : `${record}\n${asData("key_points", keyPointsText(points))}`;
}
