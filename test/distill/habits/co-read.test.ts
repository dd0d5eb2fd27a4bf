import { describe, expect, it } from "vitest";
import { coReadsIn } from "../../../src/distill/habits/co-read/check.ts";
import { indexed, runOf } from "../../../src/distill/habits/run.ts";
import type { CoReadRule } from "../../../src/model/rule.ts";
import { accepted, found, noise, session, several } from "./sessions.ts";

const TRIAD = ["main.tf", "outputs.tf", "variables.tf"];
const rule: CoReadRule = { type: "co-read", tool: "Read", paths: TRIAD };
const verdicts = (...calls: string[]) =>
  coReadsIn(indexed(runOf(session(1, calls))), rule, () => 0).map(({ held }) => held);
const of = (folder: string) => TRIAD.map((name) => `read ${folder}/${name}`);

describe("whether files are read together in a run", () => {
  it("takes one message and a row of steps alike, with at most two others between", () => {
    expect(verdicts(of("vpc").join(" + "))).toEqual([true]);
    expect(verdicts("read vpc/variables.tf", "list", "search", "read vpc/main.tf", "read vpc/outputs.tf")).toEqual([
      true,
    ]);
    expect(
      verdicts("read vpc/variables.tf", "list", "search", "web", "read vpc/main.tf", "read vpc/outputs.tf"),
    ).toEqual([false, false]);
  });

  it("counts every time that any of them is read, and no read that failed", () => {
    expect(verdicts("read vpc/main.tf", "list", "list", "list", "list", ...of("dns"))).toEqual([false, true]);
    expect(verdicts("read vpc/main.tf", "read! vpc/variables.tf", "read vpc/outputs.tf")).toEqual([false]);
    expect(verdicts("list", "read src/a.ts")).toEqual([]);
  });

  it("does not reach across a prompt", () => {
    expect(verdicts("read vpc/main.tf", "|", "read vpc/variables.tf", "read vpc/outputs.tf")).toEqual([false, false]);
  });
});

describe("files that are read together in many sessions", () => {
  const triads = several(8, (n) => [...noise(n, 5), of(`modules/m${n}`).join(" + "), ...noise(n + 3, 5)]);

  it("are found as one set, under names that every project has, and its parts are not told again", () => {
    const findings = found(triads, "co-read");
    expect(findings.filter((each) => each.accepted).map(({ rule: own }) => own)).toEqual([rule]);
    const part = findings.find(({ key }) => key === "co-read main.tf variables.tf");
    expect(part).toMatchObject({ accepted: false, saidBy: "co-read main.tf outputs.tf variables.tf" });
  });

  it("are none when either is mostly read alone", () => {
    const alone = several(8, (n) => [...noise(n, 4), `read m${n}/${TRIAD[n % 3]}`, ...noise(n + 3, 4)]);
    expect(
      accepted(
        [...triads.slice(0, 3), ...alone.map((each, n) => ({ ...each, task: `alone ${n}`, id: `a${n}` }))],
        "co-read",
      ),
    ).toEqual([]);
  });

  it("[D51] are none where so much is read that they had to meet", () => {
    const everything = ["package.json", "README.md", "tsconfig.json", "Makefile", "Dockerfile"].map(
      (name) => `read ${name}`,
    );
    const sessions = several(12, (n) => [...everything, ...everything.slice(n % 5), ...everything.slice(0, n % 5)]);
    expect(accepted(sessions, "co-read")).toEqual([]);
  });

  it("name no tool where several of them read, or a shell", () => {
    const shell = several(6, (n) => [...noise(n, 5), ...TRIAD.map((name) => `$ cat m${n}/${name}`), ...noise(n, 3)]);
    expect(found(shell, "co-read").find((each) => each.accepted)?.rule).toMatchObject({ tool: "read", paths: TRIAD });
  });
});
