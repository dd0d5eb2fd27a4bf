import { describe, expect, it } from "vitest";
import { type Trajectory, votingSession } from "../../src/model/trajectory.ts";
import { splitTasks } from "../../src/observe/tasks.ts";

describe("the tasks of a session", () => {
  it("[O18] each prompt begins one, unless it goes on with the one before", () => {
    const tasks = splitTasks(session("add a button", "no, a red one", "", "now fix the tests"), ({ user }) =>
      user.startsWith("no,"),
    );
    expect(tasks.map(({ taskQuery, turns }) => [taskQuery, turns.length])).toEqual([
      ["add a button", 3],
      ["now fix the tests", 1],
    ]);
    expect(tasks.map(({ task, session: name }) => [task, name])).toEqual([
      ["claude-code:s#0", "s"],
      ["claude-code:s#3", "s"],
    ]);
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(2);
  });

  it("[O18] what is known of the outcome is the last task's; the others are unknown", () => {
    const outcome = { score: 1, by: "user" as const, reasons: [] };
    const tasks = splitTasks({ ...session("one", "two"), outcome }, () => false);
    expect(tasks.map((task) => task.outcome)).toEqual([undefined, outcome]);
  });

  it("a session of one task stays what it is", () => {
    const whole = session("one", "two");
    expect(splitTasks(whole, () => true)).toEqual([whole]);
    const none = session();
    expect(splitTasks(none, () => false)).toEqual([none]);
  });

  it("tells the rule what came before in the same task only", () => {
    const seen: string[][] = [];
    splitTasks(session("a", "b", "c"), ({ user }, before) => {
      seen.push(before.map((turn) => turn.user));
      return user === "c";
    });
    expect(seen).toEqual([["a"], ["b"]]);
  });
});

describe("the session that votes", () => {
  it.each([
    ["abc", "abc"],
    ["abc/agent-7f", "abc"],
    ["abc+2", "abc"],
    ["abc/agent-7f+1", "abc"],
    ["abc@2026-01-01T12:00:00.000Z", "abc"],
    ["reme:a+b:run-1:0123456789ab", "reme:a+b:run-1:0123456789ab"],
  ])("of %s is %s", (session, voter) => {
    expect(votingSession(session)).toBe(voter);
  });
});

function session(...prompts: string[]): Trajectory {
  return {
    id: "t_1",
    source: "claude-code",
    task: "claude-code:s",
    taskQuery: prompts[0] ?? "",
    session: "s",
    recalled: [],
    turns: prompts.map((user) => ({ user, steps: [] })),
  };
}
