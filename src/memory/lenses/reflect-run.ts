import { z } from "zod";
import { asData } from "../../ask/as-data.ts";
import { askObject } from "../../ask/ask-object.ts";
import { meterModels } from "../../ask/meter.ts";
import { attemptText, type LensAttempt, toLensAttempt } from "../../distill/lenses/attempt.ts";
import { authorOf, type Draft, draftSchema, toCard } from "../../distill/lenses/draft.ts";
import { ungrounded } from "../../distill/lenses/grounding.ts";
import { judge } from "../../distill/lenses/judge.ts";
import { LENS_PROMPTS } from "../../distill/lenses/prompts/prompts.ts";
import { MemoryError } from "../../errors.ts";
import type { Trajectory } from "../../model/trajectory.ts";
import type { MemoryOptions } from "../../options.ts";
import type { LanguageModel, ModelCount, Ports } from "../../ports.ts";
import { asLearned } from "../as-learned.ts";
import { loadLearnState } from "../learn-state.ts";
import type { Project } from "../types.ts";
import { placeDrafts } from "./place-drafts.ts";
import { dequeue } from "./queue.ts";
import type { LensDecision } from "./types.ts";

/** What an agent gets that tries again. */
export interface Insight {
  /** What went wrong and what to do otherwise, for this one task. Written by a model: put it before the agent as a hint, not as an order. */
  text: string;
  /** Which retry this is, counted from 1. */
  retry: number;
  /** Ids of cards that the retry does without; hand them to `recall` as `exclude`. */
  without: string[];
  signal?: AbortSignal;
}

export interface ReflectRequest {
  /** Most retries. Whole number ≥ 1, default 3 (arXiv 2512.10696). */
  maxRetries?: number;
  /** Each retry leaves out one card more, the weakest of those that the failed attempt was shown. Default true. */
  dropWeakest?: boolean;
  /** Score from which a retry counts as a success. 0..1, default 0.5. */
  successAt?: number;
  /** Score of the judge from which the lesson is kept. 0..1, default 0.5. */
  judgeAt?: number;
  signal?: AbortSignal;
}

export interface ReflectReport {
  succeeded: boolean;
  tries: Array<{ trajectory: string; score?: number; insight: string; without: string[] }>;
  /** What became of the lesson; absent unless a retry succeeded. */
  lesson?: LensDecision;
  model: string;
  used: ModelCount;
  /** In words, what a model did wrong; then nothing was kept. */
  failed?: string;
  notes: string[];
}

interface Reflection {
  insight: string;
  experience: Draft;
}

const schema = z.object({ insight: z.string().trim().min(1).max(2_000), experience: draftSchema });

/**
 * Learns from a failure that nobody succeeded at yet: a model says what went wrong, the caller's own agent tries again with that, up to
 * `maxRetries` times, and the lesson is kept only when a retry succeeds. The attempts themselves go on record.
 *
 * A failure that was reflected on to the end is not reflected on again.
 * @param retry  runs the agent on the same task; what it rejects with ends the reflection, and nothing is kept
 * @throws MemoryError `INVALID_INPUT` when the attempt is not known to have failed, or no model is set
 */
