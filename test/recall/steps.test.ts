import { describe, expect, it } from "vitest";
import { evidenceOf, stepsOf } from "../../src/recall/steps.ts";

describe("stepsOf", () => {
  it("takes the blocks between the title and the first section, as they stand", () => {
    expect(
      stepsOf("# Title\n\nBefore all.\n\n1. One\n   goes on\n2. Two\n\n- three\n\n## Preconditions\n- not a step\n"),
    ).toEqual(["Before all.", "1. One\n   goes on", "2. Two", "- three"]);
  });

  it("reads CRLF, a body without a title, and one without anything", () => {
    expect(stepsOf("# T\r\n\r\n1. One\r\n2. Two\r\n")).toEqual(["1. One", "2. Two"]);
    expect(stepsOf("Just do it.")).toEqual(["Just do it."]);
    expect(stepsOf("")).toEqual([]);
    expect(stepsOf("# Only a title")).toEqual([]);
  });

  it("keeps a code block whole, headings and blank lines inside it, and closes one that was left open", () => {
    expect(stepsOf("# T\n\n1. Run\n```sh\n# comment\n\n## not a section\n```\n2. Look\n")).toEqual([
      "1. Run\n```sh\n# comment\n\n## not a section\n```",
      "2. Look",
    ]);
    expect(stepsOf("# T\n\n```sh\nmake\n")).toEqual(["```sh\nmake\n\n```".replace("\n\n", "\n\n")]);
  });
});

describe("evidenceOf", () => {
  it("is the first line of the section", () => {
    expect(evidenceOf("# T\n\n1. One\n\n## Evidence\n\n- seen in 3 tasks\n- more\n")).toBe("seen in 3 tasks");
  });

  it("is absent without a section or a line in it", () => {
    expect(evidenceOf("# T\n\n1. One\n")).toBeUndefined();
    expect(evidenceOf("# T\n\n## Evidence\n\n## Notes\n- x\n")).toBeUndefined();
  });
});
