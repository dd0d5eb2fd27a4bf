import { z } from "zod";
import { asData } from "../../ask/as-data.ts";
import { askObject, UnusableReply } from "../../ask/ask-object.ts";
import type { LanguageModel } from "../../ports.ts";
import { attemptText, type LensAttempt } from "./attempt.ts";
import { LENS_PROMPTS } from "./prompts/prompts.ts";

/** A stretch of steps that decided how an attempt ended; numbers of calls, both included. */
export interface KeyPoint {
  from: number;
  to: number;
  why: string;
}

const MOST_POINTS = 5;
/** An attempt of so few calls is one key point. */
const SHORT = 3;

const schema = z.object({
  points: z.array(z.object({ from: z.number().int(), to: z.number().int(), why: z.string().max(400) })),
});

/**
 * Asks which steps mattered. Points outside of the attempt are dropped.
 * @returns `[]` when the attempt is short, or when the model names none: the lens then reads it as a whole; `note` says why
 * @throws MemoryError `MODEL_FAILED` when the model cannot be reached
 */
export async function findKeyPoints(
  model: LanguageModel,
  attempt: LensAttempt,
  signal?: AbortSignal,
): Promise<{ points: KeyPoint[]; note?: string }> {
  const last = Math.max(...attempt.lines.map(({ n }) => n));
  if (last <= SHORT) return { points: [] };
  const prompts = LENS_PROMPTS[attempt.language];
  try {
    const { points } = await askObject(model, {
      name: "key_points",
      messages: [
        { role: "system", content: prompts.system },
        { role: "user", content: `${prompts.keyPoints}\n\n${asData("attempt", attemptText(attempt), 60_000)}` },
      ],
      schema,
      signal,
    });
    const inside = points.filter(({ from, to }) => from >= 1 && from <= to && to <= last).slice(0, MOST_POINTS);
    return inside.length > 0 ? { points: inside } : { points: [], note: "no key point was named; read as a whole" };
  } catch (error) {
    if (!(error instanceof UnusableReply)) throw error;
    return { points: [], note: `${error.message}; read as a whole` };
  }
}

export function keyPointsText(points: readonly KeyPoint[]): string {
  return points.map(({ from, to, why }) => `[${from}–${to}] ${why}`).join("\n");
}
