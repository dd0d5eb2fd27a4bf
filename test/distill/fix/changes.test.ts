import { describe, expect, it } from "vitest";
import { changesBetween, isSameErrand } from "../../../src/distill/fix/changes.ts";
import { leavesOf } from "../../../src/distill/provenance/values.ts";
import type { JsonObject } from "../../../src/model/json.ts";

const returned = new Set(leavesOf([7.25, "JFK", 90]).map((leaf) => leaf.key));
const changes = (before: JsonObject, after: JsonObject) => changesBetween(before, after, (key) => returned.has(key));
const kinds = (before: JsonObject, after: JsonObject) =>
  changes(before, after)?.map(({ param, kinds }) => `${param}: ${kinds.join("+")}`);

describe("what changed between two calls", () => {
  it.each([
    [{ path: "docs/a.txt" }, { path: "a.txt" }, "path: drop-folder"],
    [{ path: "a.txt" }, { path: "docs/a.txt" }, "path: add-folder"],
    [{ to: "docs/a.txt" }, { to: "docs" }, "to: only-folder"],
    [{ n: "12" }, { n: 12 }, "n: string-to-number"],
    [{ n: 12 }, { n: "12" }, "n: number-to-string"],
    [{ all: "true" }, { all: true }, "all: string-to-boolean"],
    [{ id: ["abc"] }, { id: "abc" }, "id: array-to-scalar"],
    [{ id: "abc" }, { id: ["abc"] }, "id: scalar-to-array"],
    [{ unit: "KM" }, { unit: "km" }, "unit: letter-case"],
    [{ q: ' "news" ' }, { q: "news" }, "q: trimmed"],
    [{ day: "2024/05/20" }, { day: "2024-05-20" }, "day: reformatted"],
    [{ city: "Seoul, South Korea" }, { city: "Seoul" }, "city: shortened"],
    [{ city: "Seoul" }, { city: "Seoul, South Korea" }, "city: lengthened"],
    [{ n: 50 }, { n: 20 }, "n: lower"],
    [{ n: 50 }, { n: 90 }, "n: higher+value-from-result"],
    [{ from: "New York" }, { from: "JFK" }, "from: value-from-result"],
    [{ from: "New York" }, { from: "LAX" }, "from: other-value"],
    [{ a: "x" }, { a: "x", token: "JFK" }, "token: added+value-from-result"],
    [{ a: "x", b: 2 }, { a: "x" }, "b: removed"],
    [{ location: "Seoul" }, { city: "Seoul" }, "city: renamed"],
  ])("%j to %j is %s", (before, after, expected) => {
    expect(kinds(before as JsonObject, after as JsonObject)).toEqual([expected]);
  });

  it("lists every argument that changed", () => {
    expect(kinds({ a: 1, b: "x/y" }, { a: 2, b: "y" })).toEqual(["a: higher", "b: drop-folder"]);
    expect(kinds({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toEqual([]);
  });

  it("does not take up names that are no names", () => {
    expect(kinds({ "a b": 1 }, {})).toEqual(["*: removed"]);
  });

  it("tells the same errand from another one", () => {
    const same = (before: JsonObject, after: JsonObject) => isSameErrand(before, after, changes(before, after));
    expect(same({ file: "a.txt", text: "hi" }, { file: "a.txt", text: "hello" })).toBe(true);
    expect(same({ file: "d/a.txt", text: "hi" }, { file: "a.txt", text: "you" })).toBe(true);
    expect(same({ file: "a.txt", text: "hi" }, { file: "b.md", text: "you" })).toBe(false);
    expect(same({}, {})).toBe(true);
    // Another value for the only argument is another errand, unless it was looked up in between.
    expect(same({ query: "cart(" }, { query: "render" })).toBe(false);
    expect(same({ folder: "docs" }, { folder: "src/docs" })).toBe(true);
    expect(
      isSameErrand(
        { code: "X1" },
        { code: "JFK" },
        changesBetween({ code: "X1" }, { code: "JFK" }, () => true),
      ),
    ).toBe(true);
  });
});
