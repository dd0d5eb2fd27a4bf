import { changeFile, commit, work } from "../activities.ts";
import { wander } from "../background.ts";
import { APPROVALS, COMPLAINTS, NEXT_STEPS, QUESTIONS, TASKS } from "../phrases.ts";
import { begin, runTests, type Story } from "./story.ts";

/** The task was done as it was meant. */
export const GOOD_STORIES: readonly Story[] = [
  {
    name: "tests pass after the last edit",
    outcome: "good",
    tell(script) {
      begin(script);
      runTests(script, true);
      wander(script, script.random.int(0, 2));
    },
  },
  {
    name: "tests fail, are fixed and pass",
    outcome: "good",
    tell(script) {
      begin(script);
      for (let tries = script.random.int(1, 3); tries > 0; tries--) {
        runTests(script, false);
        changeFile(script);
      }
      runTests(script, true);
    },
  },
  {
    name: "tests pass, then a commit",
    outcome: "good",
    tell(script) {
      begin(script);
      runTests(script, true);
      commit(script);
    },
  },
  {
    name: "tests pass, output cut short by a filter",
    outcome: "good",
    tell(script) {
      begin(script);
      const filter = script.random.pick(["2>&1 | tail -20", "| tee test.log", "2>&1 | tail -n 40", "| cat"]);
      const command = `${script.random.pick(script.stack.testCommands)} ${filter}`;
      script.shell(command, script.passed());
    },
  },
  {
    name: "tests pass in the folder that was changed",
    outcome: "good",
    tell(script) {
      script.say(TASKS);
      wander(script, 2);
      changeFile(script, "packages/api/");
      wander(script, 1);
      runTests(script, true, (command) => `cd packages/api && ${command}`);
    },
  },
  {
    name: "approved by the user, no tests",
    outcome: "good",
    tell(script) {
      begin(script);
      script.say(APPROVALS);
    },
  },
  {
    name: "approved by the user after passing tests",
    outcome: "good",
    tell(script) {
      begin(script);
      runTests(script, true);
      script.say(APPROVALS);
      if (script.random.chance(0.4)) commit(script);
    },
  },
  {
    name: "a question answered to the user's content",
    outcome: "good",
    tell(script) {
      script.say(QUESTIONS);
      wander(script, script.random.int(2, 6));
      script.say(APPROVALS);
    },
  },
  {
    name: "corrected in the middle, then right and approved",
    outcome: "good",
    isTricky: true,
    tell(script) {
      begin(script);
      script.say(COMPLAINTS);
      work(script);
      if (script.random.chance(0.6)) runTests(script, true);
      script.say(APPROVALS);
    },
  },
  {
    name: "corrected in the middle, then tests pass",
    outcome: "good",
    isTricky: true,
    tell(script) {
      begin(script);
      script.say(COMPLAINTS);
      work(script);
      runTests(script, true);
    },
  },
  {
    name: "own change taken back, done anew, tests pass",
    outcome: "good",
    isTricky: true,
    tell(script) {
      begin(script);
      runTests(script, false);
      script.shell(script.random.pick(["git checkout .", "git restore .", `git checkout -- ${script.source()}`]));
      changeFile(script);
      runTests(script, true);
    },
  },
  {
    name: "several tasks in a row, each with passing tests",
    outcome: "good",
    tell(script) {
      begin(script);
      runTests(script, true);
      script.say(NEXT_STEPS);
      work(script);
      runTests(script, true);
    },
  },
];
