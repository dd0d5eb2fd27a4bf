import { describe, expect, it } from "vitest";
import { FILE_ROLES } from "../../../src/alphabet/file-role.ts";
import { birthConfidence, toCandidate } from "../../../src/distill/candidate.ts";
import { gate } from "../../../src/distill/gate.ts";
import { indexed, runOf } from "../../../src/distill/habits/run.ts";
import type { Finding } from "../../../src/distill/miner.ts";
import { countWords } from "../../../src/distill/shape.ts";
import { type Rule, ruleKey } from "../../../src/model/rule.ts";
import { LANGUAGES } from "../../../src/text/language.ts";
import { session } from "./sessions.ts";

const now = "2026-11-30T12:00:00.000Z";
const order = (step: string, place: "before" | "after", action: string, within = 1): Rule => ({
  type: "order",
  do: step,
  place,
  action,
  within,
});

const rules: Rule[] = [
  { type: "co-read", tool: "Read", paths: ["main.tf", "outputs.tf", "variables.tf"] },
  { type: "co-read", tool: "read", paths: ["package.json", "src/**/index.ts"] },
  order("search", "before", "edit"),
  order("$ npm test", "after", "edit", 2),
  order("any lint", "before", "$ git commit", 3),
  order("tool take_screenshot", "after", "edit style"),
  order("read CHANGELOG.md", "before", "any release"),
  { type: "correct-with", action: "create", with: "edit" },
  { type: "correct-with", action: "$ apt install", error: "apt: command not found", with: "$ brew install" },
  { type: "workflow", steps: ["$ npm version", "$ npm run build", "$ git push", "$ npm publish"] },
  { type: "workflow", steps: ["edit CHANGELOG.md", "tool bump_version", "any commit"] },
  {
    type: "workflow",
    steps: Array.from({ length: 5 }, (_, i) => `$ npm run a-very-long-name-of-a-script-number-${i}`),
  },
];

function finding(rule: Rule, more: Partial<Finding> = {}): Finding {
  const example = { trajectory: "t_1", task: "task-1", session: "s_1", turn: 0, tag: "" };
  return {
    key: ruleKey(rule),
    rule,
    miner: "miner/order@1",
    accepted: true,
    tier: "evidence",
    reason: "",
    support: 8,
    tasks: 9,
    hits: 14,
    chances: 15,
    rate: 0.93,
    bound: 0.68,
    baseRate: 0.14,
    lift: 6.6,
    p: 1e-9,
    q: 1e-7,
    outcomes: { well: 5, badly: 0, unknown: 3 },
    examples: [example],
    trajectories: ["t_1"],
    sessions: ["s_1"],
    first: "2026-11-02T08:00:00Z",
    last: "2026-11-09T08:00:00Z",
    words: [],
    language: "en",
    detail: {},
    ...more,
  };
}

describe("cards of habits", () => {
  it.each(LANGUAGES)("pass the gate, are short enough to be read and name what they are about, in %s", (language) => {
    for (const rule of rules) {
      const card = toCandidate(finding(rule), { now, language });
      expect(gate(card, []), ruleKey(rule)).toMatchObject({ verdict: "accept" });
      expect(countWords(card.body)).toBeGreaterThanOrEqual(50);
      expect(countWords(card.body)).toBeLessThanOrEqual(200);
      expect(card.kind).toBe("habit");
      const names =
        JSON.stringify(rule).match(
          /(?<=\$ |tool |(?:read|edit) )[\w.-]+(?: [\w-]+)*(?=")|[\w*/]+\.tf|package\.json/g,
        ) ?? [];
      for (const name of names.filter((each) => !(FILE_ROLES as readonly string[]).includes(each)))
        expect(card.body, ruleKey(rule)).toContain(name);
      // No word was left without its translation.
      expect(`${card.title} ${card.body}`).not.toMatch(/undefined|\bany \w+`|\$ \w/);
    }
  });

  it("name the tool that reads, and ask for a server's tool to be at hand, but for no host's own", () => {
    const tools = rules.map((rule) => toCandidate(finding(rule), { now }).tools);
    expect(tools[0]).toEqual(["Read"]);
    expect(tools[1]).toEqual([]);
    expect(tools[2]).toEqual([]);
    expect(tools[5]).toEqual(["take_screenshot"]);
  });

  it("quote an error under Evidence and nowhere else", () => {
    const card = toCandidate(finding(rules[8]!), { now });
    const [steps, evidence] = card.body.split("## Evidence");
    expect(evidence).toContain("apt: command not found");
    expect(steps).not.toContain("command not found");
  });

  it("[D53] begin at 0.3 or 0.4, however much speaks for them", () => {
    const at = (more: Partial<Finding>) => birthConfidence(finding(rules[2]!, more));
    expect(at({ support: 90, bound: 0.95 })).toBe(0.4);
    expect(at({ support: 3, bound: 0.44 })).toBe(0.3);
    expect(at({ support: 90, bound: 0.95, outcomes: { well: 0, badly: 0, unknown: 90 } })).toBe(0.3);
  });

  it("speak of letters that runs have", () => {
    const run = indexed(
      runOf(session(1, ["search", "edit a.ts", "$ npm test", "$ git commit -m x", "read CHANGELOG.md"])),
    );
    for (const letter of ["search", "edit", "$ npm test", "any commit", "$ git commit", "read CHANGELOG.md"])
      expect([...run.places.keys()]).toContain(letter);
  });
});
