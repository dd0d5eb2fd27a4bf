import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prepare } from "../../../src/learn/dream/prepare.ts";
import { relationOf } from "../../../src/learn/dream/relation.ts";
import { prepared, readPairs, relationIn } from "./pairs.ts";

const pairs = readPairs("dream-pairs.jsonl");
const heldOut = [...readPairs("dream-held-out.jsonl"), ...readPairs("dream-fresh.jsonl")];

describe("the labelled pairs", () => {
  it("are fifty a language, and most that must stay apart are hard", () => {
    for (const language of ["en", "ko", "ja", "zh"])
      expect(pairs.filter((pair) => pair.language === language)).toHaveLength(50);
    expect(pairs.filter(({ hard }) => hard).length).toBeGreaterThanOrEqual(100);
  });

  it.each(["en", "ko", "ja", "zh"])("[L40] no pair that differs or is opposed is called the same, %s", (language) => {
    const wrong = [...pairs, ...heldOut].filter(
      (pair) => pair.language === language && pair.label !== "same" && relationIn(pair) === "same",
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it.each([
    ["en", 8],
    ["ko", 4],
    ["ja", 5],
    ["zh", 3],
  ])("at least as many pairs of one meaning are found as when it was measured, %s", (language, atLeast) => {
    const same = pairs.filter((pair) => pair.language === language && pair.label === "same");
    expect(same.filter((pair) => relationIn(pair) === "same").length).toBeGreaterThanOrEqual(atLeast);
    expect(same.filter((pair) => relationIn(pair) === "opposite")).toEqual([]);
  });

  it.each([
    ["en", 14],
    ["ko", 14],
    ["ja", 13],
    ["zh", 14],
  ])("opposites are known for what they are, %s", (language, atLeast) => {
    const opposed = pairs.filter((pair) => pair.language === language && pair.label === "opposes");
    expect(opposed.filter((pair) => relationIn(pair) === "opposite").length).toBeGreaterThanOrEqual(atLeast);
  });
});

describe("what two cards are to each other", () => {
  const card = (title: string, steps: string, whenToUse = "When the release is prepared", tools: string[] = []) =>
    prepare({ title, whenToUse, tools, body: `# ${title}\n\n${steps}\n` });

  it("does not depend on which is looked at first", () => {
    for (const pair of [...pairs, ...heldOut])
      expect(relationOf(prepared(pair.b), prepared(pair.a)).is, pair.id).toBe(relationIn(pair));
  });

  it("a card is the same as itself", () => {
    for (const { a } of pairs) expect(relationOf(prepared(a), prepared(a)).is).toBe("same");
  });

  it("changed places make another rule", () => {
    const [a, b] = [
      card("Copy the staging settings to production", "1. Copy the staging settings to production."),
      card("Copy the production settings to staging", "1. Copy the production settings to staging."),
    ];
    expect(relationOf(a, b).is).not.toBe("same");
  });

  it("a denial of another part makes another rule", () => {
    const [a, b] = [
      card("Tag the release", "1. Push the tag, do not push the branch."),
      card("Tag the release", "1. Push the branch, do not push the tag."),
    ];
    expect(relationOf(a, b).is).not.toBe("same");
  });

  it("nothing that could be compared is the same as nothing", () => {
    expect(relationOf(card("", ""), card("", "")).is).toBe("different");
    expect(relationOf(card("The of and", "1. It is."), card("The of and", "1. It is.")).is).toBe("different");
  });

  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (title, steps) => {
        const one = card(title, steps);
        expect(["same", "different"]).toContain(relationOf(one, one).is);
      }),
    );
  });

  it("one more word that says something keeps two cards apart", () => {
    const words = ["alpha", "cluster", "payload", "gzip", "nightly", "shard", "tenant", "canary"];
    fc.assert(
      fc.property(fc.shuffledSubarray(words, { minLength: 3 }), fc.nat(20), (chosen, at) => {
        const steps = `1. Compress ${chosen.join(" then ")} once.`;
        const more = steps.replace(chosen[at % chosen.length]!, (word) => `${word} eastward`);
        expect(relationOf(card("Compress it", steps), card("Compress it", more)).is).toBe("different");
      }),
    );
  });
});
