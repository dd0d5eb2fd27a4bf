import type { Experience } from "../../src/model/experience.ts";
import type { Rule } from "../../src/model/rule.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { createWorld } from "../../test/memory/memory-in-memory.ts";
import { HABIT_IDS, HABITS, type HabitId, type HabitKind } from "../generate/habits.ts";
import { type GeneratedSession, generateSessions } from "../generate/sessions.ts";

/** One log, and what a person sees after `learn`. */
export interface Measured {
  seed: string;
  planted: HabitId[];
  cards: Array<{ id: string; rule: string; author: string; is: HabitId[] }>;
  learnMs: number;
  calls: number;
}

/**
 * Learns from generated sessions as the program does, and compares each active card with what was planted.
 * @param habits  planted ones; `[]` for pure background
 */
export async function measure(seed: string, sessions: number, habits: readonly HabitId[]): Promise<Measured> {
  const generated = generateSessions({ seed, sessions, habits });
  const { cards, learnMs } = await learnedFrom(generated.map(({ trajectory }) => trajectory));
  return {
    seed,
    planted: plantedIn(generated),
    cards: cards.map((card) => ({
      id: card.id,
      rule: JSON.stringify(card.rule ?? {}),
      author: card.provenance.author,
      is: habits.filter((id) => says(card, id)),
    })),
    learnMs,
    calls: generated.reduce((sum, { trajectory }) => sum + trajectory.turns.flatMap((turn) => turn.steps).length, 0),
  };
}

/** Habits that met a chance and were followed in at least three sessions: fewer are no habit that anybody could see. */
function plantedIn(sessions: readonly GeneratedSession[]): HabitId[] {
  return HABIT_IDS.filter((id) => {
    const shown = sessions.filter(({ truth }) => truth.planted.some((each) => each.habit === id && each.followed > 0));
    return shown.length >= 3;
  });
}

async function learnedFrom(trajectories: readonly Trajectory[]): Promise<{ cards: Experience[]; learnMs: number }> {
  const { memory } = createWorld();
  const before = performance.now();
  await memory.acquire(trajectories);
  const learnMs = performance.now() - before;
  return { cards: (await memory.list("active")).cards, learnMs };
}

/** Types of rule that can be a habit of each kind: the right words under another kind of rule are no find. */
const TYPES: Readonly<Record<HabitKind, ReadonlyArray<Rule["type"]>>> = {
  "co-use": ["co-read"],
  order: ["order"],
  "fix-call": ["fix-call", "correct-with"],
  "fix-argument": ["fix-argument"],
  convention: ["convention"],
  correction: ["user-correction"],
  workflow: ["workflow"],
  provenance: ["provenance"],
  divergence: ["divergence"],
};

/**
 * True when the card's rule holds every word that a finding of this habit must hold, in one of its spellings. The rule alone: words
 * of the sentences around it, such as "read what comes back", would make one card a find of several habits.
 */
export function says({ rule }: Pick<Experience, "rule">, id: HabitId): boolean {
  const habit = HABITS.find((each) => each.id === id)!;
  if (!rule || !TYPES[habit.kind].includes(rule.type)) return false;
  if (rule.type === "order" && rule.place !== (/-before-/.test(id) ? "before" : "after")) return false;
  const text = JSON.stringify(rule).toLowerCase();
  return habit.mustSay.every((spellings) => spellings.some((spelling) => text.includes(spelling)));
}
