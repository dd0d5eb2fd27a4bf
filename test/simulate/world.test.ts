import { describe, expect, it } from "vitest";
import { FIXED, WORLDS } from "../../src/simulate/world.ts";

// Written out by hand, so that a change of the reference world is a decision: other figures are compared with it.
describe("the worlds", () => {
  it("have the article's figures", () => {
    expect(WORLDS.article).toEqual({
      name: "article",
      tasks: 160,
      base: [0.65, 0.55, 0.5, 0.45, 0.6],
      driftAt: 60,
      pool: { good: 2, harmful: 1, broadNeutral: 3, broadHarmful: 1 },
      lessonRate: 0.5,
      lessons: {
        afterSuccess: { good: 0.85, neutral: 0.08, harmful: 0.07 },
        afterFailure: { good: 0.2, neutral: 0.3, harmful: 0.5 },
      },
      heard: 1,
      judgeNoise: 0,
      outcomes: "additive",
      gate: { good: 0.9, other: 0.15 },
      familyUnknown: false,
    });
    expect(FIXED).toEqual({
      goodEffect: [0.8, 1.6],
      harmfulEffect: [-1, -2.2],
      driftEffect: -1.6,
      foreignShare: 0.1,
      positiveCap: 2,
      followStrength: 1.6,
      similarity: { own: 1, broad: 0.8, foreign: 0.3, noiseSd: 0.15, candidateFrom: 0.55 },
      lessonsPerFamily: { good: 4, neutral: 4, harmful: 3 },
      dedupMisses: 0.1,
    });
  });

  it("differ from it only where they say so", () => {
    const differing = Object.fromEntries(
      Object.entries(WORLDS).map(([name, world]) => [
        name,
        Object.keys(WORLDS.article!).filter(
          (key) =>
            key !== "name" &&
            JSON.stringify(world[key as keyof typeof world]) !==
              JSON.stringify(WORLDS.article![key as keyof typeof world]),
        ),
      ]),
    );
    expect(differing).toEqual({
      article: [],
      "follow-one": ["outcomes"],
      hard: ["base"],
      easy: ["base"],
      mixed: ["base"],
      "noisy-10": ["judgeNoise"],
      "noisy-20": ["judgeNoise"],
      polluted: ["pool"],
      clean: ["driftAt", "pool", "lessons"],
      scarce: ["lessonRate"],
      long: ["tasks", "driftAt"],
      "family-unknown": ["familyUnknown"],
      "half-heard": ["heard"],
      "mostly-unheard": ["heard"],
    });
    expect(WORLDS.polluted!.pool).toEqual({ good: 2, harmful: 3, broadNeutral: 3, broadHarmful: 2 });
    expect(WORLDS.clean!.lessons.afterSuccess).toEqual({ good: 0.97, neutral: 0.02, harmful: 0.01 });
    for (const { lessons } of Object.values(WORLDS)) {
      for (const { good, neutral, harmful } of Object.values(lessons))
        expect(good + neutral + harmful).toBeCloseTo(1, 12);
    }
  });
});
