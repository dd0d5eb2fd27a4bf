import { describe, expect, it } from "vitest";
import { HABIT_IDS, HABITS, type HabitId } from "../../bench/generate/habits.ts";
import { generateSessions } from "../../bench/generate/sessions.ts";
import { STORIES } from "../../bench/generate/stories/all.ts";
import { actionOf } from "../../src/alphabet/action.ts";
import { actionKey } from "../../src/alphabet/action-key.ts";
import { allSteps, type Step, type Trajectory } from "../../src/model/trajectory.ts";

const SEEDS = [1, 2, 3];

/** Of the chances that a habit could be shown, the share at which it is, counted from the calls alone. */
const SHARES: Readonly<Partial<Record<HabitId, (sessions: readonly Trajectory[]) => number>>> = {
  "read-triad": (sessions) => {
    const reads = sessions
      .flatMap((session) => batches(session))
      .filter((batch) => batch.some((step) => pathOf(step).includes("infra/modules/")));
    return share(reads, (batch) =>
      ["main.tf", "variables.tf", "outputs.tf"].every((name) =>
        batch.some((step) => pathOf(step).endsWith(`/${name}`)),
      ),
    );
  },
  "grep-before-edit": (sessions) =>
    share(
      pairs(sessions).filter(([, next]) => next.tool === "Edit"),
      ([previous]) => previous?.tool === "Grep",
    ),
  "test-after-edit": (sessions) =>
    share(
      pairs(sessions).filter(
        ([previous, next]) => previous?.tool === "Edit" && previous.outcome === "ok" && next.tool !== "Edit",
      ),
      ([, next]) => key(next) === "npm test",
    ),
  "lint-before-commit": (sessions) =>
    share(
      pairs(sessions).filter(([, next]) => key(next).includes("git commit")),
      ([previous]) => previous !== undefined && key(previous) === "npm run lint",
    ),
  "docker-no-cache": (sessions) =>
    share(
      sessions.flatMap(allSteps).filter((step) => key(step).startsWith("docker build")),
      (step) => key(step).includes("--no-cache"),
    ),
  "ticket-id": (sessions) =>
    share(
      sessions.flatMap(allSteps).filter((step) => step.tool.endsWith("add_comment")),
      (step) =>
        sessions
          .flatMap(allSteps)
          .some((other) => (other.result as { id?: string })?.id === (step.input as { ticket_id: string }).ticket_id),
    ),
  "window-as-number": (sessions) =>
    share(
      pairs(sessions).filter(([previous]) => previous?.tool.endsWith("query_metrics") && previous.outcome === "error"),
      ([, next]) => typeof (next.input as { window?: unknown }).window === "number",
    ),
};

function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  expect(items.length).toBeGreaterThan(5);
  return items.filter(holds).length / items.length;
}

function key(step: Step): string {
  return actionKey(actionOf(step));
}

function pathOf(step: Step): string {
  return String((step.input as { file_path?: string }).file_path ?? "");
}

function batches(session: Trajectory): Step[][] {
  return session.turns.flatMap((turn) =>
    [...new Set(turn.steps.map((step) => step.batch))].map((batch) =>
      turn.steps.filter((step) => step.batch === batch),
    ),
  );
}

function pairs(sessions: readonly Trajectory[]): Array<[Step | undefined, Step]> {
  return sessions.flatMap((session) =>
    allSteps(session).map((step, index, steps): [Step | undefined, Step] => [steps[index - 1], step]),
  );
}

