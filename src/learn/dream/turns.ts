import type { Assertion } from "../../text/similarity.ts";
import type { Word } from "./words.ts";

/** What a card has by which it could turn another one round, in a few bits: most cards have nothing and so oppose none of their kind. */
export interface Turns {
  /** A title with an odd number of negations. */
  odd: boolean;
  /** A bit for each pair of opposites of which the title names one side only. */
  plus: number;
  minus: number;
  /** The title says what comes first. */
  order: boolean;
  /** Words of the title or of a step are denied. */
  denies: boolean;
}

/**
 * @param assertion  what the title asserts
 * @param sentences  words of the title and of each step
 */
export function turnsOf({ stance, order }: Assertion, sentences: ReadonlyArray<readonly Word[]>): Turns {
  const bits = (side: number) =>
    stance.sides.reduce((mask, each, axis) => (each === side ? mask | (1 << axis) : mask), 0);
  return {
    odd: stance.negations % 2 === 1,
    plus: bits(1),
    minus: bits(-1),
    order: order !== undefined,
    denies: sentences.some((words) => words.some(({ key }) => key[0] === "!")),
  };
}

/** False when nothing could make one the opposite of the other; told by a few bits, without looking at words. */
export function mayOppose(a: Turns, b: Turns): boolean {
  return (
    a.odd !== b.odd || a.denies || b.denies || ((a.plus & b.minus) | (a.minus & b.plus)) !== 0 || (a.order && b.order)
  );
}
