import { changeFile, commit, work } from "../activities.ts";
import { wander } from "../background.ts";
import { ANSWERS, APPROVALS, GO_AHEADS, NEUTRAL, NEXT_STEPS, QUESTIONS, TASKS } from "../phrases.ts";
import { begin, runTests, type Story } from "./story.ts";

/** Nothing that happened decides how it ended. */
export const UNKNOWN_STORIES: readonly Story[] = [
  {
    name: "edits, and nobody says a word",
    outcome: "unknown",
    tell(script) {
      begin(script);
    },
  },
  {
    name: "a question, and nobody says a word",
    outcome: "unknown",
    tell(script) {
      script.say(QUESTIONS);
      wander(script, script.random.int(2, 7));
    },
  },
  {
    name: "tests passed before the last edit only",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      begin(script);
      runTests(script, true);
      changeFile(script);
      wander(script, script.random.int(0, 2));
    },
  },
  {
    name: "left in the middle of work",
    outcome: "unknown",
    tell(script) {
      begin(script);
      const last = script.random.chance(0.5) ? script.read(script.source()) : script.shell("sleep 30", "");
      last.outcome = "interrupted";
      delete last.result;
    },
  },
  {
    name: "tests run, but nobody sees the result",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      begin(script);
      const hide = script.random.pick([" > test.log 2>&1; true", " &", " > /dev/null 2>&1 || true"]);
      script.shell(`${script.random.pick(script.stack.testCommands)}${hide}`, "");
    },
  },
  {
    name: "no test was found to run",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      begin(script);
      const said = script.random.pick([
        ["npx vitest run --passWithNoTests", "No test files found, exiting with code 0\n"],
        ["go test ./...", "?   \texample.com/app/cmd\t[no test files]\n"],
        [
          "cargo test",
          "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n",
        ],
        ["npx jest --passWithNoTests", "No tests found, exiting with code 0\n"],
        ["pytest || true", "collected 0 items\n\n============ no tests ran in 0.01s ============\n"],
      ]);
      script.shell(said[0] as string, said[1]);
    },
  },
  {
    name: "only the help of the test runner was read",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      begin(script);
      script.shell(
        script.random.pick(["npx vitest --help", "pytest --collect-only", "cargo test --help", "npx jest --listTests"]),
        "usage: …\n 12 tests collected",
      );
    },
  },
  {
    name: "only the linter ran",
    outcome: "unknown",
    tell(script) {
      begin(script);
      script.shell(script.random.pick(script.stack.lintCommands), "");
    },
  },
  {
    name: "committed without a check, and nobody says a word",
    outcome: "unknown",
    tell(script) {
      begin(script);
      commit(script);
    },
  },
  {
    name: "the user says neither good nor bad",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      begin(script);
      script.say(NEUTRAL);
      wander(script, script.random.int(0, 2));
    },
  },
  {
    name: "the user goes on to the next task, which is left open",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      begin(script);
      if (script.random.chance(0.5)) runTests(script, true);
      script.say(NEXT_STEPS);
      work(script);
    },
  },
  {
    name: "praised for one task, the next is left open",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      begin(script);
      const praise = script.fill(script.random.pick(APPROVALS[script.language]));
      script.prompt(`${praise} ${script.fill(script.random.pick(NEXT_STEPS[script.language]))}`);
      work(script);
    },
  },
  {
    name: "tests of another part pass",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      script.say(TASKS);
      wander(script, 2);
      changeFile(script, "packages/api/");
      runTests(script, true, (command) => `cd packages/web && ${command}`);
    },
  },
  {
    name: "a test passed by name was printed, not run",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      begin(script);
      script.shell("cat ci.log", script.passed());
    },
  },
  {
    name: "the user refused a call and left",
    outcome: "unknown",
    tell(script) {
      begin(script);
      const last = script.shell("git push --force origin main");
      last.outcome = "denied";
      delete last.result;
    },
  },
  {
    name: "a plan was approved, then the work was left",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      script.say(TASKS);
      wander(script, 4);
      script.say(GO_AHEADS);
      wander(script, script.random.int(0, 3));
    },
  },
  {
    name: "the user answered a question of the agent",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      begin(script);
      script.say(ANSWERS);
      wander(script, script.random.int(0, 3));
    },
  },
  {
    name: "tests of another language pass",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      script.say(TASKS);
      wander(script, 2);
      script.edit("infra/modules/vpc/main.tf");
      runTests(script, true);
    },
  },
  {
    name: "only one test by name was run",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      begin(script);
      const noun = script.random.pick(script.nouns);
      const commands = [
        `npx vitest run -t "${noun} keeps"`,
        `pytest -k ${noun}`,
        `cargo test ${noun}`,
        `go test -run Test${noun} ./...`,
        `npx jest ${noun}`,
      ];
      script.shell(script.random.pick(commands), script.passed());
    },
  },
  {
    name: "the test run was cut off",
    outcome: "unknown",
    isTricky: true,
    tell(script) {
      begin(script);
      script.shell(
        `timeout 60 ${script.random.pick(script.stack.testCommands)}`,
        "Running tests…\n 12 passed so far\n",
        124,
      );
    },
  },
];
