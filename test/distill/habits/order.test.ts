import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partOf } from "../../../src/distill/habits/letters.ts";
import { orderCandidates } from "../../../src/distill/habits/order/candidates.ts";
import { orderIn } from "../../../src/distill/habits/order/check.ts";
import { goesWithoutSaying, serves, tellsWhat } from "../../../src/distill/habits/order/roles.ts";
import { chanceOfAny, indexed, runOf } from "../../../src/distill/habits/run.ts";
import { sampleOf } from "../../../src/distill/habits/sample.ts";
import type { HabitState } from "../../../src/distill/habits/state.ts";
import { isStrong, weigh } from "../../../src/distill/habits/weigh.ts";
import type { OrderRule } from "../../../src/model/rule.ts";
import { accepted, found, mined, noise, session, several } from "./sessions.ts";

const runOfCalls = (...calls: string[]) => indexed(runOf(session(1, calls)));
const rule = (text: string, within = 1): OrderRule => {
  const [, step, place, action] = /^(.*) (before|after) (.*)$/.exec(text)!;
  return { type: "order", do: step!, place: place as "before", action: action!, within };
};
const verdicts = (text: string, within: number, ...calls: string[]) =>
  orderIn(runOfCalls(...calls), rule(text, within)).map(({ held }) => held);

