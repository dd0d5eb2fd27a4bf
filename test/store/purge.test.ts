import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MemoryError } from "../../src/errors.ts";
import { parseLedgerRow } from "../../src/model/ledger.ts";
import { parseObservation } from "../../src/model/observation.ts";
import { createPurger } from "../../src/store/purge.ts";
import { purgeCard, safeIds } from "../../src/store/purge-card.ts";
import { purgeLine } from "../../src/store/purge-line.ts";

const NONE = { ids: new Map<string, string>(), bodies: new Map<string, string>() };

describe("finding what is to be purged", () => {
  it("[S31] finds a text inside JSON at any depth of escaping, whatever characters it has", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 3, maxLength: 12 }).filter((text) => text.trim().length > 2),
        fc.integer({ min: 0, max: 4 }),
        (secret, depth) => {
          let text = `before ${secret} after`;
          for (let i = 0; i < depth; i += 1) text = JSON.stringify({ nested: text });
          const line = JSON.stringify({ v: 1, event: "prompt", input: text });
          const after = purgeLine(line, createPurger(secret), NONE);
          let value: string = JSON.parse(after).input;
          for (let i = 0; i < depth; i += 1) value = JSON.parse(value)[Object.keys(JSON.parse(value))[0]!];
          expect(value).not.toContain(secret);
          expect(createPurger(secret).count(after)).toBe(createPurger(secret).count("[purged]"));
        },
      ),
      { numRuns: 300, seed: 17 },
    );
  });

  it("[S31] finds it composed and decomposed, escaped by code, with either case of hex, and over a line break", () => {
    const purger = createPurger("café 열쇠");
    for (const spelled of [
      "café 열쇠",
      "café 열쇠".normalize("NFD"),
      "caf\\u00e9 \\uc5f4\\uc1e0",
      "caf\\u00E9 \\uC5F4\\uC1E0",
    ]) {
      expect([spelled, purger.text(`x ${spelled} y`)]).toEqual([spelled, "x [purged] y"]);
    }
    expect(purger.text("café\n  열쇠")).toBe("[purged]");
  });

  it("takes a pattern between slashes, also into JSON inside JSON and what is left of it after a cut", () => {
    const purger = createPurger('/tok_[a-z"]+/i');
    expect(purger.text("TOK_abc and tok_x")).toBe("[purged] and [purged]");
    expect(purger.text(JSON.stringify({ a: JSON.stringify({ b: 'tok_a"b' }) }))).toBe(
      JSON.stringify({ a: JSON.stringify({ b: "[purged]" }) }),
    );
    expect(purger.text('{"a":"{\\"b\\":\\"tok_q\\')).not.toContain("tok_q");
  });

  it("refuses what would fit nothing or everything", () => {
    for (const match of ["", "  ", "/(/", "/a*/", "/a/x"]) {
      expect(() => createPurger(match)).toThrowError(expect.objectContaining({ code: "INVALID_INPUT" }));
    }
  });

  it("says how a path is written, which looks like a pattern", () => {
    expect(() => createPurger("/home/al.ice")).not.toThrow();
    let hint = "";
    try {
      createPurger("/home/alice");
    } catch (error) {
      hint = (error as MemoryError).hint ?? "";
    }
    const written = hint.slice(hint.indexOf("/"));
    expect(written).toBe("/\\/home\\/alice/");
    expect(createPurger(written).text("cd /home/alice/x")).toBe("cd [purged]/x");
  });
});

