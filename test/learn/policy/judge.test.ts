import { describe, expect, it } from "vitest";
import { chanceOfHarm, JUDGE_DEFAULTS, type JudgedCard, judge } from "../../../src/learn/policy/judge.ts";

function card(
  id: string,
  mean: number,
  more: Partial<JudgedCard> & { sd?: number; effective?: number } = {},
): JudgedCard {
  const { sd = 0.5, effective = 10, ...rest } = more;
  return { id, estimate: { mean, sd, effective }, retired: false, ...rest };
}

describe("judge", () => {
  it("[L21] retires the worst card only, and lets the next one wait for the next tick", () => {
    const { retire, spared } = judge([card("bad", -1), card("worst", -2), card("good", 1)]);
    expect(retire?.id).toBe("worst");
    expect(spared.map(({ id }) => id)).toEqual(["bad"]);
  });

  it("[L21] needs more than 90 % certainty and four tasks of evidence", () => {
    const atNinety = -1.2815515655446004 * 0.5;
    expect(judge([card("x", atNinety + 1e-6), card("y", 1)]).retire).toBeUndefined();
    expect(judge([card("x", atNinety - 1e-6), card("y", 1)]).retire?.id).toBe("x");
    expect(judge([card("x", -2, { effective: 3.99 }), card("y", 1)]).retire).toBeUndefined();
    expect(judge([card("x", -2, { effective: 4 }), card("y", 1)]).retire?.id).toBe("x");
  });

  it("[L22] never takes the last living card of a family, and says whom it spared", () => {
    const cards = [
      card("a1", -3, { family: "a" }),
      card("a2", -1, { family: "a", retired: true }),
      card("b1", -1, { family: "b" }),
      card("b2", 1, { family: "b" }),
    ];
    const { retire, spared } = judge(cards);
    expect(spared.map(({ id }) => id)).toEqual(["a1"]);
    expect(retire?.id).toBe("b1");
    expect(judge([card("only", -3)]).retire).toBeUndefined();
  });

  it("[L23] brings a retired card back once it is as likely to help as to hurt", () => {
    const back = (mean: number) => judge([card("x", mean, { retired: true })]).restore.map(({ id }) => id);
    expect(back(-0.01)).toEqual([]);
    expect(back(0)).toEqual(["x"]);
  });

  it("does not depend on the order of the cards", () => {
    const cards = [card("b", -2), card("a", -2), card("c", -2)];
    expect(judge(cards)).toEqual(judge([...cards].reverse()));
    expect(judge(cards).retire?.id).toBe("a");
  });

  it("gives its reason with the numbers behind it", () => {
    expect(judge([card("x", -1.05), card("y", 1)]).retire?.reason).toBe(
      "lowers success with 98 % certainty (-1.05 ± 0.50 log-odds, evidence of 10.0 tasks)",
    );
  });

  it("has the defaults of the design", () => {
    expect(JUDGE_DEFAULTS).toEqual({ retireAbove: 0.9, minEffective: 4, restoreBelow: 0.5 });
    expect(chanceOfHarm({ mean: 0, sd: 1 })).toBe(0.5);
  });
});
