import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../src/text/estimate-tokens.ts";

/** Tokens of all cards of one language in bench/languages, counted once with two public tokenisers: a current and an older one. */
const COUNTED = { ko: [964, 1604], ja: [1012, 1364], code: [771, 855] } as const;

function cardsOf(language: string): string {
  const path = join(import.meta.dirname, "..", "..", "bench", "languages", `${language}.json`);
  const set = JSON.parse(readFileSync(path, "utf8")) as {
    cards: Array<Record<"when_to_use" | "title" | "body", string>>;
  };
  return set.cards.map((card) => `${card.when_to_use}\n${card.title}\n${card.body}`).join("\n");
}

describe("estimateTokens", () => {
  it("[R7] is within a fifth of the larger of two tokenisers, in Korean, Japanese and code", () => {
    for (const [language, [, older]] of Object.entries(COUNTED)) {
      const estimate = estimateTokens(cardsOf(language));
      expect(estimate / older, language).toBeGreaterThan(0.8);
      expect(estimate / older, language).toBeLessThan(1.2);
    }
  });

  it("does not count a Korean sentence as cheaply as an English one of the same length", () => {
    expect(estimateTokens("가".repeat(100))).toBeGreaterThan(3 * estimateTokens("a".repeat(100)));
  });

  it("grows with the text and is 0 for none", () => {
    expect(estimateTokens("")).toBe(0);
    expect(estimateTokens("ab ab ab ab ab ab")).toBeGreaterThan(estimateTokens("ab"));
  });
});
