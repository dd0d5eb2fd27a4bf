import type { Outcome } from "../../model/outcome.ts";
import type { Check } from "./check.ts";
import type { Signal, SignalName } from "./signal.ts";

/** What holds until something takes it away. */
export interface Verdict extends Outcome {
  /** Where it comes from, so that the same thing can settle it: the kind of check that failed, a complaint that may be answered. */
  from: Check["purpose"] | "complaint" | "approval" | "gave-up" | "revert";
}

/** Changes that no check has spoken of yet, and those that were put away. */
export interface Changes {
  /** Paths that were changed, without documents and scratch files. */
  paths: string[];
  /** Something was changed, whether or not anybody knows where. */
  any: boolean;
}

/** Where the attempt stands after what was read so far. */
export interface Standing {
  /** undefined: open. */
  verdict: Verdict | undefined;
  changes: Changes;
  /** Changes put away by `git stash`, to come back. */
  shelved: Changes | undefined;
  /** What was changed or done since a test failed; undefined while none has failed. */
  sinceFailure: { paths: string[]; effects: boolean } | undefined;
  /** Files whose last edit failed, and effects, such as a commit, whose last try failed. */
  unresolved: Set<string>;
  /** Anything was done at all: before that, nothing the user says is about the work. */
  hasWorked: boolean;
  signals: Signal[];
}

export type Note = (name: SignalName, says: Signal["says"], reason: string) => void;

export function newStanding(): Standing {
  return {
    verdict: undefined,
    changes: { paths: [], any: false },
    shelved: undefined,
    sinceFailure: undefined,
    unresolved: new Set(),
    hasWorked: false,
    signals: [],
  };
}

export function isGood(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && verdict.score >= 0.5;
}

/** What was good may no longer be; what was bad stays so until it is answered. */
export function reopen(standing: Standing): void {
  if (isGood(standing.verdict)) standing.verdict = undefined;
}

export function bySignals(score: number, from: Verdict["from"], reason: string): Verdict {
  return { score, by: "signals", reasons: [reason], from };
}
