import { describe, expect, it } from "vitest";
import { leftOver } from "../../../bench/secrets/measure.ts";
import { NEGATIVE_KINDS, negative } from "../../../bench/secrets/negatives.ts";
import { POSITIVE_KINDS, positive } from "../../../bench/secrets/positives.ts";
import { chance } from "../../../bench/secrets/random.ts";
import { createScrubber } from "../../../src/observe/scrub/scrub.ts";

const FRESH_SEED = Date.now() % 1_000_000;
const SEEDS = [2026, FRESH_SEED];
const PER_KIND = 60;
const scrubber = createScrubber();
console.log(`mutated secrets: seeds ${SEEDS.join(", ")}`);

describe.each(SEEDS)("secrets made from seed %i", (seed) => {
  it.each(POSITIVE_KINDS)("[H1] hides every %s and keeps what stands around it", (kind) => {
    const c = chance(seed);
    for (let i = 0; i < PER_KIND; i++) {
      const { text, hide, keep } = positive(kind, c);
      const scrubbed = scrubber.scrubText(text);
      expect(
        hide.map((secret) => leftOver(scrubbed, secret)).filter((run) => run !== undefined),
        text,
      ).toEqual([]);
      expect(
        keep.filter((part) => !scrubbed.includes(part)),
        text,
      ).toEqual([]);
      expect(scrubber.scrubText(scrubbed), text).toBe(scrubbed);
    }
  });

  it.each(NEGATIVE_KINDS)("[H3] leaves harmless %s alone", (kind) => {
    const c = chance(seed);
    for (let i = 0; i < PER_KIND; i++) {
      const text = negative(kind, c);
      expect(scrubber.scrubText(text)).toBe(text);
    }
  });
});

describe("marks", () => {
  it("[H6] name the kind that the secret is of", () => {
    const c = chance(7);
    const wrong = POSITIVE_KINDS.flatMap((kind) => {
      const { text, marks } = positive(kind, c);
      const found = scrubber.find(text).map((hidden) => hidden.kind);
      return found.some((mark) => marks.includes(mark)) ? [] : [{ kind, found }];
    });
    expect(wrong).toEqual([]);
  });
});
