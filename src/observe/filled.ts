import type { Step } from "../model/trajectory.ts";
import { shortHash } from "../text/hash.ts";

/** A call or a prompt that the hooks missed, and what came right before it. */
export interface Filled {
  /** As `Observation.after`. */
  after: string | undefined;
  what: { step: Step } | { user: string };
}

/** A turn with the times at which it and its steps began. Unix milliseconds. */
export interface TimedTurn {
  user: string;
  beganMs: number;
  steps: ReadonlyArray<{ step: Step; beganMs: number }>;
}

/** What two tellings of one prompt have in common: hosts trim them differently, and long ones are cut. */
export function promptKey(text: string): string {
  return shortHash(text.normalize("NFC").replace(/\s+/g, " ").trim().slice(0, 200), 12);
}

/** Names a prompt of a session: the `nth` of those with this key, counted from 0. */
export function promptMark(key: string, nth: number): string {
  return `#${nth}:${key}`;
}

/**
 * Puts what the hooks missed where it happened: each thing right behind the one that it names, at the time of that one. What names
 * nothing known goes to the end.
 */
export function placeFilled(turns: readonly TimedTurn[], filled: readonly Filled[]): TimedTurn[] {
  if (filled.length === 0) return [...turns];
  const items: Item[] = turns.flatMap(({ user, beganMs, steps }) => [{ user, beganMs }, ...steps]);
  // What is filled in mostly follows what was filled in before it.
  let last = -1;
  for (const { after, what } of filled) {
    if (isTold(items, after, what)) continue;
    let at = items.length;
    if (after !== undefined) at = isCall(items[last], after) ? last + 1 : placeAfter(items, after);
    // Things that follow the same one stay in the order in which they were told.
    while (after !== undefined && items[at]?.after === after) at += 1;
    const beganMs = (items[at - 1] ?? items[at])?.beganMs ?? 0;
    items.splice(at, 0, { ...what, beganMs, after: after ?? LAST });
    last = at;
  }
  return turnsOf(items);
}

type Item = { beganMs: number; after?: string } & ({ user: string } | { step: Step });

function isCall(item: Item | undefined, call: string): boolean {
  return item !== undefined && "step" in item && item.step.call === call;
}

/** Of a filled thing that names nothing. */
const LAST = "#last";

/** Two comparisons at the same moment both fill a prompt in; it was said once. */
function isTold(items: readonly Item[], after: string | undefined, what: Filled["what"]): boolean {
  if (!("user" in what) || after === undefined) return false;
  const key = promptKey(what.user);
  return items.some((item) => "user" in item && item.after === after && promptKey(item.user) === key);
}

function placeAfter(items: readonly Item[], after: string): number {
  if (after === "") return 0;
  const mark = /^#(\d+):(.*)$/.exec(after);
  if (!mark) {
    const at = items.findIndex((item) => isCall(item, after));
    return at < 0 ? items.length : at + 1;
  }
  let left = Number(mark[1]);
  for (const [at, item] of items.entries()) {
    if (!("user" in item) || item.user === "" || promptKey(item.user) !== mark[2]) continue;
    if (left === 0) return at + 1;
    left -= 1;
  }
  return items.length;
}

function turnsOf(items: readonly Item[]): TimedTurn[] {
  const turns: Array<TimedTurn & { steps: Array<{ step: Step; beganMs: number }> }> = [];
  for (const [at, item] of items.entries()) {
    const before = items[at - 1];
    if ("user" in item) {
      // A turn had no words because its prompt was missed; now it has.
      const hasWordsNow = item.user === "" && before !== undefined && "user" in before && before.after !== undefined;
      if (!hasWordsNow) turns.push({ user: item.user, beganMs: item.beganMs, steps: [] });
      continue;
    }
    if (turns.length === 0) turns.push({ user: "", beganMs: item.beganMs, steps: [] });
    turns.at(-1)?.steps.push({ step: item.step, beganMs: item.beganMs });
  }
  return turns;
}
