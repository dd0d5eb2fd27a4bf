export type OutcomeModel = "additive" | "follow-one";

/** One world: what tasks there are, what the first pool holds, what can be learned, and how well outcomes are heard. */
export interface World {
  name: string;
  /** Tasks in sequence. Whole number ≥ 1, default 160. */
  tasks: number;
  /** P(success) with no card, by family; their number is the number of families. */
  base: readonly number[];
  /** The task, counted from 0, before which the first good card of family 1 (of the only family, if there is one) turns harmful. Absent: never. Default 60. */
  driftAt?: number;
  /** Cards in the pool at the start. Whole numbers ≥ 0. */
  pool: { good: number; harmful: number; broadNeutral: number; broadHarmful: number };
  /** P(a task teaches a lesson), 0..1, default 0.5. */
  lessonRate: number;
  /** What a lesson is, by how the task ended. Each adds up to 1. */
  lessons: { afterSuccess: KindShares; afterFailure: KindShares };
  /** P(the outcome is heard), 0..1, default 1. */
  heard: number;
  /** P(a heard outcome is the wrong way round), 0..1, default 0. */
  judgeNoise: number;
  outcomes: OutcomeModel;
  /** P(the gate passes a card), by whether it is good. 0..1, default 0.9 and 0.15. */
  gate: { good: number; other: number };
  /** True: the policy is not told what family a task belongs to. Default false. */
  familyUnknown: boolean;
}

export interface KindShares {
  good: number;
  neutral: number;
  harmful: number;
}

/** Figures that are the same in all worlds. */
export const FIXED = Object.freeze({
  /** Log-odds, uniform from the first to the second. */
  goodEffect: [0.8, 1.6],
  harmfulEffect: [-1.0, -2.2],
  driftEffect: -1.6,
  /** Share of its effect that a card has on a family it is not for. */
  foreignShare: 0.1,
  /** Sum of positive effects cannot exceed this, in the additive model. */
  positiveCap: 2.0,
  /** What obeying one card does, in the follow-one model, as a multiple of its effect. */
  followStrength: 1.6,
  similarity: { own: 1.0, broad: 0.8, foreign: 0.3, noiseSd: 0.15, candidateFrom: 0.55 },
  /** Different lessons a family has, by kind. */
  lessonsPerFamily: { good: 4, neutral: 4, harmful: 3 },
  dedupMisses: 0.1,
});

/** The family in which the drift happens: number 1, or the only one. */
export function driftFamilyOf(world: World): number {
  return Math.min(1, world.base.length - 1);
}

const ARTICLE: World = {
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
};

const { driftAt: _, ...WITHOUT_DRIFT } = ARTICLE;

/** The worlds that policies are compared in, by name. */
export const WORLDS: Readonly<Record<string, World>> = Object.freeze(
  Object.fromEntries(
    [
      ARTICLE,
      { ...ARTICLE, name: "follow-one", outcomes: "follow-one" as const },
      { ...ARTICLE, name: "hard", base: [0.25, 0.2, 0.15, 0.3, 0.2] },
      { ...ARTICLE, name: "easy", base: [0.85, 0.8, 0.75, 0.85, 0.8] },
      { ...ARTICLE, name: "mixed", base: [0.9, 0.55, 0.15, 0.75, 0.35] },
      { ...ARTICLE, name: "noisy-10", judgeNoise: 0.1 },
      { ...ARTICLE, name: "noisy-20", judgeNoise: 0.2 },
      { ...ARTICLE, name: "polluted", pool: { ...ARTICLE.pool, harmful: 3, broadHarmful: 2 } },
      {
        ...WITHOUT_DRIFT,
        name: "clean",
        pool: { ...ARTICLE.pool, harmful: 0, broadHarmful: 0 },
        lessons: { ...ARTICLE.lessons, afterSuccess: { good: 0.97, neutral: 0.02, harmful: 0.01 } },
      },
      { ...ARTICLE, name: "scarce", lessonRate: 0.1 },
      { ...ARTICLE, name: "long", tasks: 600, driftAt: 300 },
      { ...ARTICLE, name: "family-unknown", familyUnknown: true },
      { ...ARTICLE, name: "half-heard", heard: 0.5 },
      { ...ARTICLE, name: "mostly-unheard", heard: 0.2 },
    ].map((world) => [world.name, Object.freeze(world)]),
  ),
);
