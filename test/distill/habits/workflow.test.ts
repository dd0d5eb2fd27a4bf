import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexed, type Slot } from "../../../src/distill/habits/run.ts";
import type { Group } from "../../../src/distill/habits/sample.ts";
import { MIN_RATE, MIN_SUPPORT } from "../../../src/distill/habits/weigh.ts";
import {
  closedOnly,
  type Frequent,
  frequentWorkflows,
  isInside,
  MAX_STEPS,
  MIN_STEPS,
} from "../../../src/distill/habits/workflow/candidates.ts";
import { accepted, found, noise, several } from "./sessions.ts";

const LETTERS = ["$ a", "$ b", "$ c", "$ d", "$ e", "$ f"];

/** Small logs in which sequences repeat: each run is a few steps, now and then two of them at once. */
const logs = fc.array(
  fc.array(fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 9 }),
  { minLength: 3, maxLength: 6 },
);

const groupsOf = (runs: readonly string[][][]): Group[] =>
  runs.map((slots) => {
    const turns = [
      { turn: 0, slots: slots.map((letters): Slot => letters.map((letter) => ({ letters: ["any other", letter] }))) },
    ];
    return { ended: 4, runs: [{ row: {} as Group["runs"][number]["row"], task: "", run: indexed({ turns }) }] };
  });

/** Every sequence of different letters that begins somewhere, by trying all of them. */
function bruteForce(runs: readonly string[][][]): Frequent[] {
  const all: Frequent[] = [];
  const extend = (steps: string[]): void => {
    if (steps.length >= MIN_STEPS) {
      const shares = runs.flatMap((slots) => {
        const starts = slots.flatMap((slot, at) =>
          slot.includes(steps[0]!) && !slots[at + 1]?.includes(steps[0]!) ? [at] : [],
        );
        if (starts.length === 0) return [];
        return [starts.filter((at) => follows(slots, at, steps.slice(1))).length / starts.length];
      });
      const support = shares.filter((share) => share > 0).length;
      const rate = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
      if (support >= MIN_SUPPORT && rate >= MIN_RATE) all.push({ steps: [...steps], support });
    }
    if (steps.length < MAX_STEPS) for (const next of LETTERS) if (!steps.includes(next)) extend([...steps, next]);
  };
  for (const first of LETTERS) extend([first]);
  return all;
}

function follows(slots: readonly string[][], at: number, steps: readonly string[]): boolean {
  const [next, ...rest] = steps;
  if (next === undefined) return true;
  return [1, 2, 3].some((step) => slots[at + step]?.includes(next) && follows(slots, at + step, rest));
}

const names = (list: readonly Frequent[]) => list.map(({ steps, support }) => `${steps.join(" ")} ×${support}`).sort();

describe("closed workflows", () => {
  it("[D52] are those that trying every sequence finds", () => {
    fc.assert(
      fc.property(logs, (runs) => {
        const frequent = frequentWorkflows({ groups: groupsOf(runs) }).frequent;
        const brute = bruteForce(runs);
        expect(names(frequent)).toEqual(names(brute));
        const closed = brute.filter(
          (one) => !brute.some((other) => other.support === one.support && isInside(one.steps, other.steps)),
        );
        expect(names(closedOnly(frequent))).toEqual(names(closed));
      }),
      { numRuns: 150, examples: [[Array.from({ length: 4 }, () => [["$ a"], ["$ b"], ["$ c"], ["$ d"]])]] },
    );
  });

  it("know what stands inside what", () => {
    expect(isInside(["a", "c"], ["a", "b", "c"])).toBe(true);
    expect(isInside(["c", "a"], ["a", "b", "c"])).toBe(false);
    expect(isInside(["a", "b"], ["a", "b"])).toBe(false);
    expect(isInside(["a", "b", "d"], ["a", "b", "c"])).toBe(false);
  });
});

describe("workflows in many sessions", () => {
  const release = (n: number) =>
    [
      "$ npm version patch",
      "$ npm run build",
      n % 3 === 0 ? "list" : "",
      "$ git push --follow-tags",
      "$ npm publish",
    ].filter(Boolean);

  it("are found whole, whatever lies between, and their parts are not told again", () => {
    const sessions = several(9, (n) => [...noise(n, 5), ...release(n), ...noise(n + 2, 5)]);
    expect(accepted(sessions, "workflow", "order")).toEqual([
      "workflow $ npm version > $ npm run build > $ git push > $ npm publish",
    ]);
    const parts = found(sessions, "order").filter(({ saidBy }) => saidBy?.startsWith("workflow"));
    expect(parts.length).toBeGreaterThan(0);
  });

  it("hold no step at the place where it failed", () => {
    const sessions = several(9, (n) => [
      ...noise(n, 5),
      `edit src/m${n}.ts`,
      "$! npm test # Error: Cannot find module",
      "$ npm run codegen",
      "$ npm test",
      "$ git push",
      ...noise(n + 2, 5),
    ]);
    const workflows = found(sessions, "workflow").map(({ key }) => key);
    expect(workflows).toContain("workflow edit source > $ npm run codegen > $ npm test > $ git push");
    expect(workflows.filter((key) => /npm test.*codegen/.test(key))).toEqual([]);
    expect(accepted(sessions, "order").filter((key) => /npm test before .*codegen/.test(key))).toEqual([]);
  });

  it("leave alone an order that is seen outside of them too", () => {
    const sessions = several(18, (n) =>
      n % 2 === 0
        ? [...noise(n, 5), "$ npm run build", "$ git push", ...noise(n + 2, 5)]
        : [...noise(n, 5), ...release(n), ...noise(n + 2, 5)],
    );
    expect(accepted(sessions, "order")).toEqual(["order $ npm run build before $ git push"]);
  });

  it("are none where orders that are seen elsewhere too say all of it", () => {
    const sessions = several(24, (n) => {
      const name = n % 2 === 0 ? "router" : `m${n}`;
      return [...noise(n, 5), `read src/${name}.test.ts`, `edit src/${name}.ts`, "$ npm test", ...noise(n + 2, 5)];
    });
    const special = found(sessions, "workflow").find(({ key }) => key.includes("router"));
    expect(special).toMatchObject({ accepted: false, saidBy: "order read test before edit" });
    expect(accepted(sessions, "workflow", "order").sort()).toEqual([
      "order $ npm test after edit",
      "order read test before edit",
    ]);
  });

  it("are none when mostly given up half way", () => {
    const sessions = several(12, (n) => [
      ...noise(n, 5),
      ...release(n).slice(0, n % 3 === 0 ? 4 : 2),
      ...noise(n + 2, 5),
    ]);
    expect(accepted(sessions, "workflow")).toEqual([]);
  });

  it("are none when they only look around", () => {
    const idle = ["web", "web", "web", "web"];
    const sessions = several(12, () => [...idle, "$ git log", "$ git show", "$ git blame", ...idle]);
    expect(accepted(sessions, "workflow")).toEqual([]);
  });
});
