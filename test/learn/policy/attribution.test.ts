import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AttemptRow } from "../../../src/learn/policy/attempt-row.ts";
import {
  ATTRIBUTION_DEFAULTS,
  type AttributionFit,
  baseRate,
  estimateOf,
  fitAttribution,
} from "../../../src/learn/policy/attribution.ts";
import { sigmoid } from "../../../src/learn/policy/gaussian.ts";
import { judge } from "../../../src/learn/policy/judge.ts";
import { PRIOR_MEANS } from "../../../src/learn/policy/prior.ts";
import { emptyRemeRecord, remeShown, remeVerdict } from "../../../src/learn/policy/reme.ts";
import { streamsOf } from "../../../src/simulate/streams.ts";
import { inverse } from "./dense.ts";
import { aged, mixed, row } from "./rows.ts";

const provisional = () => PRIOR_MEANS.provisional;
const neutral = () => 0;

/** Everything in a fit as numbers by name. */
function numbers(fit: AttributionFit): Record<string, number> {
  const entries = [...fit.cards].flatMap(([id, { mean, sd, effective }]) => [
    [`${id} mean`, mean],
    [`${id} sd`, sd],
    [`${id} effective`, effective],
  ]);
  const families = [...fit.families].flatMap(([id, { mean, sd }]) => [
    [`family ${id} mean`, mean],
    [`family ${id} sd`, sd],
  ]);
  return Object.fromEntries([...entries, ...families, ["b0 mean", fit.intercept.mean], ["b0 sd", fit.intercept.sd]]);
}

function expectSame(a: AttributionFit, b: AttributionFit, within = 1e-9): void {
  const [x, y] = [numbers(a), numbers(b)];
  expect(Object.keys(x).sort()).toEqual(Object.keys(y).sort());
  for (const [name, value] of Object.entries(x)) {
    expect(Math.abs(value - y[name]!), name).toBeLessThan(within);
  }
}

/** Some history: `cards` cards in threes, each with an effect of its own. */
function history(seed: number, cards: number, rows: number): AttemptRow[] {
  const { uniform } = streamsOf(seed);
  return aged(
    Array.from({ length: rows }, (_, t) => {
      const shown = [0, 1, 2].map((k) => Math.floor(uniform("luck", t, k) * cards));
      const z = -0.5 + shown.reduce((sum, card) => sum + (uniform("effect", card) * 3 - 1.5), 0);
      const score = uniform("outcome", t) < sigmoid(z) ? 1 : 0;
      return row(
        t,
        shown.map((card) => `c${card}`),
        score,
        { family: `f${t % 3}`, trust: t % 2 ? 1 : 0.5, relevance: { [`c${shown[t % 3]}`]: 0.6 } },
      );
    }),
  );
}

const anyRow = fc.record({
  shown: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 4 }),
  score: fc.option(fc.constantFrom(0, 0.3, 1), { nil: undefined }),
  family: fc.option(fc.constantFrom("x", "y"), { nil: undefined }),
  trust: fc.constantFrom(0.5, 0.8, 1),
});
const anyRows = fc
  .array(anyRow, { maxLength: 40 })
  .map((rows) =>
    aged(
      rows.map(({ shown, score, family, trust }, i) => row(i, shown, score, { trust, ...(family ? { family } : {}) })),
    ),
  );

