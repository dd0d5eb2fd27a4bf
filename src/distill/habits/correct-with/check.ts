import type { CorrectWithRule } from "../../../model/rule.ts";
import type { Chance } from "../chance.ts";
import { type Letter, partOf } from "../letters.ts";
import { actsWith, holds, type IndexedRun, type Slot } from "../run.ts";

/** Which part of all slots is followed at once by one with this letter. 0..1. */
export type FollowShare = (letter: Letter) => number;

/** Steps after a failure within which the same call again is another try, and what comes between its repair: the fix miner's matter. */
const RETRY_REACH = 16;

/**
 * Every place at which the correction could come, and whether it does: in the very next slot after a failure of the rule's class that
 * was not tried again, or, for a rule without an error, after the action succeeded on a file; for a rule that says so, anywhere between
 * the last failure and the success.
 *
 * By chance: as often as that step follows anything, once for each slot in which it could come.
 */
export function correctionsIn(run: IndexedRun, rule: CorrectWithRule, share: FollowShare): Chance[] {
  const { action, with: by, error, again = false } = rule;
  const chances: Chance[] = [];
  for (const { turn, slots, at } of run.places.get(action) ?? []) {
    const next = slots[at + 1];
    if (error === undefined) {
      const done = actsWith(slots[at], action).filter(({ file, failed }) => file !== undefined && failed === undefined);
      if (done.length === 0) continue;
      const held = actsWith(next, by).some(
        (act) => act.failed === undefined && done.some(({ file }) => file === act.file),
      );
      chances.push({ turn, held, byChance: share(by) });
    } else if (failsFor(slots[at]!, action, error)) {
      if (again) {
        const repair = repairOf(slots, at, action);
        if (repair) chances.push({ turn, held: hasDone(repair, by), byChance: 1 - (1 - share(by)) ** repair.length });
      } else if (!isTriedAgain(slots, at, action)) chances.push({ turn, held: holds(next, by), byChance: share(by) });
    }
  }
  return chances;
}

function hasDone(slots: readonly Slot[], letter: Letter): boolean {
  return slots.some((slot) => actsWith(slot, letter).some(({ failed }) => failed === undefined));
}

export function failsFor(slot: Slot, action: Letter, error: string): boolean {
  return actsWith(slot, action).some(({ failed }) => failed === error);
}

/**
 * What was done between a failure and the success of the same action: one of these steps may be what repaired it.
 * @returns undefined where it did not succeed, failed again before (then these steps repaired nothing), or where a file was changed by
 *   hand in between: then it would be the edit
 */
export function repairOf(slots: readonly Slot[], at: number, action: Letter): readonly Slot[] | undefined {
  for (let i = at + 1; i < slots.length && i <= at + RETRY_REACH; i += 1) {
    const slot = slots[i]!;
    if (slot.some(({ letters }) => partOf(letters[0]!) === "work")) return undefined;
    const tries = actsWith(slot, action);
    if (tries.length === 0) continue;
    return i > at + 1 && tries.some(({ failed }) => failed === undefined) ? slots.slice(at + 1, i) : undefined;
  }
  return undefined;
}

export function isTriedAgain(slots: readonly Slot[], at: number, action: Letter): boolean {
  return slots.slice(at + 1, at + 1 + RETRY_REACH).some((slot) => holds(slot, action));
}
