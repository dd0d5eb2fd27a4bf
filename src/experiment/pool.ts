import type { Outcome } from "../model/outcome.ts";
import type { Trajectory } from "../model/trajectory.ts";
import type { Arm, RecallVariant } from "./arms.ts";

/** A memory as the experiment uses it. */
export interface Pool {
  /** Learns from attempts at one task. @returns tokens that models used */
  learn(trajectories: readonly Trajectory[], addition: Exclude<Arm["addition"], "none">): Promise<number>;
  /** @param record  false: nothing is put on record, and the pool stays as it is to the byte */
  recall(task: string, variant: RecallVariant, record: boolean): Promise<PoolAdvice>;
  /** How the attempt ended for which this was handed over; forgets by its policy. */
  record(advice: PoolAdvice, outcome: Outcome): Promise<void>;
  /**
   * Thinks about a failed attempt, and has it tried again with what it found, until one solves the task or `most` have not. What it found
   * becomes experience only when it solved the task.
   */
  reflect(
    failed: Trajectory,
    variant: RecallVariant,
    retry: (advice: string, shown: string[]) => Promise<Trajectory>,
    most: number,
  ): Promise<void>;
  /** Changes when any card changes. */
  fingerprint(): Promise<string>;
  /** Cards that can be handed over. */
  size(): Promise<number>;
  close(): Promise<void>;
}

export interface PoolAdvice {
  attempt: string;
  /** "" when nothing fits. */
  text: string;
  shown: string[];
  /** That models used for it. */
  tokens: number;
}

/** Where pools lie between runs. */
export interface PoolStore {
  /** Opens the pool of that name, empty when there is none. @param deletion  its policy forgets what does not help */
  open(name: string, deletion: boolean): Promise<Pool>;
  /** Replaces `to` by a copy of `from`; both are closed. */
  copy(from: string, to: string): Promise<void>;
}
