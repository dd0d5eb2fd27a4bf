/** Who says how an attempt ended, from the most to the least trusted. */
export type OutcomeSource = "benchmark" | "test" | "user" | "signals" | "judge";

/** How an attempt ended. Absent means unknown, which gives and takes no credit. */
export interface Outcome {
  /** 0 (failed) to 1 (did all that was asked). */
  score: number;
  by: OutcomeSource;
  /** In words, why this score; may be empty. */
  reasons: string[];
}

/** How far each source is trusted, 0..1: the weight of its row when credit is assigned (DESIGN §3). */
export const OUTCOME_TRUST: Readonly<Record<OutcomeSource, number>> = {
  benchmark: 1,
  test: 1,
  user: 0.8,
  signals: 0.5,
  judge: 0.5,
};

/** A score at or above this counts as "ended well" where a rule needs yes or no. ReMe's scores are 0 or 1; graded ones split in the middle. */
export const ENDED_WELL_AT = 0.5;

export function endedWell(outcome: Pick<Outcome, "score">): boolean {
  return outcome.score >= ENDED_WELL_AT;
}
