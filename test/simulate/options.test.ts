import { describe, expect, it } from "vitest";
import { MemoryError } from "../../src/errors.ts";
import { completeSimulateOptions } from "../../src/simulate/options.ts";
import { POLICY_NAMES } from "../../src/simulate/policies.ts";
import { WORLDS } from "../../src/simulate/world.ts";

describe("completeSimulateOptions", () => {
  it("plays all policies in the article world when nothing is said", () => {
    expect(completeSimulateOptions()).toMatchObject({
      policies: POLICY_NAMES,
      baseline: "reme",
      seeds: 100,
      firstSeed: 0,
      minFreq: 5,
      maxUselessRate: 0.5,
      strict: false,
    });
    expect(completeSimulateOptions().world).toEqual(WORLDS.article);
    for (const [name, world] of Object.entries(WORLDS))
      expect(completeSimulateOptions({ world: name }).world).toEqual(world);
  });

  it("turns the knobs that are given and no other", () => {
    const { world, shown } = completeSimulateOptions({
      world: "hard",
      tasks: 50,
      families: 7,
      ease: 0.5,
      pollution: 3,
      noise: 0.2,
      unknown: 0.75,
      outcomes: "follow-one",
      gateGood: 1,
      gateOther: 0,
      driftAt: false,
      shown: 4,
    });
    expect(world).toMatchObject({
      tasks: 50,
      judgeNoise: 0.2,
      heard: 0.25,
      outcomes: "follow-one",
      gate: { good: 1, other: 0 },
    });
    expect(world.pool).toEqual({ good: 2, harmful: 3, broadNeutral: 3, broadHarmful: 1 });
    expect(world).not.toHaveProperty("driftAt");
    expect(world.base).toHaveLength(7);
    expect(world.base[5]).toBe(world.base[0]);
    expect(world.base[0]).toBeCloseTo(0.355, 3);
    expect(shown).toBe(4);
  });

  it("compares with the first policy when reme does not play", () => {
    expect(completeSimulateOptions({ policies: ["memrl", "attribution"] }).baseline).toBe("memrl");
  });

  it.each([
    [{ world: "constructor" }, '"world" must be one of article'],
    [{ policies: ["remy"] }, '"policies" must be one of none'],
    [{ seeds: 0 }, '"seeds" must be a whole number from 1'],
    [{ tasks: 1.5 }, '"tasks" must be a whole number'],
    [{ noise: 1.1 }, '"noise" must be a number from 0 to 1, got 1.1'],
    [{ unknown: Number.NaN }, '"unknown" must be'],
    [{ maxUselessRate: -1 }, '"maxUselessRate" must be'],
    [{ outcomes: "magic" }, '"outcomes" must be one of additive, follow-one, got "magic"'],
  ])("refuses %j by name", (knobs, message) => {
    expect(() => completeSimulateOptions(knobs)).toThrow(MemoryError);
    expect(() => completeSimulateOptions(knobs)).toThrow(message);
  });
});
