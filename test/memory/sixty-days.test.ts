import { describe, expect, it } from "vitest";
import type { HabitId } from "../../bench/generate/habits.ts";
import { type GeneratedSession, generateSessions } from "../../bench/generate/sessions.ts";
import { says } from "../../bench/mine/measure.ts";
import type { Experience } from "../../src/model/experience.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { createWorld, DAY_MS, type World } from "./memory-in-memory.ts";

/** The three that the idea began with: files read together, Grep before Edit, a fix with another tool right after. */
const HABITS = ["read-triad", "grep-before-edit", "read-after-failed-edit"] as const satisfies readonly HabitId[];

const shows = ({ truth }: GeneratedSession, habit: HabitId) =>
  truth.planted.some((planted) => planted.habit === habit && planted.followed > 0);
const keepsAll = ({ truth }: GeneratedSession) => truth.planted.every(({ broken }) => broken === 0);

/** Sessions that show the habits and break none of them; few edits fail, so most of those in which one does are needed. */
const pool = generateSessions({ seed: "sixty", sessions: 160, habits: HABITS }).filter(keepsAll);
const showingAll = pool.filter((session) => HABITS.every((habit) => shows(session, habit)));
const others = pool.filter((session) => !showingAll.includes(session));
const born = [
  ...others.filter((session) => shows(session, "read-after-failed-edit")),
  ...others.filter((session) => shows(session, "read-triad") && !shows(session, "read-after-failed-edit")).slice(0, 6),
];

/** Work in which none of the three could be shown: nothing is edited, no module is looked at. */
const idle = generateSessions({ seed: "idle", sessions: 56, habits: [], activities: [0, 0], background: [4, 8] });

const on = (world: World, { trajectory }: GeneratedSession, day = 0): Trajectory => {
  const at = new Date(world.ports.clock.now() + day * DAY_MS).toISOString();
  return { ...trajectory, started: at, ended: at };
};

async function cardOf(world: World, habit: HabitId): Promise<Experience> {
  const saying = (await world.memory.list()).cards.filter((card) => says(card, habit));
  expect(
    saying.map(({ id }) => id),
    habit,
  ).toHaveLength(1);
  return saying[0]!;
}

describe("sixty days with three habits", () => {
  it("[D55] finds them, believes them more when they are seen again, less when they are not, and in the end forgets them", async () => {
    const world = createWorld();
    const confidence = async () => Promise.all(HABITS.map(async (habit) => (await cardOf(world, habit)).confidence));
    const ids = async () => Promise.all(HABITS.map(async (habit) => (await cardOf(world, habit)).id));
    const prunable = async () => {
      const due = (await world.memory.prune({ dryRun: true })).map(({ id }) => id);
      return (await ids()).filter((id) => due.includes(id));
    };

    // Days 1 to 3, learned from at their end.
    await world.memory.acquire(born.map((session, at) => on(world, session, at % 3)));
    world.pass(3 * DAY_MS);
    expect(await confidence()).toEqual([0.3, 0.3, 0.3]);

    // Days 4 and 5: each is seen again, one vote a session.
    for (const [at, expected] of [0.4, 0.5].entries()) {
      await world.memory.acquire([on(world, showingAll[at]!)]);
      expect(await confidence()).toEqual([expected, expected, expected]);
      world.pass(DAY_MS);
    }
    for (const habit of HABITS) expect((await cardOf(world, habit)).tier).toBe("validated");

    // Days 6 to 60: the project is used, and none of them could be seen.
    const course: number[] = [];
    for (let week = 0; week < 8; week++) {
      const days = idle.slice(week * 7, week * 7 + 7);
      await world.memory.acquire(days.map((session, day) => on(world, session, day)));
      world.pass(7 * DAY_MS);
      const [first, ...rest] = await confidence();
      expect(rest).toEqual([first, first]);
      course.push(first!);
      expect(await prunable()).toEqual(first! >= 0.3 ? [] : await ids());
    }
    expect(course).toEqual([0.5, 0.4, 0.4, 0.3, 0.3, 0.2, 0.2, 0.1]);

    await world.memory.prune();
    for (const habit of HABITS) expect((await cardOf(world, habit)).status).toBe("retired");
  });
});
