import { changeFile, commit, work } from "../activities.ts";
import { wander } from "../background.ts";
import { APPROVALS, COMPLAINTS, GIVING_UP, NEXT_STEPS } from "../phrases.ts";
import { begin, runTests, type Story } from "./story.ts";

/** The task was not done, or harm was done. */
export const BAD_STORIES: readonly Story[] = [
  {
    name: "tests still fail at the end",
    outcome: "bad",
    tell(script) {
      begin(script);
      runTests(script, false);
      if (script.random.chance(0.5)) {
        changeFile(script);
        runTests(script, false);
      }
      wander(script, script.random.int(0, 2));
    },
  },
  {
    name: "the build fails at the end",
    outcome: "bad",
    tell(script) {
      begin(script);
      script.shell(
        script.random.pick(script.stack.buildCommands),
        script.stack.buildFailed(script.random, script.nouns),
        1,
      );
    },
  },
  {
    name: "the user complains at the end",
    outcome: "bad",
    tell(script) {
      begin(script);
      script.say(COMPLAINTS);
      wander(script, script.random.int(0, 2));
    },
  },
  {
    name: "tests pass, but the user finds it broken",
    outcome: "bad",
    isTricky: true,
    tell(script) {
      begin(script);
      runTests(script, true);
      script.say(COMPLAINTS);
      if (script.random.chance(0.5)) wander(script, 2);
    },
  },
  {
    name: "tests passed before the last edit, which broke it",
    outcome: "bad",
    isTricky: true,
    tell(script) {
      begin(script);
      runTests(script, true);
      changeFile(script);
      script.say(COMPLAINTS);
    },
  },
  {
    name: "thanked in the middle, corrected at the end",
    outcome: "bad",
    isTricky: true,
    tell(script) {
      begin(script);
      script.say(APPROVALS);
      script.say(NEXT_STEPS);
      work(script);
      script.say(COMPLAINTS);
    },
  },
  {
    name: "failing tests whose exit code was thrown away",
    outcome: "bad",
    isTricky: true,
    tell(script) {
      begin(script);
      const wrap = script.random.pick([
        " || true",
        " | tee out.log",
        " 2>&1 | tail -30",
        "; echo done",
        " | head -100",
      ]);
      script.shell(
        `${script.random.pick(script.stack.testCommands)}${wrap}`,
        `${script.failed()}${wrap.includes("echo") ? "done\n" : ""}`,
      );
    },
  },
  {
    name: "failing tests, committed all the same",
    outcome: "bad",
    isTricky: true,
    tell(script) {
      begin(script);
      runTests(script, false);
      commit(script);
    },
  },
  {
    name: "the user takes over",
    outcome: "bad",
    tell(script) {
      begin(script);
      if (script.random.chance(0.5)) script.say(COMPLAINTS);
      work(script);
      script.say(GIVING_UP);
    },
  },
  {
    name: "everything is taken back at the user's wish",
    outcome: "bad",
    isTricky: true,
    tell(script) {
      begin(script);
      if (script.random.chance(0.5)) runTests(script, true);
      script.say(GIVING_UP);
      script.shell(script.random.pick(["git checkout .", "git reset --hard", "git restore .", "git stash"]));
    },
  },
  {
    name: "interrupted with a complaint",
    outcome: "bad",
    tell(script) {
      begin(script);
      const last = script.edit(script.source());
      last.outcome = "interrupted";
      delete last.result;
      script.say(COMPLAINTS);
    },
  },
  {
    name: "the failing test was changed instead of the code",
    outcome: "bad",
    isTricky: true,
    tell(script) {
      begin(script);
      runTests(script, false);
      script.edit(script.test());
      runTests(script, true);
    },
  },
  {
    name: "tests pass, but the hook refuses the commit",
    outcome: "bad",
    isTricky: true,
    tell(script) {
      begin(script);
      runTests(script, true);
      script.shell(
        'git commit -am "Improve"',
        "husky - pre-commit script failed (code 1)\n3 problems (3 errors, 0 warnings)",
        1,
      );
    },
  },
];
