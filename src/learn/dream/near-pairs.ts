import { SAME_SITUATION_AT } from "./relation.ts";
import type { DreamCard } from "./unit.ts";

/** Words that more cards than these have tell too little to look for a pair by them. Bounds the work; a guess. */
const MOST_CARDS_A_WORD = 200;

/**
 * Pairs of cards that may contradict each other and of which one changed, each once: those whose situations share enough words, and
 * those of which one is about an argument of a tool that the other is about too. In the order of ids.
 *
 * Two sets that share half of what they hold share one of the rarer words of each, so only these are looked at.
 */
export function nearPairs(cards: readonly DreamCard[]): Array<[DreamCard, DreamCard]> {
  const pairs = new Map<string, [DreamCard, DreamCard]>();
  const add = (card: DreamCard, other: DreamCard): void => {
    if (other === card || !(card.isChanged || other.isChanged)) return;
    const [first, second] = card.card.id < other.card.id ? [card, other] : [other, card];
    pairs.set(`${first.card.id} ${second.card.id}`, [first, second]);
  };
  for (const group of bySituation(cards)) {
    for (const [i, card] of group.entries()) for (const other of group.slice(i + 1)) add(card, other);
  }
  const byTool = groupsOf(cards, ({ card }) => card.tools);
  for (const card of cards) {
    if (card.card.rule?.type !== "convention") continue;
    for (const other of (byTool.get(card.card.rule.call) ?? []).slice(0, MOST_CARDS_A_WORD)) add(card, other);
  }
  return [...pairs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
}

function bySituation(cards: readonly DreamCard[]): DreamCard[][] {
  const frequency = new Map(
    [...groupsOf(cards, ({ prepared }) => [...prepared.situation])].map(([word, { length }]) => [word, length]),
  );
  const rarest = groupsOf(cards, ({ prepared }) => {
    const words = [...prepared.situation].sort((a, b) => frequency.get(a)! - frequency.get(b)! || (a < b ? -1 : 1));
    return words.slice(0, words.length - Math.ceil(words.length * SAME_SITUATION_AT) + 1);
  });
  return [...rarest.values()].filter(({ length }) => length <= MOST_CARDS_A_WORD);
}

function groupsOf(
  cards: readonly DreamCard[],
  keysOf: (card: DreamCard) => Iterable<string>,
): Map<string, DreamCard[]> {
  const groups = new Map<string, DreamCard[]>();
  for (const card of cards) {
    for (const key of keysOf(card)) {
      const group = groups.get(key);
      if (group) group.push(card);
      else groups.set(key, [card]);
    }
  }
  return groups;
}
