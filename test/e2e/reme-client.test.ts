import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ROOT, sandbox } from "./habitus.ts";
import { serving } from "./serving.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("no python3 here: the client of ReMe is not tried");

const QUERY = "Buy some stock at the current market price";

/** Six people who buy at the price that was looked up. */
function trajectories(): object[] {
  const call = (id: string, name: string, args: object) => ({
    role: "assistant",
    content: "",
    tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
  });
  return [1, 2, 3, 4, 5, 6].map((n) => ({
    task_id: `buy-${n}`,
    score: 1.0,
    metadata: { query: `Buy stock ${n}` },
    messages: [
      { role: "user", content: `Buy ${n}0 shares of stock S${n} at the current market price` },
      call("a", "get_stock_info", { symbol: `S${n}` }),
      { role: "tool", tool_call_id: "a", content: JSON.stringify({ price: 10.37 + n * 3.1, volume: 7 * n }) },
      call("b", "place_order", { symbol: `S${n}`, price: 10.37 + n * 3.1 }),
      { role: "tool", tool_call_id: "b", content: JSON.stringify({ order_id: 100 + n }) },
    ],
  }));
}

async function client(url: string, workspace: string, step: string, given: object) {
  const script = join(ROOT, "test", "e2e", "reme-client.py");
  const { stdout } = await promisify(execFile)("python3", [script, url, workspace, step, JSON.stringify(given)]);
  return JSON.parse(stdout);
}

describe.skipIf(!hasPython)("[N16] a Python client of ReMe against the built server", () => {
  it("learns, is handed it, says how it went; two successes of five are too few, and a person brings the card back", async () => {
    const box = sandbox();
    const server = await serving(box, "--reme-compat", "--no-token");
    const outcomes = [true, false, true, false, false];
    const loop = await client(server.url, "cookbook", "loop", { trajectories: trajectories(), query: QUERY, outcomes });
    expect(loop.made.length).toBeGreaterThan(0);
    const [first] = loop.rounds;
    expect(first.answer).toContain("Memory 1 :");
    expect(first.answer).toContain("get_stock_info");
    expect(loop.made).toEqual(expect.arrayContaining(first.ids));
    // Handed over until the fifth verdict, and gone with it.
    for (const round of loop.rounds) expect(round.ids).toEqual(first.ids);
    expect(loop.deleted.sort()).toEqual([...first.ids].sort());
    expect(loop.after.filter((id: string) => first.ids.includes(id))).toEqual([]);

    const [id] = first.ids;
    const before = box.ok("--project", "reme:cookbook", "show", id, "--json").json();
    expect(before).toMatchObject({ status: "retired", freq: 5, utility: 2 });
    box.ok("--project", "reme:cookbook", "restore", id);
    const again = await client(server.url, "cookbook", "retrieve", { query: QUERY });
    expect(again.metadata.memory_list.map(({ memory_id }: { memory_id: string }) => memory_id)).toContain(id);
    expect(await server.end("SIGTERM")).toBe(0);
    expect(server.stderr()).not.toContain("UNEXPECTED");
  });

  it("loads a pool and dumps it as it was", async () => {
    const box = sandbox();
    const server = await serving(box, "--reme-compat", "--no-token");
    const pool = [1, 2, 3].map((n) => ({
      workspace_id: "pool",
      memory_id: `m-${n}`,
      memory_type: "task",
      when_to_use: `When stock ${n} is bought at the market price`,
      content: `Look the price of stock ${n} up first: don't guess — "ask".`,
      score: n / 4,
      time_created: "2025-09-20 11:22:49",
      time_modified: "2025-09-20 11:22:49",
      author: "qwen3-8b",
      metadata: { freq: 0, utility: 0, 꼬리표: ["주식"] },
    }));
    mkdirSync(join(box.home, "exchange"), { recursive: true });
    writeFileSync(join(box.home, "exchange", "pool.jsonl"), pool.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const done = await client(server.url, "pool", "load-and-dump", { query: QUERY });
    expect(JSON.parse(done.loaded)).toMatchObject({ count: 3 });
    expect(JSON.parse(done.listed)).toEqual({ count: 3 });
    expect(done.answer).toContain("Look the price");
    const dumped = readFileSync(join(box.home, "exchange", "dumped", "pool.jsonl"), "utf8")
      .trim()
      .split("\n");
    expect(dumped.map((line) => JSON.parse(line))).toEqual(pool);
  });
});
