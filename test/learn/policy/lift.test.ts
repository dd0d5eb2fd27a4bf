import { describe, expect, it } from "vitest";
import { liftOf } from "../../../src/learn/policy/lift.ts";

describe("liftOf", () => {
  it("turns a value into points on top of what is usual for the task", () => {
    const { points, interval, chanceOfHelp } = liftOf({ mean: Math.log(3), sd: 0 + 1e-9 }, 0.5);
    expect(points).toBeCloseTo(25, 6); // odds 1:1 become 3:1
    expect(interval[0]).toBeCloseTo(25, 4);
    expect(chanceOfHelp).toBeCloseTo(1, 12);
  });

  it("gives an interval that reaches below zero as long as the card may hurt", () => {
    const { points, interval, chanceOfHelp } = liftOf({ mean: 0.82, sd: 0.41 }, 0.55);
    expect(points).toBeCloseTo(18.5, 1);
    expect(interval[0]).toBeCloseTo(0.4, 1);
    expect(interval[1]).toBeCloseTo(31.1, 1);
    expect(chanceOfHelp).toBeCloseTo(0.977, 3);
    expect(liftOf({ mean: 0.4, sd: 1.2 }, 0.55).interval[0]).toBeLessThan(0);
  });

  it("knows that the same value moves a task that nearly always succeeds by less", () => {
    const value = { mean: 1, sd: 0.5 };
    expect(liftOf(value, 0.95).points).toBeLessThan(liftOf(value, 0.5).points / 4);
    expect(liftOf(value, 0.95).chanceOfHelp).toBe(liftOf(value, 0.5).chanceOfHelp);
  });
});
