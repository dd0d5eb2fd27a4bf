import { describe, expect, it } from "vitest";
import type { MemoryOptions } from "../../../src/options.ts";
import { store } from "../store-on-disk.ts";

/** What a session begins with, by id, the best first. */
async function habits(value: { mean: number; sd: number } | undefined, options: Partial<MemoryOptions> = {}) {
  const { memory, ports } = await store(options);
  for (const id of ["a.provisional", "b.tried"]) {
    await memory.create({ id, whenToUse: `When ${id} is asked for`, title: `Do ${id}` });
    const { experience, ...card } = (await ports.index.get(id))!;
    const { value: _, ...rest } = experience;
    const next = { ...rest, tier: "provisional" as const, ...(id === "b.tried" && value && { value }) };
    await ports.index.put([{ ...card, experience: next }]);
  }
  const advice = await memory.advise({ level: "session", session: "s", fresh: true });
  return advice?.cards.map(({ id }) => id) ?? [];
}

describe("advice that nobody asked for", () => {
  it("[C5] puts what is believed of an untried card beside what outcomes say of a tried one", async () => {
    // A provisional card is believed to be worth 0.4 before any outcome.
    expect(await habits({ mean: 0.45, sd: 0.3 })).toEqual(["b.tried", "a.provisional"]);
    expect(await habits({ mean: 0.35, sd: 0.3 })).toEqual(["a.provisional", "b.tried"]);
  });

  it("[C5] keeps silent about a card below the value at which recall does", async () => {
    expect(await habits({ mean: -0.45, sd: 0.3 })).toEqual(["a.provisional"]);
    expect(await habits({ mean: -0.35, sd: 0.3 })).toEqual(["a.provisional", "b.tried"]);
  });

  it("[C5] asks for no value under a policy that keeps none", async () => {
    expect(await habits({ mean: -2, sd: 0.3 }, { policy: "reme" })).toContain("b.tried");
  });
});
