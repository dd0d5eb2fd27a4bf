import type { CoReadRule, CorrectWithRule, OrderRule, WorkflowRule } from "../../model/rule.ts";
import { ruleKey } from "../../model/rule.ts";
import { poissonBinomialTail, wilsonLower } from "../statistics.ts";
import type { Chance } from "./chance.ts";
import type { Group, Sample } from "./sample.ts";

export type HabitRule = CoReadRule | OrderRule | CorrectWithRule | WorkflowRule;

/** A rule with all that the sample says about it; shares are of groups of tasks. */
export interface Weighed<Rule extends HabitRule = HabitRule> {
  rule: Rule;
  /** Groups in which it mostly held, and the place in a run that shows it. */
  held: ReadonlyArray<{ group: Group; task: string; turn: number; run: Group["runs"][number] }>;
  tasks: number;
  hits: number;
  chances: number;
  rate: number;
  bound: number;
  baseRate: number;
  p: number;
}

/** A rule that holds less often is no habit. A guess; `bench/mine` measures what it finds and misses. */
export const MIN_RATE = 0.8;
/** Groups of tasks in which it must have held: with two, chance alone decides among so many rules. */
export const MIN_SUPPORT = 3;
/** What three of three tasks reach. */
export const MIN_BOUND = 0.43;
/** How much more often it must hold than by chance. A guess: at less, a reader would call it a matter of course. */
export const MIN_LIFT = 1.5;

/**
 * Compares how often a rule held with how often it would hold by chance, task by task.
 * @param check  the places at which the rule could hold in one run of a group
 */
export function weigh<Rule extends HabitRule>(
  { groups }: Sample,
  rule: Rule,
  check: (run: Group["runs"][number]["run"], group: Group) => Chance[],
): Weighed<Rule> {
  const key = ruleKey(rule);
  const held: Array<Weighed["held"][number]> = [];
  const shares: number[] = [];
  const expectations: number[] = [];
  let [hits, chances] = [0, 0];
  for (const group of groups) {
    let [good, all, expected] = [0, 0, 0];
    let first: { run: Group["runs"][number]; turn: number } | undefined;
    for (const run of group.runs) {
      const advised = run.row.advised.includes(key);
      for (const { held: holds, turn, byChance } of check(run.run, group)) {
        // Doing what a card says, right after it was handed over, is no evidence for it; not doing it is.
        if (advised && holds) continue;
        all++;
        expected += byChance;
        if (!holds) continue;
        good++;
        first ??= { run, turn };
      }
    }
    if (all === 0) continue;
    hits += good;
    chances += all;
    shares.push(good / all);
    expectations.push(expected / all);
    if (first && good >= all / 2) held.push({ group, task: first.run.task, ...first });
  }
  const sum = shares.reduce((total, share) => total + share, 0);
  const tasks = shares.length;
  return {
    rule,
    held,
    tasks,
    hits,
    chances,
    rate: tasks === 0 ? 0 : sum / tasks,
    bound: wilsonLower(sum, tasks),
    baseRate: tasks === 0 ? 1 : expectations.reduce((total, chance) => total + chance, 0) / tasks,
    p: poissonBinomialTail(Math.floor(sum + 1e-9), expectations),
  };
}

/** True when nothing but chance could still speak against it. */
export function isStrong({ held, rate, bound, baseRate }: Weighed): boolean {
  return held.length >= MIN_SUPPORT && rate >= MIN_RATE && bound >= MIN_BOUND && rate >= MIN_LIFT * baseRate;
}
