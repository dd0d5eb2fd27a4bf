import { describe, expect, it } from "vitest";
import { addHabits, emptyHabits, type HabitState, mergeHabits } from "../../../src/distill/habits/state.ts";
import { contextOf } from "../../../src/distill/trajectory-context.ts";
import type { Trajectory } from "../../../src/model/trajectory.ts";
import { noise, session } from "./sessions.ts";

/** 700 tasks, every seventh of them attempted several times. */
const runs: Trajectory[] = Array.from({ length: 1_000 }, (_, n) =>
  session(n, [...noise(n, 3), "search", `edit src/m${n}.ts`], { task: `task ${n < 700 ? n : (n * 7) % 70}` }),
);

function stateOf(list: readonly Trajectory[]): HabitState {
  const state = emptyHabits();
  for (const each of list) addHabits(state, contextOf(each));
  return state;
}

describe("the sample of runs", () => {
  const whole = stateOf(runs);

  it("[D1] is the same whatever order they come in, and merged from parts", () => {
    const shuffled = [...runs].sort(
      (a, b) => ((Number(a.id.slice(2)) * 677) % 1009) - ((Number(b.id.slice(2)) * 677) % 1009),
    );
    expect(stateOf(shuffled)).toEqual(whole);
    const [a, b] = [stateOf(shuffled.slice(0, 431)), stateOf(shuffled.slice(431))];
    const before = structuredClone([a, b]);
    expect(mergeHabits(a, b)).toEqual(whole);
    expect(mergeHabits(b, a)).toEqual(whole);
    expect([a, b]).toEqual(before);
  });

  it("[D54] holds 400 tasks and three attempts at each, however many there were", () => {
    expect(Object.keys(whole.tasks)).toHaveLength(400);
    const attempts = Object.values(whole.tasks).map(({ runs: kept }) => Object.keys(kept).length);
    expect(Math.max(...attempts)).toBe(3);
    const twice = stateOf([...runs, ...runs.map((each) => ({ ...each, id: `${each.id}x`, task: `${each.task}x` }))]);
    expect(JSON.stringify(twice).length / JSON.stringify(whole).length).toBeLessThan(1.1);
  });

  it("[D54] keeps of a long session its beginning alone", () => {
    const long = session(
      "long",
      Array.from({ length: 3_000 }, (_, n) => `edit src/m${n % 40}.ts`),
    );
    expect(JSON.stringify(stateOf([long])).length).toBeLessThan(4_000);
  });
});
