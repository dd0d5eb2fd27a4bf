import { endedWell } from "../../model/outcome.ts";
import { type DivergenceRule, ruleKey } from "../../model/rule.ts";
import type { Trajectory } from "../../model/trajectory.ts";
import type { Agreement, Miner, Sighting } from "../miner.ts";
import { ENDED, type TrajectoryContext } from "../trajectory-context.ts";
import { callsIn } from "./calls.ts";
import { DIVERGENCE_MINER, divergenceFindings } from "./findings.ts";
import {
  type AttemptsRow,
  addDivergence,
  callsToCompare,
  type DivergenceState,
  emptyDivergence,
  mergeDivergence,
} from "./state.ts";

/** Calls in which the good and the bad attempts at one task differ. */
export const divergenceMiner: Miner<DivergenceState> = {
  name: DIVERGENCE_MINER,
  empty: emptyDivergence,
  add(state, context) {
    const calls = callsToCompare(context);
    if (!calls) return [];
    const earlier = Object.hasOwn(state.tasks, context.task) ? state.tasks[context.task] : undefined;
    const seen = earlier ? sightings(earlier, calls, context) : [];
    addDivergence(state, context, calls);
    return seen;
  },
  merge: mergeDivergence,
  findings: divergenceFindings,
  agreement: (rule, trajectory) => (rule.type === "divergence" ? divergenceAgreement(rule, trajectory) : undefined),
};

/**
 * What one more attempt at a task says about calls in which the earlier ones differed. An attempt that ended well shows a call of
 * the success side by having it and contradicts it by lacking it; a call of the failure side it contradicts by having it, and an
 * attempt that failed shows it so.
 */
function sightings(
  earlier: AttemptsRow,
  calls: ReadonlySet<string>,
  { ended, watched }: TrajectoryContext,
): Sighting[] {
  return watched.flatMap((rule): Sighting[] => {
    if (rule.type !== "divergence") return [];
    const [wellWith, badlyWith] = earlier.calls[`.${rule.call}`] ?? [0, 0];
    if (wellWith + badlyWith === 0 || wellWith + badlyWith === earlier.well + earlier.badly) return [];
    const has = calls.has(rule.call);
    const isWell = ended === ENDED.well;
    if (rule.side === "success") return isWell ? [{ key: ruleKey(rule), verdict: has ? "seen" : "contradicted" }] : [];
    return has ? [{ key: ruleKey(rule), verdict: isWell ? "contradicted" : "seen" }] : [];
  });
}

/** One attempt alone cannot show that a call was missing: only an attempt that has it speaks, by how it ended. */
function divergenceAgreement({ call, side }: DivergenceRule, trajectory: Trajectory): Agreement {
  if (!trajectory.outcome || !callsIn(trajectory).has(call)) return { agrees: 0, disagrees: 0 };
  const well = endedWell(trajectory.outcome);
  // With a call that is needed an attempt may still fail for another reason.
  return side === "success"
    ? { agrees: Number(well), disagrees: 0 }
    : { agrees: Number(!well), disagrees: Number(well) };
}
