/** How people of one language speak of work that an agent did. All patterns are matched against lower-case text. */
export interface ReactionWords {
  /** Phrases that sound like blame and are none, such as "no problem"; taken out before anything else is looked for. */
  harmless: RegExp;
  /** The work is wrong: says so by itself. */
  complaint: RegExp;
  /** Somebody else is said to have complained: trouble, but not the user's own verdict. */
  hearsay: RegExp;
  /** Speaks of trouble, of this work or of something else. */
  trouble: RegExp;
  /** The user takes the work away, or wants all of it back. */
  givingUp: RegExp;
  /** The work is right: says so by itself. */
  approval: RegExp;
  /** What may stand around praise without changing it: thanks, particles, fillers. */
  filler: RegExp;
  /** Turns praise around, or asks for more. */
  contrast: RegExp;
}

/** A pattern that matches any of these. */
export function anyOf(flags: string, ...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join("|"), flags);
}

/** The same, of whole words. */
export function anyWord(flags: string, ...patterns: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${patterns.join("|")})\\b`, flags);
}
