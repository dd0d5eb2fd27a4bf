import type { Lens } from "../../distill/lenses/prompts/prompts.ts";
import type { ModelCount } from "../../ports.ts";

/** How a batch of attempts is looked at. */
export interface LensRequest {
  /** `keypoint`: the stretches of steps that decided the end are found first; `trajectory`: an attempt is one whole. Default `keypoint`. */
  granularity?: "keypoint" | "trajectory";
  /** Which lenses look. Default all three; `[]`: none, as without a model. */
  lenses?: readonly Lens[];
  /** `selective`: a failure alone at its task teaches nothing; `full`: every failure does. Default `selective`. */
  addition?: "selective" | "full";
  /** Score from which an attempt counts as a success. 0..1, default 0.5; ReMe used 1. */
  successAt?: number;
  /** Score of the judge from which a candidate is kept. 0..1, default 0.5; the ReMe paper also names 0.3. */
  judgeAt?: number;
  /**
   * What one failed look does to the others. False: nothing of the batch is stored. True: what succeeded is stored, and the attempts of
   * the failed looks stay unread. Default false.
   */
  skipFailed?: boolean;
  signal?: AbortSignal;
}

/** What became of one draft of a model. */
export interface LensDecision {
  lens: Lens | "reflection";
  verdict: "created" | "merged" | "quarantined" | "rejected" | "kept retired";
  reason: string;
  title: string;
  /** The card it became or met. */
  card?: string;
  /** The judge's, 0..1; absent when its reply could not be read. */
  score?: number;
  trajectories: string[];
}

/** What a run with models did. */
export interface LensReport {
  /** Model that wrote, and model that judged. */
  model: string;
  judge: string;
  embedder?: string;
  /** Attempts that were looked at. */
  attempts: number;
  decisions: LensDecision[];
  used: ModelCount;
  /** In words, why nothing of this batch was stored, and why the attempts stay unread. */
  failed?: string;
  /** What a reader should know: failures left out, looks that failed, key points that could not be found. */
  notes: string[];
}
