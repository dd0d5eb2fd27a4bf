import type { ProvenanceRule } from "../../model/rule.ts";
import type { Trajectory } from "../../model/trajectory.ts";
import type { Agreement } from "../miner.ts";
import { usesIn } from "./uses.ts";

/** One argument that a rule speaks about. */
export interface Prediction {
  agrees: boolean;
  turn: number;
  /** What the agent gave. */
  value: number | string;
  /** True when the value stands in the source's most recent result. */
  latest: boolean;
}

/**
 * What the rule says about each argument of a trajectory, as far as it says anything: the user had not said the value, and the
 * source had returned that field before.
 */
export function predictionsOf(rule: ProvenanceRule, trajectory: Trajectory): Prediction[] {
  const predictions: Prediction[] = [];
  for (const use of usesIn(trajectory)) {
    if (use.tool !== rule.tool || use.param !== rule.param || use.said) continue;
    const returned = use.earlier.get(rule.from.tool);
    const all = returned?.all.get(rule.from.field);
    if (!returned || !all) continue;
    const latest = returned.latest.get(rule.from.field)?.has(use.leaf.key) ?? false;
    predictions.push({ agrees: all.has(use.leaf.key), turn: use.turn, value: use.leaf.value, latest });
  }
  return predictions;
}

export function provenanceAgreement(rule: ProvenanceRule, trajectory: Trajectory): Agreement {
  const predictions = predictionsOf(rule, trajectory);
  const agrees = predictions.filter((prediction) => prediction.agrees).length;
  return { agrees, disagrees: predictions.length - agrees };
}
