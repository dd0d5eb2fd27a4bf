import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chanceOfAll, type Stratum, stratifiedTest } from "../../../src/distill/divergence/stratified.ts";

/** Up to five attempts a task, some of which end well, some of which have the call. */
const stratum: fc.Arbitrary<Stratum> = fc
  .record({ well: fc.integer({ min: 1, max: 3 }), badly: fc.integer({ min: 1, max: 2 }) })
  .chain(({ well, badly }) =>
    fc.record({
      well: fc.constant(well),
      badly: fc.constant(badly),
      wellWith: fc.integer({ min: 0, max: well }),
      badlyWith: fc.integer({ min: 0, max: badly }),
    }),
  );

/** Every way to say which of the attempts ended well, the number that did being what it is. */
function outcomesOf({ well, badly, wellWith, badlyWith }: Stratum): number[] {
  const attempts = well + badly;
  const withCall = wellWith + badlyWith;
  const found: number[] = [];
  for (let chosen = 0; chosen < 2 ** attempts; chosen++) {
    const ended = Array.from({ length: attempts }, (_, i) => (chosen >> i) & 1);
    if (ended.reduce((sum, bit) => sum + bit, 0) === well)
      found.push(ended.slice(0, withCall).reduce((sum, bit) => sum + bit, 0));
  }
  return found;
}

function sumsOf(strata: readonly Stratum[]): number[] {
  return strata.map(outcomesOf).reduce((sums, own) => sums.flatMap((sum) => own.map((hits) => sum + hits)), [0]);
}

describe("the test over several tasks", () => {
  it("[D31] gives the share of all ways to deal out the ends that speak as strongly for the call", () => {
    fc.assert(
      fc.property(fc.array(stratum, { minLength: 1, maxLength: 3 }), (strata) => {
        const sums = sumsOf(strata);
        const seen = strata.reduce((sum, { wellWith }) => sum + wellWith, 0);
        const { p, smallest } = stratifiedTest(strata);
        expect(p).toBeCloseTo(sums.filter((sum) => sum >= seen).length / sums.length, 10);
        const most = Math.max(...sums);
        expect(smallest).toBeCloseTo(sums.filter((sum) => sum === most).length / sums.length, 10);
      }),
    );
  });

  it("gives the chance that every attempt that ended well has the call", () => {
    fc.assert(
      fc.property(stratum, (one) => {
        const outcomes = outcomesOf(one);
        expect(chanceOfAll(one)).toBeCloseTo(outcomes.filter((hits) => hits === one.well).length / outcomes.length, 10);
      }),
    );
  });

  it("grows surer with each task that says the same", () => {
    const one = { well: 2, badly: 3, wellWith: 2, badlyWith: 0 };
    expect(stratifiedTest([one]).p).toBeCloseTo(0.1, 10);
    expect(stratifiedTest([one, one]).p).toBeCloseTo(0.01, 10);
  });
});
