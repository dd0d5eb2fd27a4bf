import type { OrderRule } from "../../../model/rule.ts";
import type { Act } from "../acts.ts";
import { type Chance, REACH } from "../chance.ts";
import type { Letter } from "../letters.ts";
import { actsWith, chanceOfAny, countOf, holds, type IndexedRun, type RunTurn } from "../run.ts";

type Slots = RunTurn["slots"];

/**
 * Every place at which an order could hold in a run, and whether it does. A row of the same action counts once, and so does an
 * action with the attempts at it that failed. What hosts force is no chance: a file is read before it is edited by every agent. Nor is
 * what follows a failure: that is its repair, and nobody lets a test fail on purpose before it.
 *
 * By chance: the other slots of the run dealt out at random over the same places.
 */
export function orderIn(run: IndexedRun, rule: OrderRule): Chance[] {
  const { do: wanted, place, action, within } = rule;
  const windowOf = place === "before" ? windowBefore : windowAfter;
  const chances: Chance[] = [];
  for (const { turn, slots, at } of run.places.get(action) ?? []) {
    const window = windowOf(slots, at, action, within);
    if (!window) continue;
    const found = window.flatMap((i) => actsWith(slots[i], wanted));
    if (place === "before" && found.some((act) => isForced(act, slots[at]!, action))) continue;
    if (place === "before" && found.length > 0 && found.every(({ failed }) => failed !== undefined)) continue;
    const marked = countOf(run, wanted) - (holds(slots[at], wanted) ? 1 : 0);
    chances.push({ turn, held: found.length > 0, byChance: chanceOfAny(run.size - 1, marked, window.length) });
  }
  return chances;
}

/** True when the act looks at, or writes, a file that the action then changes: hosts and files themselves ask for that. */
function isForced(act: Act, slot: Slots[number], action: Letter): boolean {
  return act.file !== undefined && actsWith(slot, action).some(({ file }) => file === act.file);
}

/** Positions of the slots before an action, up to the same action before it; undefined where no new one begins. */
function windowBefore(slots: Slots, at: number, action: Letter, within: number): number[] | undefined {
  if (holds(slots[at - 1], action) || isRetry(slots, at, action)) return undefined;
  const window: number[] = [];
  for (let i = at - 1; i >= 0 && i >= at - within && !holds(slots[i], action); i--) window.push(i);
  return window;
}

/** Positions of the slots after an action, up to the next one like it; undefined where it failed or goes on. */
function windowAfter(slots: Slots, at: number, action: Letter, within: number): number[] | undefined {
  const succeeded = actsWith(slots[at], action).some(({ failed }) => failed === undefined);
  if (!succeeded || holds(slots[at + 1], action)) return undefined;
  const window: number[] = [];
  for (let i = at + 1; i < slots.length && i <= at + within && !holds(slots[i], action); i++) window.push(i);
  return window;
}

/** The same action failed shortly before: this is the same errand. */
function isRetry(slots: Slots, at: number, action: Letter): boolean {
  for (let i = at - 1; i >= 0 && i >= at - REACH; i--) {
    if (actsWith(slots[i], action).some(({ failed }) => failed !== undefined)) return true;
  }
  return false;
}
