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

  it("names cards and files in their own letters, on one line each", () => {
    const change = changeBetween("a\n", "b\n", { from: "배포.전에-테스트, version 1", to: "/집/手順\n書, now" });
    expect(change.split("\n").slice(0, 2)).toEqual(["--- 배포.전에-테스트, version 1", "+++ /집/手順 書, now"]);
  });

  it("is empty when nothing changed", () => {
    expect(changeBetween("a\n", "a\n", NAMES)).toBe("");
  });

  it("shows a change of line ends and of the last line end", () => {
    expect(changeBetween("a\r\n", "a\n", NAMES)).toContain("-a");
    expect(changeBetween("a\n", "a", NAMES)).toContain("\\ No newline at end of file");
  });
});
