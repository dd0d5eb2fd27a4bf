import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Memory } from "../../src/memory.ts";
import { ruleKey } from "../../src/model/rule.ts";
import { openMemory } from "../../src/open-memory.ts";
import { KEY, orders } from "./memory-in-memory.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "habitus-global-seen-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
});

async function open(name: string): Promise<Memory> {
  mkdirSync(join(base, name), { recursive: true });
  const memory = await openMemory({ home: join(base, "home"), cwd: join(base, name), env: { HOME: base, PATH: "" } });
  onTestFinished(() => memory.close());
  return memory;
}

/** A card that was mined in this project and then promoted to all. */
async function promoted(memory: Memory): Promise<string> {
  await memory.acquire(orders(0, 4));
  const { id } = (await memory.list("active")).cards.find(({ rule }) => rule && ruleKey(rule) === KEY)!;
  await memory.promote([id], { to: "global" });
  return id;
}
const confidenceOf = async (memory: Memory, id: string) => (await memory.show(id)).experience.confidence;

describe("the confidence of a global card", () => {
  it("[L75] moves when its pattern is seen or contradicted where it came from, one vote a session", async () => {
    const memory = await open("one");
    const id = await promoted(memory);
    const before = await confidenceOf(memory, `global/${id}`);
    await memory.acquire(orders(4, 6));
    const after = await confidenceOf(memory, `global/${id}`);
    expect(after).toBeCloseTo(before + 0.2, 9);
    await memory.acquire(orders(0, 6));
    expect(await confidenceOf(memory, `global/${id}`)).toBe(after);
    await memory.acquire(orders(6, 7, { follows: false }));
    expect(await confidenceOf(memory, `global/${id}`)).toBeCloseTo(after - 0.1, 9);
  });

  it("[L75] does not move by sessions that were told so by the card itself, nor do they make a card elsewhere", async () => {
    const [one, two] = [await open("one"), await open("two")];
    const id = await promoted(one);
    const before = await confidenceOf(one, `global/${id}`);
    const told = async (memory: Memory, from: number, to: number) => {
      for (const run of orders(from, to)) {
        const { cards } = await memory.recall("order shares at the price of get_quote", { session: run.session });
        expect(cards.map((card) => card.id)).toContain(`global/${id}`);
      }
      await memory.acquire(orders(from, to));
    };
    await told(one, 4, 6);
    expect(await confidenceOf(one, `global/${id}`)).toBe(before);
    await told(two, 10, 18);
    const own = (await two.list("active")).cards.filter(({ scope, rule }) => scope === "project" && rule);
    expect(own.filter(({ rule }) => ruleKey(rule!) === KEY)).toEqual([]);
  });
});
