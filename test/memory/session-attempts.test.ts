import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/json.ts";
import type { LedgerRow } from "../../src/model/ledger.ts";
import type { Observation } from "../../src/model/observation.ts";
import { createWorld, KEY, order, orders, type World } from "./memory-in-memory.ts";

const SECOND = 1_000;
const MINUTE = 60_000;

/** A session of a host, line by line: each happens a second after the one before. */
async function live(world: World, session: string) {
  const line = async (fields: Partial<Observation>) => {
    world.pass(SECOND);
    const at = new Date(world.ports.clock.now()).toISOString();
    const observation = { v: 1, at, host: "claude-code", session, ...fields } as Observation;
    await world.ports.observations.append([observation]);
  };
  let calls = 0;
  await line({ event: "session_start", input: { source: "claude-code" } });
  return {
    prompt: (text: string) => line({ event: "prompt", input: text }),
    call: async (tool: string, input: Json, result: Json, more: Partial<Observation> = {}) => {
      calls += 1;
      const call = `${session}-c${calls}`;
      await line({ event: "tool_start", call, tool, input });
      await line({ event: "tool_end", call, tool, input, result, outcome: "ok", ...more });
    },
    end: () => line({ event: "session_end" }),
  };
}

const passing = { stdout: "Tests  12 passed (12)", exit_code: 0 };
const failing = { stdout: "Tests  3 failed | 9 passed (12)", exit_code: 1 };

async function worldWithCard(): Promise<{ world: World; id: string }> {
  const world = createWorld();
  const report = await world.memory.acquire(orders(0, 6));
  const id = report.decisions.find(({ key }) => key === KEY)!.card!;
  world.pass(MINUTE);
  return { world, id };
}

const rowsOf = async (world: World, session: string): Promise<LedgerRow[]> => world.memory.log(session);
const ofType = <T extends LedgerRow["type"]>(rows: readonly LedgerRow[], type: T) =>
  rows.filter((row): row is Extract<LedgerRow, { type: T }> => row.type === type);
const TASK = "Order some shares of company at the market price";

