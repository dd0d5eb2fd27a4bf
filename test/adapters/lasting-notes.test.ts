import { describe, expect, it } from "vitest";
import { withLastingNotes } from "../../src/adapters/lasting-notes.ts";
import { createMemoryIndex } from "../../src/adapters/memory-index.ts";
import { createMemoryStateFile } from "../../src/adapters/memory-state-file.ts";
import { describeCardIndex, indexedCard } from "../conformance/card-index.ts";

const open = (file = createMemoryStateFile()) => withLastingNotes(createMemoryIndex("f"), file);

describeCardIndex("memory, with notes that last", async (fingerprint) =>
  withLastingNotes(createMemoryIndex(fingerprint), createMemoryStateFile()),
);

describe("notes of an index that is made anew by every process", () => {
  it("stay, and what says what the index holds goes with it", async () => {
    const file = createMemoryStateFile();
    const first = open(file);
    await first.put([indexedCard("a")]);
    await first.setNote("muted", '["a"]');
    await first.setNote("sync", "all is read");
    const next = open(file);
    expect(await next.all()).toEqual([]);
    expect(await next.note("muted")).toBe('["a"]');
    expect(await next.note("sync")).toBeUndefined();
  });

  it("of two processes both stay, and a damaged file is no file", async () => {
    const file = createMemoryStateFile();
    const [one, other] = [open(file), open(file)];
    expect(await other.note("stale")).toBeUndefined();
    await one.setNote("muted", "[]");
    await other.setNote("stale", "{}");
    expect([await open(file).note("muted"), await open(file).note("stale")]).toEqual(["[]", "{}"]);
    await file.save(["broken"]);
    expect(await open(file).note("muted")).toBeUndefined();
  });

  it("hold for this process where nothing can be written", async () => {
    const index = open({
      load: async () => undefined,
      save: async () => {
        throw new Error("read-only");
      },
    });
    await index.setNote("muted", "[]");
    expect(await index.note("muted")).toBe("[]");
  });
});
