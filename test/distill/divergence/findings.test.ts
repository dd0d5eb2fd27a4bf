import { describe, expect, it } from "vitest";
import { agreementOf, emptyMineState, findings, mine } from "../../../src/distill/mine.ts";
import type { Finding } from "../../../src/distill/miner.ts";
import { type Rule, ruleKey } from "../../../src/model/rule.ts";
import type { Trajectory } from "../../../src/model/trajectory.ts";
import { type Call, trajectory } from "../build.ts";

function mined(runs: readonly Trajectory[], advised?: ReadonlySet<string>): Finding[] {
  const state = emptyMineState();
  for (const run of runs) mine(state, run, advised);
  return findings(state, { falseDiscoveryRate: 0.05 }).filter(({ rule }) => rule.type === "divergence");
}
const accepted = (runs: readonly Trajectory[]) => mined(runs).flatMap((f) => (f.accepted ? [ruleKey(f.rule)] : []));
const named = (runs: readonly Trajectory[], call: string, side = "success") =>
  mined(runs).find(({ key }) => key === `divergence ${side} ${call}`);

let count = 0;
/** One attempt: `score` 1 or 0, undefined for an end that nobody knows. */
function attempt(task: string, score: number | undefined, ...calls: Call[]): Trajectory {
  const n = ++count;
  return trajectory(task, [[`please do ${task}`, ...calls]], {
    id: `t_${n}`,
    session: `s_${n}`,
    ...(score !== undefined && { outcome: { score, by: "test", reasons: [] } }),
  });
}
const book: Call = ["book", { seat: 12 }, { id: 1 }];
const pay: Call = ["pay", { id: 1 }, { ok: true }];
const shell = (command: string, result: string | Error = "ok"): Call => ["Bash", { command }, result];

/** Attempts at one task: those that end well pay, the others do not. */
const payTask = (task: string, well = 2, badly = 2) => [
  ...Array.from({ length: well }, () => attempt(task, 1, book, pay)),
  ...Array.from({ length: badly }, () => attempt(task, 0, book)),
];

describe("good and bad attempts at one task", () => {
  it("[D30] tell the call that all good ones have and bad ones lack, over several tasks", () => {
    const runs = ["a", "b"].flatMap((task) => payTask(task));
    expect(accepted(runs)).toEqual(["divergence success pay"]);
    expect(named(runs, "pay")).toMatchObject({
      support: 2,
      tasks: 2,
      hits: 2,
      chances: 2,
      outcomes: { well: 2, badly: 2, unknown: 0 },
      detail: { wellWith: 4, well: 4, badlyWith: 0, badly: 4 },
    });
    expect(named(runs, "book")).toBeUndefined();
  });

  it("[D30] are compared only where there are two of each", () => {
    const runs = ["a", "b", "c", "d"].flatMap((task) => payTask(task, 3, 1));
    expect(mined(runs)).toEqual([]);
  });

  it("[D31] make a rule of one task alone only when there are enough of them", () => {
    expect(accepted(payTask("a"))).toEqual([]);
    expect(accepted(payTask("a", 3, 3))).toEqual([]);
    expect(named(payTask("a", 4, 4), "pay")).toMatchObject({ accepted: true, support: 1, tasks: 1 });
  });

  it("refuse a call that several good ones did without", () => {
    const runs = ["a", "b", "c", "d"].flatMap((task) => [...payTask(task, 3, 4), attempt(task, 1, book)]);
    const finding = named(runs, "pay")!;
    expect(finding).toMatchObject({ accepted: false, support: 0, tasks: 4 });
    expect(finding.p).toBeLessThan(0.01);
    expect(finding.reason).toContain("without it in 100 %");
  });

  it("count variants of a task once", () => {
    const long =
      "please book a window seat on the early morning train to the coast, pay with the voucher and mail me the ticket";
    const runs = ["a", "b", "c"].flatMap((task) =>
      payTask(task).map((run) => ({ ...run, turns: run.turns.map((turn) => ({ ...turn, user: long })) })),
    );
    expect(named(runs, "pay")).toMatchObject({ support: 1, tasks: 1, hits: 3, chances: 3 });
  });

  it("need two tasks before anything speaks against a call, and never against looking something up", () => {
    const bad = (task: string, call: Call) => [
      ...[1, 2, 3, 4].map(() => attempt(task, 0, book, call)),
      ...[1, 2, 3, 4].map(() => attempt(task, 1, book)),
    ];
    const refund: Call = ["refund", { id: 1 }, "ok"];
    expect(accepted(bad("a", refund))).toEqual([]);
    expect(accepted(["a", "b"].flatMap((task) => bad(task, refund)))).toEqual(["divergence failure refund"]);
    expect(accepted(["a", "b"].flatMap((task) => bad(task, ["get_seat", {}, "12"])))).toEqual([]);
  });

  it("say nothing when nobody knows how they ended", () => {
    const unknown = ["a", "b"].flatMap((task) => payTask(task).map(({ outcome: _, ...run }) => run));
    expect(mined(unknown)).toEqual([]);
  });

  it("are not looked for in sessions that have no task of their own name", () => {
    const runs = payTask("a", 4, 4).map((run, i) => ({ ...run, task: `host:${run.session}${i % 2 ? "#3" : ""}` }));
    const state = emptyMineState();
    for (const run of runs) mine(state, run);
    expect(JSON.stringify(state.miners["miner/divergence@1"])).toBe('{"tasks":{}}');
  });

  it("are no evidence once the agent had been told", () => {
    expect(mined(payTask("a", 4, 4), new Set(["divergence success book"]))).toEqual([]);
    expect(mined(payTask("a", 4, 4), new Set(["fix-call pay"]))).not.toEqual([]);
  });
});

