import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Act } from "../../../src/distill/habits/acts.ts";
import { loadRun, storeRun } from "../../../src/distill/habits/stored-run.ts";

const act: fc.Arbitrary<Act> = fc
  .record(
    {
      letters: fc.constantFrom(["edit", "edit source"], ["search"], ["any lint", "$ npm run lint"], ["tool a"]),
      file: fc.constantFrom("a.ts", "b:1.ts", "c + d"),
      tool: fc.constantFrom("Edit", "Bash"),
      failed: fc.oneof(fc.string(), fc.constantFrom("", "a|!b|@c", "|")),
    },
    { requiredKeys: ["letters"] },
  )
  .map((each) => each as Act);

describe("a stored run", () => {
  it("is the run, with paths by number", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(9), fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 1 }))),
        (list) => {
          const turns = list.map(([turn, slots]) => ({ turn, slots }));
          const loaded = loadRun(JSON.parse(JSON.stringify(storeRun({ turns }))));
          const numbers = new Map<string, string>();
          const expected = turns.map(({ turn, slots }) => ({
            turn,
            slots: slots.map((slot) =>
              slot.map((each) => {
                if (each.file === undefined) return each;
                if (!numbers.has(each.file)) numbers.set(each.file, String(numbers.size));
                return { ...each, file: numbers.get(each.file)! };
              }),
            ),
          }));
          expect(loaded.turns).toEqual(expected);
        },
      ),
    );
  });
});
