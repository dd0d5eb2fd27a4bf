import { describe, expect, it } from "vitest";
import { emptyMineState, findings, mine } from "../../../src/distill/mine.ts";
import type { Finding } from "../../../src/distill/miner.ts";
import type { Trajectory } from "../../../src/model/trajectory.ts";
import { trajectory } from "../build.ts";

function mined(runs: readonly Trajectory[]): Finding[] {
  const state = emptyMineState();
  for (const run of runs) mine(state, run);
  return findings(state, { falseDiscoveryRate: 0.05 }).filter(({ rule }) => rule.type === "provenance");
}
const accepted = (runs: readonly Trajectory[]) =>
  mined(runs)
    .filter((finding) => finding.accepted)
    .map((finding) => finding.key);
const find = (runs: readonly Trajectory[], key: string) => mined(runs).find((finding) => finding.key === key);

const five = [1, 2, 3, 4, 5];
const RULE = "provenance buy.price <- quote.last";

describe("argument provenance", () => {
  it("[D5] is accepted when values vary, follow the field, and chance does not explain it", () => {
    const runs = five.map((n) =>
      trajectory(`t${n}`, [
        ["Buy now", ["quote", { symbol: "X" }, { last: 100.5 + n, high: 200 }], ["buy", { price: 100.5 + n }, "done"]],
      ]),
    );
    const finding = find(runs, RULE)!;
    expect(finding).toMatchObject({ accepted: true, tier: "evidence", support: 5, tasks: 5, hits: 5, chances: 5 });
    expect(finding.p).toBeLessThan(0.01);
  });

  it("[D5] is not accepted from one task, however often it was tried", () => {
    const runs = five.map((n) =>
      trajectory("same", [["Buy now", ["quote", {}, { last: 100.5 + n }], ["buy", { price: 100.5 + n }, "done"]]], {
        id: `t_${n}`,
      }),
    );
    expect(find(runs, RULE)).toMatchObject({ accepted: false, support: 1, hits: 5 });
  });

  it("[D6] counts variants of one task once, by their requests", () => {
    const request = "Please look up the latest quote of the company and buy as many shares as my balance allows";
    const runs = five.map((n) =>
      trajectory(`variant ${n}`, [[request, ["quote", {}, { last: 107.25 }], ["buy", { price: 107.25 }, "done"]]]),
    );
    expect(find(runs, RULE)).toMatchObject({ accepted: false, support: 1, tasks: 1 });
  });

  it("[D7] lets a value that the user said count neither way", () => {
    const said = [6, 7, 8].map((n) =>
      trajectory(`t${n}`, [
        [`Buy at $${n}00.50`, ["quote", {}, { last: 300.75 + n }], ["buy", { price: n * 100 + 0.5 }, "done"]],
      ]),
    );
    const runs = five.map((n) =>
      trajectory(`t${n}`, [["Buy", ["quote", {}, { last: 100.5 + n }], ["buy", { price: 100.5 + n }, "done"]]]),
    );
    expect(find([...runs, ...said], RULE)).toMatchObject({ accepted: true, tasks: 5, detail: { said: 3 } });
  });

  it("[D8] does not take an echo for an origin", () => {
    // `confirm` returns what it was given; the price came from `quote`.
    const runs = five.map((n) =>
      trajectory(`t${n}`, [
        [
          "Buy",
          ["quote", {}, { last: 100.5 + n }],
          ["confirm", { price: 100.5 + n }, { price: 100.5 + n }],
          ["buy", { price: 100.5 + n }, "done"],
        ],
      ]),
    );
    expect(accepted(runs)).toEqual(expect.arrayContaining([RULE, "provenance confirm.price <- quote.last"]));
    expect(mined(runs).map((finding) => finding.key)).not.toContain("provenance buy.price <- confirm.price");
  });

  it("[D8] does not take the agent's own words for an origin", () => {
    const runs = five.map((n) =>
      trajectory(`t${n}`, [
        [
          "Buy",
          ["note", { text: 100.5 + n }, "ok"],
          ["quote", {}, { last: 100.5 + n }],
          ["buy", { price: 100.5 + n }, "done"],
        ],
      ]),
    );
    expect(accepted(runs)).toEqual([]);
  });

  it("[D8] does not let a call see the result of one made in parallel", () => {
    const batch = { batch: 0 };
    const runs = five.map((n) =>
      trajectory(`t${n}`, [
        ["Buy", ["quote", {}, { last: 100.5 + n }, batch], ["buy", { price: 100.5 + n }, "done", batch]],
      ]),
    );
    expect(mined(runs)).toEqual([]);
  });

  it("[D9] falls when the value comes from elsewhere, and says so", () => {
    const good = five.map((n) =>
      trajectory(`t${n}`, [["Buy", ["quote", {}, { last: 100.5 + n }], ["buy", { price: 100.5 + n }, "done"]]]),
    );
    const bad = [6, 7, 8].map((n) =>
      trajectory(`t${n}`, [
        [
          "Buy",
          ["quote", {}, { last: 100.5 + n }],
          ["average", {}, { mean: 400.25 + n }],
          ["buy", { price: 400.25 + n }, "done"],
        ],
      ]),
    );
    const finding = find([...good, ...bad], RULE)!;
    expect(finding).toMatchObject({ accepted: false, support: 5, tasks: 8 });
    expect(finding.reason).toContain("the value often comes from elsewhere");
  });

  it("ignores calls that failed, and results of calls that failed", () => {
    const runs = five.map((n) =>
      trajectory(`t${n}`, [
        [
          "Buy",
          ["quote", {}, new Error(`at ${100.5 + n}`)],
          ["buy", { price: 100.5 + n }, "done"],
          ["quote", {}, { last: 200.5 + n }],
          ["buy", { price: 200.5 + n }, new Error("no")],
        ],
      ]),
    );
    expect(mined(runs).filter((finding) => finding.rule.type === "provenance")).toEqual([]);
  });

  it("[D10] accepts a constant value only where the names agree, and says that it is weaker", () => {
    const order = (n: number, param: string) =>
      trajectory(`t${n}`, [
        ["Undo my order", ["place", {}, { order_id: 12446 }], ["cancel", { [param]: 12446 }, "done"]],
      ]);
    expect(
      find(
        five.map((n) => order(n, "order_id")),
        "provenance cancel.order_id <- place.order_id",
      ),
    ).toMatchObject({
      accepted: true,
      tier: "name-agreement",
    });
    expect(accepted(five.map((n) => order(n, "reference")))).toEqual([]);
  });

  it("[D10] does not accept a constant plain word or small number by its name", () => {
    const runs = five.map((n) =>
      trajectory(`t${n}`, [
        ["Book", ["lookup", {}, { cabin: "economy", bags: 2 }], ["book", { cabin: "economy", bags: 2 }, "done"]],
      ]),
    );
    expect(accepted(runs)).toEqual([]);
  });

  it("[D11] lets one of many returned values count for what it is worth", () => {
    // Every task returns the same hundred names, so finding one of them there proves nothing.
    const names = Array.from({ length: 100 }, (_, i) => `member-${100 + i}`);
    const runs = five.map((n) =>
      trajectory(`t${n}`, [["Call them", ["list", {}, { members: names }], ["call", { who: names[n]! }, "done"]]]),
    );
    expect(accepted(runs)).toEqual([]);
    const own = five.map((n) =>
      trajectory(`t${n}`, [
        [
          "Call them",
          ["list", {}, { members: [`member-${n}01`, `member-${n}02`] }],
          ["call", { who: `member-${n}01` }, "done"],
        ],
      ]),
    );
    expect(accepted(own)).toEqual(["provenance call.who <- list.members[]"]);
  });

  it("keeps one of several fields that always hold the same value", () => {
    const runs = five.map((n) =>
      trajectory(`t${n}`, [
        ["Pay", ["cart", {}, { total: 50.5 + n, sum: 50.5 + n }], ["pay", { total: 50.5 + n }, "done"]],
      ]),
    );
    expect(accepted(runs)).toEqual(["provenance pay.total <- cart.total"]);
    expect(find(runs, "provenance pay.total <- cart.sum")?.reason).toContain("cart.total, which says it better");
  });

  it("[D12] says when the log lacks the user's words, and asks for more", () => {
    const silent = (n: number) =>
      trajectory(`t${n}`, [["", ["quote", { n }, { last: 100.5 + n }], ["buy", { price: 100.5 + n }, "done"]]]);
    expect(find([silent(1), silent(2)], RULE)).toMatchObject({ accepted: false });
    const finding = find(five.map(silent), RULE)!;
    expect(finding.accepted).toBe(true);
    expect(finding.reason).toContain("logs without the user's words");
  });

  it("never makes a name out of data", () => {
    const runs = five.map((n) =>
      trajectory(`t${n}`, [
        ["Buy", ["quote", {}, { "now run `rm -rf`": 100.5 + n }], ["buy", { price: 100.5 + n }, "done"]],
      ]),
    );
    expect(mined(runs).map((finding) => finding.key)).toEqual(["provenance buy.price <- quote.*"]);
  });
});
