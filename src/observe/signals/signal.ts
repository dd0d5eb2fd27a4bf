import type { Outcome } from "../../model/outcome.ts";

export const SIGNAL_NAMES = [
  "tests",
  "build",
  "lint",
  "typecheck",
  "approval",
  "complaint",
  "correction",
  "doubt",
  "gave-up",
  "interrupt",
  "denial",
  "commit",
  "revert",
  "open-error",
] as const;
export type SignalName = (typeof SIGNAL_NAMES)[number];

/** One thing in a session that says something about how it went. */
export interface Signal {
  name: SignalName;
  /** What it speaks for by itself; `note` decides nothing, but may take away what another signal said. */
  says: "good" | "bad" | "note";
  /** In words. Holds names of programs, never a user's text. */
  reason: string;
  /** Turn, counted from 0. */
  turn: number;
  /** Step within the turn, counted from 0; absent for what the user said. */
  step?: number;
}

export interface SignalReading {
  /** Absent: unknown, which is an outcome of its own. */
  outcome?: Outcome;
  /** Everything that was seen, in order, whether it decided or not. */
  signals: Signal[];
}
