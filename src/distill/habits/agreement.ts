import type { Rule } from "../../model/rule.ts";
import { ruleKey } from "../../model/rule.ts";
import type { Trajectory } from "../../model/trajectory.ts";
import type { Agreement, Sighting } from "../miner.ts";
import type { TrajectoryContext } from "../trajectory-context.ts";
import type { Chance } from "./chance.ts";
import { coReadsIn } from "./co-read/check.ts";
import { correctionsIn } from "./correct-with/check.ts";
import { orderIn } from "./order/check.ts";
import { goesWithoutSaying } from "./order/roles.ts";
import { type IndexedRun, indexed, runOf } from "./run.ts";
import type { HabitRule } from "./weigh.ts";
import { workflowsIn } from "./workflow/check.ts";

export function habitAgreement(rule: Rule, trajectory: Trajectory): Agreement | undefined {
  if (!isHabitRule(rule)) return undefined;
  const chances = chancesOf(rule, indexed(runOf(trajectory)));
  const agrees = chances.filter(({ held }) => held).length;
  return { agrees, disagrees: chances.length - agrees };
}

/** For each rule of a card what this trajectory says: seen where it held at half of its chances, contradicted where at fewer. */
export function habitSightings({ trajectory, watched }: Pick<TrajectoryContext, "trajectory" | "watched">): Sighting[] {
  const rules = watched.filter(isHabitRule);
  if (rules.length === 0) return [];
  const run = indexed(runOf(trajectory));
  return rules.flatMap((rule): Sighting[] => {
    const chances = chancesOf(rule, run);
    if (chances.length === 0) return [];
    const seen = chances.filter(({ held }) => held).length >= chances.length / 2;
    return [{ key: ruleKey(rule), verdict: seen ? "seen" : "contradicted" }];
  });
}

function isHabitRule(rule: Rule): rule is HabitRule {
  return rule.type === "co-read" || rule.type === "order" || rule.type === "correct-with" || rule.type === "workflow";
}

/** What chance would give is nobody's question here. */
function chancesOf(rule: HabitRule, run: IndexedRun): Chance[] {
  switch (rule.type) {
    case "co-read":
      return coReadsIn(run, rule, () => 0);
    case "order":
      return goesWithoutSaying(rule.do, rule.action) ? [] : orderIn(run, rule);
    case "correct-with":
      return correctionsIn(run, rule, () => 0);
    case "workflow":
      return workflowsIn(run, rule);
  }
}