describe("purging a line", () => {
  it("keeps times, versions and joins, and is the same line when it holds nothing", () => {
    const line = '{"v":1, "at":"2026-11-30T10:00:00.000Z","event":"prompt","input":{"n":1.50,"year":2026}}';
    expect(purgeLine(line, createPurger("nothing"), NONE)).toBe(line);
    expect(JSON.parse(purgeLine(line, createPurger("2026"), NONE))).toEqual({
      v: 1,
      at: "2026-11-30T10:00:00.000Z",
      event: "prompt",
      input: { n: 1.5, year: "[purged]" },
    });
  });

  it("[S32] leaves the format's own words alone, so that no line is lost with a word that the format uses too", () => {
    const said = { v: 1, at: "2026-11-30T10:00:00.000Z", event: "prompt", session: "s", input: "an event" };
    const begun = { ...said, event: "session_start", input: { source: "hook", cwd: "/x/source", task: "t" } };
    const told = { ...said, event: "feedback", input: { score: 1, by: "user", reasons: ["the user said"] } };
    const born = {
      v: 1,
      at: said.at,
      type: "born",
      card: "a.b",
      confidence: 0.4,
      sessions: ["s"],
      by: "miner/order@1",
    };
    const gone = {
      v: 1,
      at: said.at,
      type: "retired",
      card: "a.b",
      by: "person",
      reason: "a person",
      counts: { shown: 2 },
    };
    for (const match of [
      "event",
      "session",
      "input",
      "source",
      "by",
      "user",
      "card",
      "person",
      "order",
      "shown",
      "at",
      "e",
    ]) {
      const purge = (row: object) => purgeLine(JSON.stringify(row), createPurger(match), NONE);
      for (const line of [said, begun, told])
        expect(parseObservation(purge(line)), match).not.toHaveProperty("problem");
      for (const line of [born, gone]) expect(parseLedgerRow(purge(line)), match).not.toHaveProperty("problem");
      expect(JSON.parse(purge(begun))).toMatchObject({ input: { source: "hook" } });
      expect(JSON.parse(purge(told))).toMatchObject({ input: { by: "user" } });
      expect(JSON.parse(purge(born)).by).toBe("miner/order@1");
      expect(JSON.parse(purge(gone))).toMatchObject({ by: "person", counts: { shown: 2 } });
    }
    expect(JSON.parse(purgeLine(JSON.stringify(said), createPurger("event"), NONE)).input).toBe("an [purged]");
    expect(JSON.parse(purgeLine(JSON.stringify(begun), createPurger("/\\/x\\/source/"), NONE)).input.cwd).toBe(
      "[purged]",
    );
    expect(purgeLine(JSON.stringify({ ...said, acme: "acme" }), createPurger("acme"), NONE)).not.toContain("acme");
  });

  it("[S32] renames cards wherever a row names them", () => {
    const changes = { ids: new Map([["acme.deploy", "purged.deploy"]]), bodies: new Map() };
    const purge = (row: object) => JSON.parse(purgeLine(JSON.stringify(row), createPurger("Acme Corp"), changes));
    expect(
      purge({
        type: "followed",
        attempt: "a",
        by: "trace",
        followed: { "acme.deploy": 1 },
        reasons: { "acme.deploy": "1 of 1" },
      }),
    ).toEqual({
      type: "followed",
      attempt: "a",
      by: "trace",
      followed: { "purged.deploy": 1 },
      reasons: { "purged.deploy": "1 of 1" },
    });
    expect(purge({ type: "revoked", retired: ["acme.deploy"], was: { "acme.deploy": { confidence: 0.4 } } })).toEqual({
      type: "revoked",
      retired: ["purged.deploy"],
      was: { "purged.deploy": { confidence: 0.4 } },
    });
    expect(purge({ type: "dreamed", card: "x", into: "acme.deploy", sources: ["acme.deploy"] })).toMatchObject({
      into: "purged.deploy",
      sources: ["purged.deploy"],
    });
  });

  it("[S32] follows cards that were renamed, and bodies that were rewritten", () => {
    const changes = { ids: new Map([["acme.deploy", "purged.deploy"]]), bodies: new Map([["aa", "bb"]]) };
    const purge = (row: object) => JSON.parse(purgeLine(JSON.stringify(row), createPurger("acme"), changes));
    expect(purge({ type: "written", card: "acme.deploy", body: "aa" })).toMatchObject({
      card: "purged.deploy",
      body: "bb",
    });
    expect(
      purge({
        type: "recalled",
        task: "at acme",
        shown: ["acme.deploy"],
        shortlist: [{ id: "acme.deploy", score: 2 }],
      }),
    ).toMatchObject({ task: "at [purged]", shown: ["purged.deploy"], shortlist: [{ id: "purged.deploy", score: 2 }] });
  });
});

describe("purging a card", () => {
  const card = `---
# about Acme Corp, by hand
format: 1
id: acme-corp.deploy
when_to_use: "Acme Corp deploys"
keywords: [Acme Corp, deploy]
not_for: [Acme Corp, trading]
mine: Acme Corp
---

# Deploy at Acme
Corp

1. Ask Acme Corp.
`;

  it("[S32] gives it a safe id, stays a card, and keeps what a person wrote around it", () => {
    const purger = createPurger("Acme Corp");
    const ids = safeIds(["acme-corp.deploy", "purged.deploy"], [], purger);
    expect(ids).toEqual(new Map([["acme-corp.deploy", "purged.deploy-2"]]));
    const after = purgeCard(card, purger, "purged.deploy-2", ids);
    expect(after).not.toMatch(/acme\s+corp/i);
    expect(after).toContain("id: purged.deploy-2");
    expect(after).toContain("by hand");
    expect(after).toContain("1. Ask [purged].");
    expect(after).toMatch(/^not_for: \[.*purged.*trading\]/m);
    expect(after).toMatch(/^mine: .?purged/m);
  });

  it("replaces the text also in a file that is no card any more", () => {
    expect(purgeCard("--- broken Acme Corp", createPurger("Acme Corp"), "x", new Map())).toBe("--- broken [purged]");
  });
});
