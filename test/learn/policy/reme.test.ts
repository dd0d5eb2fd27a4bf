import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  emptyRemeRecord,
  REME_DEFAULTS,
  type RemeRecord,
  remeRestored,
  remeShown,
  remeVerdict,
} from "../../../src/learn/policy/reme.ts";

function recordAfter(scores: ReadonlyArray<number | undefined>, record = emptyRemeRecord()): RemeRecord {
  return scores.reduce<RemeRecord>(remeShown, record);
}

describe("remeVerdict", () => {
  it("retires after five judged recalls of which two ended well, and says so with the counts", () => {
    const verdict = remeVerdict(recordAfter([1, 0, 1, 0, 0]));
    expect(verdict).toEqual({ retire: true, reason: "ended well in 2 of 5 judged recalls, at or below 50 %" });
  });

  it("waits for the fifth judged recall, however badly the first four went", () => {
    const verdict = remeVerdict(recordAfter([0, 0, 0, 0]));
    expect(verdict.retire).toBe(false);
    expect(verdict.reason).toContain("fewer than the 5");
  });

  it("retires at exactly β, unless strict", () => {
    const record = { judged: 10, well: 5 };
    expect(remeVerdict(record).retire).toBe(true);
    expect(remeVerdict(record, { ...REME_DEFAULTS, strict: true }).retire).toBe(false);
    expect(remeVerdict({ judged: 10, well: 4 }, { ...REME_DEFAULTS, strict: true }).retire).toBe(true);
    expect(remeVerdict({ judged: 10, well: 6 }).retire).toBe(false);
  });

  it("never retires a card without a judged recall, even with α = 0", () => {
    const verdict = remeVerdict({ judged: 0, well: 0 }, { minFreq: 0, maxUselessRate: 1, strict: false });
    expect(verdict.retire).toBe(false);
    expect(verdict.reason).toContain("fewer than the 1");
  });

  it("splits graded scores in the middle", () => {
    expect(recordAfter([0.5, 0.49, 0.7]).well).toBe(2);
  });
});

describe("the record behind the verdict", () => {
  it("takes and gives no credit for an unknown outcome, but counts the recall", () => {
    const record = recordAfter([undefined, 1, undefined, undefined, undefined, 0]);
    expect(record).toEqual({ freq: 6, utility: 1, judged: 2, well: 1 });
    expect(remeVerdict(record).retire).toBe(false);
  });

  it("starts the verdict anew when the card is restored, and keeps the totals", () => {
    const restored = remeRestored(recordAfter([0, 0, 0, 0, 0]));
    expect(restored).toEqual({ freq: 5, utility: 0, judged: 0, well: 0 });
    expect(remeVerdict(recordAfter([0], restored)).retire).toBe(false);
    expect(remeVerdict(recordAfter([0, 0, 0, 0, 0], restored)).retire).toBe(true);
    expect(recordAfter([1], restored)).toMatchObject({ freq: 6, utility: 1 });
  });

  it("does not depend on the order of the recalls", () => {
    const score = fc.option(fc.constantFrom(0, 0.3, 0.5, 1), { nil: undefined });
    fc.assert(
      fc.property(fc.array(score), (scores) => {
        expect(recordAfter([...scores].reverse())).toEqual(recordAfter(scores));
      }),
    );
  });
});
