/** A card as a policy meets it. */
export interface PolicyCard {
  id: string;
  /** The kind of task it is for. Absent: for all. */
  family?: string;
  /** Prior mean of its effect, log-odds (`PRIOR_MEANS`). */
  priorMean: number;
}

/** A card within reach of a task. */
export interface Candidate {
  id: string;
  /** 0 (nothing in common) to about 1 (made for this task). */
  similarity: number;
  /** Retired, offered only so that a policy with parole can try it again. */
  retired: boolean;
}

/** What is asked of a policy before a task. */
export interface Offer {
  family?: string;
  /** Most similar first. */
  candidates: readonly Candidate[];
}

export interface PolicyAttempt {
  family?: string;
  shown: readonly string[];
  /** 0..1; absent: unknown. */
  score?: number;
  trust: number;
  /** By card id, how well each shown card fitted, 0..1. */
  relevance?: Readonly<Record<string, number>>;
}

export type PolicyChange =
  | { type: "retired"; id: string; reason: string }
  | { type: "restored"; id: string; reason: string }
  | { type: "alert"; family: string; reason: string };

/**
 * One rule of use and forgetting, with what it remembers. Deterministic: all its chance comes from `draw`.
 * The arithmetic behind each lives in pure functions of its own file, which production calls directly.
 */
export interface Policy {
  readonly name: string;
  /** Which tasks it learns lessons from. */
  readonly learnsFrom: "nothing" | "successes" | "everything";
  /** True: a lesson that a living card already says is dropped. */
  readonly dedups: boolean;
  /** A card entered the pool. */
  admit(card: PolicyCard): void;
  /** Ids to show, best first. */
  choose(offer: Offer, draw: () => number): string[];
  /** How the attempt ended. Called once an attempt, in order, also when nothing was shown or heard. */
  hear(attempt: PolicyAttempt): PolicyChange[];
  /** Would the card still be shown if it fitted? False once it is retired, or held back for what outcomes say of it. */
  offers(id: string): boolean;
  /** What the policy ranks or judges by; higher is better; absent while it knows nothing. Comparable within one policy only. */
  valueOf(id: string): number | undefined;
}
