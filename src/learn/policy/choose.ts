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

/** Why a card gets no slot. */
export type NoSlot = "retired" | "value too low" | "limit" | "unproven slot";

export interface Choice<Refusal extends string = never> {
  id: string;
  /** Similarity plus worth: what the order rests on. */
  score: number;
  /** Absent: it is shown. */
  leftOut?: NoSlot | Refusal;
}

/**
 * Fills the slots of one answer: the best by similarity and value, few of them unproven, none that hurts.
 * @param cards   any order; not modified
 * @param draw    uniform on [0, 1); asked at most twice, and only while a retired card is within reach
 * @param refuse  asked for each card that would get a slot: takes it into the answer, or says why there is no place for it
 * @returns every card, best first, the one on parole last
 */
export function fillSlots<Refusal extends string = never>(
  cards: readonly Choosable[],
  options: ChooseOptions,
  draw: () => number,
  refuse: (id: string) => Refusal | undefined = () => undefined,
): Choice<Refusal>[] {
  const ranked = cards
    .map((card) => ({ card, score: card.similarity + worthOf(card.value, options) }))
    .sort((a, b) => b.score - a.score || (a.card.id < b.card.id ? -1 : 1));
  const onParole = paroled(cards, options, draw);
  let shown = onParole ? 1 : 0;
  let unproven = onParole ? 1 : 0;
  const reasonFor = (card: Choosable): NoSlot | Refusal | undefined => {
    if (card.retired) return "retired";
    if (card.value.mean < options.minValue) return "value too low";
    if (shown >= options.limit) return "limit";
    const proven = isProven(card, options);
    if (!proven && unproven >= options.unproven) return "unproven slot";
    const refused = refuse(card.id);
    if (refused !== undefined) return refused;
    shown += 1;
    if (!proven) unproven += 1;
    return undefined;
  };
  const choices: Choice<Refusal>[] = [];
  let last: Choice<Refusal> | undefined;
  for (const { card, score } of ranked) {
    if (card.id === onParole) {
      last = { id: card.id, score };
      continue;
    }
    const leftOut = reasonFor(card);
    choices.push({ id: card.id, score, ...(leftOut !== undefined && { leftOut }) });
  }
  if (last) {
    const refused = refuse(last.id);
    choices.push({ ...last, ...(refused !== undefined && { leftOut: refused }) });
  }
  return choices;
}

/** {@link fillSlots}, told short: ids of those shown, best first; `[]` when nothing qualifies. */
export function choose(cards: readonly Choosable[], options: ChooseOptions, draw: () => number): string[] {
  return fillSlots(cards, options, draw)
    .filter(({ leftOut }) => leftOut === undefined)
    .map(({ id }) => id);
}

/** What a value counts beside a similarity. */
export function worthOf({ mean }: Pick<Value, "mean">, { valueWeight }: Pick<ChooseOptions, "valueWeight">): number {
  return valueWeight * mean;
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
