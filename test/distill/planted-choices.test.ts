import { describe, expect, it } from "vitest";
import { HABITS, type Habit, type HabitId } from "../../bench/generate/habits.ts";
import { generateSessions } from "../../bench/generate/sessions.ts";
import { toCandidate } from "../../src/distill/candidate.ts";
import { gate } from "../../src/distill/gate.ts";
import { emptyMineState, findings, mine } from "../../src/distill/mine.ts";
import type { Experience } from "../../src/model/experience.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";

const TYPES = ["divergence", "convention", "user-correction"];
const OWN: readonly HabitId[] = ["docker-no-cache", "pnpm-not-npm", "migrate-before-test"];
const SEEDS = [1, 2, 3, 4, 5];

/** The cards that comparing, conventions and corrections make of these sessions. */
function cardsFrom(trajectories: readonly Trajectory[]): Experience[] {
  const state = emptyMineState();
  for (const trajectory of trajectories) mine(state, trajectory);
  const cards: Experience[] = [];
  for (const finding of findings(state, { falseDiscoveryRate: 0.05 })) {
    if (!finding.accepted || !TYPES.includes(finding.rule.type)) continue;
    const card = toCandidate(finding, { now: "2026-11-30T00:00:00Z" });
    if (gate(card, cards).verdict === "accept") cards.push(card);
  }
  return cards;
}

function isAbout({ mustSay }: Habit, { rule, title, body }: Experience): boolean {
  const text = `${JSON.stringify(rule)} ${title} ${body}`.toLowerCase();
  return mustSay.every((spellings) => spellings.some((word) => text.includes(word)));
}

const planted = HABITS.filter(({ id }) => OWN.includes(id));

describe("in generated sessions", () => {
  it.each(SEEDS)("[D39] the planted option, correction and difference are found, and nothing else: seed %i", (seed) => {
    const sessions = generateSessions({ seed, sessions: 60 });
    const cards = cardsFrom(sessions.map(({ trajectory }) => trajectory));
    expect(planted.filter((habit) => !cards.some((card) => isAbout(habit, card))).map(({ id }) => id)).toEqual([]);
    expect(cards.filter((card) => !planted.some((habit) => isAbout(habit, card))).map(({ id }) => id)).toEqual([]);
  });

  it.each(SEEDS)("[D39] nothing is found where nothing was planted: seed %i", (seed) => {
    const background = generateSessions({ seed, sessions: 100, habits: [] });
    const stories = generateSessions({
      seed,
      sessions: 100,
      habits: [],
      endings: "stories",
      withOutcomes: true,
      host: "mixed",
      stack: "mixed",
    });
    expect(cardsFrom(background.map(({ trajectory }) => trajectory)).map(({ id }) => id)).toEqual([]);
    expect(cardsFrom(stories.map(({ trajectory }) => trajectory)).map(({ id }) => id)).toEqual([]);
  });
});
