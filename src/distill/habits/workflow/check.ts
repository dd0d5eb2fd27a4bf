import type { WorkflowRule } from "../../../model/rule.ts";
import { type Chance, REACH } from "../chance.ts";
import type { Letter } from "../letters.ts";
import { chanceOfAny, countOf, holds, type IndexedRun, type RunTurn } from "../run.ts";

type Slots = RunTurn["slots"];

/**
 * Every time that the first step was taken, and whether the others followed, each at most two other steps after the one before it.
 * The first step several times in a row counts once.
 *
 * By chance: for each of them, the other slots of the run dealt out at random.
 */
export function workflowsIn(run: IndexedRun, { steps }: WorkflowRule): Chance[] {
  const [first, ...rest] = steps;
  const places = run.places.get(first ?? "") ?? [];
  if (first === undefined || places.length === 0) return [];
  const byChance = rest.reduce((product, step) => product * chanceOfAny(run.size - 1, countOf(run, step), REACH), 1);
  return places
    .filter(({ slots, at }) => !holds(slots[at + 1], first))
    .map(({ turn, slots, at }) => ({ turn, held: endsAfter(slots, [at], rest).length > 0, byChance }));
}

/** Where these steps can end when the ones before them ended at any of these places; sorted. */
export function endsAfter(slots: Slots, from: readonly number[], steps: readonly Letter[]): number[] {
  return steps.reduce<readonly number[]>((ends, step) => nextEnds(slots, ends, step), from) as number[];
}

/** @param isTaken  whether the step was taken in a slot; default: also when it failed, since then it was tried */
export function nextEnds(slots: Slots, ends: readonly number[], step: Letter, isTaken: typeof holds = holds): number[] {
  const next = new Set<number>();
  for (const end of ends) {
    for (let at = end + 1; at <= end + REACH && at < slots.length; at++) if (isTaken(slots[at], step)) next.add(at);
  }
  return [...next].sort((a, b) => a - b);
}
