import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { birthConfidence, toCandidate } from "../../../src/distill/candidate.ts";
import { correctionMiner } from "../../../src/distill/corrections/miner.ts";
import { emptyMineState, findings, mergeMineStates, mine } from "../../../src/distill/mine.ts";
import type { Finding } from "../../../src/distill/miner.ts";
import { contextOf } from "../../../src/distill/trajectory-context.ts";
import type { Rule } from "../../../src/model/rule.ts";
import type { Trajectory } from "../../../src/model/trajectory.ts";
import { type Call, trajectory } from "../build.ts";

const shell = (command: string): Call => ["Bash", { command }, "ok"];
function mined(runs: readonly Trajectory[]): Finding[] {
  const state = emptyMineState();
  for (const run of runs) mine(state, run);
  return findings(state, { falseDiscoveryRate: 0.05 }).filter(({ rule }) => rule.type === "user-correction");
}
const accepted = (runs: readonly Trajectory[]) => mined(runs).flatMap(({ accepted: yes, rule }) => (yes ? [rule] : []));

const corrected = (n: number, said = "use pnpm, not npm", then = "pnpm add zod") =>
  trajectory(`c${n}`, [
    [`add package ${n}`, shell("npm install zod")],
    [said, shell(then)],
  ]);
/** Sessions in which nobody says a word about it. */
const others = Array.from({ length: 8 }, (_, n) =>
  trajectory(`o${n}`, [["go", shell("npm test"), shell("git status")]]),
);
const rule: Rule = { type: "user-correction", unwanted: "npm", wanted: "pnpm" };

