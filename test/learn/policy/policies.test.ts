import { describe, expect, it } from "vitest";
import { advantagePolicy } from "../../../src/learn/policy/advantage.ts";
import { attributionPolicy } from "../../../src/learn/policy/attribution-policy.ts";
import { noMemoryPolicy, passivePolicy, selectivePolicy } from "../../../src/learn/policy/baselines.ts";
import { memrlPolicy } from "../../../src/learn/policy/memrl.ts";
import type { Offer, Policy } from "../../../src/learn/policy/policy.ts";
import { remePolicy } from "../../../src/learn/policy/reme.ts";
import { xiongPolicy } from "../../../src/learn/policy/xiong.ts";

const never = () => 0.999;

function offer(...ids: string[]): Offer {
  return { candidates: ids.map((id, i) => ({ id, similarity: 1 - i / 100, retired: false })) };
}

function filled(policy: Policy, ...ids: string[]): Policy {
  for (const id of ids) policy.admit({ id, priorMean: 0.4 });
  return policy;
}

function hear(policy: Policy, shown: string[], ...scores: Array<number | undefined>): string[] {
  return scores.flatMap((score) =>
    policy
      .hear({ shown, trust: 1, ...(score === undefined ? {} : { score }) })
      .flatMap((change) => (change.type === "retired" ? [change.id] : [])),
  );
}

const ABC = ["a", "b", "c", "d", "e", "f"];

describe("the policies compared", () => {
  it("show none, five, five, five, five, two, two and, while nothing is proven, one", () => {
    const shown = [
      noMemoryPolicy(),
      passivePolicy(),
      selectivePolicy(),
      remePolicy(),
      xiongPolicy(),
      memrlPolicy(),
      advantagePolicy(),
      attributionPolicy(),
    ].map((policy) => filled(policy, ...ABC).choose(offer(...ABC), never).length);
    expect(shown).toEqual([0, 5, 5, 5, 5, 2, 2, 1]);
  });

  it("learn from nothing, from everything or from successes", () => {
    expect(noMemoryPolicy().learnsFrom).toBe("nothing");
    expect(passivePolicy()).toMatchObject({ learnsFrom: "everything", dedups: false });
    for (const policy of [
      selectivePolicy(),
      remePolicy(),
      xiongPolicy(),
      memrlPolicy(),
      advantagePolicy(),
      attributionPolicy(),
    ]) {
      expect(policy).toMatchObject({ learnsFrom: "successes", dedups: true });
    }
  });

  it("give and take nothing for an unknown outcome", () => {
    for (const policy of [remePolicy(), xiongPolicy(), memrlPolicy(), advantagePolicy(), attributionPolicy()]) {
      filled(policy, "a", "b");
      expect(hear(policy, ["a"], ...new Array<undefined>(20))).toEqual([]);
      expect(policy.valueOf("a"), policy.name).toBeUndefined();
    }
  });

  it("never show a retired card again, but for attribution's parole", () => {
    const candidates = [{ id: "gone", similarity: 1, retired: true }];
    for (const policy of [passivePolicy(), remePolicy(), xiongPolicy(), memrlPolicy(), advantagePolicy()]) {
      expect(filled(policy, "gone").choose({ candidates }, never), policy.name).toEqual([]);
    }
  });
});

describe("reme", () => {
  it("deletes everyone in the room after the fifth bad ending", () => {
    const policy = filled(remePolicy(), "a", "b");
    expect(hear(policy, ["a", "b"], 0, 0, 0, 0)).toEqual([]);
    expect(hear(policy, ["a", "b"], 0)).toEqual(["a", "b"]);
    expect(policy.offers("a")).toBe(false);
  });
});

