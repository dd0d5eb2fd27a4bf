import fc from "fast-check";
import { probit } from "simple-statistics";
import { describe, expect, it } from "vitest";
import {
  benjaminiHochberg,
  binomialTail,
  hypergeometricTail,
  logChoose,
  poissonBinomialTail,
  tarone,
  wilsonInterval,
  wilsonLower,
} from "../../src/distill/statistics.ts";

describe("the Wilson interval", () => {
  it("gives the published values", () => {
    // Newcombe 1998, table I, method 3.
    expect(wilsonInterval(81, 263).lower).toBeCloseTo(0.2553, 4);
    expect(wilsonInterval(81, 263).upper).toBeCloseTo(0.3662, 4);
    expect(wilsonInterval(15, 148).lower).toBeCloseTo(0.0624, 4);
    expect(wilsonInterval(0, 20)).toEqual({ lower: 0, upper: expect.closeTo(0.1611, 4) });
    expect(wilsonInterval(1, 29).upper).toBeCloseTo(0.1718, 4);
  });

  it("says what two of two and four of four are worth", () => {
    expect(wilsonLower(2, 2)).toBeCloseTo(0.3424, 4);
    expect(wilsonLower(4, 4)).toBeCloseTo(0.5101, 4);
    expect(wilsonLower(0, 0)).toBe(0);
  });

  it("uses the same z as another library", () => {
    const z = probit(0.975);
    const upper = wilsonInterval(0, 10).upper;
    expect(upper).toBeCloseTo(z ** 2 / (10 + z ** 2), 2);
  });
});

describe("tails", () => {
  it("of the binomial equal exact fractions", () => {
    expect(binomialTail(2, 3, 0.5)).toBeCloseTo(0.5, 12);
    expect(binomialTail(8, 10, 0.3)).toBeCloseTo(0.0015903864, 10);
    expect(binomialTail(0, 5, 0.1)).toBe(1);
    expect(binomialTail(6, 5, 0.1)).toBe(0);
  });

  it("are told from zero far out", () => {
    expect(Math.log10(binomialTail(100, 100, 0.01))).toBeCloseTo(-200, 6);
  });

  it("of the hypergeometric equal Fisher's tea tasting", () => {
    expect(hypergeometricTail(4, 4, 4, 8)).toBeCloseTo(1 / 70, 12);
    expect(hypergeometricTail(3, 4, 4, 8)).toBeCloseTo(17 / 70, 12);
    expect(hypergeometricTail(0, 4, 4, 8)).toBe(1);
  });

  it("of the hypergeometric equal counting every draw", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(9), fc.nat(9), fc.nat(9), (population, m, d, k) => {
        const [marked, draws, hits] = [m % (population + 1), d % (population + 1), k % (population + 1)];
        let all = 0;
        let good = 0;
        for (let mask = 0; mask < 2 ** population; mask++) {
          const chosen = [...Array(population).keys()].filter((i) => mask & (1 << i));
          if (chosen.length !== draws) continue;
          all++;
          if (chosen.filter((i) => i < marked).length >= hits) good++;
        }
        expect(hypergeometricTail(hits, draws, marked, population)).toBeCloseTo(good / all, 10);
      }),
    );
  });

  it("of the Poisson binomial equal the binomial where all chances are equal", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30 }),
        fc.nat(30),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (n, k, chance) => {
          expect(poissonBinomialTail(k, Array(n).fill(chance))).toBeCloseTo(binomialTail(k, n, chance), 9);
        },
      ),
    );
  });

  it("of the Poisson binomial equal a sum over all outcomes", () => {
    const chances = [0.1, 0.7, 0.25];
    const exactlyThree = 0.1 * 0.7 * 0.25;
    const atLeastTwo = exactlyThree + 0.1 * 0.7 * 0.75 + 0.1 * 0.3 * 0.25 + 0.9 * 0.7 * 0.25;
    expect(poissonBinomialTail(2, chances)).toBeCloseTo(atLeastTwo, 12);
    expect(poissonBinomialTail(3, chances)).toBeCloseTo(exactlyThree, 12);
  });

  it("know large binomial coefficients", () => {
    expect(Math.exp(logChoose(52, 5))).toBeCloseTo(2_598_960, 3);
    expect(logChoose(2000, 1000)).toBeCloseTo(1382.2681, 3);
    expect(logChoose(300, 2)).toBeCloseTo(Math.log(44_850), 9);
  });
});

describe("false-discovery control", () => {
  it("gives the q-values of Benjamini and Hochberg's example", () => {
    const ps = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
    ];
    const accepted = benjaminiHochberg(ps).filter((q) => q <= 0.05);
    expect(accepted).toHaveLength(4);
  });

  it("keeps the order of what it was given and never falls as p rises", () => {
    expect(benjaminiHochberg([0.04, 0.01, 0.02])).toEqual([0.04, 0.03, 0.03]);
  });

  it("charges for tests that are not listed", () => {
    expect(benjaminiHochberg([0.01], 10)).toEqual([0.1]);
  });

  it("does not charge for tests that nothing could pass", () => {
    // Two tests can reach 0.001, a hundred cannot get below 0.2.
    expect(tarone([0.001, 0.001, ...Array(100).fill(0.2)], 0.05)).toEqual({ tests: 2, atMost: 0.025 });
    expect(tarone([], 0.05).tests).toBe(0);
  });
});
