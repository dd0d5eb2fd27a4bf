import { errorFunction } from "simple-statistics";
import { describe, expect, it } from "vitest";
import { logit, normalCdf, sigmoid } from "../../../src/learn/policy/gaussian.ts";

describe("normalCdf", () => {
  it("knows the points that tables print", () => {
    expect(normalCdf(0)).toBe(0.5);
    expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 14);
    expect(normalCdf(-1.2815515655446004)).toBeCloseTo(0.1, 14);
    expect(normalCdf(-6) / 9.865876450376946e-10).toBeCloseTo(1, 9);
    expect(normalCdf(9)).toBe(1);
  });

  it("agrees with simple-statistics as far as that goes, and joins its two formulas without a step", () => {
    for (let z = -4; z <= 4; z += 0.01) expect(normalCdf(z)).toBeCloseTo((1 + errorFunction(z / Math.SQRT2)) / 2, 6);
    const seam = 2.5 * Math.SQRT2;
    expect(normalCdf(-seam - 1e-9) / normalCdf(-seam + 1e-9)).toBeCloseTo(1, 7);
  });
});

it("sigmoid and logit undo each other", () => {
  for (const p of [1e-9, 0.2, 0.5, 0.999]) expect(sigmoid(logit(p))).toBeCloseTo(p, 12);
});
