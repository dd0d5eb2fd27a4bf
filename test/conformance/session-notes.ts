import { describe, expect, it } from "vitest";
import type { SessionNotes } from "../../src/ports.ts";

/** What every implementation of {@link SessionNotes} promises. */
export function describeSessionNotes(name: string, create: () => SessionNotes): void {
  describe(`session notes (${name})`, () => {
    it("keep what was added, once, each session for itself, until it is cleared", async () => {
      const notes = create();
      expect(await notes.read("s")).toEqual(new Set());
      expect(await notes.add("s", ["a.card", "failed toolu_1"])).toBe(true);
      expect(await notes.add("s", ["a.card"])).toBe(true);
      expect(await notes.add("s", [])).toBe(true);
      await notes.add("세션/agent-1", ["b"]);
      expect(await notes.read("s")).toEqual(new Set(["a.card", "failed toolu_1"]));
      await notes.clear("s");
      expect(await notes.read("s")).toEqual(new Set());
      expect(await notes.read("세션/agent-1")).toEqual(new Set(["b"]));
    });

    it("are not changed by what a reader does to them", async () => {
      const notes = create();
      await notes.add("s", ["a"]);
      ((await notes.read("s")) as Set<string>).add("b");
      expect(await notes.read("s")).toEqual(new Set(["a"]));
    });
  });
}
