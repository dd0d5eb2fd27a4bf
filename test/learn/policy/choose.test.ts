import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHOOSE_DEFAULTS, type Choosable, choose, isProven } from "../../../src/learn/policy/choose.ts";

function card(id: string, mean: number, more: Partial<Choosable> & { sd?: number } = {}): Choosable {
  const { sd = 0.3, ...rest } = more;
  return { id, similarity: 1, value: { mean, sd }, vouched: false, retired: false, ...rest };
}

const never = () => 0.999;
const always = () => 0;

describe("choose", () => {
  it("shows the best by similarity and value, at most three", () => {
    const cards = [
      card("fits-and-helps", 1),
      card("fits", 0.5),
      card("helps", 1.2, { similarity: 0.6 }),
      card("neither", 0.4, { similarity: 0.6 }),
    ];
    expect(choose(cards, CHOOSE_DEFAULTS, never)).toEqual([
      "fits-and-helps", // 1 + 1.5 · 1
      "helps", // 0.6 + 1.5 · 1.2
      "fits", // 1 + 1.5 · 0.5
    ]);
  });

  it("lets in one unproven card and no more", () => {
    const cards = [card("new-1", 0.4, { sd: 1.2 }), card("new-2", 0.4, { sd: 1.2 }), card("old", 0.5)];
    expect(choose(cards, CHOOSE_DEFAULTS, never)).toEqual(["old", "new-1"]);
  });

  it("counts a vouched card as proven, and one whose mean clears 0.7 sd", () => {
    expect(isProven(card("x", 0.4, { sd: 1.2, vouched: true }), CHOOSE_DEFAULTS)).toBe(true);
    expect(isProven(card("x", 0.71, { sd: 1 }), CHOOSE_DEFAULTS)).toBe(true);
    expect(isProven(card("x", 0.69, { sd: 1 }), CHOOSE_DEFAULTS)).toBe(false);
  });

  it("shows nothing below −0.4, even when there is nothing else", () => {
    expect(choose([card("hurts", -0.41, { vouched: true })], CHOOSE_DEFAULTS, never)).toEqual([]);
    expect(choose([card("hurts-a-little", -0.4)], CHOOSE_DEFAULTS, never)).toEqual(["hurts-a-little"]);
  });

  it("[L23] gives a retired card the unproven slot on parole, within the limit, and only then", () => {
    const cards = [
      card("a", 1),
      card("b", 1),
      card("c", 1),
      card("new", 0.4, { sd: 1.2 }),
      card("gone", -1, { retired: true }),
    ];
    expect(choose(cards, CHOOSE_DEFAULTS, never)).toEqual(["a", "b", "c"]);
    expect(choose(cards, CHOOSE_DEFAULTS, always)).toEqual(["a", "b", "gone"]);
    expect(choose([cards[3]!, cards[4]!], CHOOSE_DEFAULTS, always)).toEqual(["gone"]);
    expect(choose(cards, { ...CHOOSE_DEFAULTS, parole: 0 }, always)).toEqual(["a", "b", "c"]);
  });

  it("keeps its promises for any cards, in any order", () => {
    const anyCard = fc.record({
      id: fc.uuid(),
      similarity: fc.double({ min: 0, max: 1, noNaN: true }),
      value: fc.record({
        mean: fc.double({ min: -2, max: 2, noNaN: true }),
        sd: fc.double({ min: 0.1, max: 1.2, noNaN: true }),
      }),
      vouched: fc.boolean(),
      retired: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(anyCard, { selector: ({ id }) => id }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (cards, luck) => {
          const chosen = choose(cards, CHOOSE_DEFAULTS, () => luck);
          const byId = new Map(cards.map((each) => [each.id, each]));
          const shown = chosen.map((id) => byId.get(id)!);
          expect(new Set(chosen).size).toBe(chosen.length);
          expect(shown.length).toBeLessThanOrEqual(3);
          expect(shown.filter((each) => each.retired || !isProven(each, CHOOSE_DEFAULTS)).length).toBeLessThanOrEqual(
            1,
          );
          expect(shown.every((each) => each.retired || each.value.mean >= -0.4)).toBe(true);
          if (luck >= CHOOSE_DEFAULTS.parole) {
            expect(shown.some((each) => each.retired)).toBe(false);
            expect(choose([...cards].reverse(), CHOOSE_DEFAULTS, () => luck)).toEqual(chosen);
          }
        },
      ),
    );
  });
});
