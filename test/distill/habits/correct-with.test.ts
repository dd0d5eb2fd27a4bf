import { describe, expect, it } from "vitest";
import { correctionsIn } from "../../../src/distill/habits/correct-with/check.ts";
import { indexed, runOf } from "../../../src/distill/habits/run.ts";
import type { CorrectWithRule } from "../../../src/model/rule.ts";
import { accepted, noise, session, several } from "./sessions.ts";

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

describe("corrections in many sessions", () => {
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
