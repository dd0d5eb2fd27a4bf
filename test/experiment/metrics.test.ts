import { mean, sampleStandardDeviation } from "simple-statistics";
import { describe, expect, it } from "vitest";
import { averageOf, hasEffect, pairedDifference, passOf } from "../../src/experiment/metrics.ts";

/** Three tasks, four runs each; worked out by hand: 50, 25 and 100 %. */
const TASKS = [
  [1, 0, 1, 0],
  [0, 0, 0, 1],
  [1, 1, 1, 1],
];

describe("metrics of the experiment", () => {
  it("average a task's runs first and then the tasks", () => {
    const { mean: average, half } = averageOf(TASKS);
    expect(average).toBeCloseTo((50 + 25 + 100) / 3, 10);
    expect(half).toBeCloseTo((1.96 * sampleStandardDeviation([50, 25, 100])) / Math.sqrt(3), 10);
  });

  it("count a task as passed when one of its runs did all that was asked, and no fraction of it", () => {
    expect(passOf(TASKS).mean).toBe(100);
    expect(
      passOf([
        [0.9, 0.99],
        [1, 0],
      ]).mean,
    ).toBe(50);
  });

  it("compare arms task by task, so that hard tasks do not widen the interval", () => {
    const better = TASKS.map((runs) => runs.map((score) => Math.min(1, score + 0.1)));
    const { mean: difference, half } = pairedDifference(better, TASKS);
    const byHand = better.map((runs, i) => 100 * (mean(runs) - mean(TASKS[i]!)));
    expect(difference).toBeCloseTo(mean(byHand), 10);
    expect(half!).toBeLessThan(averageOf(TASKS).half! / 3);
  });

  it("refuse to pair arms that did not do the same tasks", () => {
    expect(() => pairedDifference(TASKS, TASKS.slice(1))).toThrow(RangeError);
  });

  it("see an effect only where the interval leaves no doubt about its sign", () => {
    expect(hasEffect({ mean: 3, half: 2.9 })).toBe(true);
    expect(hasEffect({ mean: -3, half: 2.9 })).toBe(true);
    expect(hasEffect({ mean: 3, half: 3.1 })).toBe(false);
    expect(hasEffect({ mean: 3, half: null })).toBe(false);
  });
});
