import { areOpposite, isShareAtLeast } from "../../text/similarity.ts";
import type { Prepared, Sentence } from "./prepare.ts";
import { mayOppose } from "./turns.ts";

/** Share of common tokens of the situations from which two cards are about one matter, 0..1. A guess, as in `text/similarity.ts`. */
export const SAME_SITUATION_AT = 0.5;
/** Share of words in common from which two sentences speak of the same, so that a denial in one of them turns it round. A guess. */
const SAME_SENTENCE_AT = 0.6;

/**
 * The titles, or two steps, speak of the same and one of them denies it, or names the other side of a pair of opposites. Never so where
 * both hold rules, which the machine compares, or where the tools differ.
 */
export function areOpposed(a: Prepared, b: Prepared): boolean {
  if ((a.card.rule && b.card.rule) || a.tools !== b.tools) return false;
  if (!mayOppose(a.turns, b.turns) || !isShareAtLeast(SAME_SITUATION_AT, a.situation, b.situation)) return false;
  if (areOpposite(a.assertion, b.assertion)) return true;
  const [left, right] = [a.sentences(), b.sentences()];
  return (
    deny(left.title, right.title) || left.clauses.some((clause) => right.clauses.some((other) => deny(clause, other)))
  );
}

function deny(a: Sentence, b: Sentence): boolean {
  if (a.denied.size === 0 && b.denied.size === 0) return false;
  if (a.words.size < 2 || b.words.size < 2 || !isShareAtLeast(SAME_SENTENCE_AT, a.words, b.words)) return false;
  for (const word of a.words) if (b.words.has(word) && a.denied.has(word) !== b.denied.has(word)) return true;
  return false;
}
