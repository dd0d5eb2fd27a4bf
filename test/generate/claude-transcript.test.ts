import { expect, it } from "vitest";
import { toClaudeTranscript } from "../../bench/generate/claude-transcript.ts";
import { generateSessions } from "../../bench/generate/sessions.ts";
import { allSteps, type Trajectory } from "../../src/model/trajectory.ts";
import { importFiles } from "../../src/observe/import-files.ts";

it("a generated session that is written as a transcript is imported as the session that it was", async () => {
  for (const { trajectory } of generateSessions({ seed: "transcript", sessions: 12 })) {
    const text = toClaudeTranscript(trajectory, "/home/dev/app");
    const read: Trajectory[] = [];
    const open = async function* () {
      yield text;
    };
    for await (const { item } of importFiles([{ path: `${trajectory.session}.jsonl`, open }])) {
      if ("trajectory" in item) {
        read.push(item.trajectory);
        expect(item.session).toMatchObject({ cwd: "/home/dev/app" });
      }
    }
    expect(read).toHaveLength(1);
    const told = (one: Trajectory) => ({
      session: one.session,
      users: one.turns.map(({ user }) => user).filter((user) => user !== ""),
      steps: allSteps(one).map(({ tool, input, outcome, result, error }) => ({ tool, input, outcome, result, error })),
    });
    expect(told(read[0] as Trajectory)).toEqual(told(trajectory));
  }
});
