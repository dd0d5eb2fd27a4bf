import type { Act } from "../acts.ts";
import { isCommand, type Letter, nameIn, namesFile, partOf } from "../letters.ts";
import type { Slot } from "../run.ts";

/**
 * Steps of a slot that can be part of a workflow, one for each act; looking around is not, nor what goes without saying, nor what
 * failed: a test that fails and passes later stands at two places, and only the second is how the work is done.
 */
export function stepsIn(slot: Slot): Letter[] {
  return [...new Set(slot.flatMap((act) => stepOf(act) ?? []))];
}

/** True when a slot has this step, and it did not fail. */
export function succeeds(slot: Slot | undefined, step: Letter): boolean {
  return slot?.some(({ letters, failed }) => failed === undefined && letters.includes(step)) ?? false;
}

function stepOf({ letters, failed }: Act): Letter | undefined {
  if (failed !== undefined) return undefined;
  const exact = letters.at(-1)!;
  if (letters[0] === "any stage") return undefined;
  if (isCommand(exact) || /^(?:tool|look-up) /.test(exact)) return exact;
  const named = /^(?:read|edit|create) /.test(exact) && namesFile(nameIn(exact));
  if (named) return exact;
  return partOf(letters[0]!) === "work" ? letters[1] : undefined;
}

/** True for steps that come to something: a row of looks is how one reads, not how one works. */
export function comesToSomething(
  steps: readonly Letter[],
  partIn: (letter: Letter) => ReturnType<typeof partOf>,
): boolean {
  return steps.some((step) => partIn(step) !== "look");
}
