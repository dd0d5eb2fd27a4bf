import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { startOpenAi } from "../model-servers/openai.ts";
import { GOOD_JUDGEMENT, STOCK } from "../model-servers/replies.ts";
import type { Script, ScriptedCall } from "../model-servers/scripted.ts";
import { ROOT, sandbox } from "./habitus.ts";

const CARD = "ask-for-the-quote-before-an-order-at-the-market-price";

/** As an agent it orders at a price that it makes up, unless it is told better; as a summariser it sees what went wrong. */
const SCRIPT: Script = (call) => {
  if (isAgent(call)) return nextStep(call);
  switch (call.asked) {
    case "key_points":
      return { json: { points: [{ from: 1, to: 1, why: "The price was made up." }] } };
    case "failure_experiences":
    case "success_experiences":
      return { json: { experiences: [STOCK] } };
    case "judgement":
      return { json: GOOD_JUDGEMENT };
    default:
      return { status: 500, body: { error: { message: `no reply to "${call.asked}" in the script` } } };
  }
};

function isAgent({ body }: ScriptedCall): boolean {
  return body.tools !== undefined;
}

function nextStep({ messages, user }: ScriptedCall) {
  const isTold = user.includes("never take one from memory");
  const order = (price: number) => ({
    toolCalls: [{ name: "place_order", input: { symbol: "AAPL", amount: 100, price } }],
  });
  const last = messages.at(-1)!;
  if (last.role === "user")
    return isTold ? { toolCalls: [{ name: "get_stock_info", input: { symbol: "AAPL" } }] } : order(100);
  const price = /"price": ?([\d.]+)/.exec(last.content)?.[1];
  return price === undefined ? "That is all I can do." : order(Number(price));
}

describe.each(["ai-sdk", "langchain", "langgraph"])("[B5] the example for %s", (name) => {
  it("fails at first, learns from it, and is given the card the next time", async () => {
    const server = await startOpenAi(SCRIPT);
    onTestFinished(() => server.close());
    const { env, cwd } = sandbox();
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(ROOT, "examples", `${name}.mjs`)], {
      cwd,
      env: { ...env, MODEL_URL: server.url, MODEL: "scripted-1" },
    });
    expect(stderr).toBe("");
    expect(stdout.trim().split("\n")).toEqual([
      "run 1: score 0, cards shown: none",
      `run 2: score 1, cards shown: ${CARD}`,
    ]);
    expect(server.asked("failure_experiences").length).toBeGreaterThan(0);
  });

  it("goes on when the model that should learn from it is down, and says so", async () => {
    const server = await startOpenAi((call) => (isAgent(call) ? nextStep(call) : { status: 401 }));
    onTestFinished(() => server.close());
    const { env, cwd } = sandbox();
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(ROOT, "examples", `${name}.mjs`)], {
      cwd,
      env: { ...env, MODEL_URL: server.url },
    });
    expect(stderr).toMatch(/habitus, acquire: .*401/);
    expect(stdout.trim().split("\n")).toEqual([
      "run 1: score 0, cards shown: none",
      "run 2: score 0, cards shown: none",
    ]);
  });
});

/** An installed habitus, as far as module resolution can tell. */
function installed() {
  const box = sandbox();
  mkdirSync(join(box.cwd, "node_modules"));
  symlinkSync(ROOT, join(box.cwd, "node_modules", "habitus"));
  return box;
}

it.each(["README.md", "README.ko.md"])("[B5] the ten lines of %s run as they stand, and end with a card", (name) => {
  const text = readFileSync(join(ROOT, name), "utf8");
  const [, code = ""] = /```js\n(import \{ openMemory, runFiles \}[\s\S]*?)```/.exec(text) ?? [];
  expect(code.split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(10);
  const { cwd, env } = installed();
  writeFileSync(join(cwd, "agent.mjs"), code);
  const stdout = execFileSync(process.execPath, ["agent.mjs"], { cwd, env, encoding: "utf8" });
  expect(stdout).toContain("### Fetch the price with get_stock_info before place_order");
});

it("[B5] the middlewares bring no framework along, and their types name the user's own", () => {
  const dist = join(ROOT, "dist");
  const reached = new Set<string>();
  const outside = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    const source = readFileSync(join(dist, file), "utf8");
    // What is required at the beginning; what an arrow leads to is loaded when it is called.
    for (const [, from = ""] of source.matchAll(/(?:from\s?|(?<!=>\s?)\brequire\()["`]([^"`]+)["`]/g)) {
      if (from.startsWith("./")) visit(from.slice(2));
      else outside.add(from);
    }
  };
  visit("ai-sdk.mjs");
  visit("langchain.mjs");
  visit("langgraph.mjs");
  expect([...outside].filter((name) => !isBuiltin(name))).toEqual([]);
  expect(reached.size).toBeGreaterThan(2);
  // What habitus itself asks models with is loaded only when a model is used.
  expect([...reached].filter((file) => /ai-model|dist-/.test(file))).toEqual([]);
  expect(readFileSync(join(dist, "ai-sdk.d.mts"), "utf8")).toContain('from "ai"');
  expect(readFileSync(join(dist, "langgraph.d.mts"), "utf8")).toContain('from "@langchain/core/messages"');
  expect(readFileSync(join(dist, "langchain.d.mts"), "utf8")).toContain('from "langchain"');
});

it("[B5] every example is run here", () => {
  const names = readdirSync(join(ROOT, "examples")).filter((name) =>
    readFileSync(join(ROOT, "examples", name), "utf8").includes("//   "),
  );
  expect(names.sort()).toEqual(["ai-sdk.mjs", "langchain.mjs", "langgraph.mjs", "library.mjs"]);
  const { cwd, env } = sandbox();
  const stdout = execFileSync(process.execPath, [join(ROOT, "examples", "library.mjs")], {
    cwd,
    env,
    encoding: "utf8",
  });
  expect(stdout).toContain("new cards: 7");
  expect(stdout).toContain("place-order.price-from-get-stock-info");
});
