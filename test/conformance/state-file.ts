import { describe, expect, it } from "vitest";
import type { StateFile } from "../../src/ports.ts";

/** What every implementation of {@link StateFile} promises. */
export function describeStateFile(name: string, create: () => StateFile): void {
  describe(`state file (${name})`, () => {
    it("holds nothing at first, then what was saved last, as a whole", async () => {
      const file = create();
      expect(await file.load()).toBeUndefined();
      await file.save({ positions: { "2026-11-30.jsonl": 5 }, counts: [1, 2], text: "배포\n" });
      expect(await file.load()).toEqual({ positions: { "2026-11-30.jsonl": 5 }, counts: [1, 2], text: "배포\n" });
      await file.save({ other: true });
      expect(await file.load()).toEqual({ other: true });
    });

    it("is not changed by what callers do to what they saved or loaded", async () => {
      const file = create();
      const state = { list: [1] };
      await file.save(state);
      state.list.push(2);
      ((await file.load()) as typeof state).list.push(3);
      expect(await file.load()).toEqual({ list: [1] });
    });
  });
}
