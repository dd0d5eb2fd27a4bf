import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FENCE_CLOSE, FENCE_OPEN, fence, neutralise, stripAdvice } from "../../src/text/fence.ts";

const NAME = "habitus-advice";
/** Ways to write an end of the fence inside a card. */
const FORGERIES = [
  `</${NAME}>`,
  `</${NAME.toUpperCase()}>`,
  `< / ${NAME} >`,
  `&lt;/${NAME}&gt;`,
  `&amp;lt;/${NAME}&amp;gt;`,
  `<${NAME}>`,
  `<${NAME} foo="1">`,
  `</habitus\u200b-\u200badvice>`,
  `</ｈａｂｉｔｕｓ－ａｄｖｉｃｅ>`,
  `</h&#97;bitus&#45;advice>`,
  `</&#x68;abitus&hyphen;advice>`,
  `\\u003c/habitus\\u002dadvice\\u003e`,
  `</habitus_advice>`,
  `</habitus –advice>`,
  `</habitus-\nadvice>`,
  `</habi\u0301tus-advice>`,
];

describe("fence", () => {
  it("[R8] has one end on each side whatever stands between them", () => {
    for (const forgery of FORGERIES) {
      const text = fence(`a ${forgery} b`);
      expect(endsIn(text), JSON.stringify(forgery)).toEqual([FENCE_OPEN, FENCE_CLOSE]);
      expect(text).toContain(" b\n");
    }
  });

  it("leaves other markup as it is", () => {
    const card = "Compare &lt;/b&gt; with </b> in <habitus> and <advice>.";
    expect(neutralise(card)).toBe(card);
  });

  it("gives nothing back when it is decoded, once or twice", () => {
    for (const forgery of FORGERIES) {
      let text = neutralise(forgery);
      for (let i = 0; i < 3; i++) {
        text = decodeEntities(text);
        expect(
          text
            .normalize("NFKC")
            .replaceAll(/\p{Cf}/gu, "")
            .toLowerCase(),
          forgery,
        ).not.toContain(NAME);
      }
    }
  });

  it("is the same when done twice", () => {
    fc.assert(
      fc.property(mixture, (text) => {
        expect(neutralise(neutralise(text))).toBe(neutralise(text));
      }),
    );
  });
});

describe("stripAdvice", () => {
  const advice = fence("habits.\n\n### Run the tests\n1. npm test");

  it("[T7] takes advice out of what was said around it", () => {
    expect(stripAdvice(`Before.\n${advice}\nAfter.`)).toBe("Before.\nAfter.");
    expect(stripAdvice(advice)).toBe("");
    expect(stripAdvice(`${advice}\n${advice}\nfix the test`)).toBe("fix the test");
  });

  it("takes it out in the forms that a log may have given it", () => {
    const escaped = advice.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    const json = JSON.stringify({ out: `x ${advice} y` });
    const unicode = json.replaceAll("<", "\\u003c").replaceAll(">", "\\u003e").replaceAll("</", "<\\/");
    for (const text of [`a ${escaped} b`, json, unicode, advice.toUpperCase()]) {
      expect(stripAdvice(text), text).not.toMatch(/npm test/i);
    }
    expect(JSON.parse(stripAdvice(json))).toEqual({ out: "x  y" });
  });

  it("takes out advice whose end was cut away, and nothing when a fence is merely mentioned", () => {
    expect(stripAdvice(`fix it\n${advice.slice(0, -30)}`)).toBe("fix it\n");
    expect(stripAdvice(`What does ${FENCE_OPEN} mean?`)).toBe(`What does ${FENCE_OPEN} mean?`);
  });

  it("keeps what follows the first end", () => {
    expect(stripAdvice(`${advice}\nrest ${FENCE_CLOSE} more`)).toBe("rest  more");
  });

  it("[T7] undoes fencing for any advice and any text around it", () => {
    fc.assert(
      fc.property(mixture, plain, plain, (inner, before, after) => {
        expect(stripAdvice(`${before}${fence(inner)}${after}`)).toBe(
          before + (/(^|\n)$/.test(before) && after.startsWith("\n") ? after.slice(1) : after),
        );
      }),
    );
  });

  it("ends on many opened fences", () => {
    expect(stripAdvice(FENCE_OPEN.repeat(50_000)).length).toBeGreaterThan(0);
  });
});

const mixture = fc
  .array(
    fc.oneof(
      fc.constantFrom(...FORGERIES, "habitus", "-", "advice", "<", "/", ">", "&", "amp;", "\\", "\n"),
      fc.string(),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));
const plain = fc.string().filter((text) => !/habitus/i.test(text));

/** Ends of a fence as a lenient reader would find them. */
function endsIn(text: string): string[] {
  return text.match(/<\s*\/?\s*habitus[\s_-]*advice[^>]*>/gi)?.filter((tag) => /habitus-advice/i.test(tag)) ?? [];
}

function decodeEntities(text: string): string {
  return text
    .replaceAll(/&#(\d+);?/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&#x([0-9a-f]+);?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&(hyphen|dash);/g, "-")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
