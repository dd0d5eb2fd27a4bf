import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { demotionOf } from "../../src/learn/demotion.ts";
import {
  asSkillName,
  LONGEST_NAME,
  type Promotable,
  skillGroups,
  skillNameOf,
  suggestSkills,
} from "../../src/learn/promote.ts";
import { renderSkill, skillOf } from "../../src/learn/skill.ts";
import type { SkillPart } from "../../src/model/skill.ts";
import { completeOptions } from "../../src/options.ts";

const card = (id: string, fields: Partial<Promotable["card"]> = {}): Promotable["card"] => ({
  id,
  title: `Migrate the billing database, step ${id}`,
  whenToUse: "migrating the billing database",
  keywords: ["billing database"],
  tools: ["Bash"],
  kind: "habit",
  status: "active",
  confidence: 0.8,
  ...fields,
});
const three = (fields: Partial<Promotable["card"]> = {}) => ["a", "b", "c"].map((id) => ({ card: card(id, fields) }));
const suggestionsFor = (cards: Promotable[], well: Record<string, string[]>) =>
  suggestSkills(skillGroups(cards), cards, (id) => well[id] ?? []);

describe("[L56] a skill is suggested", () => {
  it("by three related cards at 0.7 with two sessions that ended well, and says why they belong together", () => {
    const [suggestion, ...others] = suggestionsFor(three({ confidence: 0.7 }), { a: ["s1"], c: ["s2"] });
    expect(others).toEqual([]);
    expect(suggestion).toMatchObject({ cards: ["a", "b", "c"], sessions: ["s1", "s2"], confidence: 0.7 });
    expect(suggestion?.name).toBe("bash-billing-database");
    expect(suggestion?.relations.map(({ a, b }) => a + b)).toEqual(["ab", "ac", "bc"]);
    for (const { tools, words } of suggestion!.relations) expect(tools === 1 && words > 0.12).toBe(true);
  });

  it.each<[string, Promotable[], Record<string, string[]>]>([
    ["two cards", three().slice(0, 2), { a: ["s1", "s2"] }],
    ["a confidence of 0.69", three({ confidence: 0.69 }), { a: ["s1", "s2"] }],
    ["one session", three(), { a: ["s1"], b: ["s1"], c: ["s1"] }],
    ["no session that ended well", three(), {}],
    ["failures alone", three({ kind: "failure" }), { a: ["s1", "s2"] }],
    [
      "an open conflict",
      [...three().slice(1), { card: card("a"), conflict: '"z" says the opposite' }],
      { b: ["s1", "s2"] },
    ],
    ["retired cards", three({ status: "retired" }), { a: ["s1", "s2"] }],
  ])("not by %s", (_, cards, well) => {
    expect(suggestionsFor(cards, well)).toEqual([]);
  });

  it("not by cards that only share a tool that every task uses", () => {
    const cards = [
      card("a", { title: "Run the linter before a commit", whenToUse: "committing", keywords: [] }),
      card("b", { title: "Rotate the signing key each month", whenToUse: "key rotation", keywords: [] }),
      card("c", { title: "Resize pictures to two sizes", whenToUse: "uploading pictures", keywords: [] }),
    ].map((each) => ({ card: each, family: each.id }));
    expect(skillGroups(cards)).toEqual([]);
  });

  it("whatever the order of the cards, and no card twice", () => {
    const many = [...three(), ...["d", "e", "f", "g", "h", "i", "j"].map((id) => ({ card: card(id) }))];
    fc.assert(
      fc.property(fc.shuffledSubarray(many, { minLength: many.length }), (shuffled) => {
        expect(skillGroups(shuffled)).toEqual(skillGroups(many));
        const all = skillGroups(shuffled).flatMap((group) => group.cards);
        expect(new Set(all).size).toBe(all.length);
      }),
      { numRuns: 20 },
    );
  });
});