describe("xiong", () => {
  it("deletes one card a task, the one with the worst record, from the third retrieval on", () => {
    const policy = filled(xiongPolicy(), "a", "b");
    hear(policy, ["a"], 1, 1);
    expect(hear(policy, ["a", "b"], 0, 0)).toEqual([]);
    expect(hear(policy, ["a", "b"], 0)).toEqual(["b"]);
    expect(hear(policy, [], 0)).toEqual(["a"]);
  });

  it("cleans up what nobody retrieved for 500 tasks", () => {
    const policy = filled(xiongPolicy(), "idle", "used");
    const gone = Array.from({ length: 500 }, () => hear(policy, ["used"], 1)).flat();
    expect(gone).toEqual(["idle"]);
  });
});

describe("memrl", () => {
  it("moves Q by 0.3 of the difference, from 0.5", () => {
    const policy = memrlPolicy();
    hear(policy, ["a"], 1, 0);
    expect(policy.valueOf("a")).toBeCloseTo((0.5 + 0.15) * 0.7, 12);
  });

  it("prefers what ended well among the ten most similar, and looks no further", () => {
    const policy = memrlPolicy();
    const ids = Array.from({ length: 11 }, (_, i) => `c${i}`);
    hear(policy, ["c9", "c10"], 1, 1, 1);
    expect(policy.choose(offer(...ids), never)).toEqual(["c9", "c0"]);
  });

  it("picks two different cards at random now and then", () => {
    const draws = [0.005, 0.99, 0];
    expect(memrlPolicy().choose(offer("a", "b", "c"), () => draws.shift()!)).toEqual(["c", "a"]);
  });
});

describe("advantage", () => {
  it("counts what was better than usual for the kind of task, so hard tasks blame nobody", () => {
    const policy = advantagePolicy();
    for (let i = 0; i < 20; i++) {
      policy.hear({ family: "hard", shown: ["x"], score: i % 5 === 0 ? 1 : 0, trust: 1 });
      policy.hear({ family: "easy", shown: ["y"], score: 1, trust: 1 });
    }
    expect(Math.abs(policy.valueOf("x")!)).toBeLessThan(0.15);
    expect(policy.valueOf("y")!).toBeLessThan(0.2);
    policy.hear({ family: "hard", shown: ["z"], score: 1, trust: 1 });
    expect(policy.valueOf("z")!).toBeGreaterThan(policy.valueOf("y")!);
  });
});

describe("attribution", () => {
  it("stops showing what hurts, keeps the innocent bystander and says whether it still offers a card", () => {
    const policy = filled(attributionPolicy(), "bad", "good");
    for (let i = 0; i < 12; i++) {
      hear(policy, ["bad", "good"], 0);
      hear(policy, ["good"], 1);
      hear(policy, [], i % 2);
    }
    expect(policy.offers("bad")).toBe(false);
    expect(policy.offers("good")).toBe(true);
    expect(policy.choose(offer("bad", "good"), never)).toEqual(["good"]);
  });

  it("[L23] retires it once it is sure, and takes it back when it earns its way", () => {
    const policy = filled(attributionPolicy(), "turns", "other");
    const changes: string[] = [];
    const note = (shown: string[], score: number) => {
      for (const change of policy.hear({ shown, score, trust: 1 }))
        if (change.type !== "alert") changes.push(`${change.type} ${change.id}`);
    };
    for (let i = 0; i < 12; i++) {
      note(["turns"], 0);
      note(["other"], 1);
    }
    expect(changes).toEqual(["retired turns"]);
    for (let i = 0; i < 60; i++) note(["turns"], 1);
    expect(changes).toEqual(["retired turns", "restored turns"]);
  });

  it("[L24] raises an alert when a family starts to fail", () => {
    const policy = filled(attributionPolicy(), "a");
    const alerts = (score: number, times: number) =>
      Array.from({ length: times }, () => policy.hear({ family: "api", shown: ["a"], score, trust: 1 }))
        .flat()
        .filter((change) => change.type === "alert");
    expect(alerts(1, 30)).toEqual([]);
    expect(alerts(0, 6)[0]).toMatchObject({ family: "api" });
  });
});
