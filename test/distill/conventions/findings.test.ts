import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCandidate } from "../../../src/distill/candidate.ts";
import { emptyMineState, findings, mergeMineStates, mine } from "../../../src/distill/mine.ts";
import type { Finding } from "../../../src/distill/miner.ts";
import { type Rule, ruleKey } from "../../../src/model/rule.ts";
import type { Trajectory } from "../../../src/model/trajectory.ts";
import { type Call, trajectory } from "../build.ts";

const shell = (command: string): Call => ["Bash", { command }, "ok"];
function mined(runs: readonly Trajectory[], advised?: ReadonlySet<string>): Finding[] {
  const state = emptyMineState();
  for (const run of runs) mine(state, run, advised);
  return findings(state, { falseDiscoveryRate: 0.05 }).filter(({ rule }) => rule.type === "convention");
}
const accepted = (runs: readonly Trajectory[]) =>
  mined(runs).flatMap(({ accepted: yes, rule }) => (yes ? [ruleKey(rule)] : []));
const of = (runs: readonly Trajectory[], key: string) =>
  mined(runs).find((finding) => finding.key === `convention ${key}`);

/** One session for each command, or for each list of them. */
const sessions = (...commands: Array<string | readonly string[]>) =>
  commands.map((each, n) => trajectory(`s${n}`, [["go", ...[each].flat().map((command) => shell(command as string))]]));
const times = (n: number, command: (i: number) => string) => Array.from({ length: n }, (_, i) => command(i));
const extras = ["", " --pull", " --quiet", " --build-arg A=1"];
const docker = (option: string) => (i: number) => `docker build${option}${extras[i % 4]} -t app:${i} .`;

describe("an option that is always given", () => {
  it("[D33] is a custom when it stays while the others change", () => {
    const runs = sessions(...times(12, docker(" --no-cache")));
    expect(accepted(runs)).toEqual(["convention docker build --no-cache"]);
    expect(of(runs, "docker build --no-cache")).toMatchObject({ support: 12, tasks: 12, hits: 12, chances: 12 });
  });

  it("[D33] is a custom when the very same command is seen without it too", () => {
    const runs = sessions(...times(14, () => "npm ci --no-audit"), "npm ci");
    expect(accepted(runs)).toEqual(["convention npm ci --no-audit"]);
  });

  it("[D33] is a custom when the user has asked for it", () => {
    const phrase = sessions(...times(8, () => "npm ci --no-audit"));
    expect(accepted(phrase)).toEqual([]);
    const asked = trajectory("asked", [["install with --no-audit please", shell("npm ci --no-audit")]]);
    expect(accepted([...phrase, asked])).toEqual(["convention npm ci --no-audit"]);
    expect(of([...phrase, asked], "npm ci --no-audit")).toMatchObject({ tasks: 8, detail: { asked: 1 } });
  });

  it("[D33] is none when it was never seen otherwise: a fixed phrase shows no choice", () => {
    const runs = sessions(...times(30, () => "git push --follow-tags"));
    expect(accepted(runs)).toEqual([]);
    expect(of(runs, "git push --follow-tags")!.reason).toContain("fixed phrase");
    const other = sessions(...times(30, () => "npx jest --ci"), "npx jest cart", "npx jest --passWithNoTests");
    expect(accepted(other)).toEqual([]);
  });

  it("is none when it is often left out, or stands in few tasks", () => {
    expect(accepted(sessions(...times(12, docker(" --no-cache")), ...times(6, docker(""))))).toEqual([]);
    expect(accepted(sessions(times(12, docker(" --no-cache")), times(12, docker(" --no-cache"))))).toEqual([]);
  });

  it("is none when it holds a value, which is what the task needs", () => {
    const runs = sessions(...times(12, (i) => `gh pr create --title t${i}${i % 2 ? " --draft" : ""} --body b${i}`));
    expect(of(runs, "gh pr create --title")).toBeUndefined();
    expect(accepted(runs)).toEqual([]);
  });

  it("is no evidence once the agent had been told how to make that call", () => {
    const runs = sessions(...times(12, docker(" --no-cache")));
    expect(mined(runs, new Set(["convention docker build --no-cache"]))).toEqual([]);
  });

  it("becomes a card that says how to run it", () => {
    const card = toCandidate(mined(sessions(...times(12, docker(" --no-cache"))))[0]!, { now: "2026-11-30T00:00:00Z" });
    expect(card).toMatchObject({ kind: "habit", title: "Run docker build with --no-cache", tools: [] });
    expect(card.body).toContain("`docker build --no-cache`");
  });
});

