import { describe, expect, it } from "vitest";
import { createWorld, DAY_MS, KEY, order, orders, type World } from "./memory-in-memory.ts";

async function learned(world: World, count = 8): Promise<string> {
  const report = await world.memory.acquire(orders(0, count));
  const decision = report.decisions.find(({ key }) => key === KEY);
  expect(decision).toMatchObject({ verdict: "created", support: count });
  return decision!.card!;
}

const cardOf = async ({ memory }: World, id: string) => (await memory.show(id)).experience;

describe("a card's life", () => {
  it("begins with enough evidence, and not before", async () => {
    const { memory } = createWorld();
    const early = await memory.acquire([order(0)]);
    expect(early.decisions.filter(({ verdict }) => verdict === "created")).toEqual([]);
  });

  it("[L1] gains confidence by further sessions, one vote each, and becomes validated by two", async () => {
    const world = createWorld();
    const id = await learned(world);
    const born = (await cardOf(world, id)).confidence;
    expect(born).toBeGreaterThanOrEqual(0.3);
    expect(born).toBeLessThanOrEqual(0.5);
    world.pass(DAY_MS);
    await world.memory.acquire([order(20), order(21)]);
    const later = await cardOf(world, id);
    expect(later.confidence).toBeCloseTo(born + 0.2, 9);
    expect(later.tier).toBe("validated");
  });

  it("[L2] gains nothing from sessions in which it was shown", async () => {
    const world = createWorld();
    const id = await learned(world);
    const before = await cardOf(world, id);
    world.pass(DAY_MS);
    for (const task of [30, 31, 32]) {
      const advice = await world.memory.recall("Order shares at the market price", { session: `s${task}` });
      expect(advice.cards.map((card) => card.id)).toContain(id);
    }
    await world.memory.acquire(orders(30, 33));
    const after = await cardOf(world, id);
    expect(after.confidence).toBe(before.confidence);
    expect(after.tier).toBe(before.tier);
    expect(after.body).toBe(before.body);
  });

  it("[D1] ends when later successes contradict it, and begins again when evidence returns", async () => {
    const world = createWorld();
    const id = await learned(world, 6);
    world.pass(DAY_MS);
    const against = await world.memory.acquire(orders(100, 112, { follows: false }));
    expect(against.decisions.find(({ card }) => card === id)).toMatchObject({ verdict: "withdrawn" });
    expect((await cardOf(world, id)).status).toBe("retired");
    expect((await world.memory.recall("Order shares at the market price")).cards).toEqual([]);
    world.pass(DAY_MS);
    const again = await world.memory.acquire(orders(200, 320));
    expect(again.decisions.find(({ card }) => card === id)).toMatchObject({ verdict: "restored" });
    expect((await cardOf(world, id)).status).toBe("active");
  });

  it("stays retired when a person retired it, whatever is seen", async () => {
    const world = createWorld();
    const id = await learned(world);
    await world.memory.retire(id, "we do it otherwise");
    world.pass(DAY_MS);
    const report = await world.memory.acquire(orders(40, 60));
    expect(report.decisions.find(({ card }) => card === id)).toMatchObject({
      verdict: "kept retired",
      reason: "we do it otherwise",
    });
  });

  it("[L8] weakens when the project is used and the pattern is not seen, and [L9] prune forgets it", async () => {
    const world = createWorld();
    const id = await learned(world);
    const born = (await cardOf(world, id)).confidence;
    const idle = async (days: number) => {
      for (let day = 0; day < days; day += 1) {
        world.pass(DAY_MS);
        const other = order(1000 + day + Math.round(born * 10), { session: `idle-${world.ports.clock.now()}` });
        await world.memory.acquire([
          { ...other, turns: [{ user: "say hello", steps: [{ tool: "greet", input: {}, outcome: "ok" }] }] },
        ]);
      }
    };
    await idle(14);
    expect((await cardOf(world, id)).confidence).toBeCloseTo(born - 0.1, 9);
    await idle(28);
    expect((await cardOf(world, id)).confidence).toBeCloseTo(born - 0.3, 9);
    const [pruned] = await world.memory.prune({ dryRun: true });
    expect(pruned).toMatchObject({ id });
    expect((await cardOf(world, id)).status).toBe("active");
    await world.memory.prune();
    expect((await cardOf(world, id)).status).toBe("retired");
  });
});

