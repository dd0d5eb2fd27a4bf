import { tokenize } from "../../text/tokens.ts";
import type { DreamCard } from "./unit.ts";

/** Words that more cards than these have tell too little to look for a pair by them. Bounds the work; a guess. */
const MOST_CARDS_A_WORD = 200;
/** Words by which one card's neighbours are looked for, the rarest first. */
const WORDS_A_CARD = 12;

/**
 * Pairs of cards that may speak of the same matter, the changed ones first in each, by the rare words that they share: a word of the
 * situation, the title, or the name of a tool. Each pair once; in the order of ids.
 */
export function nearPairs(cards: readonly DreamCard[]): Array<[DreamCard, DreamCard]> {
  const words = new Map(cards.map((card) => [card, wordsOfMatter(card)]));
  const having = new Map<string, DreamCard[]>();
  for (const [card, own] of words) {
    for (const word of own) {
      const others = having.get(word);
      if (others) others.push(card);
      else having.set(word, [card]);
    }
  }
  const pairs: Array<[DreamCard, DreamCard]> = [];
  const seen = new Set<string>();
  for (const card of cards.filter(({ isChanged }) => isChanged)) {
    const rare = [...words.get(card)!]
      .filter((word) => having.get(word)!.length <= MOST_CARDS_A_WORD)
      .sort((a, b) => having.get(a)!.length - having.get(b)!.length || (a < b ? -1 : 1))
      .slice(0, WORDS_A_CARD);
    for (const other of new Set(rare.flatMap((word) => having.get(word)!))) {
      if (other === card) continue;
      const [first, second] = card.card.id < other.card.id ? [card, other] : [other, card];
      const key = `${first.card.id} ${second.card.id}`;
      if (seen.has(key)) continue;
      seen.add(key);
      pairs.push([first, second]);
    }
  }
  return pairs.sort(([a, b], [c, d]) => (a.card.id === c.card.id ? byId(b, d) : byId(a, c)));
}

function byId(a: DreamCard, b: DreamCard): number {
  return a.card.id < b.card.id ? -1 : 1;
}

function wordsOfMatter({ card }: DreamCard): Set<string> {
  return new Set([...tokenize(`${card.whenToUse}\n${card.title}`), ...card.tools.map((tool) => `tool ${tool}`)]);
}
