import { mean, sampleCorrelation, variance } from "simple-statistics";
import { describe, expect, it } from "vitest";
import { streamsOf } from "../../src/simulate/streams.ts";

const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

describe("streamsOf", () => {
  it("gives the same number at the same address, whatever was asked before", () => {
    const a = streamsOf(7);
    const b = streamsOf(7);
    many(100, (i) => b.uniform("luck", i));
    expect(a.uniform("outcome", 3, 4)).toBe(b.uniform("outcome", 3, 4));
    expect(a.normal("similarity", 3, 4)).toBe(b.normal("similarity", 3, 4));
  });

  it("is uniform in every tenth of the range, in time and across seeds", () => {
    for (const values of [
      many(50_000, (i) => streamsOf(1).uniform("outcome", i)),
      many(50_000, (i) => streamsOf(i).uniform("outcome", 1)),
    ]) {
      const tenths = new Array<number>(10).fill(0);
      for (const value of values) tenths[Math.floor(value * 10)]! += 1;
      for (const count of tenths) expect(Math.abs(count - 5000)).toBeLessThan(5 * Math.sqrt(4500));
      expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...values)).toBeLessThan(1);
    }
  });

  it("is normal where it is asked to be", () => {
    const values = many(50_000, (i) => streamsOf(2).normal("similarity", i % 200, i));
    expect(mean(values)).toBeCloseTo(0, 1);
    expect(variance(values)).toBeCloseTo(1, 1);
    expect(values.filter((value) => value > 1.959964).length / values.length).toBeCloseTo(0.025, 2);
  });

  it("has no link between neighbouring tasks, neighbouring seeds, streams or the two parts of an address", () => {
    const at = (seed: number, stream: "outcome" | "family", a: number, b = 0) => streamsOf(seed).uniform(stream, a, b);
    const base = many(20_000, (i) => at(i, "outcome", 5));
    const others = [
      many(20_000, (i) => at(i, "outcome", 6)),
      many(20_000, (i) => at(i + 1, "outcome", 5)),
      many(20_000, (i) => at(i, "family", 5)),
      many(20_000, (i) => at(i, "outcome", 5, 1)),
    ];
    for (const other of others) expect(Math.abs(sampleCorrelation(base, other))).toBeLessThan(5 / Math.sqrt(20_000));
  });
});
