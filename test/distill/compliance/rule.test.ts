import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { complianceWith } from "../../../src/distill/compliance/compliance.ts";
import { beforeStep } from "../../../src/distill/compliance/cut-trajectory.ts";
import { heedsRule } from "../../../src/distill/compliance/rule.ts";
import { failureClass } from "../../../src/distill/fix/error-class.ts";
import { agreementOf } from "../../../src/distill/mine.ts";
import type { Rule } from "../../../src/model/rule.ts";
import { allSteps } from "../../../src/model/trajectory.ts";
import { type Call, trajectory } from "../build.ts";

const share = (rule: Rule, calls: readonly Call[], from = 0) =>
  complianceWith({ rule, body: "", tools: [] }, trajectory("t", [["please do it", ...calls]]), from)?.share;

const sh = (command: string): Call => ["Bash", { command }, "done"];
const read = (path: string): Call => ["Read", { file_path: path }, "text"];
const quote: Call = ["get_quote", { symbol: "XYZ" }, { price: 107.31, volume: 5001 }];
const orderAt = (price: number, result: Call[2] = { order: 90210 }): Call => [
  "order",
  { symbol: "XYZ", price },
  result,
];
const notPaid = new Error("booking is not paid");
const book = (result: Error | string, input = { id: "HAT-11", day: "2026/05/20" }): Call => [
  "book",
  { ...input },
  result,
];
const pay: Call = ["pay", { id: "HAT-11" }, "paid"];
const errorOfBook = failureClass(notPaid.message, { id: "HAT-11", day: "2026/05/20" });

const RULES = {
  provenance: { type: "provenance", tool: "order", param: "price", from: { tool: "get_quote", field: "price" } },
  fixCall: { type: "fix-call", tool: "book", error: errorOfBook, fix: ["pay"] },
  fixArgument: { type: "fix-argument", tool: "book", error: errorOfBook, param: "day", change: "reformatted" },
  bareName: { type: "fix-argument", tool: "*", error: "broken name", param: "*name", change: "clean-name" },
  success: { type: "divergence", call: "npm run db:migrate", side: "success" },
  failure: { type: "divergence", call: "npm install", side: "failure" },
  option: { type: "convention", call: "docker build", param: "--no-cache" },
  correction: { type: "user-correction", unwanted: "npm", wanted: "pnpm" },
  coRead: { type: "co-read", tool: "Read", paths: ["main.tf", "outputs.tf", "variables.tf"] },
  order: { type: "order", do: "search", place: "before", action: "edit", within: 3 },
  workflow: { type: "workflow", steps: ["any install", "any build", "any test"] },
  correctWith: { type: "correct-with", action: "create", with: "edit" },
} satisfies Record<string, Rule>;

const edit: Call = ["Edit", { file_path: "src/a.ts", old_string: "a", new_string: "b" }, "ok"];
const write: Call = ["Write", { file_path: "src/a.ts", content: "a" }, "ok"];
const grep: Call = ["Grep", { pattern: "a" }, "src/a.ts"];

