import { describe, expect, it } from "vitest";
import { generateSessions } from "../../../bench/generate/sessions.ts";
import type { Step, Trajectory, Turn } from "../../../src/model/trajectory.ts";
import { outcomeFromSignals } from "../../../src/observe/signals/outcome-from-signals.ts";

let calls = 0;
function step(tool: string, input: Step["input"], more: Partial<Step> = {}): Step {
  return { call: `c${++calls}`, tool, input, outcome: "ok", ...more };
}
const edit = (path = "src/cart.ts", more: Partial<Step> = {}) =>
  step("Edit", { file_path: path, old_string: "a", new_string: "b" }, more);
const run = (command: string, output = "", code = 0) =>
  code === 0
    ? step("Bash", { command }, { result: { stdout: output, stderr: "" } })
    : step("Bash", { command }, { outcome: "error", error: `Exit code ${code}\n${output}` });
const PASSED = "Tests  12 passed (12)";
const FAILED = "Tests  2 failed | 10 passed (12)";

/** Strings are prompts, the rest is what the agent did. */
function session(...events: Array<string | Step>): Trajectory {
  const turns: Turn[] = [];
  for (const event of events) {
    if (typeof event === "string") turns.push({ user: event, steps: [] });
    else {
      if (turns.length === 0) turns.push({ user: "", steps: [] });
      turns.at(-1)!.steps.push(event);
    }
  }
  return { id: "t", source: "x", task: "t", taskQuery: "", session: "s", recalled: [], turns };
}

function read(...events: Array<string | Step>): string {
  const { outcome } = outcomeFromSignals(session(...events));
  return outcome === undefined ? "unknown" : `${outcome.score} ${outcome.by}`;
}

