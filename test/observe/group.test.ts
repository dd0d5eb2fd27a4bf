import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CALL_OUTCOMES, type Observation, type SessionInfo } from "../../src/model/observation.ts";
import { allSteps, type Step, type Trajectory } from "../../src/model/trajectory.ts";
import { createGrouper, type Grouped, type Resume } from "../../src/observe/group.ts";
import { trajectoryId } from "../../src/observe/identity.ts";
import { toObservations } from "../../src/observe/record.ts";
import type { LogLine } from "../../src/ports.ts";
import { anyJson, asLog, seeded } from "./support.ts";

const MINUTE = 60_000;
const IDLE = 30 * MINUTE;
const START = Date.parse("2026-11-30T10:00:00.000Z");

describe("grouping the lines of a session", () => {
  it("[O10] joins starts and ends by call id, in whatever order they were written", () => {
    const [trajectory] = group([
      prompt("fix it"),
      start("a", "Read", { path: "x" }),
      start("b", "Read", { path: "y" }),
      end("b", "Read", { result: "Y" }),
      end("c", "Bash", { result: "late start" }),
      end("a", "Read", { result: "X" }),
      start("c", "Bash", { command: "ls" }),
      { event: "session_end" },
    ]);
    expect(stepsOf(trajectory)).toEqual([
      ["a", "Read", { path: "x" }, "ok", "X"],
      ["b", "Read", { path: "y" }, "ok", "Y"],
      ["c", "Bash", { command: "ls" }, "ok", "late start"],
    ]);
  });

  it("[O10] knows the folder that the host named at the start", () => {
    const named: Partial<Observation> = { event: "session_start", input: { source: "hook", cwd: "/home/me/shop" } };
    expect(group([named, prompt("fix it"), { event: "session_end" }])[0]?.folder).toBe("/home/me/shop");
    expect(group([prompt("fix it"), { event: "session_end" }])[0]).not.toHaveProperty("folder");
  });

  it("[O11] a start without an end is unknown, and no other call's end is taken for it", () => {
    for (const ids of [true, false]) {
      const id = (name: string) => (ids ? name : undefined);
      const [trajectory] = group([
        start(id("1"), "Edit", { file: "a" }),
        start(id("2"), "Read", { file: "a" }),
        end(id("2"), "Read", { result: "text" }),
        start(id("3"), "Edit", { file: "b" }),
        end(id("3"), "Edit", { result: "done" }),
        { event: "session_end" },
      ]);
      expect(
        allSteps(trajectory as Trajectory).map(({ input, outcome }) => [(input as { file: string }).file, outcome]),
      ).toEqual([
        ["a", "unknown"],
        ["a", "ok"],
        ["b", "ok"],
      ]);
    }
  });

  it("[O11] ends without id go to the start with the same input, else to nobody where parallel calls look alike", () => {
    const twins = [
      { ...start(undefined, "Read", { file: "a" }), batch: 0 },
      { ...start(undefined, "Read", { file: "b" }), batch: 0 },
    ];
    const [told] = group([
      ...twins,
      { ...end(undefined, "Read", { result: "A" }), input: { file: "a" } },
      { event: "session_end" },
    ]);
    expect(allSteps(told as Trajectory).map(({ result, outcome }) => [result, outcome])).toEqual([
      ["A", "ok"],
      [undefined, "unknown"],
    ]);
    const [untold] = group([...twins, end(undefined, "Read", { result: "A" }), { event: "session_end" }]);
    expect(allSteps(untold as Trajectory).map(({ input, outcome }) => [input, outcome])).toEqual([
      [{ file: "a" }, "unknown"],
      [{ file: "b" }, "unknown"],
      [{}, "ok"],
    ]);
  });

  it("[O12] a call that is told twice counts once; the second telling only adds what was missing", () => {
    const [trajectory] = group([
      prompt("go"),
      start("a", "Bash", { command: "make" }),
      start("a", "Bash", { command: "make" }),
      { ...end("a", "Bash", {}), outcome: "error", error: "Exit code 2" },
      end("a", "Bash", { result: "text the model saw" }),
      { event: "session_end" },
    ]);
    expect(allSteps(trajectory as Trajectory)).toEqual([
      {
        call: "a",
        tool: "Bash",
        input: { command: "make" },
        outcome: "error",
        error: "Exit code 2",
        result: "text the model saw",
      },
    ]);
  });

  it("an id that a host uses again in a later turn is another call", () => {
    const [trajectory] = group([
      { ...end("call_0", "ls", { result: "1" }), turn: 0 },
      { ...end("call_0", "ls", { result: "2" }), turn: 1 },
      { event: "session_end" },
    ]);
    expect(trajectory?.turns.map(({ steps }) => steps[0]?.result)).toEqual(["1", "2"]);
  });

  it("keeps interleaved sessions apart, and lines without a session from all of them", () => {
    const grouper = createGrouper({ idleMs: IDLE });
    const lines = [
      { ...prompt("one"), session: "s1" },
      { ...prompt("two"), session: "s2" },
      { ...end("a", "f", { result: 1 }), session: "s1" },
      { ...end("a", "g", { result: 2 }), session: "s2" },
    ];
    const { session: _, ...nobodys } = observations([end("b", "h", { result: 3 })])[0] as Observation;
    for (const line of asLog([...observations(lines), nobodys])) expect(grouper.add(line)).toEqual([]);
    expect(grouper.openSessions()).toBe(2);
    expect(grouper.unassigned()).toBe(1);
    const given = grouper.flush(START + 31 * MINUTE).map(({ trajectory }) => trajectory);
    expect(given.map(({ session, taskQuery, turns }) => [session, taskQuery, turns[0]?.steps[0]?.tool])).toEqual([
      ["s1", "one", "f"],
      ["s2", "two", "g"],
    ]);
  });

  it("[O13] waits for lines that arrive just after the end of their session", () => {
    const [trajectory, ...more] = group([
      prompt("go"),
      start("a", "f", {}),
      { event: "session_end" },
      end("a", "f", { result: "late" }),
    ]);
    expect(more).toEqual([]);
    expect(allSteps(trajectory as Trajectory).map(({ result }) => result)).toEqual(["late"]);
  });

  it("[O13] an ended session is given out once the log is further, without waiting for the end of the log", () => {
    const grouper = createGrouper({ idleMs: IDLE });
    const lines = asLog([
      ...observations([prompt("go"), { event: "session_end" }]),
      ...observations([{ ...prompt("other"), session: "s2" }], START + MINUTE),
    ]);
    expect(lines.map((line) => grouper.add(line).length)).toEqual([0, 0, 1]);
  });

  it("[O13] a session that was silent for long, or goes on after its end, becomes trajectories with ids of their own", () => {
    const silent = [...observations([prompt("one")]), ...observations([prompt("two")], START + IDLE + 1)];
    const resumed = observations([
      prompt("one"),
      { event: "session_end" },
      { event: "session_start" },
      prompt("two"),
    ]).map((line, at) => ({
      ...line,
      at: new Date(START + at).toISOString(),
    }));
    for (const lines of [silent, resumed]) {
      const trajectories = groupLines(asLog(lines));
      expect(trajectories.map(({ taskQuery }) => taskQuery)).toEqual(["one", "two"]);
      expect(new Set(trajectories.map(({ id }) => id)).size).toBe(2);
      expect(new Set(trajectories.map(({ session }) => session)).size).toBe(1);
    }
  });

  it("a silence that is not too long changes nothing", () => {
    const lines = [...observations([prompt("one")]), ...observations([prompt("two")], START + IDLE)];
    expect(groupLines(asLog(lines)).map(({ turns }) => turns.length)).toEqual([2]);
  });

  it("[O14] a whole session that begins twice begins anew: what a crash left is forgotten", () => {
    const whole = toObservations(sample, info, { scrub: (value) => value, at: new Date(START).toISOString() });
    for (let crash = 0; crash < whole.length; crash++) {
      expect(groupLines(asLog([...whole.slice(0, crash), ...whole]))).toEqual([sample]);
    }
  });

  it("knows when the project is told only once, and believes the most trusted word about the outcome", () => {
    const [trajectory] = group([
      { ...prompt("go"), project: "p1" },
      { event: "feedback", input: { score: 1, by: "user", reasons: [] } },
      { event: "feedback", input: { score: 0, by: "signals", reasons: [] } },
      { event: "feedback", input: { score: "good", by: "user" } },
      { event: "feedback", input: { score: 0.5, by: "user", reasons: ["changed my mind"] } },
      { event: "feedback", input: { score: 1, by: "someone", reasons: [] } },
      { event: "session_end" },
    ]);
    expect(trajectory).toMatchObject({
      project: "p1",
      outcome: { score: 0.5, by: "user", reasons: ["changed my mind"] },
    });
    expect(trajectory).toMatchObject({
      started: "2026-11-30T10:00:00.000Z",
      task: "claude-code:s",
      source: "claude-code",
    });
  });

  it("a second prompt of the same turn is added to the first", () => {
    const [trajectory] = group([
      { ...prompt("make it blue"), turn: 0 },
      { ...prompt("no, green"), turn: 0 },
      { ...prompt("thanks"), turn: 1 },
      { event: "session_end" },
    ]);
    expect(trajectory?.turns.map(({ user }) => user)).toEqual(["make it blue\nno, green", "thanks"]);
  });
});

