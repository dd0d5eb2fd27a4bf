import { describe, expect, it } from "vitest";
import { standingOf } from "../../src/learn/policy/prior.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import { createWorld, DAY_MS, order, type World } from "../memory/memory-in-memory.ts";

const ended = (well: boolean): Outcome => ({ score: well ? 1 : 0, by: "test", reasons: [] });

/** One session: something is asked, what fits is handed over, the work is done, and how it ended is read from its record. */
async function session(world: World, task: number, well: boolean): Promise<string[]> {
  const name = `s${task}`;
  const { cards } = await world.memory.recall("Order some shares at the market price", { session: name });
  await world.memory.acquire([order(task, { session: name, outcome: ended(well) })]);
  world.pass(DAY_MS);
  return cards.map(({ id }) => id);
}

/** A card by hand that a person calls true at the beginning of the second half. */
async function withCard(world: World): Promise<string> {
  const { id } = await world.memory.create({
    id: "quote-first",
    whenToUse: "When shares are ordered at the market price",
    title: "Ask for the price first",
    tools: ["get_quote", "order_shares"],
  });
  return id;
}

async function halves(endedWell: readonly [without: number, withIt: number]) {
  // `order` teaches a card of its own in time; a store that keeps one card to an answer shows the one under test.
  const world = createWorld({ limit: 1 });
  for (let i = 0; i < 10; i++) expect(await session(world, i, i % 10 < endedWell[0])).not.toContain("quote-first");
  for (const { id } of (await world.memory.list("active")).cards) await world.memory.retire(id, "not under test");
  const id = await withCard(world);
  const before = (await world.memory.show(id)).experience;
  for (let i = 10; i < 20; i++) expect(await session(world, i, i % 10 < endedWell[1])).toEqual([id]);
  return { before, after: (await world.memory.show(id)).experience, why: await world.memory.why(id) };
}

describe("A19: no habit is praised for what happens anyway", () => {
  it("a card with which things end as they always did gains neither belief nor value", async () => {
    const { before, after, why } = await halves([6, 6]);
    expect(why).toMatchObject({ shown: 10, judged: 10, endedWell: 6 });
    expect(after.confidence).toBeLessThanOrEqual(before.confidence);
    expect(standingOf(after).mean).toBeLessThan(standingOf(before).mean);
  });

  it("a card that changes what happens rises: three of ten end well without it, nine of ten with it", async () => {
    const { before, after, why } = await halves([3, 9]);
    expect(why).toMatchObject({ shown: 10, judged: 10, endedWell: 9 });
    expect(standingOf(after).mean).toBeGreaterThan(standingOf(before).mean + 0.5);
    expect(why.lift.interval[0]).toBeGreaterThan(0);
    expect(why.usual).toBeLessThan(0.5);
    expect(after.confidence).toBe(before.confidence);
  });
});
