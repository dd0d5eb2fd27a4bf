import { describe, expect, it } from "vitest";
import { toObservations } from "../../bench/generate/observations.ts";
import { generateSessions } from "../../bench/generate/sessions.ts";
import { parseObservation } from "../../src/model/observation.ts";
import { allSteps } from "../../src/model/trajectory.ts";

describe("the observations of a generated session", () => {
  it("are valid lines in the order of time, with every call and every prompt in them", () => {
    for (const { trajectory } of generateSessions({ seed: 1, sessions: 20, host: "mixed" })) {
      const lines = toObservations(trajectory, "p1");
      for (const line of lines) expect(parseObservation(JSON.stringify(line))).toMatchObject({ event: line.event });
      expect(lines.map((line) => line.at)).toEqual(lines.map((line) => line.at).sort());
      const ends = lines.filter((line) => line.event === "tool_end");
      expect(ends.map((line) => line.outcome)).toEqual(allSteps(trajectory).map((step) => step.outcome));
      expect(lines.filter((line) => line.event === "prompt")).toHaveLength(
        trajectory.turns.filter((turn) => turn.user !== "").length,
      );
      expect([lines[0]?.event, lines.at(-1)?.event]).toEqual(["session_start", "session_end"]);
    }
  });
});
