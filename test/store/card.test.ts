import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CardFormatError } from "../../src/errors.ts";
import type { Experience } from "../../src/model/experience.ts";
import { migrate, parseCard, renderCard, spliceCard } from "../../src/store/card.ts";
import { CARD_MIGRATIONS } from "../../src/store/card-migrations.ts";
import { experiences, layouts, rules } from "./arbitrary-card.ts";

const CARD = `---
format: 1
id: terraform.read-triad
when_to_use: "Terraform 모듈의 파일 구성을 파악할 때"
kind: habit              # habit | success | failure | comparison | tool | correction
status: active           # active | quarantined | retired | promoted
tier: provisional        # provisional | validated | reviewed
scope: project           # project | global
confidence: 0.7          # 0..1, how established the pattern is
freq: 6                  # times handed to an agent for a task
utility: 5               # of those, times the task ended well
value: {mean: 0.82, sd: 0.41}    # effect on success credited to this card, log-odds
keywords: [terraform, module layout]
tools: [Read]
rule: {type: co-read, tool: Read, paths: [main.tf, variables.tf, outputs.tf]}   # when a machine can check it
task_query: "…"          # as asked, scrubbed
generalized_query: "…"
created: 2026-11-02T09:14:03Z
provenance: {origin: mined, sessions: [s_1, s_7], trajectories: [t_9f], author: miner/co-read@1, derived_from: []}
---

# Read main.tf, variables.tf and outputs.tf together

1. Read the three files in one parallel step before proposing a change.

## Evidence
`;

const EXPERIENCE: Experience = {
  format: 1,
  id: "trading.price-first",
  whenToUse: 'Placing a "market" order',
  kind: "habit",
  status: "active",
  tier: "provisional",
  scope: "project",
  confidence: 0.5,
  freq: 0,
  utility: 0,
  keywords: ["stock", "429"],
  tools: ["get_stock_info", "place_order"],
  rule: { type: "provenance", tool: "place_order", param: "price", from: { tool: "get_stock_info", field: "price" } },
  taskQuery: "Buy 100 shares of X: now",
  created: "2026-11-02T09:14:03.000Z",
  provenance: {
    origin: "mined",
    sessions: ["s_1"],
    trajectories: ["t_9f"],
    author: "miner/provenance@1",
    derivedFrom: [],
  },
  title: "Fetch the price first",
  body: "# Fetch the price first\n\n1. Call get_stock_info.\n",
};

/** Minimal card with these lines in its front matter. */
const card = (...lines: string[]) =>
  `---\nid: a\nwhen_to_use: x\n${lines.map((line) => `${line}\n`).join("")}---\n\n# T\n`;

