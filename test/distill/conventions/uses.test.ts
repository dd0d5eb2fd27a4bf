import { describe, expect, it } from "vitest";
import { argumentUses } from "../../../src/distill/conventions/arguments.ts";
import { canBeHabit, commandUses } from "../../../src/distill/conventions/options.ts";
import { conventionUses } from "../../../src/distill/conventions/uses.ts";
import { type Call, trajectory } from "../build.ts";

const run = (command: string) => commandUses({ tool: "Bash", input: { command }, outcome: "ok" });
const given = (input: Record<string, string | number | boolean>, tool = "mcp__air__book") =>
  argumentUses({ tool, input, outcome: "ok" }).map(({ param, choice }) => `${param}=${choice.replaceAll('"', "")}`);

describe("options of a command", () => {
  it("are told from values by what follows them", () => {
    expect(run("docker build --no-cache --build-arg A=1 --pull -t x:1 .")).toEqual([
      {
        call: "docker build",
        options: ["--build-arg", "--no-cache", "--pull", "-t"],
        switches: ["--no-cache", "--pull"],
        hasOperands: true,
      },
    ]);
    expect(run("npm ci --no-audit")).toMatchObject([{ call: "npm ci", switches: ["--no-audit"], hasOperands: false }]);
    expect(run("gh pr create --title x --body y")).toMatchObject([{ switches: [] }]);
  });

  it("[D34] of commands that only look are nobody's habit", () => {
    expect(run("git log --oneline && git diff --stat && ls --all && rg --files")).toEqual([]);
    expect(run("npm run build --silent | tail --lines 5")).toMatchObject([{ call: "npm run build" }]);
  });

  it("[D34] that are letters, or say which use it is, are nobody's habit", () => {
    expect(["--no-cache", "--frozen-lockfile", "-auto-approve"].filter(canBeHabit)).toHaveLength(3);
    expect(["-m", "-t", "--help", "--version", "--write", "--watch", "--"].filter(canBeHabit)).toEqual([]);
  });
});

describe("arguments of a tool", () => {
  it("[D35] count when they are a choice: a switch, a small number, a plain word", () => {
    expect(given({ cabin: "economy", one_way: true, bags: 2, mode: "ROUND_TRIP" })).toEqual([
      "cabin=economy",
      "one_way=true",
      "bags=2",
      "mode=ROUND_TRIP",
    ]);
  });

  it("[D35] count by their form when it could be another", () => {
    expect(given({ on: "2026-11-30", branch: "fix-login", file: "/home/me/a.txt", at: "08/2025" })).toEqual([
      "on=~YYYY-MM-DD",
      "branch=~kebab-case",
      "file=~/path/from/root",
    ]);
  });

  it("[D35] do not count when they name a thing or hold text", () => {
    expect(given({ user: "Alice Kim", id: "HAT-069", price: 220.34, note: "please hurry", n: 12446 })).toEqual([]);
  });

  it("[D35] count as a proportion where their name says so; elsewhere it may be a time", () => {
    expect(given({ aspect_ratio: "16:9", start: "16:9", size: "1024x768" })).toEqual([
      "aspect_ratio=16:9",
      "size=1024x768",
    ]);
  });

  it("of the host's own tools are the agent's way, not the project's", () => {
    expect(given({ output_mode: "content" }, "Grep")).toEqual([]);
    expect(given({ run_in_background: false }, "Bash")).toEqual([]);
  });
});

describe("what the user asked for", () => {
  const calls: Call[] = [
    ["Bash", { command: "npm ci --no-audit" }, "ok"],
    ["book", { cabin: "economy", refundable: true }, "ok"],
  ];
  const asked = (user: string) => {
    const uses = conventionUses(trajectory("x", [[user, ...calls]]));
    return [
      ...uses.commands.flatMap((use) => use.asked),
      ...uses.arguments.filter((use) => use.isGiven).map((use) => use.param),
    ];
  };

  it("is an option by its name, a value by its word, a switch by the word of its argument", () => {
    expect(asked("install with --no-audit")).toEqual(["--no-audit"]);
    expect(asked("install with --no-audit-level")).toEqual([]);
    expect(asked("book me an Economy seat")).toEqual(["cabin"]);
    expect(asked("it must be refundable")).toEqual(["refundable"]);
    expect(asked("book a seat")).toEqual([]);
  });

  it("is known from then on, not before", () => {
    const run = trajectory("x", [
      ["go", calls[0]!],
      ["use --no-audit", calls[0]!],
    ]);
    expect(conventionUses(run).commands.map((use) => use.asked)).toEqual([[], ["--no-audit"]]);
  });
});
