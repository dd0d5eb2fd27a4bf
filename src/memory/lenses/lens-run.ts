import { meterModels } from "../../ask/meter.ts";
import type { LensAttempt } from "../../distill/lenses/attempt.ts";
import { chooseJobs, type LensJob } from "../../distill/lenses/choose-jobs.ts";
import { type JudgedDraft, type LensResult, runLenses } from "../../distill/lenses/run-lenses.ts";
import { MemoryError } from "../../errors.ts";
import type { MemoryOptions } from "../../options.ts";
import type { Ports } from "../../ports.ts";
import { type Language, languageOf } from "../../text/language.ts";
import { type CardVectors, openVectors, vectorText } from "../models/card-vectors.ts";
import type { LensReport, LensRequest } from "./types.ts";

/** Drafts of a batch, judged and not stored yet. */
export interface LensBatch {
  report: LensReport;
  /** [] when the batch failed. */
  drafts: ReadyDraft[];
  /** Sessions that were looked at and need no second look. */
  done: string[];
  /** Sessions whose look failed: by no fault of theirs, or because the model cannot deal with them. */
  failed: Array<{ session: string; unusable: boolean }>;
}

export interface ReadyDraft extends JudgedDraft {
  /** Stored cards that say the same by their vectors, the nearest first; absent without an embedder. */
  alike?: Array<{ id: string; cosine: number }>;
  /** Of length 1; absent without an embedder that can tell duplicates in the language of the draft. */
  vector?: number[];
  /** Cosine from which two texts in this language say the same, as measured for this embedder. */
  sameAt?: number;
}

/**
 * Has models look at attempts, without holding the lock and without storing anything.
 * Contract: rejects only for wrong options; what models do wrong stands in the report.
 */
export async function lensRun(
  ports: Ports,
  options: MemoryOptions,
  attempts: readonly LensAttempt[],
  request: LensRequest,
): Promise<LensBatch> {
  const { models, used } = meterModels(ports.models ?? {}, options.models, ports.modelUse);
  const { summarise, judge = summarise, embed } = models;
  if (!summarise || !judge) {
    throw new MemoryError("INVALID_INPUT", "no model is set that could look", "Set models.summarise in config.yaml.");
  }
  const { addition = "selective", granularity = "keypoint", lenses = ["success", "failure", "comparison"] } = request;
  const { successAt = 0.5, judgeAt = 0.5, skipFailed = false, signal } = request;
  for (const [name, value] of Object.entries({ successAt, judgeAt })) {
    if (!(value >= 0 && value <= 1)) {
      throw new MemoryError("INVALID_INPUT", `"${name}" must be a number from 0 to 1, got ${value}`);
    }
  }
  const { jobs, loneFailures } = chooseJobs(attempts, { addition, successAt, lenses });
  const report: LensReport = {
    model: summarise.name,
    judge: judge.name,
    ...(embed && { embedder: embed.name }),
    attempts: attempts.length,
    decisions: [],
    used: used(),
    notes: [],
  };
  if (loneFailures.length > 0 && lenses.includes("failure")) {
    report.notes.push(
      `${loneFailures.length} failed attempts alone at their task were left out: selective addition learns from a failure by comparison, or when its retry succeeds`,
    );
  }
  // The first failure ends the others, unless each counts for itself: their calls would be paid for nothing.
  const stop = new AbortController();
  const inner = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  let first: Error | undefined;
  const now = new Date(ports.clock.now()).toISOString();
  const results = await Promise.all(
    jobs.map(async (job) => {
      const [result] = await runLenses({ summarise, judge }, [job], { granularity, judgeAt, now, signal: inner });
      if ("failed" in result! && !skipFailed && first === undefined) {
        first = result.failed;
        stop.abort();
      }
      return result!;
    }),
  );
  const batch: LensBatch = { report, drafts: [], done: attempts.map(({ session }) => session), failed: [] };
  try {
    signal?.throwIfAborted();
    if (first) throw first;
    takeResults(batch, results);
    if (embed) await compareByVectors(ports, embed, batch, inner);
  } catch (error) {
    report.failed = signal?.aborted ? "it was interrupted" : (error as Error).message;
    batch.drafts = [];
    batch.failed = batch.done.map((session) => ({ session, unusable: false }));
    batch.done = [];
  }
  report.used = used();
  return batch;
}

function takeResults(batch: LensBatch, results: readonly LensResult[]): void {
  for (const result of results) {
    if (!("failed" in result)) {
      batch.drafts.push(...result.drafts);
      batch.report.notes.push(...result.notes.map((note) => `${nameOf(result.job)}: ${note}`));
      continue;
    }
    batch.report.notes.push(`${nameOf(result.job)} failed and stays unread: ${result.failed.message}`);
    for (const each of [result.job.attempt, ...(result.job.worse ? [result.job.worse] : [])]) {
      batch.failed.push({ session: each.session, unusable: result.failed.name === "UnusableReply" });
    }
  }
  const failed = new Set(batch.failed.map(({ session }) => session));
  batch.done = batch.done.filter((session) => !failed.has(session));
}

async function compareByVectors(
  ports: Ports,
  embedder: NonNullable<NonNullable<Ports["models"]>["embed"]>,
  batch: LensBatch,
  signal: AbortSignal,
): Promise<void> {
  const accepted: ReadyDraft[] = batch.drafts.filter(({ judgement }) => judgement.accepted);
  if (accepted.length === 0) return;
  const stored = (await ports.index.all()).map(({ experience }) => experience);
  const vectors: CardVectors = await openVectors(ports, embedder, stored, signal);
  const own = await vectors.embed(accepted.map(({ card }) => vectorText(card)));
  const blind = new Set<Language>();
  for (const [i, draft] of accepted.entries()) {
    const language = languageOf(vectorText(draft.card));
    const { sameAt } = vectors.calibration[language];
    if (sameAt === undefined) {
      blind.add(language);
      continue;
    }
    draft.vector = own[i]!;
    draft.sameAt = sameAt;
    draft.alike = vectors.near(own[i]!).filter(({ cosine }) => cosine >= sameAt);
  }
  for (const language of blind) {
    const share = Math.round(vectors.calibration[language].recognised * 100);
    batch.report.notes.push(
      `${embedder.name} tells only ${share} % of known duplicates in ${language} from what is merely similar: cosines decide nothing there`,
    );
  }
}

function nameOf({ lens, attempt, worse }: LensJob): string {
  return `${lens} of ${attempt.session}${worse ? ` against ${worse.session}` : ""}`;
}