describe("what users want instead", () => {
  it("[D37] is a rule after two sessions, in whatever languages", () => {
    expect(accepted([...others, corrected(1)])).toEqual([]);
    expect(accepted([...others, corrected(1), corrected(2, "npm 말고 pnpm 써")])).toEqual([rule]);
  });

  it("[D37] is a rule after two sessions also where nothing else was ever done", () => {
    expect(accepted([corrected(1)])).toEqual([]);
    expect(accepted([corrected(1), corrected(2)])).toEqual([rule]);
    expect(accepted([...others.slice(0, 2), corrected(1), corrected(2, "不要用 npm，请用 pnpm")])).toEqual([rule]);
  });

  it("[D37] is a rule after one session when it was said for the future, at 0.3", () => {
    const runs = [...others, corrected(1, "from now on use pnpm, not npm")];
    expect(accepted(runs)).toEqual([rule]);
    const finding = mined(runs)[0]!;
    expect(finding).toMatchObject({ support: 1, detail: { sessions: 1, standing: 1 } });
    expect(birthConfidence(finding)).toBe(0.3);
    expect(accepted([...others, corrected(1, "from now on use pnpm, not npm", "git status")])).toEqual([]);
  });

  it("counts a session once, whatever its pieces and subagents, and variants of a task once", () => {
    const pieces = [corrected(1), { ...corrected(2), session: "s_c1+1" }, { ...corrected(3), session: "s_c1/agent-a" }];
    expect(mined([...others, ...pieces])[0]).toMatchObject({ accepted: false, support: 1 });
    const attempts = [1, 2, 3].map((n) => ({ ...corrected(n), task: "one" }));
    expect(mined([...others, ...attempts])[0]).toMatchObject({ accepted: false, support: 1 });
  });

  it("is none when the agent does the same where nobody asked", () => {
    const anyway = Array.from({ length: 8 }, (_, n) =>
      trajectory(`a${n}`, [["go", shell("npm test"), shell("pnpm add x")]]),
    );
    const finding = mined([...anyway, corrected(1), corrected(2)])[0]!;
    expect(finding.accepted).toBe(false);
    expect(finding.reason).toContain("nobody asked");
  });

  it("is the answer that most sessions gave, and none when the user changes sides", () => {
    const yarn = (n: number) => corrected(n, "use yarn, not npm", "yarn add zod");
    expect(accepted([...others, ...[1, 2, 3, 4, 5].map((n) => corrected(n)), yarn(6)])).toEqual([rule]);
    // One finding a name, or a card would be judged by what its rival lacks.
    expect(mined([...others, ...[1, 2, 3, 4, 5].map((n) => corrected(n)), yarn(6)])).toHaveLength(1);
    const back = (n: number) =>
      trajectory(`b${n}`, [
        ["go", shell("pnpm add x")],
        ["use npm, not pnpm", shell("npm install x")],
      ]);
    expect(accepted([...others, corrected(1), corrected(2), back(3), back(4)])).toEqual([]);
  });

  it("[D38] becomes a card that quotes the two names and no word of the user", () => {
    const runs = [
      ...others,
      corrected(1, "use pnpm, not npm, you fool"),
      corrected(2, "use pnpm, not npm, my secret is out"),
    ];
    const card = toCandidate(mined(runs)[0]!, { now: "2026-11-30T00:00:00Z" });
    expect(card).toMatchObject({ id: "pnpm.instead-of-npm", kind: "correction", title: "Use pnpm instead of npm" });
    expect(JSON.stringify(card)).not.toMatch(/fool|secret/);
    expect(card.provenance.sessions.sort()).toEqual(["s_c1", "s_c2"]);
  });

  it("is seen again where the user says so again or the agent keeps to it, and contradicted by the reverse", () => {
    const verdicts = (run: Trajectory) =>
      mine(emptyMineState(), run, undefined, [rule]).flatMap(({ key, verdict }) =>
        key === "user-correction npm" ? [verdict] : [],
      );
    expect(verdicts(corrected(1))).toEqual(["seen"]);
    expect(verdicts(trajectory("x", [["go", shell("pnpm test")]]))).toEqual(["seen"]);
    expect(verdicts(trajectory("x", [["go", shell("npm test")]]))).toEqual([]);
    expect(verdicts(corrected(1, "use yarn, not npm", "yarn add x"))).toEqual(["contradicted"]);
    const back = trajectory("x", [
      ["go", shell("pnpm add x")],
      ["use npm, not pnpm", shell("npm i x")],
    ]);
    expect(verdicts(back)).toEqual(["contradicted"]);
  });

  it("[D1] does not depend on the order, and merges", () => {
    const said = fc.constantFrom(
      "",
      "use pnpm, not npm",
      "from now on use yarn, not npm",
      "npm 말고 pnpm 써",
      "use npm, not pnpm",
    );
    const command = fc.constantFrom("npm install a", "pnpm add a", "yarn add a", "git status");
    const run = fc.array(fc.tuple(said, command, command), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(run, { maxLength: 8 }), fc.nat(8), (list, cut) => {
        const runs = list.map((turns, i) =>
          trajectory(
            `t${i % 3}`,
            turns.map(([user, a, b]) => [user, shell(a), shell(b)] as const),
            { id: `t_${i}`, session: `s_${i % 5}` },
          ),
        );
        const add = (some: readonly Trajectory[]) => {
          const state = emptyMineState();
          for (const each of some) mine(state, each);
          return state;
        };
        const all = add(runs);
        expect(add([...runs].reverse())).toEqual(all);
        expect(mergeMineStates(add(runs.slice(0, cut)), add(runs.slice(cut)))).toEqual(all);
      }),
      { numRuns: 50 },
    );
  });

  it("keeps a bounded number of sessions and names", () => {
    const state = correctionMiner.empty();
    for (let n = 0; n < 400; n++) {
      const many = Array.from(
        { length: 150 },
        (_, i) => `tool${"abcdefghij"[i % 10]}${"abcdefghijklmnopq"[Math.floor(i / 10)]}`,
      );
      const run = trajectory(`t${n}`, [
        ["go", shell("npm i a"), shell(many.join("; "))],
        ["use pnpm, not npm", shell("pnpm add a")],
      ]);
      correctionMiner.add(state, contextOf(run));
    }
    expect(Object.keys(state.sessions)).toHaveLength(60);
    expect(Math.max(...Object.values(state.sessions).map((names) => names.length))).toBeLessThanOrEqual(100);
    expect(Object.keys(state.pairs["npm\tpnpm"]!.sessions)).toHaveLength(200);
  });
});