describe("what was recorded", () => {
  it("[O15] comes back as it was", () => {
    fc.assert(
      fc.property(anyTrajectory, ({ trajectory, info: told }) => {
        const lines = toObservations(trajectory, told, { scrub: (value) => value, at: "2026-12-01T00:00:00.000Z" });
        const grouped = groupAll(asLog(lines));
        expect(grouped.map(({ trajectory: back }) => back)).toEqual([trajectory]);
        expect(grouped[0]?.info).toEqual({ ...told, ...dates(trajectory) });
      }),
      seeded(300),
    );
  });

  it("[O16] is given out exactly once, wherever reading stops and begins again", () => {
    fc.assert(
      fc.property(interleavedLog, fc.array(fc.nat(200), { maxLength: 6 }), (log, stops) => {
        const inOneGo = groupLines(log);
        expect(sorted(groupInParts(log, stops))).toEqual(sorted(inOneGo));
      }),
      seeded(300),
    );
  });
});

const info: SessionInfo = { source: "reme", task: "reme:t", trial: "1", whole: true };
const sample: Trajectory = {
  id: trajectoryId("reme", "s9"),
  source: "reme",
  task: "reme:t",
  taskQuery: "hello",
  session: "s9",
  recalled: [],
  outcome: { score: 1, by: "benchmark", reasons: [] },
  turns: [
    { user: "hello", steps: [{ call: "c1", tool: "f", input: { a: 1 }, result: { b: 2 }, outcome: "ok", batch: 0 }] },
    { user: "", steps: [] },
    { user: "more", steps: [{ tool: "g", input: {}, outcome: "unknown" }] },
  ],
};

