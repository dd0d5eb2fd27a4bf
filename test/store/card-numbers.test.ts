import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CARD_TIERS, type Experience } from "../../src/model/experience.ts";
import { parseCard, renderCard, spliceCard } from "../../src/store/card.ts";
import { spliceNumbers } from "../../src/store/card-numbers.ts";
import { experiences, layouts } from "./arbitrary-card.ts";

const numbers: fc.Arbitrary<Partial<Experience>> = fc.record(
  {
    tier: fc.constantFrom(...CARD_TIERS),
    confidence: fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
    freq: fc.nat({ max: 1_000 }),
    utility: fc.nat({ max: 1_000 }),
    value: fc.record({ mean: fc.integer({ min: -60, max: 60 }), sd: fc.nat({ max: 40 }) }).map(({ mean, sd }) => ({
      mean: mean / 20,
      sd: sd / 20,
    })),
  },
  { requiredKeys: [] },
);

const TEXTS = [
  "# freq: 1",
  "",
  "note: |\n  freq: 1\n\n  utility: 1",
  "list:\n- freq: 1\n- utility: 1",
  "map:\n  freq: 1\n  confidence: 0.5",
  'said: "a\n  freq: 1\n  b"',
  "over: two\n  freq and more",
  "in: {freq: 1,\n  utility: 1}",
];

/** A card of ours whose lines a person put in another order, with texts of theirs in between that look like numbers. */
const rearranged = fc
  .tuple(experiences, numbers, fc.subarray(TEXTS), fc.infiniteStream(fc.nat()), fc.boolean(), fc.boolean())
  .map(([experience, more, theirs, order, bom, crlf]) => {
    const [, front = "", body = ""] =
      /^---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(renderCard({ ...experience, ...more })) ?? [];
    const lines = [...front.trimEnd().split("\n"), ...theirs]
      .map((line) => ({ line, at: order.next().value as number }))
      .sort((a, b) => a.at - b.at)
      .map(({ line }) => line);
    const text = `---\n${lines.join("\n")}\n---\n${body}`;
    return (bom ? "\uFEFF" : "") + (crlf ? text.replaceAll("\n", "\r\n") : text);
  });

describe("the numbers of a card, without reading its YAML", () => {
  it("are written in a card of ours as the splicer writes them, byte for byte", () => {
    fc.assert(
      fc.property(experiences, numbers, numbers, (experience, first, then) => {
        const before = { ...experience, ...first };
        const text = renderCard(before);
        const after = { ...before, ...then };
        expect(spliceNumbers(text, before, after)).toBe(spliceCard(text, after));
      }),
    );
  });

  it("are written in a card that a person laid out as the splicer writes them, or not at all", () => {
    let quick = 0;
    fc.assert(
      fc.property(fc.oneof(rearranged, layouts), numbers, (text, then) => {
        const before = parseCard(text, "a.md");
        const after = { ...before, ...then };
        const result = spliceNumbers(text, before, after);
        if (result === undefined) return;
        quick += 1;
        expect(result).toBe(spliceCard(text, after));
      }),
      { numRuns: 300 },
    );
    expect(quick).toBeGreaterThan(30);
  });

  it("are left to the splicer where a line is not as we write it", () => {
    const card = (line: string) => `---\nid: a\nwhen_to_use: x\n${line}\n---\n\n# T\n`;
    for (const line of ["freq: 3 # counted", '"freq": 3', "freq:  3", "freq: 0x3", "freq: 3 "]) {
      const before = parseCard(card(line), "a.md");
      expect(before.freq, line).toBe(3);
      expect(spliceNumbers(card(line), before, { ...before, freq: 4 }), line).toBeUndefined();
    }
    const braces = "---\n{id: a, when_to_use: x,\nfreq: 3\n}\n---\n# T\n";
    const before = parseCard(braces, "a.md");
    expect(spliceNumbers(braces, before, { ...before, freq: 4 })).toBeUndefined();
  });

  it("never touch a line of a text that looks like one of them", () => {
    const texts = [
      "when_to_use: |\n  freq: 3\n  utility: 1",
      "when_to_use: x\nnote: >\n\n  freq: 3\n",
      'when_to_use: "a\n  freq: 3"',
    ];
    for (const text of texts) {
      const card = `---\nid: a\n${text}\nfreq: 3\n---\n\nfreq: 3\n`;
      const before = parseCard(card, "a.md");
      const result = spliceNumbers(card, before, { ...before, freq: 4 });
      expect(result).toBe(card.replace("\nfreq: 3\n---", "\nfreq: 4\n---"));
    }
  });
});