describe("an argument that always has one value", () => {
  const book = (n: number, cabin: string, user = "book a seat") =>
    trajectory(`b${n}`, [[user, ["book_flight", { cabin, seats: (n % 5) + 1 }, "ok"]]]);
  const economy = times(14, () => "").map((_, n) => book(n, "economy"));

  it("[D35] is a custom when other values are seen where the user asks for them", () => {
    const runs = [...economy, book(90, "business", "book a business seat")];
    expect(accepted(runs)).toEqual(["convention book_flight cabin"]);
    expect(of(runs, "book_flight cabin")!.rule).toEqual({
      type: "convention",
      call: "book_flight",
      param: "cabin",
      value: "economy",
    });
  });

  it("[D35] is none when nothing shows that it could be otherwise", () => {
    expect(accepted(economy)).toEqual([]);
    expect(of(economy, "book_flight cabin")!.reason).toContain("the only way");
  });

  it("[D35] is none when the user names it each time", () => {
    const runs = [...economy.map((_, n) => book(n, "economy", "book an economy seat")), book(90, "business")];
    expect(accepted(runs)).toEqual([]);
  });

  it("is a switch, too", () => {
    const mail = (n: number, html: boolean) =>
      trajectory(`m${n}`, [["write to them", ["send_mail", { html, to: `USR${n}` }, "ok"]]]);
    const runs = [...times(16, () => "").map((_, n) => mail(n, false)), mail(90, true)];
    expect(of(runs, "send_mail html")).toMatchObject({ accepted: true, rule: { value: false } });
  });
});

describe("a later session", () => {
  const rule: Rule = { type: "convention", call: "docker build", param: "--no-cache" };
  const verdicts = (...commands: string[]) =>
    mine(emptyMineState(), sessions(commands)[0]!, undefined, [rule]).flatMap(({ key, verdict }) =>
      key === ruleKey(rule) ? [verdict] : [],
    );

  it("shows or contradicts it by what most of its calls do", () => {
    expect(verdicts("docker build --no-cache .")).toEqual(["seen"]);
    expect(verdicts("docker build .", "docker build -q .", "docker build --no-cache .")).toEqual(["contradicted"]);
    expect(verdicts("docker run x")).toEqual([]);
  });
});

describe("the counts", () => {
  it("[D1] do not depend on the order, and merge", () => {
    const command = fc.tuple(fc.constantFrom("", " --no-cache"), fc.nat(3)).map(([option, i]) => docker(option)(i));
    const call = fc.oneof(
      command.map(shell),
      fc
        .record({ cabin: fc.constantFrom("economy", "business"), seats: fc.nat(3) })
        .map((input): Call => ["book", input, "ok"]),
    );
    const run = fc.tuple(fc.constantFrom("go", "use --no-cache", "a business seat"), fc.array(call, { maxLength: 4 }));
    const add = (some: readonly Trajectory[]) => {
      const state = emptyMineState();
      for (const each of some) mine(state, each);
      return state;
    };
    fc.assert(
      fc.property(fc.array(run, { maxLength: 10 }), fc.nat(10), (list, cut) => {
        const runs = list.map(([user, calls], i) => trajectory(`t${i % 4}`, [[user, ...calls]], { id: `t_${i}` }));
        const all = add(runs);
        expect(add([...runs].reverse())).toEqual(all);
        expect(mergeMineStates(add(runs.slice(0, cut)), add(runs.slice(cut)))).toEqual(all);
      }),
      { numRuns: 50 },
    );
  });
});

describe("an argument that is always written in one form", () => {
  const branch = (n: number, name: string, user = "start a branch") =>
    trajectory(`br${n}`, [[user, ["create_branch", { name, title: `work ${n}` }, "ok"]]]);
  const words = [
    "login",
    "cart",
    "total",
    "menu",
    "search",
    "upload",
    "feed",
    "quota",
    "role",
    "token",
    "usage",
    "order",
  ];
  const kebab = words.map((word, n) => branch(n, `fix-${word}`));

  it("[D40] is a custom when other forms are seen to work too, and the card names the form and no value", () => {
    const runs = [...kebab, branch(90, "fixLogin")];
    expect(accepted(runs)).toEqual(["convention create_branch name"]);
    const card = toCandidate(of(runs, "create_branch name")!, { now: "2026-11-30T00:00:00Z" });
    expect(card.title).toBe("Write name of create_branch as kebab-case");
    expect(JSON.stringify(card)).not.toMatch(/fix-|fixLogin/);
  });

  it("[D40] is none when only one form was ever seen, or the value was given", () => {
    expect(accepted(kebab)).toEqual([]);
    const given = words.map((word, n) => branch(n, `fix-${word}`, `start a branch fix-${word}`));
    expect(accepted([...given, branch(90, "fixLogin")])).toEqual([]);
    const listed = words.map((word, n) =>
      trajectory(`l${n}`, [
        ["go", ["list_issues", {}, [{ slug: `fix-${word}` }]], ["create_branch", { name: `fix-${word}` }, "ok"]],
      ]),
    );
    expect(accepted([...listed, branch(90, "fixLogin")])).toEqual([]);
  });
});
