import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  agreementOf,
  emptyMineState,
  findings,
  isMineState,
  type MineState,
  mergeMineStates,
  mine,
} from "../../src/distill/mine.ts";
import type { Json } from "../../src/model/json.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { type Call, trajectory } from "./build.ts";

const options = { falseDiscoveryRate: 0.05 };

/** Small worlds in which values, errors and requests meet often. */
const value = fc.oneof(
  fc.integer({ min: 100, max: 110 }),
  fc.constantFrom("HAT-11", "HAT-12", "blue", "서울역", 220.34, true, null, ""),
);
const json = fc.oneof(
  value,
  fc.array(value, { maxLength: 3 }),
  fc.record({ id: value, "user-501": value }),
) as fc.Arbitrary<Json>;
const toolCall: fc.Arbitrary<Call> = fc.tuple(
  fc.constantFrom("search", "book", "pay", "book<|channel|>json", "constructor"),
  fc.dictionary(fc.constantFrom("id", "price", "__proto__", "a b"), json, { maxKeys: 2 }),
  fc.oneof(
    json,
    fc.constantFrom("id", "price").map((field) => ({ [field]: 105 })),
    fc.constantFrom("no seat 12", "not paid").map((text) => new Error(text)),
  ),
);
const shellCall = fc
  .constantFrom(
    "npm install zod",
    "pnpm add zod",
    "docker build --no-cache .",
    "docker build --pull .",
    "npm run db:migrate",
  )
  .map((command): Call => ["Bash", { command }, "ok"]);
const call = fc.oneof({ weight: 3, arbitrary: toolCall }, { weight: 1, arbitrary: shellCall });
const turn = fc.tuple(
  fc.constantFrom(
    "",
    "book it",
    "use pnpm, not npm",
    "앞으로는 pay 말고 book 써줘",
    "please look for seat 105",
    "가장 싼 표를 찾아서 내일 저녁까지 예약하고 결제까지 모두 마쳐 주세요 부탁합니다",
  ),
  call,
  call,
  call,
);
const runs: fc.Arbitrary<Trajectory[]> = fc
  .array(fc.tuple(fc.nat(6), fc.array(turn, { minLength: 1, maxLength: 3 }), fc.constantFrom(0, 1, undefined)), {
    maxLength: 12,
  })
  .map((list) =>
    list.map(([task, turns, score], i) =>
      trajectory(`task ${task}`, turns, {
        id: `t_${i}`,
        session: `s_${i}`,
        started: `2026-11-${10 + (i % 5)}T00:00:00.000Z`,
        ...(score !== undefined && { outcome: { score, by: "test", reasons: [] } }),
      }),
    ),
  );

function mined(trajectories: readonly Trajectory[]): MineState {
  const state = emptyMineState();
  for (const run of trajectories) mine(state, run);
  return state;
}

describe("mining", () => {
  it("[D1] gives the same state in any order", () => {
    fc.assert(
      fc.property(runs, fc.nat(), (list, seed) => {
        const other = [...list].sort(
          (a, b) => ((Number(a.id.slice(2)) * 7 + seed) % 11) - ((Number(b.id.slice(2)) * 7 + seed) % 11),
        );
        expect(mined(other)).toEqual(mined(list));
      }),
    );
  });

  it("[D1] of A and then B equals the two merged, and changes neither", () => {
    fc.assert(
      fc.property(runs, fc.nat(12), (list, cut) => {
        const [a, b] = [mined(list.slice(0, cut)), mined(list.slice(cut))];
        const before = structuredClone([a, b]);
        const merged = mergeMineStates(a, b);
        expect(merged).toEqual(mined(list));
        expect(mergeMineStates(b, a)).toEqual(merged);
        expect([a, b]).toEqual(before);
        expect(findings(merged, options)).toEqual(findings(mined(list), options));
      }),
    );
  });

  it("[D1] goes on from a state that was saved", () => {
    fc.assert(
      fc.property(runs, fc.nat(12), (list, cut) => {
        const saved = JSON.parse(JSON.stringify(mined(list.slice(0, cut)))) as MineState;
        expect(isMineState(saved)).toBe(true);
        for (const run of list.slice(cut)) mine(saved, run);
        expect(saved).toEqual(mined(list));
      }),
    );
  });

  it("[D3] gives every candidate numbers that hang together", () => {
    fc.assert(
      fc.property(runs, (list) => {
        for (const finding of findings(mined(list), options)) {
          expect(finding.support).toBeLessThanOrEqual(finding.tasks);
          expect(finding.hits).toBeLessThanOrEqual(finding.chances);
          expect(finding.bound).toBeLessThanOrEqual(finding.rate + 1e-9);
          for (const share of [finding.rate, finding.bound, finding.baseRate, finding.p, finding.q]) {
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(1 + 1e-9);
          }
          expect(finding.reason).not.toBe("");
          // One task alone speaks only where it was tried often, or where the user gave a rule.
          const least = finding.detail.standing || (finding.detail.badly ?? 0) >= 4 ? 1 : 2;
          if (finding.accepted) expect(finding.support).toBeGreaterThanOrEqual(least);
        }
      }),
    );
  });

  it("refuses to go on from a state of another version", () => {
    expect(isMineState({ ...emptyMineState(), v: 0 })).toBe(false);
    expect(isMineState({ ...emptyMineState(), miners: {} })).toBe(false);
    expect(isMineState(undefined)).toBe(false);
  });
});

/** A quote is asked for and used: a different number each time, which the user never says. */
function order(task: number, used: (price: number) => Json = (price) => price): Trajectory {
  const price = 100 + task * 7 + 0.25;
  return trajectory(`order ${task}`, [
    [
      "Buy at market",
      ["quote", { symbol: `S${task}Q` }, { price, open: true }],
      ["buy", { symbol: `S${task}Q`, price: used(price) }, { id: 5000 + task }],
    ],
  ]);
}

describe("what a trajectory says about known rules", () => {
  const key = "provenance buy.price <- quote.price";

  it("is a sighting when it shows the rule", () => {
    expect(mine(mined([order(1), order(2)]), order(3))).toContainEqual({ key, verdict: "seen" });
  });

  it("is a contradiction when the value is another one", () => {
    expect(
      mine(
        mined([order(1), order(2)]),
        order(3, () => 99.5),
      ),
    ).toContainEqual({ key, verdict: "contradicted" });
  });

  it("is nothing when nobody has shown the rule before", () => {
    expect(
      mine(
        emptyMineState(),
        order(3, () => 99.5),
      ),
    ).toEqual([]);
  });

  it("[D4] is no evidence when the agent had been handed the card", () => {
    const plain = mined([order(1)]);
    const advised = emptyMineState();
    expect(mine(advised, order(1), new Set([key]))).toContainEqual({ key, verdict: "seen" });
    const supportOf = (state: MineState) =>
      findings(state, options).find((finding) => finding.key === key)?.support ?? 0;
    expect(supportOf(plain)).toBe(1);
    expect(supportOf(advised)).toBe(0);
  });

  it("can be asked for one rule at a time", () => {
    const rule = { type: "provenance", tool: "buy", param: "price", from: { tool: "quote", field: "price" } } as const;
    expect(agreementOf(rule, order(1))).toEqual({ agrees: 1, disagrees: 0 });
    expect(
      agreementOf(
        rule,
        order(1, () => 99.5),
      ),
    ).toEqual({ agrees: 0, disagrees: 1 });
  });
});
