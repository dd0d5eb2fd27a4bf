import { describe, expect, it } from "vitest";
import { createEnvironment, ENVIRONMENT_NAMES } from "../../src/environments/create-environment.ts";
import type { Episode, TaskLanguage } from "../../src/environments/environment.ts";
import { createScriptedAgent } from "../../src/experiment/scripted/scripted-agent.ts";

/** Knows everything: what it does is how each kind of task is solved. */
const expert = createScriptedAgent({ know: 1, follow: 1, recover: 1 });
const novice = createScriptedAgent({ know: 0, follow: 0, recover: 0 });
const solve = (episode: Episode, agent = expert) => agent.attempt(episode, { advice: "", luck: "" });
const LANGUAGES = ["en", "ko", "ja", "zh"] as const;

describe.each(ENVIRONMENT_NAMES.filter((name) => name !== "all"))("the %s", (name) => {
  const tasks = (["train", "test"] as const).flatMap((split) =>
    createEnvironment(name, { perKind: 8 })
      .tasks(split)
      .map(({ id }) => id),
  );

  it.each(LANGUAGES)(
    "lets every task be solved by who knows it, asked in %s, before and after its change",
    async (language) => {
      for (const changeAt of [0, Number.POSITIVE_INFINITY]) {
        const place = createEnvironment(name, { perKind: 8, language, changeAt });
        for (const id of tasks) {
          const episode = place.reset(id);
          expect(episode.verdict().score, `${id} is not done at the beginning`).toBe(0);
          await solve(episode);
          expect({ id, ...episode.verdict() }).toEqual({ id, score: 1, by: "benchmark", reasons: [] });
        }
      }
    },
  );

  it("lets nobody solve a task who knows nothing of the place", async () => {
    for (const id of tasks) {
      const episode = createEnvironment(name, { perKind: 8 }).reset(id);
      await solve(episode, novice);
      expect([id, episode.verdict().score]).toEqual([id, 0]);
      expect(episode.verdict().reasons.length).toBeGreaterThan(0);
    }
  });

  it("refuses after the change what worked before, where the change is about it", async () => {
    const [old, changed] = [
      createEnvironment(name, { perKind: 8 }),
      createEnvironment(name, { perKind: 8, changeAt: 0 }),
    ];
    let refused = 0;
    for (const id of tasks) {
      const before = await solve(old.reset(id));
      const after = changed.reset(id);
      for (const { tool, input } of before.steps) after.call(tool, input as Record<string, never>);
      if (after.verdict().score === 0) refused += 1;
    }
    expect(refused).toBeGreaterThanOrEqual(16);
  });

  it("changes at the attempt that was asked for, and not before", () => {
    const place = createEnvironment(name, { changeAt: 2 });
    const seen = [1, 2, 3, 4].map(() => JSON.stringify(place.reset(tasks[0]!).tools));
    expect(new Set(seen).size).toBe(2);
    expect(seen[1]).toBe(seen[0]);
    expect(seen[2]).not.toBe(seen[1]);
  });

  it("keeps attempts apart, also of one task at the same time", async () => {
    const place = createEnvironment(name);
    const [done, untouched] = [place.reset(tasks[0]!), place.reset(tasks[0]!)];
    await solve(done);
    expect([done.verdict().score, untouched.verdict().score]).toEqual([1, 0]);
  });

  it("answers wrong calls with the name of what is wrong, and changes nothing by them", () => {
    const episode = createEnvironment(name).reset(tasks[0]!);
    const before = episode.verdict();
    const [first] = episode.tools;
    expect(episode.call("no_such_tool", {})).toEqual({ outcome: "error", error: 'unknown tool "no_such_tool"' });
    expect(episode.call("constructor", {}).outcome).toBe("error");
    const misspelt = episode.call(first!.name, { nonsense: 1 });
    expect(misspelt).toMatchObject({ outcome: "error", error: expect.stringContaining("nonsense") });
    expect(episode.verdict()).toEqual(before);
  });

  it("needs its first step: without a session or a volume nothing else is allowed", async () => {
    for (const id of tasks) {
      const episode = createEnvironment(name, { perKind: 8 }).reset(id);
      const { steps } = await solve(createEnvironment(name, { perKind: 8 }).reset(id));
      const answers = steps.slice(1).map(({ tool, input }) => episode.call(tool, input as Record<string, never>));
      expect(answers.some((answer) => answer.outcome === "error" && /^(?:401|503) /.test(answer.error))).toBe(true);
      expect(episode.verdict().score).toBe(0);
    }
  });

  it("asks its tasks in four languages, with the same names and numbers", () => {
    const asked = (language: TaskLanguage) => createEnvironment(name, { language, perKind: 8 }).tasks("test");
    const english = asked("en");
    for (const language of ["ko", "ja", "zh"] as const) {
      for (const [i, { id, query }] of asked(language).entries()) {
        const telling = (text: string) =>
          text.match(/(?<![A-Z])[A-Z]{4}(?![A-Z])|\d+|\/[A-Za-z0-9_./-]*[A-Za-z0-9]/g) ?? [];
        expect([id, telling(query).sort()]).toEqual([english[i]!.id, telling(english[i]!.query).sort()]);
        expect(query).toMatch(/[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}]/u);
      }
    }
  });

  it("describes its tools by JSON Schema, strictly", () => {
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
