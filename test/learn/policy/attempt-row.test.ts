import { describe, expect, it } from "vitest";
import { attemptRowsOf, exposure } from "../../../src/learn/policy/attempt-row.ts";
import type { OutcomeRow, RecalledRow } from "../../../src/model/ledger.ts";

const at = "2026-11-30T00:00:00.000Z";

function recalled(attempt: string, more: Partial<RecalledRow> = {}): RecalledRow {
  return { v: 1, at, type: "recalled", attempt, task: "t", level: "prompt", shown: ["a"], shortlist: [], ...more };
}

function outcome(attempt: string, score: number, by: OutcomeRow["by"]): OutcomeRow {
  return { v: 1, at, type: "outcome", attempt, score, by, reasons: [] };
}

describe("attemptRowsOf", () => {
  it("joins recalls with outcomes, trusts as the source deserves, and ages by the attempts that came after", () => {
    const rows = attemptRowsOf([
      { recalled: recalled("1", { family: "deploy", shown: ["a", "b", "a"] }), outcome: outcome("1", 0.7, "user") },
      { recalled: recalled("2", { level: "session" }) },
      { recalled: recalled("3") },
    ]);
    expect(rows).toEqual([
      { attempt: "1", family: "deploy", shown: ["a", "b"], score: 0.7, trust: 0.8, age: 1 },
      { attempt: "3", shown: ["a"], trust: 0, age: 0 },
    ]);
  });
});

describe("exposure", () => {
  it("is whole unless somebody saw that the card was ignored or fitted only in part", () => {
    expect(exposure({}, "a")).toBe(1);
    expect(exposure({ followed: { b: 0 }, relevance: { b: 0 } }, "a")).toBe(1);
    expect(exposure({ followed: { a: 0 } }, "a")).toBe(0.1);
    expect(exposure({ followed: { a: 0.5 }, relevance: { a: 0.5 } }, "a")).toBeCloseTo(0.275, 12);
  });
});