const anyStep: fc.Arbitrary<Step> = fc.record(
  {
    tool: fc.string({ unit: "grapheme", maxLength: 8 }),
    input: anyJson,
    outcome: fc.constantFrom(...CALL_OUTCOMES),
    result: anyJson,
    error: fc.string({ unit: "grapheme" }),
    ms: fc.nat(),
    batch: fc.nat(3),
    agent: fc.constantFrom("explore", "plan"),
  },
  { requiredKeys: ["tool", "input", "outcome"] },
);

const anyTrajectory = fc
  .record({
    session: fc.uuid(),
    trial: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    started: fc.option(fc.constant("2026-01-02T03:04:05.678Z"), { nil: undefined }),
    ended: fc.option(fc.constant("2026-01-02T04:04:05.678Z"), { nil: undefined }),
    project: fc.option(fc.constant("p"), { nil: undefined }),
    outcome: fc.option(
      fc.record({
        score: fc.double({ min: 0, max: 1, noNaN: true }),
        by: fc.constant("benchmark" as const),
        reasons: fc.array(fc.string()),
      }),
      { nil: undefined },
    ),
    turns: fc.array(fc.record({ user: fc.string({ unit: "grapheme" }), steps: fc.array(anyStep, { maxLength: 5 }) }), {
      maxLength: 4,
    }),
    ids: fc.boolean(),
  })
  .map(({ session, trial, ids, ...rest }) => {
    const given = JSON.parse(JSON.stringify(rest)) as Pick<Trajectory, "turns">;
    const turns = given.turns.map((turn, at) => ({
      ...turn,
      steps: turn.steps.map((step, place) => (ids ? { call: `call_${at}_${place}`, ...step } : step)),
    }));
    const trajectory: Trajectory = {
      ...given,
      id: trajectoryId("reme", session),
      source: "reme",
      task: "reme:t",
      taskQuery: turns.find(({ user }) => user !== "")?.user ?? "",
      session,
      recalled: [],
      turns,
    };
    return {
      trajectory,
      info: {
        source: "reme",
        task: "reme:t",
        ...(trial !== undefined && { trial }),
        whole: true,
      } satisfies SessionInfo,
    };
  });

