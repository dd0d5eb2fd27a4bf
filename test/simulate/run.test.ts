import { describe, expect, it } from "vitest";
import { noMemoryPolicy, passivePolicy, selectivePolicy } from "../../src/learn/policy/baselines.ts";
import { sigmoid } from "../../src/learn/policy/gaussian.ts";
import type { Offer, Policy, PolicyAttempt } from "../../src/learn/policy/policy.ts";
import { lessonOf, type WorldCard, writeCard } from "../../src/simulate/cards.ts";
import { runOnce, successRate } from "../../src/simulate/run.ts";
import { streamsOf } from "../../src/simulate/streams.ts";
import { WORLDS, type World } from "../../src/simulate/world.ts";

const article = WORLDS.article!;

function cardWith(effect: number, family: number): WorldCard {
  return { ...writeCard(article, streamsOf(1), lessonOf("good", family, 0), -1), effect };
}

/** Notes what a policy is offered and told. */
function watched(policy: Policy): { policy: Policy; offers: Offer[]; attempts: PolicyAttempt[] } {
  const offers: Offer[] = [];
  const attempts: PolicyAttempt[] = [];
  return {
    offers,
    attempts,
    policy: {
      ...policy,
      choose(offer, draw) {
        offers.push(offer);
        return policy.choose(offer, draw);
      },
      hear(attempt) {
        attempts.push(attempt);
        return policy.hear(attempt);
      },
    },
  };
}

describe("successRate", () => {
  const even = { ...article, base: [0.5, 0.5] };

  it("adds effects in log-odds, caps the help and not the harm, and shrinks what is foreign to a tenth", () => {
    expect(successRate(even, 0, [])).toBeCloseTo(0.5, 12);
    expect(successRate(even, 0, [cardWith(1, 0)])).toBeCloseTo(sigmoid(1), 12);
    expect(successRate(even, 0, [cardWith(1.5, 0), cardWith(1.5, 0), cardWith(-1, 0)])).toBeCloseTo(sigmoid(2 - 1), 12);
    expect(successRate(even, 0, [cardWith(-2, 0), cardWith(-2, 0)])).toBeCloseTo(sigmoid(-4), 12);
    expect(successRate(even, 0, [cardWith(1, 1)])).toBeCloseTo(sigmoid(0.1), 12);
    expect(successRate(even, 0, [cardWith(1, -1)])).toBeCloseTo(sigmoid(1), 12);
  });

  it("follows none or one of the shown cards, each equally likely, in the other model", () => {
    const followOne: World = { ...even, outcomes: "follow-one" };
    const expected = (0.5 + sigmoid(1.6) + sigmoid(-3.2)) / 3;
    expect(successRate(followOne, 0, [cardWith(1, 0), cardWith(-2, 0)])).toBeCloseTo(expected, 12);
  });
});

describe("runOnce", () => {
  it("is the same again for the same seed, and another for another", () => {
    expect(runOnce(article, selectivePolicy(), 5)).toEqual(runOnce(article, selectivePolicy(), 5));
    expect(runOnce(article, selectivePolicy(), 5)).not.toEqual(runOnce(article, selectivePolicy(), 6));
  });

  it("gives different policies the same tasks, and the same luck where they show the same", () => {
    const none = watched(noMemoryPolicy());
    const passive = watched(passivePolicy());
    runOnce(article, none.policy, 9);
    runOnce(article, passive.policy, 9);
    expect(none.attempts.map(({ family }) => family)).toEqual(passive.attempts.map(({ family }) => family));
    const similarities = (offers: Offer[], t: number) =>
      new Map(offers[t]!.candidates.map(({ id, similarity }) => [id, similarity]));
    for (const t of [0, 80, 159]) {
      const seen = similarities(passive.offers, t);
      for (const [id, similarity] of similarities(none.offers, t)) expect(seen.get(id)).toBe(similarity);
    }
  });

  it("offers the most similar first, none below 0.55", () => {
    const { policy, offers } = watched(selectivePolicy());
    runOnce(article, policy, 1);
    for (const { candidates } of offers) {
      const values = candidates.map(({ similarity }) => similarity);
      expect(values).toEqual([...values].sort((a, b) => b - a));
      expect(values.every((value) => value >= 0.55)).toBe(true);
    }
  });

  it("tells nothing of the family in the world where it is unknown", () => {
    const { policy, offers, attempts } = watched(selectivePolicy());
    runOnce(WORLDS["family-unknown"]!, policy, 1);
    expect([...offers, ...attempts].some(({ family }) => family !== undefined)).toBe(false);
  });

  it("leaves outcomes unheard and turns them round as often as the world says", () => {
    const { policy, attempts } = watched(noMemoryPolicy());
    const { success } = runOnce({ ...WORLDS["mostly-unheard"]!, tasks: 4000, judgeNoise: 0.1 }, policy, 1);
    const heard = attempts
      .map((attempt, t) => ({ attempt, success: success[t]! }))
      .filter(({ attempt }) => attempt.score !== undefined);
    expect(heard.length / 4000).toBeCloseTo(0.2, 1);
    const wrong = heard.filter(({ attempt, success: truly }) => (attempt.score === 1) !== truly);
    expect(wrong.length / heard.length).toBeCloseTo(0.1, 1);
  });

  it("never learns a living lesson twice but for the tenth that dedup misses; passive accumulation learns all of them", () => {
    const pool = (policy: Policy) => runOnce({ ...article, tasks: 600 }, policy, 4).pool.at(-1)!;
    expect(pool(passivePolicy())).toBeGreaterThan(250);
    expect(pool(selectivePolicy())).toBeLessThan(100);
    expect(pool(noMemoryPolicy())).toBe(19);
  });

  it("keeps out of the pool what the options do not admit", () => {
    const run = runOnce(article, selectivePolicy(), 4, { admits: (card) => card.kind !== "harmful" });
    expect(run.pool[0]).toBeLessThanOrEqual(14);
    expect(run.harmfulShown.slice(0, 60).every((count) => count === 0)).toBe(true);
  });
});
