import { describe, expect, it } from "vitest";
import { contentKey } from "../../src/memory/dream/content-key.ts";
import type { Memory } from "../../src/memory.ts";
import { createMemory } from "../../src/memory.ts";
import { completeOptions } from "../../src/options.ts";
import type { Ports } from "../../src/ports.ts";
import { createWorld, type World } from "./memory-in-memory.ts";

/** Two pairs of twins; the merge of one joins attempts. */
async function filledWorld(): Promise<World> {
  const world = createWorld();
  for (let i = 0; i < 2; i += 1)
    for (const twin of ["before every", "before each"])
      await world.memory.create({
        id: `pair-${i}.${twin.at(-1)}`,
        whenToUse: `When module number${i} is released`,
        title: `Tag module number${i} ${twin} release`,
        body: `1. Run \`git tag module${i}\`.`,
      });
  for (const shown of ["pair-0.y", "pair-0.h"]) {
    const attempt = world.ports.ids.next();
    await world.ports.ledger.append([
      { type: "recalled", attempt, task: "tag it", level: "prompt", shown: [shown], shortlist: [] },
      { type: "outcome", attempt, score: 1, by: "user", reasons: [] },
    ]);
  }
  return world;
}

/** The same memory whose process dies before the nth thing that it would write. */
function dyingAt(ports: Ports, n: number): { memory: Memory; steps: () => number } {
  let steps = 0;
  const mortal =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      steps += 1;
      if (steps === n) throw new Error("killed");
      return work(...args);
    };
  const { cards, ledger, dream, index } = ports;
  const dying: Ports = {
    ...ports,
    cards: { ...cards, write: mortal(cards.write), move: mortal(cards.move), remove: mortal(cards.remove) },
    ledger: { ...ledger, append: mortal(ledger.append) },
    dream: { ...dream, save: mortal(dream.save) },
    index: { ...index, put: mortal(index.put), remove: mortal(index.remove) },
  };
  return {
    memory: createMemory(dying, completeOptions({}), { id: "p", name: "p", why: "test" }, "nowhere"),
    steps: () => steps,
  };
}

async function stateOf({ ports, memory }: World) {
  const files = await Promise.all(
    (await ports.cards.list()).map(async ({ id, place }) => [
      id,
      place,
      contentKey((await ports.cards.read(id))!.text),
    ]),
  );
  const numbers = (await memory.list()).cards.map(({ id, freq, utility, confidence }) => [
    id,
    freq,
    utility,
    confidence,
  ]);
  const rows = (await memory.log()).filter(({ type }) => type === "dreamed" || type === "retired");
  return { files, numbers, rows: rows.map(({ type, ...row }) => `${type} ${"card" in row ? row.card : ""}`) };
}

describe("[L49] a process that dies in a dream", () => {
  it("at any step leaves a run that whatever changes cards next finishes, once", async () => {
    const calm = await filledWorld();
    await calm.memory.dream();
    const expected = await stateOf(calm);
    const counting = await filledWorld();
    const whole = dyingAt(counting.ports, Number.POSITIVE_INFINITY);
    await whole.memory.dream();
    expect(whole.steps()).toBeGreaterThan(10);
    for (let n = 1; n <= whole.steps(); n += 1) {
      const world = await filledWorld();
      const { memory } = dyingAt(world.ports, n);
      await expect(memory.dream(), `step ${n}`).rejects.toThrow("killed");
      if (n === 1) await world.memory.dream();
      else await world.memory.learn();
      expect(await stateOf(world), `step ${n}`).toEqual(expected);
    }
  });

  it("while it takes a run back leaves an undo that is finished as well", async () => {
    const build = async () => {
      const world = await filledWorld();
      await world.memory.dream();
      return world;
    };
    const calm = await build();
    await calm.memory.undoDream();
    const expected = (await stateOf(calm)).files;
    const whole = dyingAt((await build()).ports, Number.POSITIVE_INFINITY);
    await whole.memory.undoDream();
    for (let n = 2; n <= whole.steps(); n += 1) {
      const world = await build();
      await expect(dyingAt(world.ports, n).memory.undoDream(), `step ${n}`).rejects.toThrow("killed");
      await world.memory.learn();
      expect((await stateOf(world)).files, `step ${n}`).toEqual(expected);
    }
  });
});