/** Several live sessions whose lines are mixed, over two files, with silences and ends in between. */
const interleavedLog = fc
  .array(
    fc.record({
      session: fc.constantFrom("s1", "s2", "s3"),
      event: fc.constantFrom("session_start", "prompt", "tool_start", "tool_end", "tool_end", "session_end"),
      call: fc.constantFrom("a", "b", "c"),
      gapMs: fc.constantFrom(1, 1000, 6000, IDLE + 1),
      file: fc.constantFrom("2026-11-30.jsonl", "2026-12-01.jsonl"),
    }),
    { maxLength: 60 },
  )
  .map((given) => {
    let atMs = START;
    const offsets: Record<string, number> = {};
    const files = given.map(({ file }) => file).sort();
    return given.map(({ session, event, call, gapMs }, at): LogLine<Observation> => {
      atMs += gapMs;
      const file = files[at] as string;
      const fields = event.startsWith("tool") ? { call, tool: "f" } : { input: `said ${at}` };
      const input = event === "session_start" ? {} : fields;
      const value = {
        v: 1,
        at: new Date(atMs).toISOString(),
        event,
        host: "claude-code",
        session,
        ...input,
      } as Observation;
      const start = offsets[file] ?? 0;
      offsets[file] = start + 10;
      return { value, file, start, next: start + 10 };
    });
  });

/** Reads the log in parts: each part begins where the last one said, and sees what had been written by then. */
function groupInParts(log: readonly LogLine<Observation>[], stops: readonly number[]): Trajectory[] {
  const all: Trajectory[] = [];
  let resumed: Resume | undefined;
  const ends = [...new Set(stops.filter((stop) => stop < log.length))].sort((a, b) => a - b);
  for (const end of [...ends, log.length]) {
    const grouper = createGrouper({ idleMs: IDLE, resumed });
    const written = log.slice(0, end).filter(({ file, start }) => start >= (resumed?.positions[file] ?? 0));
    for (const line of written) all.push(...grouper.add(line).map(({ trajectory }) => trajectory));
    // Only the last reading finds silence; the others stop while everything is going on.
    if (end === log.length) all.push(...grouper.flush(Number.POSITIVE_INFINITY).map(({ trajectory }) => trajectory));
    resumed = JSON.parse(JSON.stringify(grouper.resume())) as Resume;
  }
  return all;
}

function sorted(trajectories: readonly Trajectory[]): string[] {
  return trajectories.map((trajectory) => JSON.stringify(trajectory)).sort();
}

function dates({ started, ended }: Trajectory) {
  return { ...(started !== undefined && { started }), ...(ended !== undefined && { ended }) };
}

function group(lines: readonly Partial<Observation>[]): Trajectory[] {
  return groupLines(asLog(observations(lines)));
}

function groupLines(lines: readonly LogLine<Observation>[]): Trajectory[] {
  return groupAll(lines).map(({ trajectory }) => trajectory);
}

function groupAll(lines: readonly LogLine<Observation>[]): Grouped[] {
  const grouper = createGrouper({ idleMs: IDLE });
  return [...lines.flatMap((line) => grouper.add(line)), ...grouper.flush(Number.POSITIVE_INFINITY)];
}

function observations(lines: readonly Partial<Observation>[], atMs = START): Observation[] {
  return lines.map((line) => ({
    v: 1,
    at: new Date(atMs).toISOString(),
    event: "prompt",
    host: "claude-code",
    session: "s",
    ...line,
  }));
}

function prompt(text: string): Partial<Observation> {
  return { event: "prompt", input: text };
}

function start(call: string | undefined, tool: string, input: Observation["input"]): Partial<Observation> {
  return { event: "tool_start", tool, ...(call !== undefined && { call }), ...(input !== undefined && { input }) };
}

function end(call: string | undefined, tool: string, { result }: Pick<Observation, "result">): Partial<Observation> {
  return {
    event: "tool_end",
    tool,
    outcome: "ok",
    ...(call !== undefined && { call }),
    ...(result !== undefined && { result }),
  };
}

function stepsOf(trajectory: Trajectory | undefined) {
  return allSteps(trajectory as Trajectory).map(({ call, tool, input, outcome, result }) => [
    call,
    tool,
    input,
    outcome,
    result,
  ]);
}
