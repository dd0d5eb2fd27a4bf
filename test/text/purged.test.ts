import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBeforePurge, PURGED } from "../../src/text/purged.ts";

describe("a text and what is left of it after a purge", () => {
  it("are known to belong together, wherever the match stood and however long the text is", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme", maxLength: 120 }), { minLength: 2, maxLength: 6 }),
        fc.string({ unit: "grapheme", minLength: 1 }).filter((word) => word.trim() !== ""),
        (parts, word) => {
          expect(isBeforePurge(parts.join(word), parts.join(PURGED))).toBe(true);
        },
      ),
    );
  });

  it("are told from others", () => {
    expect(isBeforePurge("write to Bob now", "write to [purged] now")).toBe(true);
    expect(isBeforePurge("write to Bob  now ", "write to [purged]\nnow")).toBe(true);
    expect(isBeforePurge("write to Bob later", "write to [purged] now")).toBe(false);
    expect(isBeforePurge("never write to Bob now", "write to [purged] now")).toBe(false);
    expect(isBeforePurge("write to now", "write to [purged] now")).toBe(false);
  });
});
