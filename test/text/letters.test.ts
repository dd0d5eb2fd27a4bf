import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { neutralise } from "../../src/text/fence.ts";
import { isAscii, letterPattern } from "../../src/text/letters.ts";
import { stanceOf } from "../../src/text/polarity.ts";
import { tokenize } from "../../src/text/tokens.ts";

/** ASCII of every kind, with the words that the patterns look for. */
const ascii = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary-ascii", maxLength: 6 }),
      fc.constantFrom(
        ...[
          "it's ",
          "I'd",
          "users' ",
          "getUserById",
          "place_order",
          "src/a.ts",
          "URLs",
          "XMLHttp",
          "v2.4.1",
          "--force",
        ],
        ...["never ", "not ", "don't ", "do not", "before ", "after ", "turn on", "turn off", "always", "instead of "],
        ...["habitus-advice", "habitus advice", "HABITUS_advice", "habitus  - advice", "</", ">", "first", "last", "|"],
      ),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""));

describe("a pattern over letters", () => {
  const patterns = [
    ["(?<=[\\p{L}])['’](?:d|s)(?![\\p{L}\\p{N}])", "gi"],
    ["[\\p{L}\\p{M}\\p{N}_]+(?:[-./]+[\\p{L}\\p{M}\\p{N}_]+)*", "g"],
    ["[^\\p{L}\\p{M}\\p{N}_]", "g"],
    ["\\bbefore\\b|(?<=\\p{L}\\s?)전(?:에|까지)?(?!\\p{L})|[前、,]x|之前", "g"],
    ["전|前", "g"],
    ["[\\p{Lu}\\p{Lt}]{2,}s(?![\\p{L}])|[\\p{Lu}\\p{Lt}]?[\\p{Ll}\\p{Lo}\\p{Lm}\\p{M}]+|\\||[|(]", "g"],
  ] as const;

  it("finds in ASCII what it finds there as a pattern for every script", () => {
    for (const [source, flags] of patterns) {
      const pattern = letterPattern(source, flags);
      const whole = pattern("é");
      expect(whole.unicode).toBe(true);
      fc.assert(
        fc.property(ascii, (text) => {
          expect(pattern(text).unicode).toBe(false);
          expect([...text.matchAll(pattern(text))]).toEqual([...text.matchAll(whole)]);
        }),
      );
    }
  });

  it("is the pattern for every script as soon as one character is not ASCII", () => {
    expect("l’été d'Anna".replace(letterPattern("(?<=[\\p{L}])['’](?=[\\p{L}])", "g")("l’été d'Anna"), "")).toBe(
      "lété dAnna",
    );
    expect(isAscii("plain\n\u0000\u007f")).toBe(true);
    expect(isAscii("plaín")).toBe(false);
  });
});

// A word in another script, far enough from the rest, makes each of them take the way for every script.
describe("what is read sooner in ASCII is read alike", () => {
  it("tokens", () => {
    fc.assert(
      fc.property(ascii, (text) => {
        expect([...tokenize(text), "я"]).toEqual(tokenize(`${text} я`));
      }),
    );
  });

  it("negations and opposites", () => {
    fc.assert(
      fc.property(ascii, (text) => {
        const [own, other] = [stanceOf(text), stanceOf(`${text} я`)];
        expect({ ...own, topic: `${own.topic} я` }).toEqual(other);
      }),
    );
  });

  it("the name of the fence, also among Hangul, Kana and Han", () => {
    const text = fc
      .array(fc.oneof(ascii, fc.constantFrom("조언", "、", "助言。", "アドバイス", "建议", "“habitus advice”", "…")), {
        maxLength: 6,
      })
      .map((pieces) => pieces.join(""));
    // An ampersand could begin an entity, so that a text with one is searched for every spelling.
    fc.assert(
      fc.property(text, (given) => {
        expect(`${neutralise(given)} &`).toBe(neutralise(`${given} &`));
      }),
    );
  });
});
