import { describe, expect, it } from "vitest";
import { ATTRIBUTION_DEFAULTS } from "../../../src/learn/policy/attribution.ts";
import { PRIOR_MEANS } from "../../../src/learn/policy/prior.ts";
import { surpriseAfter, surprises } from "../../../src/learn/policy/surprise.ts";
import { aged, mixed } from "./rows.ts";

const prior = () => PRIOR_MEANS.provisional;

describe("surpriseAfter", () => {
  it("grows with failures that were not expected, faster the less they were, and never falls below zero", () => {
    const sumOf = (predicted: number, scores: number[]) =>
      scores.reduce((sum, score) => surpriseAfter(sum, predicted, score), 0);
    expect(sumOf(0.9, [0, 0])).toBeGreaterThan(sumOf(0.5, [0, 0]));
    expect(sumOf(0.9, [0, 0, 1])).toBeLessThan(sumOf(0.9, [0, 0]));
    expect(sumOf(0.9, [1, 1, 1])).toBe(0);
    expect(sumOf(0.9, [0, 0, 0, 0, 0])).toBeGreaterThan(3);
  });
});

describe("surprises", () => {
  const before = [...mixed(0, 40, 36, ["a"], { family: "api" }), ...mixed(100, 40, 20, ["b"], { family: "other" })];
  const alertsAfter = (well: number) =>
    surprises(aged([...before, ...mixed(200, 8, well, ["a"], { family: "api" })]), prior, ATTRIBUTION_DEFAULTS);

  it("[L24] names the family in which a run of attempts went worse than everything before lets expect, with the counts", () => {
    const [alert, ...others] = alertsAfter(2);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ family: "api", attempts: 8, endedWell: 2 });
    expect(alert!.expected).toBeGreaterThan(6);
  });

  it("is silent while things go as they did, and for a family too young to have a past", () => {
    expect(alertsAfter(7)).toEqual([]);
    const youngOneFalls = (wellBefore: number) =>
      surprises(
        aged([...mixed(0, wellBefore, wellBefore, ["a"]), ...mixed(50, 8, 0, ["a"])]),
        prior,
        ATTRIBUTION_DEFAULTS,
      );
    expect(youngOneFalls(7)).toEqual([]);
    expect(youngOneFalls(8)).toHaveLength(1);
    expect(surprises([], prior, ATTRIBUTION_DEFAULTS)).toEqual([]);
  });

  it("does not depend on the order of the rows", () => {
    const rows = aged([...before, ...mixed(200, 8, 2, ["a"], { family: "api" })]);
    const alerts = surprises(rows, prior, ATTRIBUTION_DEFAULTS);
    expect(surprises([...rows].reverse(), prior, ATTRIBUTION_DEFAULTS)).toEqual(alerts);
  });
});
