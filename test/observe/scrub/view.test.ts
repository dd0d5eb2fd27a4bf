import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { viewsOf } from "../../../src/observe/scrub/view.ts";

describe("views of a text", () => {
  it("take one layer of JSON escapes off at a time, and map every place back", () => {
    const inner = JSON.stringify({ password: 'a"b\\c', note: "줄\n바꿈" });
    const text = JSON.stringify({ log: inner });
    const view = viewsOf(text).find((candidate) => candidate.text.includes(inner));
    const at = view?.text.indexOf('a\\"b') ?? -1;
    expect(at).toBeGreaterThan(0);
    expect(text.slice(view?.origin(at), view?.origin(at + 1))).toBe("a");
  });

  it("decode UTF-8 in percent signs and leave what is no UTF-8", () => {
    const texts = viewsOf("%EB%B9%84%3D1&x=%FF%FE").map((view) => view.text);
    expect(texts).toContain("비=1&x=%FF%FE");
  });

  it("map places back in order, ends included, whatever the text", () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.constantFrom(
        "\\",
        "\\n",
        '\\"',
        "\\\\",
        "\\u0041",
        "\\ud83d\\ude00",
        "%3D",
        "%EB%B9%84",
        "%",
        "&quot;",
        "&amp;",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join("");
        for (const view of viewsOf(text)) {
          let last = 0;
          for (let at = 0; at <= view.text.length; at++) {
            const origin = view.origin(at);
            expect(origin).toBeGreaterThanOrEqual(last);
            last = origin;
          }
          expect(last).toBe(text.length);
          for (const { from, to } of view.windows) expect(0 <= from && from <= to && to <= view.text.length).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