describe("whether a rule was followed after its card was shown", () => {
  it.each<[string, Rule, Call[], number, number | undefined]>([
    ["the value comes from the result", RULES.provenance, [quote, orderAt(107.31)], 0, 1],
    ["the value comes from elsewhere", RULES.provenance, [quote, orderAt(99.5)], 0, 0],
    ["it was shown after the result and before the call", RULES.provenance, [quote, orderAt(107.31)], 1, 1],
    ["what was done before the card does not count", RULES.provenance, [quote, orderAt(99.5), orderAt(107.31)], 2, 1],
    ["another value, and the call fails for it", RULES.provenance, [quote, orderAt(99.5, new Error("stale"))], 0, 0],
    ["the call never comes", RULES.provenance, [quote, grep], 0, undefined],

    ["the repair is made", RULES.fixCall, [book(notPaid), pay, book("ok")], 0, 1],
    ["the repair is made and does not help", RULES.fixCall, [book(notPaid), pay, book(notPaid)], 0, 1],
    ["the same call is only tried again", RULES.fixCall, [book(notPaid), book(notPaid), grep], 0, 0],
    ["the card answers the error just seen", RULES.fixCall, [book(notPaid), pay, book("ok")], 1, 1],
    ["an earlier error is another matter", RULES.fixCall, [book(notPaid), grep, pay, book("ok")], 2, undefined],
    ["the error never comes", RULES.fixCall, [book("ok")], 0, undefined],
    ["the agent gives up", RULES.fixCall, [book(notPaid), grep], 0, undefined],
    [
      "the argument is changed as the rule says",
      RULES.fixArgument,
      [book(notPaid), book("ok", { id: "HAT-11", day: "2026-05-20" })],
      0,
      1,
    ],
    [
      "another argument is changed",
      RULES.fixArgument,
      [book(notPaid), book("ok", { id: "HAT-12", day: "2026/05/20" })],
      0,
      0,
    ],
    ["a broken name is called by its bare one", RULES.bareName, [["pay<|x|>json", {}, new Error("?")], pay], 0, 1],

    ["the call of good attempts is made", RULES.success, [sh("npm run db:migrate"), edit], 0, 1],
    ["it is left out", RULES.success, [sh("npm run seed"), edit], 0, 0],
    ["nothing but looking was done", RULES.success, [grep, read("a.ts")], 0, undefined],
    ["the call of failed attempts is made", RULES.failure, [sh("npm install left-pad"), edit], 0, 0],
    ["it is avoided", RULES.failure, [edit], 0, 1],

    ["the option is given", RULES.option, [sh("docker build --no-cache .")], 0, 1],
    ["it is not", RULES.option, [sh("docker build .")], 0, 0],
    ["once of two times", RULES.option, [sh("docker build ."), sh("docker build --no-cache .")], 0, 0.5],

    ["the wanted name is used", RULES.correction, [sh("pnpm add zod")], 0, 1],
    ["the unwanted one is used", RULES.correction, [sh("npm install zod")], 0, 0],
    ["both, one after the other", RULES.correction, [sh("npm install zod"), sh("pnpm add zod")], 0, 0.5],
    ["neither", RULES.correction, [grep], 0, undefined],

    ["all are read together", RULES.coRead, [read("main.tf"), read("variables.tf"), read("outputs.tf")], 0, 1],
    ["one alone is read", RULES.coRead, [read("main.tf"), edit, grep, grep, grep], 0, 0],
    [
      "one is read before the card, the others after",
      RULES.coRead,
      [read("main.tf"), read("variables.tf"), read("outputs.tf")],
      1,
      1,
    ],
    ["it is done before", RULES.order, [grep, read("src/b.ts"), edit], 0, 1],
    ["it is not", RULES.order, [sh("git status"), edit], 0, 0],
    ["the steps follow one another", RULES.workflow, [sh("npm ci"), sh("npm run build"), sh("npm test")], 0, 1],
    ["the last one is missing", RULES.workflow, [sh("npm ci"), sh("npm run build"), edit], 0, 0],
    ["it is corrected at once", RULES.correctWith, [write, edit], 0, 1],
    ["it is not corrected", RULES.correctWith, [write, grep], 0, 0],
  ])("[L34] %s: %j", (_, rule, calls, from, expected) => {
    expect(share(rule, calls, from)).toBe(expected);
  });

  it.each([
    ["가격을 확인하고 주문해 주세요", "XYZ 가격 107.31에 주문해 주세요"],
    ["株価を確認して注文してください", "価格107.31で注文してください"],
    ["查一下价格然后下单", "以107.31的价格下单"],
    ["check the price and order", "order at 107.31"],
  ])("a value that the user gave says nothing, in any language: %s", (asked, given) => {
    const follow = (user: string) =>
      complianceWith(
        { rule: RULES.provenance, body: "", tools: [] },
        trajectory("t", [[user, quote, orderAt(107.31)]]),
        0,
      );
    expect(follow(asked)?.share).toBe(1);
    expect(follow(given)).toBeUndefined();
  });

  it("an error in an earlier turn is not what a card of this turn is about", () => {
    const run = trajectory("t", [
      ["book it", book(notPaid)],
      ["something else", pay, book("ok")],
    ]);
    expect(heedsRule(RULES.fixCall, run, 1)).toEqual({ agrees: 0, disagrees: 0 });
  });

  const anyCall = fc.constantFrom<Call[]>(
    quote,
    orderAt(107.31),
    orderAt(99.5),
    book(notPaid),
    book("ok"),
    pay,
    sh("npm run db:migrate"),
    sh("npm install x"),
    sh("docker build ."),
    sh("docker build --no-cache ."),
    sh("pnpm add zod"),
    read("main.tf"),
    read("variables.tf"),
    read("outputs.tf"),
    grep,
    edit,
    write,
    sh("npm ci"),
    sh("npm run build"),
    sh("npm test"),
  );
  const anyRun = fc
    .array(fc.array(anyCall as unknown as fc.Arbitrary<Call>, { maxLength: 8 }), { minLength: 1, maxLength: 4 })
    .map((turns) =>
      trajectory(
        "t",
        turns.map((calls) => ["go on", ...calls] as const),
      ),
    );
  const anyRule = fc.constantFrom<Rule[]>(...Object.values(RULES)) as unknown as fc.Arbitrary<Rule>;

  it("[L34] lies in 0..1 for any run and moment, and says nothing once the run is over", () => {
    fc.assert(
      fc.property(anyRun, anyRule, fc.nat(40), (run, rule, from) => {
        const found = complianceWith({ rule, body: "", tools: [] }, run, from);
        if (found) expect(found.share >= 0 && found.share <= 1).toBe(true);
        const isFix = rule.type === "fix-call" || rule.type === "fix-argument";
        const end = allSteps(run).length + (isFix ? 1 : 0);
        expect(complianceWith({ rule, body: "", tools: [] }, run, end)).toBeUndefined();
      }),
    );
  });

  it("[L34] from the beginning it is what the miner says of the whole run", () => {
    const own = new Set(["divergence", "user-correction", "fix-call", "fix-argument", "provenance"]);
    fc.assert(
      fc.property(anyRun, anyRule, (run, rule) => {
        fc.pre(!own.has(rule.type));
        expect(heedsRule(rule, run, 0)).toEqual(agreementOf(rule, run));
      }),
    );
  });

  it("cuts a run at any step and loses none before it", () => {
    fc.assert(
      fc.property(anyRun, fc.nat(40), (run, at) => {
        expect(allSteps(beforeStep(run, at))).toEqual(allSteps(run).slice(0, at));
      }),
    );
  });
});
