/** One thing that a card may not hold. */
export interface ScreenRule {
  /** Name of the family, stable: `override`, `remote-exec`. */
  family: string;
  /** What it does, in words that a person understands; completes "the card …". */
  reason: string;
  /** Matched against one sentence, folded (NFKC), case-insensitive. Bounded repetition only. */
  patterns: readonly RegExp[];
  /** Set when the sentence may warn against it: "never …" lets it pass. */
  mayBeWarning?: boolean;
  /** Sentences that look alike and mean well. */
  unless?: RegExp;
}
