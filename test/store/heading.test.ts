import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { firstHeading } from "../../src/store/heading.ts";

describe("the first heading of a body", () => {
  it.each([
    ["# Read main.tf, **now**\n\nText", "Read main.tf, **now**"],
    ["\n\n   ### Third ###  \n", "Third"],
    ["Text\n\n## Later", "Later"],
    ["Setext\n====\n", "Setext"],
    ["Two\nlines\n---\n", "Two lines"],
    ["```sh\n# a comment\n```\n# Title", "Title"],
    ["~~~\n# x\n```\n# y\n~~~\n# Title", "Title"],
    ["````\n```\n# x\n````\n# Title", "Title"],
    ["<!-- # not this\n# nor this -->\n# Title", "Title"],
    ["    # code\n\n# Title", "Title"],
    ["#hashtag\n# Title", "Title"],
    ["#\n# Title", "Title"],
    ["# 배포 전에", "배포 전에"],
    ["---\n# Title", "Title"],
    ["- item\n---\n# Title", "Title"],
    ["```\n# never closed", undefined],
    ["Just text", undefined],
    ["", undefined],
  ])("of %j is %j", (body, title) => {
    expect(firstHeading(body)).toBe(title);
  });

  const blocks = [
    "# One",
    "## Two ##",
    "text",
    "more text",
    "",
    "```",
    "~~~",
    "````",
    "    # code",
    "---",
    "===",
    "#x",
    "   # Three",
    "***",
    "#",
  ];
  const containers = ["# One", "text", "", "---", "===", "> quote", "- item", "1. one", "2. two", "*"];

  it.each([
    ["blocks", blocks],
    ["quotations and lists", containers],
  ])("is the one that a Markdown parser finds, among %s", (_what, lines) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 10 }), (all) => {
        const body = all.join("\n");
        expect(firstHeading(body)).toBe(headingOf(body));
      }),
      { numRuns: 2000 },
    );
  });

  function headingOf(body: string): string | undefined {
    for (const node of fromMarkdown(body).children) {
      if (node.type !== "heading" || node.children.length === 0) continue;
      const text = body.slice(node.children[0]!.position!.start.offset!, node.children.at(-1)!.position!.end.offset!);
      return text
        .split("\n")
        .map((line) => line.trim())
        .join(" ");
    }
    return undefined;
  }
});