describe("fitAttribution finds the maximum", () => {
  it("where the slope is zero and the sds are those of the curvature, checked without any of its code", () => {
    for (const [cards, count] of [
      [12, 80],
      [140, 400], // large enough for cards to be reordered
    ] as const) {
      const rows = history(7, cards, count);
      const fit = fitAttribution(rows, provisional);
      const names = [
        "b0",
        ...[...fit.families.keys()].map((f) => `f:${f}`),
        ...[...fit.cards.keys()].map((c) => `c:${c}`),
      ];
      const place = new Map(names.map((name, i) => [name, i]));
      const means = [fit.intercept, ...fit.families.values(), ...fit.cards.values()].map((value) => value.mean);
      const priors = names.map((name) =>
        name === "b0" ? { m: 0, sd: 1.2 } : name.startsWith("f:") ? { m: 0, sd: 0.8 } : { m: 0.4, sd: 1.2 },
      );
      const slope = means.map((mean, i) => (priors[i]!.m - mean) / priors[i]!.sd ** 2);
      const curvature = names.map((_, i) => names.map((_, j) => (i === j ? priors[i]!.sd ** -2 : 0)));
      for (const { shown, score, family, trust, age, relevance } of rows) {
        const shares = new Map([
          ["b0", 1],
          [`f:${family}`, 1],
          ...shown.map((id) => [`c:${id}`, relevance?.[id] ?? 1] as const),
        ]);
        const x = names.map((name) => shares.get(name) ?? 0);
        const touched = [...shares.keys()].map((name) => place.get(name)!);
        const p = sigmoid(touched.reduce((sum, i) => sum + x[i]! * means[i]!, 0));
        const weight = trust * 0.99 ** age;
        for (const i of touched) slope[i]! += weight * (score! - p) * x[i]!;
        for (const i of touched) for (const j of touched) curvature[i]![j]! += weight * p * (1 - p) * x[i]! * x[j]!;
      }
      expect(Math.max(...slope.map(Math.abs))).toBeLessThan(1e-8);
      const covariance = inverse(curvature);
      const sds = [fit.intercept, ...fit.families.values(), ...fit.cards.values()].map((value) => value.sd);
      sds.forEach((sd, i) => {
        expect(sd).toBeCloseTo(Math.sqrt(covariance[i]![i]!), 8);
      });
    }
  });

  it("also when every outcome is the same and the data alone have no maximum", () => {
    const fit = fitAttribution(aged(mixed(0, 200, 200, ["a"])), provisional);
    expect(fit.cards.get("a")!.mean).toBeGreaterThan(0.4);
    expect(fit.cards.get("a")!.mean).toBeLessThan(3);
  });

  it("refuses a number that is none", () => {
    expect(() => fitAttribution([row(0, ["a"], 1)], () => Number.NaN)).toThrow(RangeError);
  });
});

describe("the same evidence gives the same numbers to 1e-9", () => {
  it("[L11] whatever the order of the rows and of the cards in them", () => {
    fc.assert(
      fc.property(
        anyRows.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        ([rows, shuffled]) => {
          const mixedUp = shuffled.map((each) => ({ ...each, shown: [...each.shown].reverse() }));
          // bit by bit, not only to 1e-9: the same ledger read in another order writes the same files
          expect(numbers(fitAttribution(mixedUp, provisional))).toEqual(numbers(fitAttribution(rows, provisional)));
        },
      ),
    );
  });

  it("[L11] whether it is worked out from nothing or from where the last fit stood", () => {
    fc.assert(
      fc.property(anyRows, fc.nat(40), (rows, cut) => {
        const earlier = fitAttribution(rows.slice(0, cut), provisional);
        expectSame(fitAttribution(rows, provisional, ATTRIBUTION_DEFAULTS, earlier), fitAttribution(rows, provisional));
      }),
    );
    const rows = history(3, 140, 500);
    const earlier = fitAttribution(rows.slice(0, 250), provisional);
    expectSame(fitAttribution(rows, provisional, ATTRIBUTION_DEFAULTS, earlier), fitAttribution(rows, provisional));
  });

  it("[L12] with or without rows whose outcome nobody knows", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const known = rows.filter((each) => each.score !== undefined);
        expectSame(fitAttribution(rows, provisional), fitAttribution(known, provisional));
      }),
    );
  });

  it("when a graded outcome is told as a share of good and bad ones", () => {
    const graded = fitAttribution([row(0, ["a"], 0.3, { trust: 1 })], provisional);
    const split = fitAttribution([row(0, ["a"], 1, { trust: 0.3 }), row(1, ["a"], 0, { trust: 0.7 })], provisional);
    expectSame(graded, split);
  });
});