describe("what a person wrote", () => {
  it("[S3] stays when new evidence comes, while the numbers move on", async () => {
    const world = createWorld();
    const id = await learned(world);
    const { text, experience } = await world.memory.show(id);
    await world.memory.edit(id, `${text}\nOur own words.\n`, text);
    world.pass(DAY_MS);
    await world.memory.acquire(orders(50, 55));
    const after = await world.memory.show(id);
    expect(after.text).toContain("Our own words.");
    expect(after.experience.confidence).toBeGreaterThan(experience.confidence);
  });

  it("is refused when the card changed meanwhile, and nothing is lost", async () => {
    const { memory } = createWorld();
    const { id } = await memory.create({ whenToUse: "a situation" });
    const base = await memory.text(id);
    await memory.edit(id, `${base}\nFirst.\n`, base);
    await expect(memory.edit(id, `${base}\nSecond.\n`, base)).rejects.toMatchObject({ code: "STORE_BUSY" });
    expect(await memory.text(id)).toContain("First.");
  });

  it("changes confidence for good when it is written into the file", async () => {
    const world = createWorld();
    const id = await learned(world);
    const { text } = await world.memory.show(id);
    await world.memory.edit(id, text.replace(/^confidence: .*$/m, "confidence: 0.9"), text);
    await world.memory.learn();
    expect((await cardOf(world, id)).confidence).toBe(0.9);
    world.pass(DAY_MS);
    await world.memory.acquire([order(70)]);
    expect((await cardOf(world, id)).confidence).toBe(1);
  });

  it("can be undone and redone, also across a retirement", async () => {
    const { memory } = createWorld();
    const { id } = await memory.create({ whenToUse: "a situation", title: "Do this" });
    const first = await memory.text(id);
    await memory.edit(id, first.replace("Do this", "Do that"), first);
    await memory.undo(id);
    expect(await memory.text(id)).toBe(first);
    await memory.undo(id);
    expect((await memory.show(id)).experience.title).toBe("Do that");
    await memory.retire(id, "");
    await memory.undo(id);
    expect((await memory.show(id)).experience.status).toBe("active");
  });
});

describe("derived files", () => {
  it("[L17] can be lost: reading everything again gives the same cards and numbers", async () => {
    const world = createWorld();
    const id = await learned(world);
    world.pass(DAY_MS);
    await world.memory.acquire(orders(20, 24));
    const advice = await world.memory.recall("Order shares at the market price");
    await world.memory.record(advice, { score: 1, by: "user", reasons: [] });
    const before = (await world.memory.list()).cards;
    expect(before.find((card) => card.id === id)).toMatchObject({ freq: 1, utility: 1 });

    const again = world.forgetDerived();
    const report = await again.memory.learn();
    expect(report.trajectories).toBe(12);
    expect((await again.memory.list()).cards).toEqual(before);
  });

  it("know an attempt that was imported before, learned from or not", async () => {
    const { memory } = createWorld();
    const line = JSON.stringify({ task_id: "a", trial: "1", score: 1, messages: [{ role: "user", content: "hello" }] });
    const source = {
      path: "runs.jsonl",
      open: async function* () {
        yield `${line}\n`;
      },
    };
    expect(await memory.import([source])).toMatchObject({ trajectories: 1 });
    expect(await memory.import([source])).toMatchObject({ trajectories: 0 });
    await memory.learn();
    expect(await memory.import([source])).toMatchObject({ trajectories: 0 });
  });
});