describe("what a session shows about the advice that was handed over in it", () => {
  it.each([
    [true, 1],
    [false, 0],
  ])("[L34] notes once whether it was followed (%s), with the reason", async (follows, share) => {
    const { world, id } = await worldWithCard();
    const session = await live(world, "live-1");
    await session.prompt(TASK);
    const advice = await world.memory.recall(TASK, { session: "live-1" });
    expect(advice.cards.map((card) => card.id)).toContain(id);
    await session.call("get_quote", { symbol: "ABC" }, { price: 431.17, volume: 9101 });
    await session.call("order_shares", { symbol: "ABC", price: follows ? 431.17 : 444.4, amount: 3 }, { order: 77001 });
    await session.end();
    await world.memory.learn({ includeOpen: true });
    const again = world.forgetDerived();
    await again.memory.learn({ includeOpen: true });
    const rows = ofType(await rowsOf(again, "live-1"), "followed");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ attempt: advice.attempt, by: "trace", followed: { [id]: share } });
    expect(rows[0]?.reasons?.[id]).toBe(`${share} of 1 occasions of its rule`);
  });

  it("[L34] looks only at what was done after the card was shown", async () => {
    const { world, id } = await worldWithCard();
    const session = await live(world, "live-2");
    await session.prompt(TASK);
    await session.call("get_quote", { symbol: "ABC" }, { price: 431.17, volume: 9101 });
    await session.call("order_shares", { symbol: "ABC", price: 400.4, amount: 3 }, { order: 77001 });
    await world.memory.recall(TASK, { session: "live-2", level: "tool" });
    await session.call("order_shares", { symbol: "ABC", price: 431.17, amount: 3 }, { order: 77002 });
    await session.end();
    await world.memory.learn({ includeOpen: true });
    expect(ofType(await rowsOf(world, "live-2"), "followed")[0]?.followed).toEqual({ [id]: 1 });
  });

  it("[L34] says nothing of advice whose occasion never came", async () => {
    const { world } = await worldWithCard();
    const session = await live(world, "live-3");
    await session.prompt(TASK);
    await world.memory.recall(TASK, { session: "live-3" });
    await session.call("Read", { file_path: "a.md" }, "text");
    await session.end();
    await world.memory.learn({ includeOpen: true });
    expect(ofType(await rowsOf(world, "live-3"), "followed")).toEqual([]);
  });

  it.each([
    ["now write a changelog entry for the release", "이제 릴리스 노트를 작성해 줘"],
    ["次にリリースノートを書いてください", "接下来写一份发布说明"],
  ])("[O18] [L36] notes how each task of a session ended, by its own signals: %s", async (second, third) => {
    const world = createWorld();
    const session = await live(world, "live-4");
    const attempts: string[] = [];
    const begin = async (prompt: string) => {
      await session.prompt(prompt);
      attempts.push((await world.memory.recall(prompt, { session: "live-4" })).attempt);
    };
    await begin("fix the failing parser test");
    await session.call("Edit", { file_path: "src/parse.ts", old_string: "a", new_string: "b" }, "ok");
    await session.call("Bash", { command: "npm test" }, passing);
    await begin(second);
    await session.call("Read", { file_path: "CHANGELOG.md" }, "text");
    await begin(third);
    await session.call("Edit", { file_path: "src/a.ts", old_string: "a", new_string: "b" }, "ok");
    await session.call("Bash", { command: "npm test" }, failing, { outcome: "error" });
    await session.end();
    await world.memory.learn({ includeOpen: true });
    const outcomes = ofType(await rowsOf(world, "live-4"), "outcome");
    expect(outcomes.map(({ attempt, score, by }) => [attempts.indexOf(attempt), score, by])).toEqual([
      [0, 1, "signals"],
      [2, 0, "signals"],
    ]);
    expect(outcomes.every(({ reasons }) => reasons.length > 0)).toBe(true);
  });

  it.each([
    "that is wrong, it still fails",
    "아니, 틀렸어. 여전히 안 돼",
    "違います、まだ動きません",
    "不对，还是不行",
  ])("[L36] hears in four languages that the task before went wrong: %s", async (complaint) => {
    const world = createWorld();
    const session = await live(world, "live-5");
    await session.prompt("make the parser accept empty lines");
    const { attempt } = await world.memory.recall("make the parser accept empty lines", { session: "live-5" });
    await session.call("Edit", { file_path: "src/parse.ts", old_string: "a", new_string: "b" }, "ok");
    await session.call("Bash", { command: "npm test" }, passing);
    await session.prompt(complaint);
    await session.end();
    await world.memory.learn({ includeOpen: true });
    expect(ofType(await rowsOf(world, "live-5"), "outcome")).toMatchObject([{ attempt, score: 0, by: "signals" }]);
  });

  it("[L36] leaves a person's word alone, whichever came first", async () => {
    for (const early of [true, false]) {
      const world = createWorld();
      const session = await live(world, "live-6");
      await session.prompt("fix the parser");
      const { attempt } = await world.memory.recall("fix the parser", { session: "live-6" });
      await session.call("Edit", { file_path: "src/parse.ts", old_string: "a", new_string: "b" }, "ok");
      await session.call("Bash", { command: "npm test" }, passing);
      await session.end();
      const bad = () => world.memory.record(attempt, { score: 0, by: "user", reasons: ["it is not"] });
      if (early) await bad();
      await world.memory.learn({ includeOpen: true });
      if (!early) await bad();
      const status = await world.memory.status();
      expect(status.attempts).toMatchObject({ recalled: 1, known: 1, endedWell: 0 });
    }
  });

  it("[L36] takes the outcome that a whole run states, and all of it for done after the advice", async () => {
    const { world, id } = await worldWithCard();
    const { attempt } = await world.memory.recall(TASK, { session: "api-1" });
    world.pass(MINUTE);
    const outcome = { score: 0, by: "benchmark", reasons: [] } as const;
    await world.memory.acquire([
      { ...order(9, { follows: false, session: "api-1" }), outcome: { ...outcome, reasons: [] } },
    ]);
    const rows = await rowsOf(world, "api-1");
    expect(ofType(rows, "outcome")).toMatchObject([{ attempt, score: 0, by: "benchmark" }]);
    expect(ofType(rows, "followed")).toMatchObject([{ attempt, followed: { [id]: 0 } }]);
  });

  it("[L36] adds the same rows however often and in however many runs the log is read", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }), fc.nat(3), async (follows, learnAt) => {
        const { world } = await worldWithCard();
        for (const [n, follow] of follows.entries()) {
          const session = await live(world, `s-${n}`);
          await session.prompt(TASK);
          await world.memory.recall(TASK, { session: `s-${n}` });
          await session.call("get_quote", { symbol: "ABC" }, { price: 431.17 + n, volume: 9101 });
          await session.call("order_shares", { symbol: "ABC", price: follow ? 431.17 + n : 1.5, amount: 3 }, {});
          await session.end();
          if (n === learnAt) await world.memory.learn({ includeOpen: true });
        }
        await world.memory.learn({ includeOpen: true });
        const again = world.forgetDerived();
        await again.memory.learn({ includeOpen: true });
        const rows = ofType(await again.memory.log(), "followed");
        expect(rows.map(({ followed }) => Object.values(followed)[0])).toEqual(follows.map(Number));
      }),
      { numRuns: 10 },
    );
  });
});