describe("the name of a skill", () => {
  it("is taken by every host, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const name = asSkillName(text);
        expect([...name].length).toBeLessThanOrEqual(LONGEST_NAME);
        expect(name).toMatch(/^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u);
        expect(name).toBe(name.toLowerCase());
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["배포 전에 테스트", "배포-전에-테스트"],
    ["デプロイ前にテスト", "デプロイ前にテスト"],
    ["部署前先跑测试", "部署前先跑测试"],
    ["db.backup_first", "db-backup-first"],
  ])("keeps %j readable", (text, name) => expect(asSkillName(text)).toBe(name));

  it("is what most of its cards have in common", () => {
    expect(skillNameOf([card("a"), card("b", { tools: [] }), card("c", { keywords: ["else"], tools: [] })])).toBe(
      "billing-database",
    );
  });
});

describe("the file of a skill", () => {
  const part = (fields: Partial<SkillPart>): SkillPart => ({
    id: "a",
    title: "t",
    whenToUse: "w",
    steps: ["1. Do."],
    preconditions: [],
    failureModes: [],
    evidence: [],
    confidence: 0.8,
    sessions: 2,
    shown: 0,
    endedWell: 0,
    ...fields,
  });

  it("[L57] has two lines of front matter whatever stands in its cards, and never more than a host reads", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 1500 }), fc.string({ maxLength: 200 }), (when, title) => {
        const text = renderSkill(skillOf("x", [part({ whenToUse: `${when}\n---\nname: y`, title: `${title}-->` })]));
        const lines = text.split("\n");
        expect([lines[0], lines[1], lines[3], lines[4]]).toEqual(["---", 'name: "x"', "---", ""]);
        const description = JSON.parse(lines[2]!.slice("description: ".length));
        expect(description.length).toBeLessThanOrEqual(1024);
        expect(description.length).toBeGreaterThan(0);
        expect(text.match(/-->/g)).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["배포하기 전에", "## 언제 쓰나"],
    ["デプロイする前に", "## 使う場面"],
    ["部署之前", "## 何时使用"],
    ["before deploying", "## When to use"],
  ])("speaks the language of its cards: %j", (whenToUse, heading) => {
    expect(skillOf("x", [part({ whenToUse, title: whenToUse })]).body).toContain(heading);
  });
});

describe("[L58] a promoted card is demoted", () => {
  const OPTIONS = completeOptions({});
  const record = (judged: number, judgedWell: number, against: string[] = []) => ({
    judged,
    judgedWell,
    contradictedIn: new Set(against),
  });

  it("for good when it probably harms, with the counts", () => {
    const demotion = demotionOf({ confidence: 0.8, value: { mean: -1, sd: 0.5 } }, record(9, 2), OPTIONS);
    expect(demotion).toEqual({
      reason: "it harms with a probability of 98 %: of 9 tasks with a known outcome 2 ended well",
      retire: true,
      byOutcomes: true,
    });
  });

  it("by the other policy's own rule, where that is in force", () => {
    const demotion = demotionOf({ confidence: 0.8 }, record(9, 2), completeOptions({ policy: "reme" }));
    expect(demotion).toMatchObject({ reason: "ended well in 2 of 9 judged recalls, at or below 50 %", retire: true });
    const value = { mean: -1, sd: 0.5 };
    expect(demotionOf({ confidence: 0.8, value }, record(9, 7), completeOptions({ policy: "reme" }))).toBeUndefined();
  });

  it("to an active card when sessions contradicted it", () => {
    expect(demotionOf({ confidence: 0.4 }, record(0, 0, ["s1", "s2", "s3"]), OPTIONS)).toEqual({
      reason: "3 sessions contradicted it; its confidence is 0.4 now",
      retire: false,
    });
  });

  it.each([
    ["one contradiction", { confidence: 0.6 }, record(0, 0, ["s1"])],
    ["being idle alone", { confidence: 0.3 }, record(0, 0)],
    ["two bad tasks", { confidence: 0.8, value: { mean: -1, sd: 0.5 } }, record(2, 0)],
    ["a wide guess", { confidence: 0.8, value: { mean: -0.3, sd: 1 } }, record(20, 9)],
  ])("not by %s", (_, of, by) => expect(demotionOf(of, by, OPTIONS)).toBeUndefined());
});