describe("a new card", () => {
  it("[S1] has the shape that the format promises", () => {
    expect(renderCard(EXPERIENCE)).toBe(`---
format: 1
id: trading.price-first
when_to_use: "Placing a \\"market\\" order"
kind: habit
status: active
tier: provisional
scope: project
confidence: 0.5
freq: 0
utility: 0
keywords: [stock, "429"]
tools: [get_stock_info, place_order]
rule: {type: provenance, tool: place_order, param: price, from: {tool: get_stock_info, field: price}}
task_query: "Buy 100 shares of X: now"
created: 2026-11-02T09:14:03.000Z
provenance: {origin: mined, sessions: [s_1], trajectories: [t_9f], author: miner/provenance@1, derived_from: []}
---

# Fetch the price first

1. Call get_stock_info.
`);
  });

  it("[S1] says when read what it was made from", () => {
    fc.assert(
      fc.property(experiences, (experience) => {
        expect(parseCard(renderCard(experience), "a.md")).toEqual(experience);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps every key on one line", () => {
    fc.assert(
      fc.property(experiences, (experience) => {
        const keys = Object.keys(experience).filter((key) => key !== "title" && key !== "body").length;
        expect(renderCard({ ...experience, body: "" }).split("\n")).toHaveLength(keys + 4);
      }),
    );
  });
});

describe("reading a card", () => {
  it("gives what the front matter and the body say", () => {
    expect(parseCard(CARD, "a.md")).toEqual({
      format: 1,
      id: "terraform.read-triad",
      whenToUse: "Terraform 모듈의 파일 구성을 파악할 때",
      kind: "habit",
      status: "active",
      tier: "provisional",
      scope: "project",
      confidence: 0.7,
      freq: 6,
      utility: 5,
      value: { mean: 0.82, sd: 0.41 },
      keywords: ["terraform", "module layout"],
      tools: ["Read"],
      rule: { type: "co-read", tool: "Read", paths: ["main.tf", "variables.tf", "outputs.tf"] },
      taskQuery: "…",
      generalizedQuery: "…",
      created: "2026-11-02T09:14:03Z",
      provenance: {
        origin: "mined",
        sessions: ["s_1", "s_7"],
        trajectories: ["t_9f"],
        author: "miner/co-read@1",
        derivedFrom: [],
      },
      title: "Read main.tf, variables.tf and outputs.tf together",
      body: CARD.slice(CARD.indexOf("# Read main")),
    });
  });

  it("is content with an id and a situation", () => {
    expect(parseCard("---\nid: a\nwhen_to_use: before a deploy\n---\nRun the tests.", "a.md")).toMatchObject({
      kind: "habit",
      status: "active",
      tier: "provisional",
      confidence: 0.5,
      keywords: [],
      provenance: { origin: "person", sessions: [] },
      title: "before a deploy",
      body: "Run the tests.",
    });
  });

  it("takes `trigger` for `when_to_use`, which wins where both are", () => {
    expect(parseCard("---\nid: a\ntrigger: old\n---\n", "a.md").whenToUse).toBe("old");
    expect(parseCard("---\nid: a\ntrigger: old\nwhen_to_use: new\n---\n", "a.md").whenToUse).toBe("new");
  });

  it("reads words that look like numbers as words", () => {
    const { keywords, id, whenToUse } = parseCard(
      "---\nid: 0x1F\nwhen_to_use: 1.10\nkeywords: [429, 1.10, true, no, 007]\n---\n",
      "a.md",
    );
    expect({ keywords, id, whenToUse }).toEqual({
      keywords: ["429", "1.10", "true", "no", "007"],
      id: "0x1F",
      whenToUse: "1.10",
    });
  });

  it("does not mind line ends, a byte order mark, or a missing last line end", () => {
    const { body, ...front } = parseCard(CARD, "a.md");
    const windows = parseCard(`\uFEFF${CARD.replaceAll("\n", "\r\n").trimEnd()}`, "a.md");
    expect(windows).toEqual({ ...front, body: body.trimEnd() });
  });

  it.each(["rule:\n  type: of-tomorrow\n  deep: {x: [1]}", "rule: {type: of-tomorrow}"])(
    "knows no rule of a newer type: %j",
    (rule) => {
      expect(parseCard(card(rule), "a.md").rule).toBeUndefined();
    },
  );

  it("[S2] runs nothing that stands in it", () => {
    const evil = '!!js/function "function(){ globalThis.harmed = true }"';
    expect(parseCard(card(`note: ${evil}`, `keywords: [${evil}]`), "a.md").keywords).toEqual([
      "function(){ globalThis.harmed = true }",
    ]);
    expect(() => parseCard("---js\nid: a\n---\n", "a.md")).toThrow(CardFormatError);
    expect("harmed" in globalThis).toBe(false);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    parseCard(card("__proto__: {polluted: true}", "constructor: {prototype: {polluted: true}}"), "a.md");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("refuses aliases that would grow without bounds", () => {
    const levels = Array.from(
      { length: 20 },
      (_, n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(", ")}]`,
    );
    expect(() => parseCard(card("l0: &l0 [x, x]", ...levels), "a.md")).toThrow(CardFormatError);
  });

  it.each([
    ["", 1, /begins with front matter/],
    ["# Only Markdown\n", 1, /begins with front matter/],
    ["\n---\nid: a\n---\n", 1, /begins with front matter/],
    ["---\nid: a\n", 1, /not closed/],
    ["---", 1, /begins with front matter/],
    ["---\n- a\n- b\n---\n", 2, /not a map/],
    ["---\n---\n", 2, /not a map/],
    ["---\nwhen_to_use: x\n---\n", 2, /"id" is missing/],
    ["---\nid: a\n---\n", 2, /"when_to_use" is missing/],
    ["---\nid: a\nwhen_to_use: '  '\n---\n", 3, /"when_to_use" must not be empty/],
    ["---\nid: a\ntrigger: [x]\n---\n", 3, /"when_to_use" must be text/],
    [card("", "confidence: 1.5"), 5, /"confidence" must be a number from 0 to 1, got 1.5/],
    [card("confidence: -0.1"), 4, /"confidence" must be a number from 0 to 1/],
    [card("confidence: high"), 4, /"confidence" must be a number, got "high"/],
    [card("freq: 1.5"), 4, /"freq" must be a whole number/],
    [card("utility: -1"), 4, /"utility" must be 0 or more/],
    [card("kind: habbit"), 4, /"kind" must be one of habit, .* got "habbit"/],
    [card("status: on"), 4, /"status" must be one of active/],
    [card("keywords: one"), 4, /"keywords" must be a list/],
    [card("keywords:", "  - a", "  - {b: 1}"), 6, /"keywords.1" must be text/],
    [card("value: 3"), 4, /"value" must be a map/],
    [card("value:", "  mean: 1", "  sd: x"), 6, /"value.sd" must be a number/],
    [card("value: {mean: 1}"), 4, /"value.sd" is missing/],
    [card("created: yesterday"), 4, /"created" must be a time/],
    [card("freq: 1", "", "freq: 2"), 6, /the key freq stands here a second time/],
    [card("tools: [a"), 5, /.+/],
    [card("a: b: c"), 4, /.+/],
    [card("\tx: 1"), 4, /.+/],
    [card("format: one"), 4, /"format" must be a whole number/],
    [card("format: 0"), 4, /"format" must be 1 or more/],
    [card("rule: co-read"), 4, /"rule" must be a map with a type/],
    [card("rule: {tool: a}"), 4, /"rule.type" is missing/],
    [card("rule:", "  type: provenance", "  tool: a", "  param: b", "  from: c"), 8, /"rule.from" must be a map/],
    [card("rule: {type: fix-call, tool: a, error: b, fix: []}"), 4, /"rule.fix" must name one tool or more/],
    [card("provenance: mined"), 4, /"provenance" must be a map/],
    [card("provenance:", "  origin: x", "  derived_from: y"), 6, /"provenance.derived_from" must be a list/],
  ])("[S2] names file and line of what is wrong: %j", (text, line, problem) => {
    for (const [given, at] of [
      [text, line],
      [text.replaceAll("\n", "\r\n"), line],
    ] as const) {
      let error: unknown;
      try {
        parseCard(given, "experiences/a.md");
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(CardFormatError);
      expect(error).toMatchObject({
        code: "CARD_FORMAT",
        path: "experiences/a.md",
        line: at,
        message: expect.stringMatching(problem),
      });
      expect((error as Error).message).toMatch(new RegExp(`^experiences/a.md:${at}: `));
    }
  });

  it("[S2] refuses a card of a newer format politely", () => {
    expect(() => parseCard(card("format: 2", "kind: something-new"), "a.md")).toThrow(
      expect.objectContaining({
        code: "STORE_TOO_NEW",
        path: "a.md",
        line: 4,
        message: expect.stringContaining("format 2"),
      }),
    );
  });

  it("never fails in another way than that, whatever stands in the file", () => {
    const pieces = fc.constantFrom(
      "---\n",
      "id: a\n",
      "when_to_use: x\n",
      "keywords: [",
      "- ",
      ": ",
      "&a ",
      "*a ",
      "!!x ",
      "{",
      "}",
      "]",
      "\n",
      "  ",
      "# ",
      "|\n",
      "\t",
      "\r",
      "'",
      '"',
      "? ",
      "배",
      "\u0000",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces).map((all) => all.join("")),
          fc.array(pieces).map((all) => `---\n${all.join("")}\n---\n`),
        ),
        (text) => {
          try {
            parseCard(text, "a.md");
          } catch (error) {
            expect(error).toMatchObject({ code: expect.stringMatching(/^(CARD_FORMAT|STORE_TOO_NEW)$/) });
            expect((error as CardFormatError).line).toBeGreaterThanOrEqual(1);
            expect((error as CardFormatError).line).toBeLessThanOrEqual(text.split("\n").length);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("migrating a card", () => {
  const steps = [
    { to: 2, up: (old: Record<string, unknown>) => ({ ...old, when_to_use: old.trigger }) },
    { to: 3, up: (old: Record<string, unknown>) => ({ ...old, kind: `new ${old.kind}` }) },
  ];

  it("runs the steps that are missing, in order", () => {
    expect(migrate({ trigger: "x", kind: "a" }, 1, steps)).toEqual({
      format: 3,
      trigger: "x",
      when_to_use: "x",
      kind: "new a",
    });
    expect(migrate({ kind: "a" }, 2, steps)).toEqual({ format: 3, kind: "new a" });
    expect(migrate({ kind: "a" }, 3, steps)).toEqual({ kind: "a" });
  });

  it("leads from each format to the next", () => {
    expect(CARD_MIGRATIONS.map(({ to }) => to)).toEqual(CARD_MIGRATIONS.map((_, at) => at + 2));
  });
});

describe("rewriting a card", () => {
  it("[S1] changes nothing when nothing differs, however the card is laid out", () => {
    fc.assert(
      fc.property(layouts, (text) => {
        expect(spliceCard(text, parseCard(text, "a.md"))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it("[S1] says what it is to say, and leaves every line alone that says something else", () => {
    const changes = fc.record<Partial<Experience>>(
      {
        confidence: fc.constantFrom(0.1, 0.8),
        freq: fc.constantFrom(0, 7),
        utility: fc.nat(9),
        status: fc.constantFrom("active", "retired"),
        kind: fc.constantFrom("tool", "habit"),
        tier: fc.constantFrom("validated"),
        whenToUse: fc.constantFrom("now", "it's: 'so' # here", "두\n줄"),
        taskQuery: fc.constantFrom("asked", "a: b"),
        value: fc.record({ mean: fc.constantFrom(0.82, 2), sd: fc.constantFrom(0.41, 3) }),
        keywords: fc.constantFrom(
          ["terraform", "429", "it's", "a, b", "모듈", "one more"],
          ["terraform"],
          [],
          ["a", "b", "c", "d", "e: f"],
        ),
        tools: fc.constantFrom(["Read", "Edit"], ["Read", "Grep", "Edit, too"], []),
        rule: rules,
        created: fc.constant("2026-12-01T00:00:00Z"),
        provenance: fc.constantFrom({
          origin: "lens",
          sessions: ["s_1", "s_9: x"],
          trajectories: ["t"],
          author: "me",
          derivedFrom: ["b"],
        }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(layouts, changes, (text, change) => {
        const before = parseCard(text, "a.md");
        const next = { ...before, ...change };
        const result = spliceCard(text, next);
        expect(parseCard(result, "a.md")).toEqual({
          ...next,
          title: before.title === before.whenToUse ? next.whenToUse : before.title,
        });
        expect(foreignLines(result, Object.keys(change))).toEqual(foreignLines(text, Object.keys(change)));
      }),
      { numRuns: 300 },
    );
  });

  /** Lines that belong to none of the changed keys: of other keys, remarks of their own, the body. */
  function foreignLines(text: string, fields: string[]): string[] {
    const names = fields.flatMap((field) => [
      field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ...(field === "whenToUse" ? ["trigger"] : []),
    ]);
    let inside = false;
    const lines = text.split("\n");
    const end = lines.findIndex((line, at) => at > 0 && /^---\s*$/.test(line));
    return lines.filter((line, at) => {
      if (at > end || line.startsWith("#")) return true;
      if (/^\s*(#|$)/.test(line)) return false;
      const key = /^"?([a-z][a-z_ ]*)"?:/.exec(line)?.[1];
      if (key !== undefined || /^---/.test(line)) inside = key !== undefined && names.includes(key);
      return !inside;
    });
  }

  it("keeps a comment beside each thing it changes", () => {
    const next = {
      ...parseCard(CARD, "a.md"),
      confidence: 0.8,
      freq: 7,
      value: { mean: 1, sd: 0.41 },
      keywords: ["terraform", "module layout", "hcl"],
    };
    const result = spliceCard(CARD, next);
    const changed = result.split("\n").filter((line, at) => line !== CARD.split("\n")[at]);
    expect(changed).toEqual([
      "confidence: 0.8          # 0..1, how established the pattern is",
      "freq: 7                  # times handed to an agent for a task",
      "value: {mean: 1, sd: 0.41}    # effect on success credited to this card, log-odds",
      "keywords: [terraform, module layout, hcl]",
    ]);
  });

  it("keeps the comments beside the items of a list that grows", () => {
    const text = card("tools: # both", "  - Read # first", "  - Grep", "", "  # that is all", "freq: 1");
    const result = spliceCard(text, { ...parseCard(text, "a.md"), tools: ["Read", "Grep", "Edit"], freq: 2 });
    expect(result).toBe(
      card("tools: # both", "  - Read # first", "  - Grep", "  - Edit", "", "  # that is all", "freq: 2"),
    );
  });

  it("puts a key that was not there where a new card has it", () => {
    const text = card("confidence: 0.5 # so", "tools: [a]");
    const result = spliceCard(text, { ...parseCard(text, "a.md"), freq: 1, kind: "tool", taskQuery: "q" });
    expect(result).toBe(card("kind: tool", "confidence: 0.5 # so", "freq: 1", "tools: [a]", "task_query: q"));
  });

  it("takes a key away that no longer holds, with its remark", () => {
    const text = card("value: {mean: 1, sd: 1} # once", "freq: 1");
    const { value, ...next } = parseCard(text, "a.md");
    expect(value).toBeDefined();
    expect(spliceCard(text, next)).toBe(card("freq: 1"));
  });

  it("[S1] lets a rule of a newer version survive", () => {
    const text = card("rule: {type: of-tomorrow, deep: {x: [1, two]}} # yes", "freq: 1");
    expect(spliceCard(text, { ...parseCard(text, "a.md"), freq: 2 })).toBe(text.replace("freq: 1", "freq: 2"));
  });

  it("writes front matter in one pair of braces as well", () => {
    const text = "---\n{id: a, when_to_use: x, value: {mean: 1, sd: 1}} # all\n---\n";
    const { value, ...next } = parseCard(text, "a.md");
    const result = spliceCard(text, { ...next, freq: 3 });
    expect(value).toBeDefined();
    expect(result).toBe("---\n{id: a, when_to_use: x, value: null, freq: 3} # all\n---\n");
  });

  it.each([
    card("tools: &t [a]", "keywords: *t"),
    card("? keywords", ": [a]"),
    card("keywords: !!seq [a]"),
    card("keywords: &k", "  - a", "mine: *k"),
  ])("does right also where splicing cannot: %j", (text) => {
    const next = { ...parseCard(text, "a.md"), keywords: ["z"], freq: 3 };
    const result = spliceCard(text, next);
    expect(parseCard(result, "a.md")).toEqual(next);
  });

  it("replaces the body alone, with the line ends that the file has", () => {
    const windows = CARD.replaceAll("\n", "\r\n");
    const result = spliceCard(windows, { ...parseCard(windows, "a.md"), body: "# New\n\nText.\n" });
    expect(result).toBe(`${windows.slice(0, windows.indexOf("# Read main"))}# New\r\n\r\nText.\r\n`);
    expect(spliceCard("---\nid: a\nwhen_to_use: x\n---", { ...parseCard(card(), "a.md"), body: "# T\n" })).toBe(card());
  });

  it("refuses to make a card that could not be read", () => {
    expect(() => spliceCard(CARD, { ...parseCard(CARD, "a.md"), confidence: 2 })).toThrow(
      /"confidence" must be a number from 0 to 1/,
    );
  });
});
