import { describe, expect, it } from "vitest";
import { fitAttribution } from "../../../src/learn/policy/attribution.ts";
import { caseOf, homeFamilies } from "../../../src/learn/policy/why.ts";
import { aged, mixed, row } from "./rows.ts";

describe("caseOf", () => {
  it("[L26] counts what happened and says what the card changes for the tasks it is for", () => {
    const rows = aged([
      ...mixed(0, 40, 22, [], { family: "deploy" }),
      ...mixed(40, 12, 11, ["c"], { family: "deploy", followed: { c: 1 } }),
      row(52, ["c"], 0, { family: "deploy", followed: { c: 0.2 } }),
      row(53, ["c"], undefined, { family: "other" }),
    ]);
    const fit = fitAttribution(rows, () => 0.4);
    const { lift, usual, ...counts } = caseOf("c", rows, fit, 0.4);
    expect(counts).toMatchObject({
      shown: 14,
      looked: 13,
      followed: 12,
      judged: 13,
      endedWell: 11,
      family: "deploy",
      alwaysWith: [],
    });
    expect(usual).toBeCloseTo(0.55, 1);
    expect(lift.points).toBeGreaterThan(15);
    expect(lift.interval[0]).toBeLessThan(lift.points);
    expect(lift.chanceOfHelp).toBeGreaterThan(0.95);
  });

  it("[L13] names the cards that share its estimate, and only while nothing tells them apart", () => {
    const rows = [...mixed(0, 6, 3, ["a", "b", "c"]), row(6, ["c"], 1), row(7, ["a"])];
    const alwaysWith = (card: string, all = rows) =>
      caseOf(
        card,
        all,
        fitAttribution(all, () => 0),
        0,
      ).alwaysWith;
    expect(alwaysWith("a")).toEqual(["b"]);
    expect(alwaysWith("b")).toEqual(["a"]);
    expect(alwaysWith("c")).toEqual([]);
    expect(alwaysWith("a", [...rows, row(8, ["b"], 0)])).toEqual([]);
  });

  it("has nothing to say of a card that was never handed over but its prior", () => {
    const found = caseOf(
      "new",
      [],
      fitAttribution([], () => 0),
      0.9,
    );
    expect(found).toMatchObject({
      shown: 0,
      judged: 0,
      usual: 0.5,
      alwaysWith: [],
      estimate: { mean: 0.9, sd: 1.2, effective: 0 },
    });
    expect(found).not.toHaveProperty("family");
  });
});

it("homeFamilies takes the family a card was shown in most, judged or not", () => {
  const rows = [
    row(0, ["a"], 1, { family: "x" }),
    row(1, ["a"], undefined, { family: "y" }),
    row(2, ["a", "b"], 1, { family: "y" }),
    row(3, ["b"], 1, { family: "x" }),
  ];
  expect(Object.fromEntries(homeFamilies(rows))).toEqual({ a: "y", b: "x" });
});
