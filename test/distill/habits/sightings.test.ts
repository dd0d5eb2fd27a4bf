import { describe, expect, it } from "vitest";
import { agreementOf, emptyMineState, mine } from "../../../src/distill/mine.ts";
import { type Rule, ruleKey } from "../../../src/model/rule.ts";
import { noise, session } from "./sessions.ts";

const order: Rule = { type: "order", do: "search", place: "before", action: "edit", within: 1 };
const readFirst: Rule = { type: "order", do: "read", place: "before", action: "edit", within: 3 };
const triad: Rule = { type: "co-read", tool: "Read", paths: ["main.tf", "outputs.tf", "variables.tf"] };
const release: Rule = { type: "workflow", steps: ["$ npm version", "$ npm run build", "$ npm publish"] };
const writeEdit: Rule = { type: "correct-with", action: "create", with: "edit" };
const rules = [order, readFirst, triad, release, writeEdit];

const sightings = (...calls: string[]) =>
  Object.fromEntries(
    mine(emptyMineState(), session(1, calls), new Set(), rules).map(({ key, verdict }) => [key, verdict]),
  );

describe("what a session says about the habits that have a card", () => {
  it("is seen where it held at half of its chances or more, contradicted where it held at fewer", () => {
    expect(sightings("search", "edit a.ts", "list", "edit b.ts")).toMatchObject({ [ruleKey(order)]: "seen" });
    expect(sightings("search", "edit a.ts", "list", "edit b.ts", "list", "edit c.ts")).toMatchObject({
      [ruleKey(order)]: "contradicted",
    });
    expect(sightings("read m/main.tf + read m/variables.tf + read m/outputs.tf")).toEqual({ [ruleKey(triad)]: "seen" });
    expect(sightings("read m/main.tf", "list")).toEqual({ [ruleKey(triad)]: "contradicted" });
    expect(sightings("$ npm version patch", "$ npm run build", "$ npm publish")).toEqual({
      [ruleKey(release)]: "seen",
    });
    expect(sightings("$ npm version patch", "$ git status")).toEqual({ [ruleKey(release)]: "contradicted" });
    expect(sightings("search", "write a.ts", "edit a.ts")).toMatchObject({ [ruleKey(writeEdit)]: "seen" });
  });

  it("is nothing where there was no chance", () => {
    expect(sightings("list", "search", "$ git status")).toEqual({});
  });

  it("[D51] is nothing where it happens anyway: the file that is edited was read before, as hosts want", () => {
    expect(sightings("read a.ts", "edit a.ts")).toEqual({ [ruleKey(order)]: "contradicted" });
  });

  it("is nothing of rules without a card, so that a session costs what it holds and not what could be said of it", () => {
    const found = mine(emptyMineState(), session(1, ["search", "edit a.ts", ...noise(1, 20)]));
    expect(found).toEqual([]);
  });

  it("can be asked for one rule at a time", () => {
    const run = session(1, ["search", "edit a.ts", "list", "edit b.ts"]);
    expect(agreementOf(order, run)).toEqual({ agrees: 1, disagrees: 1 });
    expect(agreementOf(triad, run)).toEqual({ agrees: 0, disagrees: 0 });
  });
});
