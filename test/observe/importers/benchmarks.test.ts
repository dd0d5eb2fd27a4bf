import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allSteps } from "../../../src/model/trajectory.ts";
import {
  AGENT_RUNS,
  filesBelow,
  type Imported,
  importAll,
  REPO,
  SHARED_BFCL,
  SHARED_TAU,
  textFile,
} from "../support.ts";

const DATA = join(REPO, "data");

function totals(runs: readonly Imported[]) {
  const steps = runs.flatMap(({ trajectory }) => allSteps(trajectory));
  return {
    runs: runs.length,
    passes: runs.filter(({ trajectory }) => trajectory.outcome?.score === 1).length,
    turns: runs.flatMap(({ trajectory }) => trajectory.turns).length,
    calls: steps.length,
    results: steps.filter((step) => "result" in step).length,
    errors: steps.filter((step) => step.outcome === "error").length,
  };
}

describe("the runs that ship with habitus", () => {
  it("[O1] BFCL: every golden task with the words of its user", async () => {
    const { runs, problems, passed } = await importAll(filesBelow(join(DATA, "bfcl")));
    expect(totals(runs)).toEqual({ runs: 50, passes: 50, turns: 184, calls: 282, results: 282, errors: 0 });
    expect(problems).toEqual([]);
    expect(Object.values(passed)).toEqual([expect.stringContaining("50 task descriptions")]);
    expect(runs[0]?.trajectory).toMatchObject({
      source: "bfcl",
      task: "bfcl:multi_turn_base_0",
      taskQuery: expect.stringContaining("Move 'final_report.pdf'"),
      outcome: { score: 1, by: "benchmark" },
    });
    expect(runs[0]?.trajectory.turns[0]?.steps[0]).toEqual({
      tool: "cd",
      input: { folder: "document" },
      result: { current_working_directory: "document" },
      outcome: "ok",
    });
    expect(runs.every(({ trajectory }) => trajectory.turns.every(({ user }) => user !== ""))).toBe(true);
  });

  it("[O1] BFCL: without the tasks beside it the user's words are unknown, not guessed", async () => {
    const { runs } = await importAll(filesBelow(join(DATA, "bfcl", "golden.jsonl")));
    expect(runs.every(({ trajectory }) => trajectory.taskQuery === "")).toBe(true);
    const airports = runs
      .flatMap(({ trajectory }) => allSteps(trajectory))
      .filter(({ tool }) => tool === "list_all_airports");
    expect(airports.length).toBeGreaterThan(0);
    for (const { result } of airports) expect(result).toContain("RMS");
  });

  it("[O1] tau-bench: 30 dialogues, 10 of them well done, both trials of a task under one name", async () => {
    const { runs, problems } = await importAll(filesBelow(join(DATA, "tau-airline")));
    expect(totals(runs)).toEqual({ runs: 30, passes: 10, turns: 213, calls: 201, results: 201, errors: 8 });
    expect(problems).toEqual([]);
    expect(new Set(runs.map(({ trajectory }) => trajectory.task)).size).toBe(15);
    expect(new Set(runs.map(({ trajectory }) => trajectory.session)).size).toBe(30);
    expect(runs[0]?.session).toMatchObject({ source: "tau-bench", trial: "0", whole: true });
    // The instruction of the simulated user was said by nobody.
    expect(JSON.stringify(runs)).not.toContain("You are mia_li_3668");
  });
});

describe("real runs that may be read but not shipped", () => {
  it.skipIf(!SHARED_TAU)("tau-bench: all 100 dialogues", async () => {
    const { runs } = await importAll(filesBelow(SHARED_TAU as string));
    expect(totals(runs)).toEqual({ runs: 100, passes: 49, turns: 686, calls: 577, results: 577, errors: 21 });
  });

  it.skipIf(!SHARED_BFCL)(
    "BFCL: a whole folder, tool descriptions naming the arguments that calls did not",
    async () => {
      const { runs, problems, passed } = await importAll(filesBelow(SHARED_BFCL as string));
      expect(totals(runs)).toEqual({ runs: 200, passes: 200, turns: 836, calls: 1125, results: 1125, errors: 0 });
      expect(problems).toEqual([]);
      expect(Object.keys(passed)).toHaveLength(16);
      const sorts = runs.flatMap(({ trajectory }) => allSteps(trajectory)).filter(({ tool }) => tool === "sort");
      expect(sorts.map(({ input }) => Object.keys(input as object))).toEqual(sorts.map(() => ["file_name"]));
    },
  );

  it.skipIf(!AGENT_RUNS).each([
    ["multi_turn_base", { runs: 250, passes: 126, turns: 917, calls: 1800, results: 1787, errors: 210 }, 0],
    ["multi_turn_miss_func", { runs: 250, passes: 103, turns: 1115, calls: 1907, results: 1899, errors: 255 }, 13],
    ["multi_turn_miss_param", { runs: 250, passes: 98, turns: 1153, calls: 1996, results: 1990, errors: 228 }, 3],
  ])("ReMe-style: %s, with everything that is broken in it", async (name, expected, empty) => {
    const { runs, problems } = await importAll(filesBelow(join(AGENT_RUNS as string, `${name}.jsonl`)));
    expect(totals(runs)).toEqual(expected);
    expect(problems).toEqual([]);
    expect(runs.filter(({ trajectory }) => trajectory.turns.length === 0)).toHaveLength(empty);
    expect(new Set(runs.map(({ trajectory }) => trajectory.task)).size).toBe(50);
    expect(new Set(runs.map(({ trajectory }) => trajectory.session)).size).toBe(250);
  });
});

