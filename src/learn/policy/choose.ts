import type { Value } from "../../model/experience.ts";

export interface ChooseOptions {
  /** Most cards shown. Whole number ≥ 1, default 3 (DESIGN §4, recall). */
  limit: number;
  /** Most unproven cards among them. Whole number ≥ 0, default 1. */
  unproven: number;
  /** Proven by outcomes: value mean − this many sd > 0. ≥ 0, default 0.7. */
  provenSds: number;
  /** A card whose value mean is below this is not shown. Log-odds, default −0.4. */
  minValue: number;
  /** How much one unit of value (log-odds) counts beside one unit of similarity. ≥ 0, default 1.5; measured flat from 1 to 2 (docs/learning.md). */
  valueWeight: number;
  /** P(a card that the attribution rule retired gets the unproven slot). 0..1, default 0.03. */
  parole: number;
}

export const CHOOSE_DEFAULTS: Readonly<ChooseOptions> = Object.freeze({
  limit: 3,
  unproven: 1,
  provenSds: 0.7,
  minValue: -0.4,
  valueWeight: 1.5,
  parole: 0.03,
});

export interface Choosable {
  id: string;
  /** 0 (nothing in common) to about 1 (made for this task). */
  similarity: number;
  value: Value;
  /** Proven whatever the outcomes say so far: reviewed or validated. */
  vouched: boolean;
  /** Retired by the attribution rule; shown on parole only. */
  retired: boolean;
}

/**
 * Fills the slots of one answer: the best by similarity and value, few of them unproven, none that hurts.
 * @param cards  any order; not modified
 * @param draw   uniform on [0, 1); asked at most twice, and only while a retired card is within reach
 * @returns ids, best first; `[]` when nothing qualifies
 */
export function choose(cards: readonly Choosable[], options: ChooseOptions, draw: () => number): string[] {
  const score = (card: Choosable) => card.similarity + options.valueWeight * card.value.mean;
  const ranked = cards
    .filter((card) => !card.retired && card.value.mean >= options.minValue)
    .sort((a, b) => score(b) - score(a) || (a.id < b.id ? -1 : 1));
  const onParole = paroled(cards, options, draw);
  const chosen: string[] = [];
  let unproven = onParole ? 1 : 0;
  for (const card of ranked) {
    if (chosen.length + (onParole ? 1 : 0) >= options.limit) break;
    if (!isProven(card, options)) {
      if (unproven >= options.unproven) continue;
      unproven += 1;
    }
    chosen.push(card.id);
  }
  return onParole ? [...chosen, onParole] : chosen;
}

export function isProven(
  card: Pick<Choosable, "value" | "vouched">,
  { provenSds }: Pick<ChooseOptions, "provenSds">,
): boolean {
  return card.vouched || card.value.mean - provenSds * card.value.sd > 0;
}

function paroled(cards: readonly Choosable[], options: ChooseOptions, draw: () => number): string | undefined {
  const retired = cards.filter((card) => card.retired);
  if (options.unproven < 1 || retired.length === 0 || draw() >= options.parole) return undefined;
  return retired[Math.floor(draw() * retired.length)]!.id;
}
