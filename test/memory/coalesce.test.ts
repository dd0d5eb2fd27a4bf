import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coalesce } from "../../src/memory/coalesce.ts";

describe("work that is done once for many", () => {
  it("begins after the last of them asked, runs alone, and no more often than they asked", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { minLength: 1, maxLength: 30 }), fc.nat(4), async (pauses, steps) => {
        let clock = 0;
        let inside = 0;
        let runs = 0;
        const work = coalesce(async () => {
          inside += 1;
          runs += 1;
          expect(inside).toBe(1);
          clock += 1;
          const began = clock;
          for (let i = 0; i < steps; i += 1) await Promise.resolve();
          inside -= 1;
          return began;
        });
        const asked: Array<Promise<boolean>> = [];
        for (const pause of pauses) {
          clock += 1;
          const at = clock;
          asked.push(work().then((began) => began > at));
          for (let i = 0; i < pause; i += 1) await Promise.resolve();
        }
        expect(await Promise.all(asked)).toEqual(pauses.map(() => true));
        expect(runs).toBeLessThanOrEqual(pauses.length);
      }),
    );
  });

  it("shares a run among all who ask while another one goes on", async () => {
    let runs = 0;
    const work = coalesce(async () => {
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return runs;
    });
    expect(await Promise.all([work(), work(), work(), work()])).toEqual([1, 2, 2, 2]);
  });

  it("tells a failure to those who waited for that run, and goes on", async () => {
    let fails = true;
    const work = coalesce(async () => {
      if (fails) throw new Error("no");
      return "yes";
    });
    const [first, second] = [work(), work()];
    await expect(first).rejects.toThrow("no");
    await expect(second).rejects.toThrow("no");
    fails = false;
    expect(await work()).toBe("yes");
  });
});
