import { describe, expect, it } from "vitest";
import { createMemoryIndex } from "../../src/adapters/memory-index.ts";
import { describeCardIndex, indexedCard } from "../conformance/card-index.ts";

describeCardIndex("memory", async (fingerprint) => createMemoryIndex(fingerprint));

describe("the index in memory", () => {
  it("says why it serves", () => {
    expect(createMemoryIndex("f").kind).toEqual({ name: "memory" });
    expect(createMemoryIndex("f", "why").kind).toEqual({ name: "memory", note: "why" });
  });

  it("is not changed by what callers do to cards they put or got", async () => {
    const index = createMemoryIndex("f");
    const card = indexedCard("a");
    await index.put([card]);
    card.experience.confidence = 1;
    (await index.get("a"))!.experience.confidence = 0;
    expect((await index.get("a"))!.experience.confidence).toBe(0.5);
  });
});