describe("generated sessions", () => {
  it("are the same for the same seed, and others for another", () => {
    const text = (seed: number) => JSON.stringify(generateSessions({ seed, sessions: 12 }));
    expect(text(1)).toBe(text(1));
    expect(text(1)).not.toBe(text(2));
  });

  it("do not change when more of them are asked for", () => {
    const [few, many] = [5, 9].map((sessions) => generateSessions({ seed: 4, sessions, habits: ["read-triad"] }));
    expect(many!.slice(0, 5)).toEqual(few);
  });

  it.each(SEEDS)("show every planted habit often enough to be found, and break it now and then, seed %i", (seed) => {
    const sessions = generateSessions({ seed, sessions: 80 });
    for (const habit of HABITS) {
      const met = sessions.flatMap(({ truth }) => truth.planted.filter((planted) => planted.habit === habit.id));
      expect(met.length, habit.id).toBeGreaterThanOrEqual(8);
      const followed = met.reduce((sum, planted) => sum + planted.followed, 0);
      const broken = met.reduce((sum, planted) => sum + planted.broken, 0);
      if (habit.id === "migrate-before-test") continue;
      expect(followed / (followed + broken), habit.id).toBeGreaterThan(0.7);
    }
    const all = sessions.flatMap(({ truth }) => truth.planted);
    expect(all.some((planted) => planted.broken > 0)).toBe(true);
  });

  it.each(SEEDS)(
    "hold in their calls what their truth says they hold, and pure background does not, seed %i",
    (seed) => {
      const planted = generateSessions({
        seed,
        sessions: 80,
        habits: HABIT_IDS.filter((habit) => habit !== "migrate-before-test"),
      });
      const background = generateSessions({ seed, sessions: 80, habits: [] });
      for (const [habit, shareIn] of Object.entries(SHARES)) {
        expect(shareIn(planted.map((session) => session.trajectory)), `${habit} planted`).toBeGreaterThan(0.7);
        expect(shareIn(background.map((session) => session.trajectory)), `${habit} background`).toBeLessThan(0.5);
      }
      expect(background.every(({ truth }) => truth.planted.length === 0)).toBe(true);
    },
  );

  it("tell every story, label each by what happened in it, and are tasks of their own", () => {
    const sessions = generateSessions({
      seed: 5,
      sessions: STORIES.length * 2,
      habits: [],
      endings: "stories",
      host: "mixed",
      stack: "mixed",
    });
    expect(new Set(sessions.map(({ truth }) => truth.story)).size).toBe(STORIES.length);
    for (const { truth } of sessions)
      expect(truth.outcome).toBe(STORIES.find((story) => story.name === truth.story)?.outcome);
    expect(new Set(sessions.map(({ trajectory }) => trajectory.task)).size).toBe(sessions.length);
    for (const outcome of ["good", "bad", "unknown"]) {
      expect(sessions.filter(({ truth }) => truth.outcome === outcome).length).toBeGreaterThanOrEqual(20);
    }
    expect(sessions.filter(({ truth }) => truth.isTricky).length).toBeGreaterThanOrEqual(20);
    expect(sessions.every(({ trajectory }) => trajectory.outcome === undefined)).toBe(true);
  });

  it("speak four languages, run on four hosts and work on several kinds of project", () => {
    const sessions = generateSessions({ seed: 6, sessions: 60, habits: [], host: "mixed", stack: "mixed" });
    expect(new Set(sessions.map(({ trajectory }) => trajectory.source)).size).toBe(4);
    const prompts = sessions.map(({ trajectory }) => trajectory.taskQuery).join("\n");
    for (const script of [/[a-z]{4,} [a-z]+ /, /[가-힣]/, /[ぁ-ん]/, /[\u4e00-\u9fff]{3}/])
      expect(prompts).toMatch(script);
    const calls = sessions
      .flatMap(({ trajectory }) => allSteps(trajectory))
      .map(key)
      .join("\n");
    for (const source of [".ts", ".py", ".rs", ".go", ".java", ".rb"]) expect(calls).toContain(`*${source}`);
  });

  it("attempt the task of the divergence habit several times, well and badly", () => {
    const attempts = generateSessions({ seed: 7, sessions: 0, habits: ["migrate-before-test"] });
    expect(new Set(attempts.map(({ trajectory }) => trajectory.task)).size).toBe(1);
    expect(attempts.map(({ trajectory }) => trajectory.outcome?.score)).toEqual([1, 0, 1, 0, 1, 0, 1, 0]);
  });
});
