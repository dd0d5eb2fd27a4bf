import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { startAnthropic } from "../model-servers/anthropic.ts";
import { startOpenAi } from "../model-servers/openai.ts";
import { GOOD_JUDGEMENT, KEY_POINTS, purchase, STOCK } from "../model-servers/replies.ts";
import { replies } from "../model-servers/scripted.ts";
import { CLI, sandbox } from "./habitus.ts";

const TASK = "Buy 100 shares of AAPL at the current price";
const KEY = "sk-e2e-0123456789abcdef";
const SCRIPT = replies({
  key_points: { json: KEY_POINTS },
  success_experiences: { json: { experiences: [STOCK] } },
  judgement: { json: GOOD_JUDGEMENT },
  guidance: { json: { guidance: "For AAPL, ask `get_stock_info` first and use its `price`.", used: [1] } },
});

/** Runs as in ReMe's format: OpenAI chat messages with a score. */
function remeRun(n: number): object {
  const { task, taskQuery, turns } = purchase(n);
  const messages = turns[0]!.steps.flatMap(({ tool, input, result }, i) => [
    {
      role: "assistant",
      content: "",
      tool_calls: [{ id: `c${i}`, type: "function", function: { name: tool, arguments: JSON.stringify(input) } }],
    },
    { role: "tool", tool_call_id: `c${i}`, content: JSON.stringify(result) },
  ]);
  return { task_id: task, score: 1, messages: [{ role: "user", content: taskQuery }, ...messages] };
}

it.each([
  ["openai-compatible", startOpenAi],
  ["anthropic", startAnthropic],
] as const)("from a file of runs to a rewritten advice over %s, by the command line alone", async (provider, start) => {
  const server = await start(SCRIPT);
  onTestFinished(() => server.close());
  const { home, cwd, env } = sandbox();
  const habitus = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [CLI, ...args], { cwd, env: { ...env, THE_KEY: KEY } })).stdout;
  mkdirSync(home, { recursive: true });
  writeFileSync(
    join(home, "config.yaml"),
    [
      "models:",
      "  default:",
      `    provider: ${provider}`,
      "    model: scripted-1",
      `    base_url: ${server.url}`,
      "    key_env: THE_KEY",
      "  learn: true",
      "  retries: 0",
      "  day_calls: 50",
      "",
    ].join("\n"),
  );
  writeFileSync(join(cwd, "runs.jsonl"), `${JSON.stringify(remeRun(1))}\n${JSON.stringify(remeRun(2))}\n`);
  await habitus("import", "runs.jsonl");
  const learned = JSON.parse(await habitus("learn", "--json"));
  expect(learned.lenses.decisions.map(({ verdict }: { verdict: string }) => verdict)).toEqual(["created", "merged"]);
  const card = learned.lenses.decisions[0].card as string;
  expect(await habitus("show", card)).toContain("lens/success@1 scripted-1");

  const text = await habitus("recall", TASK, "--rewrite", "--evidence");
  expect(text).toContain("For AAPL, ask `get_stock_info` first");
  expect(text).toContain(card);
  expect(await habitus("status")).toMatch(/summarise scripted-1.*today \d+ of 50 calls/);

  const calls = server.calls.length;
  await habitus("recall", TASK);
  expect(server.calls).toHaveLength(calls);

  await server.close();
  const without = await habitus("recall", TASK, "--rewrite", "--json");
  expect(JSON.parse(without).notes[0]).toMatch(/the cards are given as they stand/);
  expect(everyFileIn(home).join()).not.toContain(KEY);
});

function everyFileIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
}
