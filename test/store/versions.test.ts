import { describe, expect, it } from "vitest";
import { changeBetween } from "../../src/store/versions.ts";

const NAMES = { from: "a, version 1", to: "a, now" };

describe("the change between two versions", () => {
  it("is a unified diff with three lines around it", () => {
    const lines = (confidence: string) =>
      ["a", "b", "c", "d", `confidence: ${confidence}`, "e", "f", "g", "h", ""].join("\n");
    expect(changeBetween(lines("0.7"), lines("0.8"), NAMES)).toBe(
      [
        "--- a, version 1",
        "+++ a, now",
        "@@ -2,7 +2,7 @@",
        " b",
        " c",
        " d",
        "-confidence: 0.7",
        "+confidence: 0.8",
        " e",
        " f",
        " g",
        "",
      ].join("\n"),
    );
  });

  it("is empty when nothing changed", () => {
    expect(changeBetween("a\n", "a\n", NAMES)).toBe("");
  });

  it("shows a change of line ends and of the last line end", () => {
    expect(changeBetween("a\r\n", "a\n", NAMES)).toContain("-a");
    expect(changeBetween("a\n", "a", NAMES)).toContain("\\ No newline at end of file");
  });
});
