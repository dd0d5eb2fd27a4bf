import { describe, expect, it } from "vitest";
import { createEnvironment, ENVIRONMENT_NAMES } from "../../src/environments/create-environment.ts";
import type { TaskLanguage } from "../../src/environments/environment.ts";
import { SOLUTIONS, solve } from "./solutions.ts";

const kindOf = (id: string) => id.slice(0, id.lastIndexOf("/"));

describe.each(ENVIRONMENT_NAMES)("the %s", (name) => {
  const tasks = (["train", "test"] as const).flatMap((split) =>
    createEnvironment(name, { perKind: 8 })
      .tasks(split)
      .map(({ id }) => id),
  );

  it.each(["before", "after"])("lets every task be solved by who knows it, %s the change of its interface", (when) => {
    const changed = when === "after";
    const place = createEnvironment(name, { perKind: 8, ...(changed && { changeAt: 0 }) });
    for (const id of tasks) {
      const episode = place.reset(id);
      expect(episode.verdict().score, `${id} is not done at the beginning`).toBe(0);
      solve(episode, SOLUTIONS[kindOf(id)]!, changed);
      expect({ id, ...episode.verdict() }).toEqual({ id, score: 1, by: "benchmark", reasons: [] });
    }
  });

  it("refuses what worked before the change, where the change is about it", () => {
    const place = createEnvironment(name, { perKind: 8, changeAt: 0 });
    const failed = tasks.filter((id) => {
      const episode = place.reset(id);
      try {
        solve(episode, SOLUTIONS[kindOf(id)]!, false);
      } catch {
        return true;
      }
      return episode.verdict().score === 0;
    });
    expect(failed.length).toBeGreaterThanOrEqual(8);
  });

  it("changes at the attempt that was asked for, and not before", () => {
    const place = createEnvironment(name, { changeAt: 2 });
    const [id] = tasks;
    const seen = [1, 2, 3, 4].map(() => JSON.stringify(place.reset(id!).tools));
    expect(new Set(seen).size).toBe(2);
    expect(seen[1]).toBe(seen[0]);
    expect(seen[2]).not.toBe(seen[1]);
  });

  it("keeps attempts apart, also of one task at the same time", () => {
    const place = createEnvironment(name);
    const [id] = tasks;
    const [done, untouched] = [place.reset(id!), place.reset(id!)];
    solve(done, SOLUTIONS[kindOf(id!)]!);
    expect([done.verdict().score, untouched.verdict().score]).toEqual([1, 0]);
  });

  it("answers wrong calls with the name of what is wrong, and changes nothing by them", () => {
    const episode = createEnvironment(name).reset(tasks[0]!);
    const before = episode.verdict();
    const [first] = episode.tools;
    expect(episode.call("no_such_tool", {})).toEqual({ outcome: "error", error: 'unknown tool "no_such_tool"' });
    expect(episode.call("constructor", {}).outcome).toBe("error");
    expect(episode.call(first!.name, { nonsense: 1 })).toMatchObject({
      outcome: "error",
      error: expect.stringContaining("nonsense"),
    });
    expect(episode.verdict()).toEqual(before);
  });

  it("needs its first step: without a session or a volume nothing else is allowed", () => {
    const refusals = tasks.map((id) => {
      const episode = createEnvironment(name, { perKind: 8 }).reset(id);
      let first = true;
      const opening = { call: (tool: string, input = {}) => (first ? skip() : episode.call(tool, input)) };
      const skip = () => {
        first = false;
        return { outcome: "ok" as const, result: {} };
      };
      try {
        solve({ ...episode, ...opening }, SOLUTIONS[kindOf(id)]!);
      } catch (error) {
        return (error as Error).message;
      }
      return "solved";
    });
    expect(refusals.filter((message) => !/ (?:401|503) /.test(message))).toEqual([]);
  });

  it("asks its tasks in four languages, with the same names and numbers", () => {
    const asked = (language: TaskLanguage) => createEnvironment(name, { language, perKind: 8 }).tasks("test");
    const english = asked("en");
    for (const language of ["ko", "ja", "zh"] as const) {
      for (const [i, { id, query }] of asked(language).entries()) {
        const telling = (text: string) => text.match(/\b[A-Z]{4}\b|\d+|\/[\w./-]*\w/g) ?? [];
        expect([id, telling(query).sort()]).toEqual([english[i]!.id, telling(english[i]!.query).sort()]);
        expect(query).toMatch(/[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}]/u);
      }
    }
  });

  it("describes its tools by JSON Schema, without anything that only one library knows", () => {
    for (const { name: tool, input } of createEnvironment(name).reset(tasks[0]!).tools) {
      expect([tool, input.type, input.additionalProperties]).toEqual([tool, "object", false]);
    }
  });
});

it("has tasks to learn from and tasks to be judged by, none in both", () => {
  for (const name of ENVIRONMENT_NAMES) {
    const place = createEnvironment(name);
    const [train, test] = [place.tasks("train"), place.tasks("test")];
    expect(train.length).toBe(test.length);
    expect(new Set([...train, ...test].map(({ query }) => query)).size).toBe(train.length + test.length);
  }
});

it("names what there is when something else is asked for", () => {
  expect(() => createEnvironment("moon")).toThrow(/moon/);
  expect(() => createEnvironment("order-desk", { perKind: 9 })).toThrow(/perKind/);
  expect(() => createEnvironment("order-desk").reset("order-desk/none/0")).toThrow(/no task/);
});
