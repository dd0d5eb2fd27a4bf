import type { Experience } from "../model/experience.ts";

/**
 * The cards that go when there are more than a project may have: those that are worth least, by what handing them over did and how
 * established they are. What a person has reviewed goes only when nothing else is left.
 *
 * A card that nobody has judged counts as neither helping nor hurting, so one that is known to hurt goes before it.
 * @param cards  active ones, in any order; not modified
 * @returns the one that is worth least first; [] while there is room
 */
export function beyondQuota(cards: readonly Experience[], maxCards: number): Experience[] {
  if (cards.length <= maxCards) return [];
  const ordered = [...cards].sort(
    (a, b) =>
      Number(a.tier === "reviewed") - Number(b.tier === "reviewed") ||
      worthOf(a) - worthOf(b) ||
      (a.created === b.created ? (a.id < b.id ? -1 : 1) : a.created < b.created ? -1 : 1),
  );
  return ordered.slice(0, cards.length - maxCards);
}

/** Log-odds and confidence are on different scales; both lie around one, and a sum needs no more than that. */
function worthOf({ value, confidence }: Experience): number {
  return (value?.mean ?? 0) + confidence;
}

export function quotaReason({ value, confidence }: Experience, maxCards: number): string {
  const worth = value ? `value ${value.mean}, confidence ${confidence}` : `confidence ${confidence}`;
  return `the project keeps at most ${maxCards} cards (max_cards), and this one was worth least: ${worth}`;
}