describe("credit goes where it is due", () => {
  it("[L13] two cards that are always shown together keep equal values and a wide sd", () => {
    const without = mixed(0, 40, 20, []);
    const both = fitAttribution(aged([...without, ...mixed(40, 40, 30, ["a", "b"])]), provisional);
    const [a, b] = [both.cards.get("a")!, both.cards.get("b")!];
    expect(Math.abs(a.mean - b.mean)).toBeLessThan(1e-9);
    expect(Math.abs(a.sd - b.sd)).toBeLessThan(1e-9);
    const alone = fitAttribution(aged([...without, ...mixed(40, 40, 30, ["a"])]), provisional).cards.get("a")!;
    expect(a.sd).toBeGreaterThan(0.85);
    expect(alone.sd).toBeLessThan(0.6);
  });

  it("[L13] one of them showing alone tells them apart", () => {
    const rows = aged([...mixed(0, 30, 15, ["a", "b"]), ...mixed(30, 12, 12, ["a"])]);
    const fit = fitAttribution(rows, provisional);
    const [a, b] = [fit.cards.get("a")!, fit.cards.get("b")!];
    expect(a.mean - b.mean).toBeGreaterThan(1);
    expect(a.sd).toBeLessThan(fitAttribution(rows.slice(0, 30), provisional).cards.get("a")!.sd);
  });

  it("[L14] a good card of a family where 20 % succeed stays, though ReMe's rule would delete it", () => {
    const hard = { family: "hard" };
    const rows = aged([
      ...mixed(0, 40, 8, [], hard),
      ...mixed(40, 20, 8, ["good"], hard),
      ...mixed(60, 30, 0, ["bad"], hard),
    ]);
    const fit = fitAttribution(rows, provisional);
    const cards = ["good", "bad", "new"].map((id) => ({
      id,
      family: "hard",
      estimate: estimateOf(fit, id, 0.4),
      retired: false,
    }));
    expect(judge(cards).retire?.id).toBe("bad");
    expect(judge(cards).spared).toEqual([]);
    expect(fit.cards.get("good")!.mean).toBeGreaterThan(0.5);
    expect(baseRate(fit, "hard")).toBeLessThan(0.3);
    const reme = rows
      .filter((each) => each.shown.includes("good"))
      .reduce((record, each) => remeShown(record, each.score), emptyRemeRecord());
    expect(remeVerdict(reme).retire).toBe(true);
  });

  it("[L15] a card shown where things go well anyway gains nothing by it; one that changes what happens gains (FAULTS A19)", () => {
    const usual = fitAttribution(aged([...mixed(0, 5, 3, []), ...mixed(5, 5, 3, ["read-before-edit"])]), provisional);
    expect(usual.cards.get("read-before-edit")!.mean).toBeLessThanOrEqual(0.4);
    const telling = fitAttribution(aged([...mixed(0, 10, 3, []), ...mixed(10, 10, 9, ["changes-it"])]), provisional);
    expect(telling.cards.get("changes-it")!.mean).toBeGreaterThan(1.2);
  });

  it.each([0.5, 0.8])(
    "still tells a harmful card from a good one with a share of %d of the outcomes unknown",
    (unknown) => {
      const { uniform } = streamsOf(11);
      const rows = aged(
        Array.from({ length: 400 }, (_, t) => {
          const shown = uniform("luck", t) < 0.5 ? ["good"] : ["bad"];
          const score = uniform("outcome", t) < (shown[0] === "good" ? 0.75 : 0.3) ? 1 : 0;
          return row(t, shown, uniform("heard", t) < unknown ? undefined : score);
        }),
      );
      const fit = fitAttribution(rows, neutral);
      const [good, bad] = [fit.cards.get("good")!, fit.cards.get("bad")!];
      expect(good.mean).toBeGreaterThan(0.4);
      expect(bad.mean).toBeLessThan(-0.4);
      const heard = rows.filter((each) => each.score !== undefined).length;
      expect(good.effective + bad.effective).toBeLessThan(heard);
    },
  );
});

describe("what a row weighs", () => {
  const means = (more: Partial<AttemptRow>) => fitAttribution(mixed(0, 12, 12, ["a"], more), neutral).cards.get("a")!;

  it("less when its source is less trusted, and less when it is old", () => {
    expect(means({ trust: 0.5 }).mean).toBeLessThan(means({}).mean);
    expect(means({ trust: 0.5 }).effective).toBeCloseTo(6, 9);
    expect(means({ age: 100 }).mean).toBeLessThan(means({}).mean);
    expect(means({ age: 100 }).effective).toBeCloseTo(12 * 0.99 ** 100, 9);
    expect(fitAttribution(mixed(0, 12, 12, ["a"], { trust: 0 }), neutral).cards.size).toBe(0);
  });

  it("[L16] little for a card that was ignored, either way", () => {
    const ignored = { followed: { a: 0 } };
    expect(means(ignored).mean).toBeGreaterThan(0);
    expect(means(ignored).mean).toBeLessThan(0.25 * means({}).mean);
    expect(means(ignored).effective).toBeCloseTo(1.2, 9);
    expect(means({ followed: { a: 1 } })).toEqual(means({}));
  });

  it("half for a card that fitted the task by half", () => {
    expect(means({ relevance: { a: 0.5 } }).effective).toBeCloseTo(6, 9);
    expect(means({ relevance: { b: 0.5 } })).toEqual(means({}));
  });

  it("once for a card that is named twice", () => {
    expectSame(fitAttribution([row(0, ["a", "a"], 1)], neutral), fitAttribution([row(0, ["a"], 1)], neutral));
  });
});

describe("what is not in the rows", () => {
  it("stands at its prior, by what stands behind the card", () => {
    const fit = fitAttribution([], neutral);
    expect(fit.cards.size).toBe(0);
    expect(estimateOf(fit, "new", PRIOR_MEANS.validated)).toEqual({ mean: 0.9, sd: 1.2, effective: 0 });
    expect(baseRate(fit, "new family")).toBe(0.5);
  });
});
