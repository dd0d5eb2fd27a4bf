import { describe, expect, it } from "vitest";
import { nearPairs } from "../../../src/learn/dream/near-pairs.ts";
import { areOpposed } from "../../../src/learn/dream/opposition.ts";
import { type DreamCard, toDreamCard } from "../../../src/learn/dream/unit.ts";
import type { Experience } from "../../../src/model/experience.ts";
import { cardOf, readPairs } from "./pairs.ts";

const CARDS = ["dream-pairs.jsonl", "dream-held-out.jsonl", "dream-fresh.jsonl"]
  .flatMap(readPairs)
  .flatMap(({ a, b }) => [cardOf(a), cardOf(b)]);

function dreamCards(isChanged: (place: number) => boolean): DreamCard[] {
  return CARDS.map((card, i) =>
    toDreamCard({ ...card, id: `card-${i}`, status: "active" } as Experience, {
      record: undefined,
      isChanged: isChanged(i),
    }),
  );
}

/** Every pair held against every other, as slowly as can be. */
function opposedPairs(cards: readonly DreamCard[]): string[] {
  return cards
    .flatMap((a, i) => cards.slice(i + 1).map((b) => [a, b] as const))
    .filter(([a, b]) => a.isChanged || b.isChanged)
    .filter(([a, b]) => areOpposed(a.prepared, b.prepared))
    .map(([a, b]) => [a.card.id, b.card.id].sort().join(" "))
    .sort();
}

describe("pairs that may contradict each other", () => {
  it.each([
    ["all cards are new", () => true],
    ["one card in seven is new", (place: number) => place % 7 === 0],
  ])("misses no pair of opposites that comparing all with all finds, when %s", (_, isChanged) => {
    const cards = dreamCards(isChanged);
    const found = nearPairs(cards)
      .filter(([a, b]) => areOpposed(a.prepared, b.prepared))
      .map(([a, b]) => `${a.card.id} ${b.card.id}`);
    const all = opposedPairs(cards);
    expect(all.length).toBeGreaterThan(10);
    expect(found.sort()).toEqual(all);
  });

  it("looks at no pair, and reads no card, when nothing changed", () => {
    const cards = dreamCards(() => false).map((card) => ({
      ...card,
      get prepared(): DreamCard["prepared"] {
        throw new Error("was read");
      },
    }));
    expect(nearPairs(cards)).toEqual([]);
  });

  it("holds few of all pairs against each other", () => {
    const cards = dreamCards(() => true);
    expect(nearPairs(cards).length).toBeLessThan((cards.length * cards.length) / 200);
  });
});
