/** A place in a run at which a rule could hold. */
export interface Chance {
  turn: number;
  held: boolean;
  /** The probability that it would hold if the rule meant nothing. 0..1. */
  byChance: number;
}

/** Other steps that may lie between two of one pattern (DESIGN §4: gap ≤ 2), and so the distance within which the next one comes. */
export const MAX_GAP = 2;
export const REACH = MAX_GAP + 1;
