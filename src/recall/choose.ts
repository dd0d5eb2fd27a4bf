import type { Experience } from "../model/experience.ts";
import { type Assertion, areOpposite, assertionOf } from "../text/similarity.ts";
import type { LeftOut } from "./explain.ts";
import type { Ranked } from "./rerank.ts";
import { stepsOf } from "./steps.ts";

/** Share of the task's telling words that a card must hold, 0..1. On BFCL turns it costs 1 to 6 % of the relevant cards among the first three (`bench/retrieval` data). */
const MIN_COVERAGE = 0.1;
/** A card that fits so much worse than the best one is about something else. 0..1; on BFCL turns it costs at most 1.5 % of the relevant cards among the first three. */
const MIN_SIMILARITY = 0.4;
/** Log-odds; a card below it is known to do harm (DESIGN §4). */
const MIN_VALUE = -0.4;
/** Standard deviations below the mean at which a value must still be above 0 to count as proven (DESIGN §4). */
const PROVEN_AT = 0.7;
/** Cards in one answer for which nothing but their own evidence speaks. */
const UNPROVEN_SLOTS = 1;

export interface Chosen {
  ranked: Ranked;
  /** Absent: handed over. */
  leftOut?: LeftOut;
}

/**
 * Decides for each card, best first, whether it is handed over, and if not, why.
 *
 * @param ranked  best first; not modified
 * @param filtered  what a filter has already left out
 * @param takeIfFits  called for a card that passes every other rule: takes it into the answer, or says that it has no room
 */
export function choose(
  ranked: readonly Ranked[],
  limit: number,
  filtered: (ranked: Ranked) => LeftOut | undefined,
  takeIfFits: (experience: Experience) => boolean,
): Chosen[] {
  const taken: Array<{ experience: Experience; says: Assertion[] }> = [];
  const reasonFor = (each: Ranked): LeftOut | undefined => {
    const { experience } = each.card;
    const early = filtered(each) ?? unfit(each);
    if (early) return early;
    if (taken.length >= limit) return "limit";
    if (!isProven(experience) && taken.filter((other) => !isProven(other.experience)).length >= UNPROVEN_SLOTS) {
      return "unproven slot";
    }
    const says = assertionsOf(experience);
    const opposite = taken.find((other) => contradict(other.says, says));
    if (opposite) return `opposes ${opposite.experience.id}`;
    if (!takeIfFits(experience)) return "budget";
    taken.push({ experience, says });
    return undefined;
  };
  return ranked.map((each) => {
    const leftOut = reasonFor(each);
    return leftOut ? { ranked: each, leftOut } : { ranked: each };
  });
}

/** True for a card that a person, a second independent session or outcomes speak for. */
export function isProven({ tier, value }: Pick<Experience, "tier" | "value">): boolean {
  return tier !== "provisional" || (value !== undefined && value.mean - PROVEN_AT * value.sd > 0);
}

function unfit({ coverage, similarity, card }: Ranked): LeftOut | undefined {
  if (coverage < MIN_COVERAGE || similarity < MIN_SIMILARITY) return "below floor";
  return isWorthless(card.experience) ? "value too low" : undefined;
}

/** True for a card that is known to do harm. */
export function isWorthless({ value }: Pick<Experience, "value">): boolean {
  return (value?.mean ?? 0) < MIN_VALUE;
}

/** True when a title or step of one denies or reverses a title or step of the other. */
function contradict(a: readonly Assertion[], b: readonly Assertion[]): boolean {
  return a.some((one) => b.some((other) => areOpposite(one, other)));
}

/** Statements compared for one card: a longer one is prose, and prose always denies something. */
const MAX_ASSERTIONS = 12;
const MAX_ASSERTION = 300;

function assertionsOf({ title, body }: Experience): Assertion[] {
  return [title, ...stepsOf(body)]
    .filter((text) => text !== "" && text.length <= MAX_ASSERTION)
    .slice(0, MAX_ASSERTIONS)
    .map(assertionOf);
}
