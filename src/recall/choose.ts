import type { Experience } from "../model/experience.ts";
import { type Assertion, areOpposite, assertionOf } from "../text/similarity.ts";
import type { LeftOut } from "./explain.ts";
import type { Ranked } from "./rerank.ts";
import { stepsOf } from "./steps.ts";

/** Share of the task's telling words that a card must hold, 0..1. On BFCL turns it costs 1 to 6 % of the relevant cards among the first three (`bench/retrieval` data). */
const MIN_COVERAGE = 0.1;
/** A card that fits so much worse than the best one is about something else. 0..1; on BFCL turns it costs at most 1.5 % of the relevant cards among the first three. */
const MIN_SIMILARITY = 0.4;

/**
 * How much each card's use counts beside its words, and who gets a slot: the policy's rule, which `memory/` gives, so that recall and the
 * simulator run the same one.
 */
export interface SlotRule {
  /** Most cards in one answer. Whole number ≥ 1. */
  readonly limit: number;
  /** What the use of a card adds to its similarity. */
  worth(card: Experience): number;
  /**
   * @param fitting  cards that the task's words speak for
   * @param refuse   asked for each card that would get a slot: takes it into the answer, or says why it cannot be there
   * @returns every card; those without a reason are shown, in this order
   */
  fill(
    fitting: readonly Fitting[],
    refuse: (id: string) => LeftOut | undefined,
  ): Array<{ id: string; leftOut?: LeftOut }>;
}

export interface Fitting {
  experience: Experience;
  /** 0..1, that of the best card being 1. */
  similarity: number;
}

export interface Chosen {
  ranked: Ranked;
  /** Absent: handed over. */
  leftOut?: LeftOut;
}

/**
 * Decides for each card whether it is handed over, and if not, why.
 *
 * @param ranked  best first; not modified
 * @param filtered  what a filter has already left out
 * @param takeIfFits  called for a card that passes every other rule: takes it into the answer, or says that it has no room
 * @returns `all`: in the order of `ranked`; `shown`: in the order in which they are handed over
 */
export function choose(
  ranked: readonly Ranked[],
  slots: SlotRule,
  filtered: (ranked: Ranked) => LeftOut | undefined,
  takeIfFits: (experience: Experience) => boolean,
): { all: Chosen[]; shown: Experience[] } {
  const reasons = new Map<string, LeftOut>();
  for (const each of ranked) {
    const unfit = filtered(each) ?? (isBelowFloor(each) ? "below floor" : undefined);
    if (unfit) reasons.set(each.card.experience.id, unfit);
  }
  const fitting = ranked
    .filter(({ card }) => !reasons.has(card.experience.id))
    .map(({ card, similarity, judgedFit = similarity }) => ({ experience: card.experience, similarity: judgedFit }));
  const byId = new Map(fitting.map(({ experience }) => [experience.id, experience]));
  const taken: Array<{ id: string; says: Assertion[] }> = [];
  const filled = slots.fill(fitting, (id) => {
    const experience = byId.get(id)!;
    const says = assertionsOf(experience);
    const opposite = taken.find((other) => contradict(other.says, says));
    if (opposite) return `opposes ${opposite.id}`;
    if (!takeIfFits(experience)) return "budget";
    taken.push({ id, says });
    return undefined;
  });
  for (const { id, leftOut } of filled) if (leftOut !== undefined) reasons.set(id, leftOut);
  const all = ranked.map((each) => {
    const leftOut = reasons.get(each.card.experience.id);
    return leftOut ? { ranked: each, leftOut } : { ranked: each };
  });
  return { all, shown: taken.map(({ id }) => byId.get(id)!) };
}

/** What a judge has read needs no words in common with the task, nor does what is near it by its vector. */
export function isBelowFloor({ coverage, similarity, near, judgedFit }: Ranked): boolean {
  if (judgedFit !== undefined) return judgedFit < MIN_SIMILARITY;
  return (coverage < MIN_COVERAGE && near === undefined) || similarity < MIN_SIMILARITY;
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
