import { isShareAtLeast } from "../../text/similarity.ts";
import { SAME_SITUATION_AT } from "./opposition.ts";
import { mayOppose } from "./turns.ts";
import type { DreamCard } from "./unit.ts";

/** Words that more cards than these have tell too little to look for a pair by them. Bounds the work; a guess. */
const MOST_CARDS_A_WORD = 200;

/**
 * Pairs of cards that may contradict each other and of which one changed, each once: those whose situations share enough words where
 * one of them has something by which it could turn the other round, and those of which one is about an argument of a tool that the
 * other is about too. In the order of ids.
 *
 * Two sets that share half of what they hold share one of the rarer words of each, so only these are looked at; and of these most are
 * let go by a few bits each, before any word is compared.
 */
export function nearPairs(cards: readonly DreamCard[]): Array<[DreamCard, DreamCard]> {
  // What did not change was held against what did not change before.
  if (!cards.some(({ isChanged }) => isChanged)) return [];
  const sorted = [...cards].sort((a, b) => (a.card.id < b.card.id ? -1 : 1));
  const near = sorted.map(() => new Set<number>());
  bySituation(sorted, (first, second) => near[first]!.add(second));
  const byTool = groupsOf(sorted, ({ card }) => card.tools);
  for (const [i, { card }] of sorted.entries()) {
    if (card.rule?.type !== "convention") continue;
    for (const other of (byTool.get(card.rule.call) ?? []).slice(0, MOST_CARDS_A_WORD))
      if (other !== i && !sorted[other]!.card.rule && isWorthALook(sorted[i]!, sorted[other]!))
        near[Math.min(i, other)]!.add(Math.max(i, other));
  }
  return near.flatMap((others, i) =>
    [...others].sort((a, b) => a - b).map((other): [DreamCard, DreamCard] => [sorted[i]!, sorted[other]!]),
  );
}

/** Calls `found` with two places, the smaller one first, maybe more than once. */
function bySituation(cards: readonly DreamCard[], found: (first: number, second: number) => void): void {
  const lastMetBy = new Int32Array(cards.length).fill(-1);
  const rarest = rarestWords(cards);
  const holders = groupsOf(cards, (_, i) => rarest[i]!);
  for (const [i, card] of cards.entries()) {
    for (const word of rarest[i]!) {
      const group = holders.get(word)!;
      if (group.length > MOST_CARDS_A_WORD) continue;
      for (const other of group) {
        if (other <= i || lastMetBy[other] === i) continue;
        lastMetBy[other] = i;
        if (isWorthALook(card, cards[other]!) && isNear(card, cards[other]!)) found(i, other);
      }
    }
  }
}

function isWorthALook(a: DreamCard, b: DreamCard): boolean {
  return (a.isChanged || b.isChanged) && !(a.card.rule && b.card.rule);
}

function isNear(a: DreamCard, b: DreamCard): boolean {
  // A convention and a card in words may name other values for one argument, whatever situation they are for.
  if (a.card.rule?.type === "convention" || b.card.rule?.type === "convention") return true;
  return (
    mayOppose(a.prepared.turns, b.prepared.turns) &&
    a.prepared.tools === b.prepared.tools &&
    isShareAtLeast(SAME_SITUATION_AT, a.prepared.situation, b.prepared.situation)
  );
}

/** Of each card's situation, the rarer words: any other situation that shares half of all words with it shares one of these. */
function rarestWords(cards: readonly DreamCard[]): string[][] {
  const frequency = new Map<string, number>();
  for (const { prepared } of cards)
    for (const word of prepared.situation) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return cards.map(({ prepared }) => {
    const words = [...prepared.situation].sort((a, b) => frequency.get(a)! - frequency.get(b)! || (a < b ? -1 : 1));
    return words.slice(0, words.length - Math.ceil(words.length * SAME_SITUATION_AT) + 1);
  });
}

/** Places of cards by key. */
function groupsOf(
  cards: readonly DreamCard[],
  keysOf: (card: DreamCard, place: number) => Iterable<string>,
): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [i, card] of cards.entries()) {
    for (const key of keysOf(card, i)) {
      const group = groups.get(key);
      if (group) group.push(i);
      else groups.set(key, [i]);
    }
  }
  return groups;
}
