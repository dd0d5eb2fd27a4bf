import { describe, expect, it } from "vitest";
import { complianceWith } from "../../../src/distill/compliance/compliance.ts";
import { callsPrescribedBy } from "../../../src/distill/compliance/prescribed.ts";
import type { Step, Trajectory } from "../../../src/model/trajectory.ts";

const shell = (command: string): Step => ({ tool: "Bash", input: { command }, result: "", outcome: "ok" });
const call = (tool: string): Step => ({ tool, input: {}, result: "", outcome: "ok" });
const run = (...steps: Step[]): Trajectory => ({
  id: "t",
  source: "test",
  task: "task",
  taskQuery: "",
  session: "s",
  recalled: [],
  turns: [{ user: "do it", steps }],
});
const card = (body: string, tools: string[] = []) => ({ body: `# Title with \`Bash\`\n\n${body}`, tools });
const followed = (body: string, steps: Step[], from = 0, tools: string[] = []) =>
  complianceWith(card(body, tools), run(...steps), from)?.share;

describe("calls that a body prescribes", () => {
  const both = [shell("npm test"), shell("pnpm test")];
  it.each([
    ["en", "1. Use `pnpm test`, not `npm test`.", [false, true]],
    ["en", "1. Run `pnpm test` instead of `npm test`.", [false, true]],
    ["en", "1. Never run `npm test`; run `pnpm test`.", [true, false]],
    ["en", "1. Replace `npm test` with `pnpm test`.", [true, false]],
    ["en", "1. Do not run `npm test` or `yarn test`.", [true, true]],
    ["en", "1. Run `npm test` and `pnpm test`.", [false, false]],
    ["ko", "1. `npm test` 말고 `pnpm test`를 실행하세요.", [true, false]],
    ["ko", "1. `npm test`를 실행하지 말고 `pnpm test`를 실행하세요.", [true, false]],
    ["ko", "1. `npm test`나 `yarn test`는 쓰지 마세요.", [true, true]],
    ["ko", "1. 먼저 `pnpm test`를 실행하고 `git diff`를 확인하세요.", [false, false]],
    ["ja", "1. `npm test` ではなく `pnpm test` を実行する。", [true, false]],
    ["ja", "1. `npm test` は使わない。`pnpm test` を実行する。", [true, false]],
    ["ja", "1. `npm test` や `yarn test` は実行しない。", [true, true]],
    ["zh", "1. 不要用 `npm test`，请运行 `pnpm test`。", [true, false]],
    ["zh", "1. 用 `pnpm test` 代替 `npm test`。", [false, true]],
    ["zh", "1. 运行 `pnpm test`，而不是 `npm test`。", [false, true]],
    ["zh", "1. 不要运行 `npm test` 或 `yarn test`。", [true, true]],
  ])("%s: tells what is asked for from what is turned away: %s", (_, body, avoid) => {
    expect(callsPrescribedBy(card(body), run(...both)).map((each) => each.avoid)).toEqual(avoid);
  });

  it.each([
    ["Never run `npm publish` without `npm test`."],
    ["`npm test` 없이 `npm publish`를 실행하지 마세요."],
    ["`npm test` なしで `npm publish` を実行しない。"],
    ["没有 `npm test` 就不要运行 `npm publish`。"],
  ])("asks for what must not be left out: %s", (body) => {
    expect(callsPrescribedBy(card(body), run())).toEqual([
      { call: { program: "npm", subcommand: "test", flags: [] }, avoid: false },
    ]);
  });

  it("names tools at hand and commands; fields, files, values and what stands under ## are none", () => {
    const body =
      "1. Call `get_quote`, then `order_shares(symbol, price)` with `get_quote.price` as `price`; see `main.tf`.\n\n## Failure modes\n- `cancel_order` fails";
    const prescribed = callsPrescribedBy(card(body, ["get_quote", "order_shares", "cancel_order"]), run());
    expect(prescribed.map((each) => each.call)).toEqual([{ tool: "get_quote" }, { tool: "order_shares" }]);
  });

  it("[L34] gives the share of the prescribed calls that were made after the card was shown", () => {
    const body = "1. Run `npm run lint` and then `npm test`.";
    expect(followed(body, [shell("npm run lint -- --fix"), shell("npm test")])).toBe(1);
    expect(followed(body, [shell("npm test")])).toBe(0.5);
    expect(followed(body, [shell("npm run lint && npm test"), shell("ls")], 1)).toBe(0);
    expect(followed(body, [shell("ls")])).toBe(0);
  });

  it("[L34] says nothing where nothing is prescribed, nothing was done, or what was to be avoided was not done", () => {
    expect(followed("1. Think before you answer.", [shell("ls")])).toBeUndefined();
    expect(followed("1. Run `npm test`.", [shell("npm test")], 1)).toBeUndefined();
    expect(followed("1. Never run `npm publish`.", [shell("ls")])).toBeUndefined();
    expect(followed("1. Never run `npm publish`.", [shell("npm publish --tag x")])).toBe(0);
  });

  it("finds a tool of an MCP server with and without its server, and a call that failed; one that was denied was not made", () => {
    const body = "1. Call `create_ticket` first.";
    expect(followed(body, [call("mcp__tracker__create_ticket")])).toBe(1);
    expect(followed(body, [{ ...call("create_ticket"), outcome: "error" }])).toBe(1);
    expect(followed(body, [{ ...call("create_ticket"), outcome: "denied" }], 0, ["create_ticket"])).toBeUndefined();
  });
});