describe("an import", () => {
  const run = (fields: object) =>
    JSON.stringify({ task_id: "t1", messages: [{ role: "user", content: "hello" }], ...fields });

  it("[O7] gives the same record the same session, however the file lays it out, and another record another", async () => {
    const record = { task_id: 7, trial: "a", score: 1, messages: [{ role: "user", content: "hello" }] };
    const shapes = [
      JSON.stringify(record),
      JSON.stringify([record]),
      JSON.stringify({ trajectories: [record] }),
      JSON.stringify({ trajectories: [record] }, undefined, 2),
      JSON.stringify(record, undefined, 2),
    ];
    const { runs } = await importAll(shapes.map((text, at) => textFile(`${at}.json`, text)));
    expect(runs).toHaveLength(shapes.length);
    expect(new Set(runs.map(({ trajectory }) => trajectory.session)).size).toBe(1);
    expect(runs[0]?.trajectory).toMatchObject({
      task: "reme:7",
      session: expect.stringMatching(/^reme:7:a:[0-9a-f]{12}$/),
    });
    const other = await importAll([textFile("x.json", JSON.stringify({ ...record, score: 0 }))]);
    expect(other.runs[0]?.trajectory.task).toBe("reme:7");
    expect(other.runs[0]?.trajectory.session).not.toBe(runs[0]?.trajectory.session);
  });

  it.each([
    [{}, undefined],
    [{ score: null }, undefined],
    [{ score: 7 }, undefined],
    [{ score: "1" }, undefined],
    [{ score: 0 }, { score: 0, by: "benchmark", reasons: [] }],
    [
      { score: 0.25, meta: { error_type: "x" } },
      { score: 0.25, by: "benchmark", reasons: ["x"] },
    ],
  ])("[O9] %j has the outcome it states or none", async (fields, outcome) => {
    const { runs } = await importAll([textFile("runs.jsonl", run({ score: undefined, ...fields }))]);
    expect(runs[0]?.trajectory.outcome).toEqual(outcome);
  });

  it("[O2] names what is damaged by file and line and imports the rest", async () => {
    const text = [
      run({ score: 1 }),
      '{"task_id": "t2", "mess',
      run({ task_id: "t3", score: 0 }),
      '{"task_id": "t4"}',
    ].join("\n");
    const { runs, problems } = await importAll([textFile("dir/runs.jsonl", text)]);
    expect(runs.map(({ trajectory }) => trajectory.task)).toEqual(["reme:t1", "reme:t3"]);
    expect(problems).toEqual([
      { path: "dir/runs.jsonl", line: 2, problem: expect.stringContaining("not JSON") },
      { path: "dir/runs.jsonl", line: 4, problem: 'no "messages" list' },
    ]);
  });

  it("[O2] a first line that is damaged hides neither the format nor the rest", async () => {
    const { runs, problems } = await importAll([textFile("runs.jsonl", `{"task_id": "t0", \n${run({ score: 1 })}\n`)]);
    expect(runs).toHaveLength(1);
    expect(problems.map(({ line }) => line)).toEqual([1]);
  });

  it("says of a file that it knows nothing like it, and goes on", async () => {
    const { runs, problems } = await importAll([
      textFile("notes.md", "# Notes\n"),
      textFile("empty.jsonl", ""),
      textFile("numbers.json", "[1, 2, 3]"),
      textFile("runs.jsonl", run({})),
    ]);
    expect(runs).toHaveLength(1);
    expect(problems.map(({ path, problem }) => [path, problem])).toEqual([
      ["notes.md", "no known format"],
      ["empty.jsonl", "no known format"],
      ["numbers.json", "no known format"],
    ]);
  });

  it("a task without a name is named after what the user said", async () => {
    const { runs } = await importAll([
      textFile("runs.jsonl", [run({ task_id: undefined, score: 1 }), run({ task_id: undefined, score: 0 })].join("\n")),
    ]);
    expect(new Set(runs.map(({ trajectory }) => trajectory.task)).size).toBe(1);
    expect(runs[0]?.trajectory.task).toMatch(/^reme:~[0-9a-f]{12}$/);
  });

  it("a golden call that is no plain Python call keeps its name and its text", async () => {
    const golden = JSON.stringify({
      id: "x",
      turns: [
        [
          { call: "f(g(1))", result: "None" },
          { call: "h('a', 2, c=3)", result: "None" },
        ],
      ],
    });
    const { runs } = await importAll([textFile("golden.jsonl", golden)]);
    expect(runs[0]?.trajectory.turns[0]?.steps.map(({ tool, input }) => [tool, input])).toEqual([
      ["f", "f(g(1))"],
      ["h", { 0: "a", 1: 2, c: 3 }],
    ]);
  });
});
