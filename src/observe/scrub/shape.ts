/**
 * A secret that is known by its own form, whatever stands beside it. One row a kind; the rows are facts that the vendor
 * published about its format (prefix, alphabet, length), written down anew.
 */
export interface Shape {
  /** Goes into the mark: `[hidden:<kind>]`. */
  kind: string;
  /** Fixed beginnings. Found only where no letter or digit stands before them. */
  starts: readonly string[];
  /**
   * What follows the beginning, as regular expression source, tried at that one place. Linear by construction: no
   * repetition inside a repetition except where the inner one cannot match what ends it.
   * Lengths are a little below the vendor's, because formats grow and logs cut.
   */
  rest: string;
  /** Where the vendor describes the format. */
  source: string;
}

/** Letters and digits. */
export const AN = "[A-Za-z0-9]";
/** The URL-safe base64 alphabet, which is also that of most token makers. */
export const B64URL = "[A-Za-z0-9_-]";
export const HEX = "[0-9a-f]";
/** No further letter or digit: the token is as long as it was said to be. */
export const END = "(?![A-Za-z0-9])";
