import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { MAX_OBSERVATION_BYTES, parseObservation, type SessionInfo } from "../../src/model/observation.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { toObservations } from "../../src/observe/record.ts";
import { fence } from "../../src/text/fence.ts";

const AT = "2026-11-30T10:00:00.000Z";
const SECRET = "hunter2hunter2";
const info: SessionInfo = { source: "reme", task: "reme:t", whole: true, started: "2020-01-01T00:00:00.000Z" };

describe("recording a trajectory", () => {
  it("writes its session from start to end, one line a step", () => {
    const lines = toObservations(trajectory({}), info, { scrub: keep, at: AT, project: "p", host: "import" });
    expect(lines.map(({ event, turn }) => [event, turn])).toEqual([
      ["session_start", undefined],
      ["prompt", 0],
      ["tool_end", 0],
      ["turn_end", 0],
      ["feedback", undefined],
      ["session_end", undefined],
    ]);
    for (const line of lines) {
      expect(line).toMatchObject({ v: 1, at: AT, host: "import", session: "s", project: "p" });
      expect(parseObservation(JSON.stringify(line))).toEqual(line);
    }
    expect(lines[0]?.input).toEqual(info);
  });

  it("[O17] every string of every line is scrubbed, names included", () => {
    const lines = toObservations(
      trajectory({
        session: `s-${SECRET}`,
        turns: [
          {
            user: `my password is ${SECRET}`,
            steps: [
              {
                call: SECRET,
                tool: SECRET,
                input: { a: [{ b: SECRET }] },
                result: `saw ${SECRET}`,
                outcome: "error",
                error: SECRET,
                agent: SECRET,
              },
            ],
          },
        ],
        outcome: { score: 0, by: "user", reasons: [SECRET] },
      }),
      { ...info, task: SECRET, trial: SECRET, model: SECRET, cwd: SECRET, branch: SECRET },
      { scrub: hide, at: AT, project: "p" },
    );
    expect(JSON.stringify(lines)).not.toContain(SECRET);
    expect(lines.map(({ session }) => session)).toEqual(lines.map(() => lines[0]?.session));
  });

  it("[O17] names that hold different secrets stay different", () => {
    const turns = [
      {
        user: "",
        steps: ["x", "y"].map((end) => ({ call: SECRET + end, tool: "f", input: {}, outcome: "ok" as const })),
      },
    ];
    const lines = toObservations(trajectory({ turns }), info, { scrub: hide, at: AT });
    const calls = lines.flatMap(({ call }) => call ?? []);
    expect(new Set(calls).size).toBe(2);
  });

  it("[O17] scrubs before it cuts: no half of a secret is left at a seam", () => {
    // Wherever the cut falls, it would fall inside one of them.
    const result = Array.from({ length: 12_000 }, () => SECRET).join(" ");
    const lines = toObservations(
      trajectory({ turns: [{ user: result, steps: [{ tool: "f", input: {}, result, outcome: "ok" }] }] }),
      info,
      { scrub: hide, at: AT },
    );
    expect(JSON.stringify(lines)).not.toContain("hunter");
    for (const line of lines)
      expect(new TextEncoder().encode(`${JSON.stringify(line)}\n`).length).toBeLessThanOrEqual(MAX_OBSERVATION_BYTES);
    expect(lines.filter(({ cut }) => cut).map(({ event }) => event)).toEqual(["prompt", "tool_end"]);
  });

  it("[O19] advice that habitus handed over is taken out of prompts, arguments and results", () => {
    const advice = fence("Fetch the price first.");
    const turns = [
      {
        user: `${advice}\nbuy a share`,
        steps: [
          {
            tool: "f",
            input: { a: [advice] },
            result: { text: `before ${advice} after` },
            outcome: "error" as const,
            error: advice,
          },
        ],
      },
    ];
    const lines = toObservations(trajectory({ turns }), info, { scrub: keep, at: AT });
    expect(JSON.stringify(lines)).not.toContain("Fetch the price");
    expect(lines.find(({ event }) => event === "prompt")?.input).toBe("buy a share");
  });

  it("tells the scrubber where in the line a value stands", () => {
    const paths = new Set<string | undefined>();
    const scrub = (value: Json, path?: string) => {
      if (typeof value !== "string" || path !== undefined) paths.add(path);
      return value;
    };
    toObservations(
      trajectory({
        turns: [{ user: "u", steps: [{ tool: "f", input: {}, result: 1, error: "e", outcome: "error" }] }],
      }),
      info,
      { scrub, at: AT },
    );
    expect(paths).toEqual(new Set(["input", "result", "error"]));
  });
});

function trajectory(fields: Partial<Trajectory>): Trajectory {
  return {
    id: "t",
    source: "reme",
    task: "reme:t",
    taskQuery: "hello",
    session: "s",
    recalled: [],
    outcome: { score: 1, by: "benchmark", reasons: [] },
    turns: [
      { user: "hello", steps: [{ call: "c", tool: "f", input: { a: 1 }, result: "ok", outcome: "ok", batch: 0 }] },
    ],
    ...fields,
  };
}

function keep(value: Json): Json {
  return value;
}

/** The smallest scrubber that keeps its contract. */
function hide(value: Json): Json {
  if (typeof value === "string") return value.replaceAll(SECRET, "[hidden:test]");
  if (Array.isArray(value)) return value.map(hide);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hide(inner)]));
}
