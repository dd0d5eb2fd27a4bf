import { describe, expect, it } from "vitest";
import { correctionsIn } from "../../../src/distill/habits/correct-with/check.ts";
import { indexed, runOf } from "../../../src/distill/habits/run.ts";
import type { CorrectWithRule } from "../../../src/model/rule.ts";
import { accepted, found, noise, session, several } from "./sessions.ts";

const verdicts = (rule: Omit<CorrectWithRule, "type">, ...calls: string[]) =>
  correctionsIn(indexed(runOf(session(1, calls))), { type: "correct-with", ...rule }, () => 0).map(({ held }) => held);

describe("whether a correction comes in a run", () => {
  it("is the very next step, on the same file", () => {
    const rule = { action: "create", with: "edit" };
    expect(verdicts(rule, "write a.ts", "edit a.ts")).toEqual([true]);
    expect(verdicts(rule, "write a.ts", "edit b.ts")).toEqual([false]);
    expect(verdicts(rule, "write a.ts", "list", "edit a.ts")).toEqual([false]);
    expect(verdicts(rule, "write a.ts", "edit! a.ts", "write! b.ts", "edit b.ts")).toEqual([false]);
  });

  it("after an error is another step, where the first is not tried again: that would be a repair", () => {
    const rule = { action: "$ apt install", error: "apt: command not found", with: "$ brew install" };
    const fails = "$! apt install jq # apt: command not found";
    expect(verdicts(rule, fails, "$ brew install jq")).toEqual([true]);
    expect(verdicts(rule, fails, "list", "$ brew install jq")).toEqual([false]);
    expect(verdicts(rule, fails, "$ brew install jq", "$ apt install jq")).toEqual([]);
    expect(verdicts(rule, "$! apt install jq # no space left", "$ brew install jq")).toEqual([]);
  });
});

describe("whether a step repairs another", () => {
  const rule = { action: "$ npm test", error: "no such table", with: "$ npm run migrate", again: true } as const;
  const fails = "$! npm test # no such table";

  it("is that the other then succeeds, with nothing changed by hand in between", () => {
    expect(verdicts(rule, fails, "$ npm run migrate", "$ npm test")).toEqual([true]);
    expect(verdicts(rule, fails, "list", "read a.ts", "$ npm run migrate", "$ npm test")).toEqual([true]);
    expect(verdicts(rule, fails, "$ npm install", fails, "$ npm run migrate", "$ npm test")).toEqual([true]);
    expect(verdicts(rule, fails, "$ npm run migrate", fails, "$ npm test")).toEqual([]);
    expect(verdicts(rule, fails, "$! npm run migrate # no connection", "$ npm install", "$ npm test")).toEqual([false]);
    expect(verdicts(rule, fails, "read a.ts", "$ npm test")).toEqual([false]);
    expect(verdicts(rule, fails, "$ npm run migrate", "edit a.ts", "$ npm test")).toEqual([]);
    expect(verdicts(rule, fails, "$ npm run migrate")).toEqual([]);
    expect(verdicts(rule, fails, "$ npm test")).toEqual([]);
    expect(verdicts(rule, "$! npm test # expected 1 to be 2", "$ npm run migrate", "$ npm test")).toEqual([]);
  });
});

describe("corrections in many sessions", () => {
  it("[D58] are found: a command that repairs another, which is then run again", () => {
    const fails = "$! npm test # Error: Cannot find module './gen'";
    const sessions = several(10, (n) => [
      ...noise(n, 4),
      `edit src/m${n}.ts`,
      fails,
      "$ npm run codegen",
      "$ npm test",
      ...noise(n + 3, 5),
    ]);
    expect(accepted(sessions, "correct-with")).toEqual(['correct-with $ npm test "Error: Cannot find module *"']);
    expect(found(sessions, "correct-with").find((finding) => finding.accepted)?.rule).toMatchObject({
      with: "$ npm run codegen",
      again: true,
    });
  });

  it("[D58] are found also where the agent looked around, and tried something else in vain, before it came upon the repair", () => {
    const fails = "$! npm test # Error: Cannot find module './gen'";
    const detours = [["list"], ["read src/a.ts", "search"], ["$ npm install", fails], []];
    const sessions = several(12, (n) => {
      return [...noise(n, 4), fails, ...detours[n % 4]!, "$ npm run codegen", "$ npm test", ...noise(n + 3, 5)];
    });
    expect(found(sessions, "correct-with").find((finding) => finding.accepted)?.rule).toMatchObject({
      action: "$ npm test",
      with: "$ npm run codegen",
      again: true,
    });
  });

  it("[D58] are none where the file was mended, or where one only looked before trying again", () => {
    const fails = "$! npm test # Error: expected 1 to be 2";
    const mended = several(10, (n) => [...noise(n, 4), fails, `edit src/m${n}.ts`, "$ npm test", ...noise(n + 3, 5)]);
    expect(accepted(mended, "correct-with")).toEqual([]);
    const looked = several(10, (n) => [...noise(n, 4), fails, "$ git status", "$ npm test", ...noise(n + 3, 5)]);
    expect(accepted(looked, "correct-with")).toEqual([]);
  });

  it("are found: an edit right after a write, on the same file", () => {
    const sessions = several(10, (n) => [
      ...noise(n, 4),
      `write src/m${n}.ts`,
      `edit src/m${n}.ts`,
      ...noise(n + 3, 5),
    ]);
    expect(accepted(sessions, "correct-with")).toEqual(["correct-with create"]);
  });

  it("are found: another tool where one always fails", () => {
    const sessions = several(10, (n) => [
      ...noise(n, 4),
      `$! apt install jq${n} # apt: command not found`,
      `$ brew install jq${n}`,
      ...noise(n + 3, 5),
    ]);
    expect(accepted(sessions, "correct-with")).toEqual(['correct-with $ apt install "apt: command not found"']);
  });

  it("are none where the next step is what follows anything", () => {
    const sessions = several(14, () => [
      "search",
      "search",
      `web! # 404 not found`,
      "search",
      "search",
      `$ git status`,
      "search",
    ]);
    expect(accepted(sessions, "correct-with")).toEqual([]);
  });

  it("are none where each time something else comes", () => {
    expect(
      accepted(
        several(16, (n) => [...noise(n, 4), `web! # 404 not found`, ...noise(n * 3, 5)]),
        "correct-with",
      ),
    ).toEqual([]);
  });
});