export async function reflectRun(
  ports: Ports,
  options: MemoryOptions,
  project: Project,
  trajectory: Trajectory,
  retry: (insight: Insight) => Promise<Trajectory>,
  request: ReflectRequest,
  tools: { exclusive: <T>(work: () => Promise<T>) => Promise<T>; record: (trajectory: Trajectory) => Promise<void> },
): Promise<ReflectReport> {
  const { maxRetries = 3, dropWeakest = true, successAt = 0.5, judgeAt = 0.5, signal } = request;
  const { models, used } = meterModels(ports.models ?? {}, options.models, ports.modelUse);
  const { summarise, judge: judging = summarise } = models;
  if (!summarise || !judging) {
    throw new MemoryError(
      "INVALID_INPUT",
      "no model is set that could reflect",
      "Set models.summarise in config.yaml.",
    );
  }
  if (!(Number.isInteger(maxRetries) && maxRetries >= 1)) {
    throw new MemoryError("INVALID_INPUT", `"maxRetries" must be a whole number, 1 or more, got ${maxRetries}`);
  }
  let failed = readAttempt(trajectory);
  if (!failed || failed.outcome.score >= successAt) {
    const ended = failed ? `ended with ${failed.outcome.score}` : "has no known outcome, or did nothing";
    throw new MemoryError("INVALID_INPUT", `the attempt "${trajectory.id}" ${ended}; only a failure is reflected on`);
  }
  const report: ReflectReport = { succeeded: false, tries: [], model: summarise.name, used: used(), notes: [] };
  const mark = `reflect:${failed.session}`;
  if ((await loadLearnState(ports)).looked?.includes(mark)) {
    return { ...report, notes: ["this attempt was reflected on before"] };
  }
  await tools.record(trajectory);
  const shown = await weakestFirst(ports, trajectory.recalled);
  const insights: string[] = [];
  try {
    for (let n = 1; n <= maxRetries; n += 1) {
      const reflection: Reflection = await reflectOn(summarise, failed, insights, signal);
      insights.push(reflection.insight);
      const without = dropWeakest ? shown.slice(0, n) : [];
      const next = await retryOnce(retry, { text: reflection.insight, retry: n, without, ...(signal && { signal }) });
      await tools.record(next);
      const attempt = readAttempt(next);
      const score = attempt?.outcome.score;
      report.tries.push({
        trajectory: next.id,
        ...(score !== undefined && { score }),
        insight: reflection.insight,
        without,
      });
      if (attempt && attempt.outcome.score >= successAt) {
        report.succeeded = true;
        report.lesson = await keepLesson(reflection.experience, attempt, failed);
        break;
      }
      // An attempt of unknown outcome teaches nothing: the next insight rests on the failure before it.
      if (attempt) failed = attempt;
    }
    await tools.exclusive(async () => {
      const state = await loadLearnState(ports);
      dequeue(state, [mark], []);
      await ports.state.save(state);
    });
  } catch (error) {
    if (error instanceof RetryFailed) throw error.cause;
    if (!signal?.aborted && !(error instanceof MemoryError && error.code === "MODEL_FAILED")) throw error;
    report.failed = signal?.aborted ? "it was interrupted" : (error as Error).message;
    report.succeeded = false;
    delete report.lesson;
  }
  report.used = used();
  return report;

  function readAttempt(each: Trajectory): LensAttempt | undefined {
    const learned = asLearned(each, project, ports.clock.now());
    return learned && toLensAttempt(learned);
  }

  async function keepLesson(draft: Draft, attempt: LensAttempt, worse: LensAttempt): Promise<LensDecision> {
    const job = { lens: "comparison" as const, attempt, worse };
    const made = toCard(draft, job, { now: new Date(ports.clock.now()).toISOString(), model: summarise!.name });
    const card = { ...made, provenance: { ...made.provenance, author: authorOf("reflection", summarise!.name) } };
    const judgement = await judge(judging!, card, job, judgeAt, signal);
    const alarm = ungrounded(draft, job);
    const drafts = [{ job, card, judgement, ...(alarm !== undefined && { alarm }) }];
    const [decision] = await tools.exclusive(() => placeDrafts(ports, drafts, { judge: judging!.name }));
    return { ...decision!, lens: "reflection" };
  }
}

async function reflectOn(
  model: LanguageModel,
  failed: LensAttempt,
  before: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Reflection> {
  const prompts = LENS_PROMPTS[failed.language];
  const tried =
    before.length === 0 ? "" : `\n${asData("worse", before.map((text, i) => `${i + 1}. ${text}`).join("\n"))}`;
  return askObject(model, {
    name: "reflection",
    messages: [
      { role: "system", content: prompts.system },
      {
        role: "user",
        content: `${prompts.reflect}\n${prompts.fields}\n\n${asData("attempt", attemptText(failed), 60_000)}${tried}`,
      },
    ],
    schema,
    signal,
  });
}

/** The caller's agent failed with an error of its own; it is the caller's to see. */
class RetryFailed extends Error {}

async function retryOnce(retry: (insight: Insight) => Promise<Trajectory>, insight: Insight): Promise<Trajectory> {
  try {
    return await retry(insight);
  } catch (error) {
    throw new RetryFailed("the retry failed", { cause: error });
  }
}

/** The least proven first: by the lower end of what is known about its value, then by confidence. */
async function weakestFirst(ports: Pick<Ports, "index">, ids: readonly string[]): Promise<string[]> {
  const cards = await Promise.all(ids.map((id) => ports.index.get(id)));
  const known = cards.flatMap((card) => (card ? [card.experience] : []));
  const low = ({ value }: { value?: { mean: number; sd: number } }) => (value ? value.mean - value.sd : -1);
  return known
    .sort((a, b) => low(a) - low(b) || a.confidence - b.confidence || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}