describe("the outcome from signals", () => {
  it("[O52] is good when the tests pass after the last change, by test", () => {
    expect(read("fix it", edit(), run("npm test", PASSED))).toBe("1 test");
    expect(read("fix it", edit(), run("npm test", FAILED, 1), edit(), run("npm test", PASSED))).toBe("1 test");
    expect(read("fix it", edit("app/src/a.ts"), run("cd app && npm test", PASSED), run("git commit -m x"))).toBe(
      "1 test",
    );
  });

  it("[O52] is good by signals when only the output, or only the user, says so", () => {
    expect(read("fix it", edit(), run("npm test 2>&1 | tail -5", PASSED))).toBe("1 signals");
    expect(read("fix it", edit("src/A.java"), run("mvn -q test"))).toBe("1 signals");
    expect(read("fix it", edit("app/a.py"), run("ruff check . && pytest", PASSED))).toBe("1 signals");
    expect(read("fix it", edit(), "perfect, thanks")).toBe("1 signals");
  });

  it("[O52] is good when what the tests had missed was built or generated before they passed", () => {
    const failed = run("npm test", FAILED, 1);
    expect(read("fix it", edit(), failed, run("npm run codegen", "written"), run("npm test", PASSED))).toBe("1 test");
    expect(
      read("fix it", edit(), failed, run("npm run build", "", 2), run("npm test", PASSED)),
      "a build that failed",
    ).toBe("0 signals");
    expect(read("fix it", edit(), failed, run("npm test", PASSED)), "the same once more").toBe("unknown");
    expect(read("fix it", failed, run("npm run codegen", "written"), run("npm test", PASSED)), "no work").toBe(
      "unknown",
    );
  });

  it("[O52] takes a checkout in the temporary folder for work, and a script beside it for none", () => {
    const there = (folder: string | undefined, path: string) => {
      const trajectory = session("fix it", edit(path), run("npm test", PASSED));
      return outcomeFromSignals({ ...trajectory, ...(folder !== undefined && { folder }) }).outcome?.score;
    };
    expect(there("/tmp/demo.x1/shop", "/tmp/demo.x1/shop/cart.ts")).toBe(1);
    expect(there("/tmp/shop/", "/private/tmp/shop/cart.ts")).toBe(1);
    expect(there("/tmp/shop", "/tmp/probe.ts"), "beside it").toBeUndefined();
    expect(there("/tmp/shop", "/tmp/shopping/cart.ts"), "another folder of a name that begins alike").toBeUndefined();
    expect(there("/tmp", "/tmp/probe.ts"), "worked in the temporary folder itself").toBeUndefined();
    expect(there("/home/me/shop", "/tmp/probe.ts")).toBeUndefined();
    expect(there(undefined, "/tmp/shop/cart.ts"), "nobody knows where the work is").toBeUndefined();
  });

  it("[O53] is unknown without positive evidence", () => {
    expect(read("fix it", edit())).toBe("unknown");
    expect(read("fix it")).toBe("unknown");
    expect(read("fix it", edit(), run("npm run lint"), run("npm run build"), run("git commit -m x"))).toBe("unknown");
    expect(read("run the tests", run("npm test", PASSED))).toBe("unknown");
    expect(read("fix it", edit(), "thanks")).toBe("unknown");
    expect(read("fix it, thanks, perfect", edit())).toBe("unknown");
  });

  it("[O53] is unknown when what was seen does not speak of the work", () => {
    expect(read("fix it", edit(), run("npm test", PASSED), edit()), "tests before the last change").toBe("unknown");
    expect(
      read("fix it", edit("packages/api/a.ts"), run("cd packages/web && npm test", PASSED)),
      "another folder",
    ).toBe("unknown");
    expect(read("fix it", edit("infra/main.tf"), run("npm test", PASSED)), "another language").toBe("unknown");
    expect(read("fix it", edit("infra/main.tf"), run("make test", PASSED)), "infrastructure").toBe("unknown");
    expect(read("fix it", edit(), run("npx vitest run -t adds", PASSED)), "one test by name").toBe("unknown");
    expect(read("fix it", edit(), run("npx vitest run src/other.test.ts", PASSED)), "another test file").toBe(
      "unknown",
    );
    expect(read("fix it", edit(), run("npx vitest --passWithNoTests", "No test files found")), "no tests").toBe(
      "unknown",
    );
    expect(read("fix it", edit(), run("npx vitest --help", PASSED)), "only help").toBe("unknown");
    expect(read("fix it", edit(), run("cat ci.log", PASSED)), "an old log").toBe("unknown");
    expect(read("fix it", edit(), run("npm test || true", "")), "exit code thrown away").toBe("unknown");
    expect(read("fix it", edit(), run("npm test > out.log 2>&1; true", "")), "output thrown away").toBe("unknown");
    expect(read("fix it", edit(), run("npm test | head -3", PASSED)), "only the beginning seen").toBe("unknown");
    expect(read("fix it", edit(), run("npm test", FAILED)), "ended well, speaks of failures").toBe("unknown");
    expect(read("fix it", edit(), run("npm test", "sh: 1: vitest: not found", 127)), "did not run").toBe("unknown");
    expect(read("fix it", edit(), run("timeout 9 npm test", "3 passed", 124)), "cut off").toBe("unknown");
    expect(read("fix it", edit("README.md"), run("npm test", PASSED)), "only documents changed").toBe("unknown");
  });

  it("[O53] counts a test of the file that was changed, and a run in a folder that holds it", () => {
    expect(read("fix it", edit("src/cart.ts"), run("npx vitest run src/cart.test.ts", PASSED))).toBe("1 test");
    expect(read("fix it", edit("app/cart.py"), run("pytest tests/test_cart.py::test_total", PASSED))).toBe("1 test");
    expect(
      read("fix it", edit("/home/dev/app/packages/api/src/a.ts"), run("cd packages/api && npm test", PASSED)),
    ).toBe("1 test");
    expect(read("fix it", edit("src/a.ts"), run("cd /home/dev/app && npm test", PASSED))).toBe("1 test");
    expect(read("fix it", edit("internal/a/a.go"), run("go test ./internal/...", "ok  \tx/internal/a\t0.1s"))).toBe(
      "1 test",
    );
  });

  it("[O54] is taken back by what comes later", () => {
    const good = [edit(), run("npm test", PASSED)];
    expect(read("fix it", ...good, "it still crashes")).toBe("0 signals");
    expect(read("fix it", ...good, "now do the same for the other page")).toBe("unknown");
    expect(read("fix it", ...good, "hmm, are you sure?")).toBe("unknown");
    expect(read("fix it", ...good, step("Read", { file_path: "a" }, { outcome: "interrupted" }))).toBe("unknown");
    expect(read("fix it", ...good, step("Bash", { command: "git push" }, { outcome: "denied" }))).toBe("unknown");
    expect(read("fix it", ...good, run("git checkout ."))).toBe("0 signals");
    expect(read("fix it", ...good, run("git commit -m x", "husky - pre-commit script failed", 1))).toBe("unknown");
    expect(read("fix it", ...good, edit("src/b.ts", { outcome: "error", error: "not found" }))).toBe("unknown");
    expect(read("fix it", edit(), "perfect, thanks", edit())).toBe("unknown");
  });

  it("[O54] is not taken back by what means nothing", () => {
    const good = [edit(), run("npm test", PASSED)];
    expect(read("fix it", ...good, "ok")).toBe("1 test");
    expect(read("fix it", ...good, "great, thank you!")).toBe("1 test");
    expect(
      read("fix it", ...good, edit("README.md"), run("ls"), run("npx prettier --write .")),
      "documents and formatting",
    ).toBe("1 test");
    expect(read("fix it", ...good, run("cat missing.txt", "cat: missing.txt: No such file", 1))).toBe("1 test");
  });

  it("[O55] is bad when a check fails and is not made to pass", () => {
    expect(read("fix it", edit(), run("npm test", FAILED, 1))).toBe("0 test");
    expect(read("fix it", edit(), run("npm test || true", FAILED))).toBe("0 test");
    expect(read("fix it", edit(), run("npm test | tee out.log", FAILED))).toBe("0 test");
    expect(read("fix it", edit(), run("npm test", FAILED, 1), run("git commit -m x"))).toBe("0 test");
    expect(read("fix it", edit(), run("npm run build", "error TS2322: no", 1))).toBe("0 signals");
    expect(read("fix it", edit(), run("npm run lint", "3 problems", 1))).toBe("0.25 signals");
    expect(read("fix it", edit(), run("npm run lint && npm test", FAILED, 1))).toBe("0 test");
    expect(read("fix it", edit(), run("npm run build", "error", 1), edit(), run("npm run build"))).toBe("unknown");
  });

  it("[O55] is bad when the user says so and nothing answers it", () => {
    expect(read("fix it", edit(), "아니 그거 말고")).toBe("0 signals");
    expect(read("fix it", edit(), "違う、そうじゃない", run("npm test", PASSED))).toBe("0 signals");
    expect(read("fix it", edit(), "不对", edit())).toBe("unknown");
    expect(read("fix it", edit(), "wrong file", edit(), run("npm test", PASSED))).toBe("1 test");
    expect(read("fix it", edit(), "forget it, I'll do it myself")).toBe("0 signals");
  });

  it("[O55] trusts no pass that only the tests were changed for, nor one that nothing was changed for", () => {
    expect(read("fix it", edit(), run("npm test", FAILED, 1), edit("src/cart.test.ts"), run("npm test", PASSED))).toBe(
      "unknown",
    );
    expect(read("fix it", edit(), run("npm test", FAILED, 1), run("npm test", PASSED))).toBe("unknown");
    expect(read("fix it", edit(), run("npm test", FAILED, 1), run("npm run db:migrate"), run("npm test", PASSED))).toBe(
      "1 test",
    );
  });

  it("knows that a run on stashed changes speaks of the state before them", () => {
    expect(
      read(
        "fix it",
        edit(),
        run("git stash"),
        run("npm test", FAILED, 1),
        run("git stash pop"),
        run("npm test", PASSED),
      ),
    ).toBe("1 test");
    expect(read("fix it", edit(), run("npm test", FAILED, 1), run("git stash"), run("npm test", PASSED))).toBe(
      "0 test",
    );
  });

  it("[O56] gives every signal with its reason, and never the user's words", () => {
    const { signals } = outcomeFromSignals(
      session(
        "fix it",
        edit(),
        run("npm test", FAILED, 1),
        edit(),
        run("npm test", PASSED),
        "my-secret-word is broken again, undo that",
      ),
    );
    expect(signals.map(({ name, says }) => `${name} ${says}`)).toEqual(["tests bad", "tests good", "complaint bad"]);
    expect(JSON.stringify(signals)).not.toContain("my-secret-word");
    expect(signals[1]).toMatchObject({ turn: 0, step: 3, reason: "npm test passed: 12 passed, after the last change" });
  });

  it("reads the tools of every host alike", () => {
    const codex = [
      step("apply_patch", "*** Begin Patch\n*** Update File: src/cart.ts\n@@\n-a\n+b\n*** End Patch\n"),
      step("exec_command", { cmd: "npm test" }, { result: `Process exited with code 0\nOutput:\n${PASSED}` }),
    ];
    const gemini = [
      step("replace", { file_path: "src/cart.ts", old_string: "a", new_string: "b" }),
      step("run_shell_command", { command: "npm test" }, { result: `Output: ${FAILED}\nExit Code: 1` }),
    ];
    expect(read("fix it", ...codex)).toBe("1 test");
    expect(read("fix it", ...gemini)).toBe("0 test");
  });

  it("[O57] calls no labelled session good that is not, whatever the seed", () => {
    const seeds = [11, 12, Math.floor(performance.timeOrigin) % 100_000];
    for (const seed of seeds) {
      const sessions = generateSessions({
        seed,
        sessions: 135,
        habits: [],
        endings: "stories",
        host: "mixed",
        stack: "mixed",
      });
      const wrong = sessions.filter(({ trajectory, truth }) => {
        const score = outcomeFromSignals(trajectory).outcome?.score;
        return score !== undefined && score >= 0.5 && truth.outcome !== "good";
      });
      expect(
        wrong.map(({ trajectory, truth }) => `${trajectory.session}: ${truth.story}`),
        `seed ${seed}`,
      ).toEqual([]);
    }
  });

  it("takes any trajectory without throwing", () => {
    expect(outcomeFromSignals(session())).toEqual({ signals: [] });
    expect(
      outcomeFromSignals(session(step("<broken", null as never, { outcome: "unknown" }), step("Bash", [] as never))),
    ).toEqual({ signals: [] });
  });
});