describe("whether an order holds in a run", () => {
  it("looks at the steps right before, or right after, up to the given distance", () => {
    expect(verdicts("search before edit", 1, "search", "edit a.ts")).toEqual([true]);
    expect(verdicts("search before edit", 1, "search", "list", "edit a.ts")).toEqual([false]);
    expect(verdicts("search before edit", 2, "search", "list", "edit a.ts")).toEqual([true]);
    expect(verdicts("$ npm test after edit", 1, "edit a.ts", "$ npm test")).toEqual([true]);
    expect(verdicts("$ npm test after edit", 3, "edit a.ts", "list", "list", "list", "$ npm test")).toEqual([false]);
  });

  it("does not reach across a prompt, nor across the same action", () => {
    expect(verdicts("search before edit", 3, "search", "|", "edit a.ts")).toEqual([false]);
    expect(verdicts("search before edit", 3, "search", "edit a.ts", "list", "edit b.ts")).toEqual([true, false]);
  });

  it("sees no order between calls that were asked for in one message", () => {
    expect(verdicts("search before edit", 3, "search + edit a.ts")).toEqual([false]);
    expect(verdicts("search before edit", 1, "search + list", "edit a.ts + edit b.ts")).toEqual([true]);
  });

  it("takes a row of the same action for one, and a second attempt for part of the first", () => {
    expect(verdicts("search before edit", 1, "search", "edit a.ts", "edit b.ts", "edit c.ts")).toEqual([true]);
    expect(verdicts("$ npm test after edit", 1, "edit a.ts", "edit b.ts", "$ npm test")).toEqual([true]);
    expect(verdicts("search before edit", 1, "search", "edit! a.ts", "read a.ts", "edit a.ts")).toEqual([true]);
    expect(verdicts("$ npm test after edit", 1, "edit! a.ts", "read a.ts", "edit a.ts", "$ npm test")).toEqual([true]);
  });

  it("[D51] asks nothing of what hosts force: a file is read before it is edited", () => {
    expect(verdicts("read before edit", 3, "read a.ts", "edit a.ts")).toEqual([]);
    expect(verdicts("read before edit", 3, "read b.ts", "edit a.ts")).toEqual([true]);
    expect(verdicts("read before edit", 3, "read b.ts", "read a.ts", "edit a.ts")).toEqual([]);
    expect(verdicts("read before edit", 3, "list", "edit a.ts")).toEqual([false]);
  });

  it("sees the order of commands within one call", () => {
    expect(
      verdicts("$ npm run lint before $ git commit", 2, "$ npm run lint && git add -A && git commit -m x"),
    ).toEqual([true]);
  });

  it("gives the chance that all orders of the other steps would give", () => {
    const calls = fc.array(fc.constantFrom("search", "list", "web", "$ ls"), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(calls, fc.nat(5), fc.integer({ min: 1, max: 3 }), (others, at, within) => {
        const put = (list: readonly string[]) => list.toSpliced(Math.min(at, list.length), 0, "edit a.ts");
        const [chance] = orderIn(runOfCalls(...put(others)), rule("search before edit", within));
        const all = permutations(others).map((list) => verdicts("search before edit", within, ...put(list))[0]);
        expect(chance!.byChance).toBeCloseTo(all.filter(Boolean).length / all.length, 9);
      }),
      { numRuns: 60 },
    );
  });

  it("knows chances that can be counted by hand", () => {
    expect(chanceOfAny(4, 1, 1)).toBeCloseTo(1 / 4, 12);
    expect(chanceOfAny(4, 2, 2)).toBeCloseTo(5 / 6, 12);
    expect(chanceOfAny(0, 0, 3)).toBe(0);
    expect(chanceOfAny(3, 0, 3)).toBe(0);
    expect(chanceOfAny(2, 2, 5)).toBe(1);
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

describe("orders among many sessions", () => {
  it("are found: a search before every edit", () => {
    const sessions = several(12, (n) => [...noise(n, 4), "search", `edit src/m${n}.ts`, ...noise(n + 7, 5)]);
    expect(accepted(sessions, "order")).toEqual(["order search before edit"]);
  });

  it("[D51] are none where every agent does so: read before edit, stage before commit", () => {
    const sessions = several(20, (n) => [
      ...noise(n, 3),
      `read src/m${n}.ts`,
      `edit src/m${n}.ts`,
      ...noise(n + 3, 3),
      "$ git add -A",
      "$ git commit -m x",
      ...noise(n + 5, 2),
    ]);
    expect(accepted(sessions, "order")).toEqual([]);
  });

  it("[D51] are none where the step is so common that it stands before anything", () => {
    const sessions = several(20, (n) => [
      "search",
      "list",
      "search",
      "search",
      `edit src/m${n}.ts`,
      "search",
      "search",
    ]);
    const [finding] = found(sessions, "order").filter(({ key }) => key === "order search before edit");
    expect(finding).toMatchObject({ accepted: false, rate: 1 });
    expect(finding!.reason).toContain("happens anyway");
  });

  it("say what serves what, and not the other way round", () => {
    const sessions = several(12, (n) => [...noise(n, 5), `edit src/m${n}.ts`, "$ npm test", ...noise(n + 2, 5)]);
    expect(accepted(sessions, "order")).toEqual(["order $ npm test after edit"]);
  });

  it("name the command where it is one, and its purpose where there are many", () => {
    const commands = ["npm test", "npx vitest run", "yarn test", "npx jest", "pnpm test"];
    const sessions = several(20, (n) => [
      ...noise(n, 5),
      `edit src/m${n}.ts`,
      `$ ${commands[n % 5]}`,
      ...noise(n + 2, 5),
    ]);
    expect(accepted(sessions, "order")).toEqual(["order any test after edit"]);
  });

  it("speak of all edits, or only of those for which they hold", () => {
    const sessions = several(24, (n) =>
      n % 2 === 0
        ? [...noise(n, 4), `edit infra/m${n}.tf`, "$ terraform fmt", ...noise(n + 2, 4)]
        : [...noise(n, 4), `edit src/m${n}.ts`, ...noise(n + 2, 5)],
    );
    expect(accepted(sessions, "order")).toEqual(["order $ terraform fmt after edit infra"]);
  });

  it("speak only of the edits for which they hold, even where those are nearly all", () => {
    const sessions = several(32, (n) =>
      n % 8 === 0
        ? [...noise(n, 4), `edit src/m${n}.ts`, ...noise(n + 2, 5)]
        : [...noise(n, 4), `edit infra/m${n}.tf`, "$ terraform fmt", ...noise(n + 2, 4)],
    );
    const general = found(sessions, "order").find(({ key }) => key === "order $ terraform fmt after edit");
    expect(general!.rate).toBeGreaterThan(0.8);
    expect(accepted(sessions, "order")).toEqual(["order $ terraform fmt after edit infra"]);
  });

  it("are found although they are broken now and then", () => {
    const sessions = several(20, (n) => [
      ...noise(n, 4),
      n % 7 === 0 ? "web" : "search",
      `edit src/m${n}.ts`,
      ...noise(n + 7, 5),
    ]);
    expect(found(sessions, "order").find((each) => each.accepted)).toMatchObject({
      key: "order search before edit",
      support: 17,
      tasks: 20,
    });
  });

  it("go round in one direction: tests after edits, and not before the next ones", () => {
    const loop = (n: number) => Array.from({ length: 7 }, (_, i) => [`edit src/m${n + i}.ts`, "$ npm test"]).flat();
    const sessions = several(12, (n) => [...noise(n, 14), ...loop(n), ...noise(n + 3, 14)]);
    const back = found(sessions, "order").find(({ key }) => key === "order $ npm test before edit");
    expect(back!.rate).toBeGreaterThan(0.8);
    expect(accepted(sessions, "order")).toEqual(["order $ npm test after edit"]);
  });

  it("leave out what only follows from two others", () => {
    const sessions = several(16, (n) => [
      ...noise(n, 3),
      "$ npm run lint",
      ...noise(n + 1, 4),
      "$ npm run lint",
      "$ git commit -m x",
      "$ git push",
      ...noise(n + 2, 3),
    ]);
    const far = found(sessions, "order").find(({ key }) => key === "order $ npm run lint before $ git push");
    expect(far).toMatchObject({ rate: 1, accepted: false, saidBy: "order $ npm run lint before $ git commit" });
    expect(accepted(sessions, "order").sort()).toEqual([
      "order $ git push after $ git commit",
      "order $ npm run lint before $ git commit",
    ]);
  });

  it("[D57] are not made by one session, however many tasks it had", () => {
    const calls = (n: number) => [...noise(n, 4), "search", `edit src/m${n}.ts`, ...noise(n + 7, 5)];
    const day = (n: number) => session(n, calls(n), { session: `s_day+${n}` });
    expect(
      accepted(
        Array.from({ length: 12 }, (_, n) => day(n)),
        "order",
      ),
    ).toEqual([]);
    const attempts = (n: number) => session(n, calls(n), { task: "one task" });
    expect(
      accepted(
        Array.from({ length: 12 }, (_, n) => attempts(n)),
        "order",
      ),
    ).toEqual([]);
  });

  it("[D4] are not seen where the agent had been told, and broken there all the same", () => {
    const key = "order search before edit";
    const state = mined(several(12, (n) => [...noise(n, 4), "search", `edit src/m${n}.ts`, ...noise(n + 7, 5)]));
    const sample = sampleOf(state.miners["miner/habits@1"] as HabitState, (task) => task);
    for (const { row } of sample.groups.flatMap(({ runs }) => runs).slice(0, 5)) row.advised.push(key);
    expect(weigh(sample, rule(key.slice(6)), (run) => orderIn(run, rule(key.slice(6))))).toMatchObject({
      tasks: 7,
      hits: 7,
    });
  });

  it("are all among the candidates, whatever is only glanced at before", () => {
    const call = fc.constantFrom(
      "search",
      "list",
      "edit a.ts",
      "edit b.tf",
      "$ npm test",
      "$ npm run lint",
      "$ git commit -m x",
      "$ git push",
      "read c.md",
    );
    fc.assert(
      fc.property(fc.array(fc.array(call, { maxLength: 8 }), { minLength: 3, maxLength: 6 }), (lists) => {
        const state = mined(lists.map((calls, n) => session(n, calls)));
        const sample = sampleOf(state.miners["miner/habits@1"] as HabitState, (task) => task);
        const known = new Set(
          orderCandidates(sample).candidates.map(
            ({ rule: { do: step, place, action } }) => `${step} ${place} ${action}`,
          ),
        );
        const letters = [
          ...new Set(sample.groups.flatMap(({ runs }) => runs.flatMap(({ run }) => [...run.places.keys()]))),
        ];
        for (const step of letters.filter(tellsWhat)) {
          for (const action of letters) {
            for (const place of ["before", "after"] as const) {
              if (step === action || goesWithoutSaying(step, action)) continue;
              if (sample.moreGeneral.get(step)?.has(action) || sample.moreGeneral.get(action)?.has(step)) continue;
              const part = (letter: string) =>
                [letter, ...(sample.moreGeneral.get(letter) ?? [])].map(partOf).find((each) => each !== "other");
              if (!serves(part(step)!, place, part(action)!)) continue;
              const own: OrderRule = { type: "order", do: step, place, action, within: 3 };
              if (isStrong(weigh(sample, own, (run) => orderIn(run, own))))
                expect(known).toContain(`${step} ${place} ${action}`);
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
