import type { Random } from "./random.ts";

export const HABIT_KINDS = [
  "co-use",
  "order",
  "fix-call",
  "fix-argument",
  "convention",
  "correction",
  "workflow",
  "provenance",
  "divergence",
] as const;
export type HabitKind = (typeof HABIT_KINDS)[number];

export const HABIT_IDS = [
  "read-triad",
  "grep-before-edit",
  "read-after-failed-edit",
  "test-after-edit",
  "lint-before-commit",
  "docker-no-cache",
  "pnpm-not-npm",
  "test-before-source",
  "release-workflow",
  "ticket-id",
  "window-as-number",
  "migrate-before-test",
] as const;
export type HabitId = (typeof HABIT_IDS)[number];

/** A habit that can be planted, and what a miner must say to have found it. `activities.ts` plays it. */
export interface Habit {
  id: HabitId;
  kind: HabitKind;
  summary: string;
  /**
   * Words that a finding must hold to be this habit, in any case and order; each entry offers spellings of one of them. Compare
   * with the rule, the title and the body of the finding, lower-cased.
   */
  mustSay: ReadonlyArray<readonly string[]>;
  /** How often the habit is followed when there is a chance to. */
  adherence: number;
}

export const HABITS: readonly Habit[] = [
  {
    id: "read-triad",
    kind: "co-use",
    summary: "main.tf, variables.tf and outputs.tf of a Terraform module are read together",
    mustSay: [["main.tf"], ["variables.tf"], ["outputs.tf"]],
    adherence: 0.93,
  },
  {
    id: "grep-before-edit",
    kind: "order",
    summary: "Grep comes right before every Edit",
    mustSay: [["grep", "search"], ["edit"]],
    adherence: 0.92,
  },
  {
    id: "read-after-failed-edit",
    kind: "fix-call",
    summary: "When Edit fails because the file was modified, Read it and edit again",
    mustSay: [["edit"], ["read"], ["modified"]],
    adherence: 0.92,
  },
  {
    id: "test-after-edit",
    kind: "order",
    summary: "The tests run right after every edit",
    mustSay: [["test"], ["edit"]],
    adherence: 0.92,
  },
  {
    id: "lint-before-commit",
    kind: "order",
    summary: "npm run lint comes right before git commit",
    mustSay: [["lint"], ["commit"]],
    adherence: 0.93,
  },
  {
    id: "docker-no-cache",
    kind: "convention",
    summary: "docker build is always given --no-cache",
    mustSay: [["docker build"], ["--no-cache"]],
    adherence: 0.95,
  },
  {
    id: "pnpm-not-npm",
    kind: "correction",
    summary: "The user wants pnpm instead of npm",
    mustSay: [["pnpm"], ["npm"]],
    adherence: 0.9,
  },
  {
    id: "test-before-source",
    kind: "order",
    summary: "The test of a file is read before its source is edited",
    mustSay: [["test"], ["edit"], ["read"]],
    adherence: 0.92,
  },
  {
    id: "release-workflow",
    kind: "workflow",
    summary: "A release is npm version, npm run build, git push, npm publish, in this order",
    mustSay: [["npm version"], ["npm run build"], ["git push"], ["npm publish"]],
    adherence: 0.92,
  },
  {
    id: "ticket-id",
    kind: "provenance",
    summary: "The ticket_id of add_comment is the id that create_ticket returned",
    mustSay: [["add_comment"], ["ticket_id"], ["create_ticket"]],
    adherence: 0.95,
  },
  {
    id: "window-as-number",
    kind: "fix-argument",
    summary: "query_metrics wants its window as a number",
    mustSay: [["query_metrics"], ["window"], ["number"]],
    adherence: 0.93,
  },
  {
    id: "migrate-before-test",
    kind: "divergence",
    summary: "Of several attempts at one task, those that run the migrations first end well",
    mustSay: [["migrate"]],
    adherence: 1,
  },
];

/** What was planted into one session. */
export interface Planted {
  habit: HabitId;
  /** Chances at which the habit was followed. */
  followed: number;
  /** Chances at which it was not. */
  broken: number;
}

/** Which habits a session has, and how they were kept. */
export interface Planting {
  /**
   * Call at every chance that the habit could be shown.
   * @returns true or false: it is followed or broken this time; undefined: this session does not have it
   */
  follows(habit: HabitId): boolean | undefined;
  /** Habits that met a chance. */
  planted(): Planted[];
}

export function createPlanting(habits: readonly HabitId[], random: Random): Planting {
  const met = new Map<HabitId, Planted>();
  return {
    follows(id) {
      const habit = HABITS.find((each) => each.id === id);
      if (!habits.includes(id) || habit === undefined) return undefined;
      const planted = met.get(id) ?? { habit: id, followed: 0, broken: 0 };
      met.set(id, planted);
      const follows = random.chance(habit.adherence);
      planted[follows ? "followed" : "broken"] += 1;
      return follows;
    },
    planted: () => [...met.values()],
  };
}