describe("what can have made the difference", () => {
  const runs = (good: Call, bad: Call = shell("true")) => [
    ...[1, 2, 3, 4].map(() => attempt("a", 1, shell("npm ci"), good)),
    ...[1, 2, 3, 4].map(() => attempt("a", 0, shell("npm ci"), bad)),
  ];

  it("is a command by program and subcommand, or an edit by the pattern of its file", () => {
    expect(accepted(runs(shell("cd app && npm run db:migrate -- --force")))).toEqual([
      "divergence success npm run db:migrate",
    ]);
    const edit: Call = ["Edit", { file_path: "/home/me/x/cart.test.ts", old_string: "a", new_string: "b" }, "ok"];
    expect(accepted(runs(edit))).toEqual(["divergence success edit *.test.ts"]);
  });

  it("[D32] is not looking, checking, committing, shipping or taking back, nor a command that says nothing by its name", () => {
    for (const command of [
      "git diff",
      "rg total src",
      "ls",
      "npm test",
      "npm run lint",
      "git commit -m x",
      "git push",
      "git stash",
      "rm -r x",
      "curl x",
    ])
      expect(mined(runs(shell(command)))).toEqual([]);
    expect(mined(runs(["Read", { file_path: "a.ts" }, "x"]))).toEqual([]);
  });

  it("is not what failed", () => {
    expect(accepted(runs(shell("npm run db:migrate", new Error("Exit code 1\nno such table"))))).toEqual([]);
    expect(accepted(runs(["pay", {}, new Error("no money")]))).toEqual([]);
  });
});

describe("one more attempt", () => {
  const rule = (side: "success" | "failure"): Rule => ({ type: "divergence", call: "pay", side });
  const says = (run: Trajectory, side: "success" | "failure" = "success", earlier = payTask("a")) => {
    const state = emptyMineState();
    for (const each of earlier) mine(state, each);
    return mine(state, run, undefined, [rule(side)])
      .filter(({ key }) => key.startsWith("divergence"))
      .map(({ verdict }) => verdict);
  };

  it("shows a call by ending well with it, and contradicts it by ending well without it", () => {
    expect(says(attempt("a", 1, book, pay))).toEqual(["seen"]);
    expect(says(attempt("a", 1, book))).toEqual(["contradicted"]);
    expect(says(attempt("a", 0, book))).toEqual([]);
    expect(says(attempt("a", undefined, book))).toEqual([]);
  });

  it("says nothing about tasks whose attempts did not differ in it", () => {
    expect(says(attempt("b", 1, book))).toEqual([]);
    expect(says(attempt("a", 1, book), "success", [attempt("a", 1, pay), attempt("a", 0, pay)])).toEqual([]);
  });

  it("speaks about the failure side by having the call", () => {
    expect(says(attempt("a", 0, pay), "failure")).toEqual(["seen"]);
    expect(says(attempt("a", 1, pay), "failure")).toEqual(["contradicted"]);
    expect(says(attempt("a", 1, book), "failure")).toEqual([]);
  });
});

describe("one attempt by itself", () => {
  const rule = (side: "success" | "failure"): Rule => ({ type: "divergence", call: "pay", side });

  it("never shows that a call was missing", () => {
    expect(agreementOf(rule("success"), attempt("a", 1, book))).toEqual({ agrees: 0, disagrees: 0 });
    expect(agreementOf(rule("success"), attempt("a", 1, book, pay))).toEqual({ agrees: 1, disagrees: 0 });
    expect(agreementOf(rule("success"), attempt("a", 0, book, pay))).toEqual({ agrees: 0, disagrees: 0 });
    expect(agreementOf(rule("failure"), attempt("a", 1, book, pay))).toEqual({ agrees: 0, disagrees: 1 });
    expect(agreementOf(rule("failure"), attempt("a", 0, book, pay))).toEqual({ agrees: 1, disagrees: 0 });
  });
});
