import { describe, expect, it } from "vitest";
import { createMemory } from "../../src/memory.ts";
import { completeOptions } from "../../src/options.ts";
import { createWorld, KEY, orders } from "../memory/memory-in-memory.ts";

describe("A2: recording starts no analysis, and only one runs at a time", () => {
  it("recording two hundred attempts learns nothing; two runs at once share the log between them, once", async () => {
    const { memory, ports } = createWorld();
    const { record } = await memory.recorder();
    for (const trajectory of orders(0, 200))
      await record(trajectory, { source: "test", task: trajectory.task, whole: true });
    expect(await ports.state.load()).toBeUndefined();
    expect((await memory.list()).cards).toEqual([]);
    const [first, second] = await Promise.all([memory.learn(), memory.learn()]);
    expect([first.trajectories, second.trajectories].sort((a, b) => a - b)).toEqual([0, 200]);
    expect((await memory.list()).cards.filter(({ rule }) => rule?.type === "provenance")).toHaveLength(1);
  });
});

describe("A6: an analysis that fails eats nothing", () => {
  it.each(["state", "ledger", "cards"] as const)(
    "when %s cannot be written, the next run sees every observation",
    async (broken) => {
      const world = createWorld();
      const { record } = await world.memory.recorder();
      for (const trajectory of orders(0, 8))
        await record(trajectory, { source: "test", task: trajectory.task, whole: true });
      const fail = async () => {
        throw new Error("no space left on device");
      };
      const ports = {
        ...world.ports,
        state: { ...world.ports.state, ...(broken === "state" && { save: fail }) },
        ledger: { ...world.ports.ledger, ...(broken === "ledger" && { append: fail }) },
        cards: { ...world.ports.cards, ...(broken === "cards" && { write: fail }) },
      };
      const failing = createMemory(ports, completeOptions({}), world.memory.project, "nowhere");
      await expect(failing.learn()).rejects.toThrow(/no space/);
      // What arrived meanwhile is not filed either.
      const [late] = orders(8, 9);
      await record(late!, { source: "test", task: late!.task, whole: true });
      expect((await world.memory.status()).waiting).toBeGreaterThan(0);
      const report = await world.memory.learn();
      expect(report.trajectories).toBe(9);
      expect(report.decisions.find(({ key }) => key === KEY)).toMatchObject({ support: 9 });
      const cards = (await world.memory.list()).cards.filter(({ rule }) => rule?.type === "provenance");
      expect(cards).toHaveLength(1);
      expect(cards[0]!.confidence).toBeLessThanOrEqual(0.5);
    },
  );
});
