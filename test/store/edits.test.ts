import { describe, expect, it } from "vitest";
import { createMemoryCardFiles } from "../../src/adapters/memory-card-files.ts";
import { createMemoryIndex } from "../../src/adapters/memory-index.ts";
import { parseCard, renderCard, spliceCard } from "../../src/store/card.ts";
import { editBetween, handEdits } from "../../src/store/edits.ts";
import { syncIndex } from "../../src/store/index-sync.ts";
import { indexedCard } from "../conformance/card-index.ts";

const { experience } = indexedCard("a", {}, { body: "# a\n" });
const tokensOf = () => indexedCard("a").tokens;

describe("hand edits", () => {
  it("name the fields that differ, and the confidence and status that a person wrote", () => {
    expect(editBetween(experience, experience)).toEqual({ id: "a", fields: [] });
    const after = { ...experience, confidence: 0.9, status: "retired" as const, keywords: ["x"], taskQuery: "q" };
    expect(editBetween(experience, after)).toEqual({
      id: "a",
      fields: ["confidence", "keywords", "status", "taskQuery"],
      confidence: 0.9,
      status: "retired",
    });
  });

  it("[S5] are told from what the program wrote itself, also when it died before it could index that", async () => {
    const files = createMemoryCardFiles();
    const index = createMemoryIndex("f");
    const text = renderCard(experience);
    const { hash } = await files.write("a", "experiences", text, null);
    const born = await syncIndex(files, index, tokensOf);
    expect(await handEdits(born.changes, files)).toEqual([]);

    await files.write("a", "experiences", spliceCard(text, { ...experience, confidence: 0.6 }), hash);
    const ours = await syncIndex(files, index, tokensOf);
    expect(ours.changes).toHaveLength(1);
    expect(await handEdits(ours.changes, files)).toEqual([]);

    files.edit("a", "experiences", text.replace("confidence: 0.5", "confidence: 0.9"));
    const theirs = await syncIndex(files, index, tokensOf);
    expect(await handEdits(theirs.changes, files)).toEqual([{ id: "a", fields: ["confidence"], confidence: 0.9 }]);
    expect(parseCard((await files.read("a"))!.text, "a").confidence).toBe(0.9);

    files.edit("a", "experiences", undefined);
    const gone = await syncIndex(files, index, tokensOf);
    expect(gone.changes).toMatchObject([{ id: "a", before: { experience: { confidence: 0.9 } } }]);
    expect(await handEdits(gone.changes, files)).toEqual([]);
  });
});
