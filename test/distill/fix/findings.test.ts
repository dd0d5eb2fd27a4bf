import { describe, expect, it } from "vitest";
import { fixAgreement } from "../../../src/distill/fix/miner.ts";
import { emptyMineState, findings, mine } from "../../../src/distill/mine.ts";
import type { Finding } from "../../../src/distill/miner.ts";
import type { FixArgumentRule, FixCallRule } from "../../../src/model/rule.ts";
import type { Trajectory } from "../../../src/model/trajectory.ts";
import { type Call, trajectory } from "../build.ts";

type FixFinding = Finding & { rule: FixCallRule | FixArgumentRule };

function mined(runs: readonly Trajectory[]): FixFinding[] {
  const state = emptyMineState();
  for (const run of runs) mine(state, run);
  return findings(state, { falseDiscoveryRate: 0.05 }).filter((finding): finding is FixFinding =>
    finding.rule.type.startsWith("fix-"),
  );
}
const accepted = (runs: readonly Trajectory[]) =>
  mined(runs)
    .filter((finding) => finding.accepted)
    .map((finding) => finding.rule);

/** Failures of all kinds, each repaired in a way of its own or by what everybody does all the time: `look`. */
const background = Array.from({ length: 20 }, (_, n) => {
  const letter = String.fromCharCode(97 + n);
  return trajectory(`b${n}`, [
    [
      "go",
      [`tool_${letter}`, {}, new Error(`trouble ${letter}`)],
      [n % 2 ? "look" : `help_${letter}`, {}, "ok"],
      [`tool_${letter}`, {}, "ok"],
    ],
  ]);
});
const repairedBy = (n: number, ...between: Call[]) =>
  trajectory(`r${n}`, [[`go ${n}`, ["start", {}, new Error("press the brake")], ...between, ["start", {}, "ok"]]]);

describe("failure and fix", () => {
  it("[D15] is accepted when one call repairs it in every task and seldom follows other errors", () => {
    const runs = [1, 2, 3, 4].map((n) => repairedBy(n, ["brake", {}, "ok"]));
    expect(accepted([...background, ...runs])).toEqual([
      { type: "fix-call", tool: "start", error: "press the brake", fix: ["brake"] },
    ]);
  });

  it("[D15] is not accepted when agents do the same after any error", () => {
    const runs = [1, 2, 3].map((n) => repairedBy(n, ["look", {}, "ok"]));
    const finding = mined([...background, ...runs]).find(({ rule }) => rule.tool === "start");
    expect(finding).toMatchObject({ accepted: false });
    expect(finding!.reason).toContain("after other errors too");
  });

  it("[D56] is not accepted where the call is so common that it would come between anyway", () => {
    const looks = Array.from({ length: 6 }, (): Call => ["look", {}, "ok"]);
    const often = (n: number, ...between: Call[]) =>
      trajectory(`r${n}`, [
        [`go ${n}`, ...looks, ["start", {}, new Error("press the brake")], ...between, ["start", {}, "ok"], ...looks],
      ]);
    const by = (tool: string) => mined(Array.from({ length: 8 }, (_, n) => often(n, [tool, {}, "ok"])))[0]!;
    expect(by("look")).toMatchObject({ rate: 1, accepted: false });
    expect(by("brake")).toMatchObject({ rate: 1, accepted: true });
  });

  it("[D16] names alternatives where one alone is not enough, each of which stands out by itself", () => {
    const runs = [
      ...[1, 2, 3, 4].map((n) => repairedBy(n, ["brake", {}, "ok"])),
      ...[5, 6].map((n) => repairedBy(n, ["tow", {}, "ok"])),
    ];
    expect(accepted([...background, ...runs])).toContainEqual({
      type: "fix-call",
      tool: "start",
      error: "press the brake",
      fix: ["brake", "tow"],
    });
    const odd = [...runs.slice(0, 4), repairedBy(7, ["look", {}, "ok"]), repairedBy(8, ["help_a", {}, "ok"])];
    expect(accepted([...background, ...odd]).find(({ tool }) => tool === "start")).toBeUndefined();
  });

  it("is the change of one argument, whatever else was called", () => {
    const runs = [1, 2, 3, 4].map((n) =>
      trajectory(`r${n}`, [
        [
          "fill it",
          ["fill", { litres: 60 + n, side: "left" }, new Error("tank too small")],
          ...((n % 2 ? [["gauge", {}, { litres: 20 }]] : []) as Call[]),
          ["fill", { litres: 20 + n, side: "left" }, "ok"],
        ],
      ]),
    );
    expect(accepted([...background, ...runs])).toEqual([
      { type: "fix-argument", tool: "fill", error: "tank too small", param: "litres", change: "lower" },
    ]);
  });

  it("[D14] treats broken names of all tools as one class", () => {
    const runs = ["start", "fill", "horn"].map((tool, n) =>
      trajectory(`r${n}`, [["go", [`${tool}<|x|>y`, {}, new Error("syntax")], [tool, {}, "ok"]]]),
    );
    expect(accepted([...background, ...runs])).toEqual([
      { type: "fix-argument", tool: "*", error: "broken name", param: "*name", change: "clean-name" },
    ]);
  });

  it("calls an error passing only when it is supported", () => {
    const runs = [1, 2, 3, 4].map((n) =>
      trajectory(`r${n}`, [["go", ["fetch", { n }, new Error("timed out")], ["fetch", { n }, "ok"]]]),
    );
    expect(accepted([...background, ...runs])).toContainEqual({
      type: "fix-argument",
      tool: "fetch",
      error: "timed out",
      param: "*call",
      change: "retry",
    });
    expect(accepted([...background, ...runs.slice(0, 1)])).toEqual([]);
  });

  it("counts what was never repaired", () => {
    const runs = [1, 2, 3, 4].map((n) => repairedBy(n, ["brake", {}, "ok"]));
    const given = trajectory("r9", [["go", ["start", {}, new Error("press the brake")]]]);
    const finding = mined([...background, ...runs, given]).find(({ rule }) => rule.tool === "start");
    expect(finding!.detail).toEqual({ failed: 5, unrepaired: 1 });
    expect(finding!).toMatchObject({ tasks: 4, hits: 4, chances: 4 });
  });

  it("shows only places where it held", () => {
    const runs = [
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => repairedBy(n, ["brake", {}, "ok"])),
      repairedBy(99, ["look", {}, "ok"]),
    ];
    const finding = mined([...background, ...runs]).find(({ rule }) => rule.tool === "start")!;
    expect(finding.accepted).toBe(true);
    expect(finding.trajectories).not.toContain("t_r99");
    expect(finding.examples).toHaveLength(3);
  });

  it("is checked against a single trajectory", () => {
    const rule = { type: "fix-call", tool: "start", error: "press the brake", fix: ["brake"] } as const;
    expect(fixAgreement({ ...rule, fix: [...rule.fix] }, repairedBy(1, ["brake", {}, "ok"]))).toEqual({
      agrees: 1,
      disagrees: 0,
    });
    expect(fixAgreement({ ...rule, fix: [...rule.fix] }, repairedBy(1, ["look", {}, "ok"]))).toEqual({
      agrees: 0,
      disagrees: 1,
    });
    expect(fixAgreement({ ...rule, fix: [...rule.fix] }, repairedBy(1))).toEqual({ agrees: 0, disagrees: 1 });
  });
});
