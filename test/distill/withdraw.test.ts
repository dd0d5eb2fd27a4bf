import { describe, expect, it } from "vitest";
import { emptyMineState, findings, type MineState, mine } from "../../src/distill/mine.ts";
import { shouldWithdraw } from "../../src/distill/withdraw.ts";
import { trajectory } from "./build.ts";

const KEY = "provenance buy.price <- quote.last";
const buy = (n: number, follows: boolean) =>
  trajectory(`t${n}`, [
    [
      "Buy",
      ["quote", {}, { last: 100.5 + n }],
      ["mean", {}, { mean: 500.5 + n }],
      ["buy", { price: (follows ? 100.5 : 500.5) + n }, "done"],
    ],
  ]);
const current = (state: MineState) =>
  findings(state, { falseDiscoveryRate: 0.05 }).find((finding) => finding.key === KEY)!;

describe("a rule that later successes contradict", () => {
  it("[D21] is first no longer accepted, then withdrawn, with its reason in words", () => {
    const state = emptyMineState();
    for (let n = 0; n < 6; n++) mine(state, buy(n, true));
    expect(current(state).accepted).toBe(true);
    expect(shouldWithdraw(current(state))).toMatchObject({ withdraw: false });

    mine(state, buy(6, false));
    mine(state, buy(7, false));
    expect(current(state).accepted).toBe(false);
    expect(shouldWithdraw(current(state))).toMatchObject({ withdraw: false });

    for (let n = 8; n < 11; n++) mine(state, buy(n, false));
    const verdict = shouldWithdraw(current(state));
    expect(verdict.withdraw).toBe(true);
    expect(verdict.reason).toBe("it held in 6 of 11 tasks (55 %); later runs contradict it");
  });

  it("[D21] stays while it merely lost its significance, or too few tasks have spoken", () => {
    expect(shouldWithdraw({ accepted: false, tasks: 9, support: 9, rate: 1, bound: 0.7 }).withdraw).toBe(false);
    expect(shouldWithdraw({ accepted: false, tasks: 2, support: 1, rate: 0.5, bound: 0.1 }).withdraw).toBe(false);
  });

  it("is given up for another rule that says it better, however well it holds", () => {
    const finding = { tasks: 9, support: 9, rate: 1, bound: 0.7, saidBy: "order search before edit" };
    expect(shouldWithdraw({ ...finding, accepted: false })).toEqual({
      withdraw: true,
      reason: "another rule says it better: order search before edit",
    });
    expect(shouldWithdraw({ ...finding, accepted: true }).withdraw).toBe(false);
  });
});
