import { endedWell } from "../../model/outcome.ts";
import { type DivergenceRule, ruleKey } from "../../model/rule.ts";
import type { Trajectory } from "../../model/trajectory.ts";
import type { Agreement, Miner, Sighting } from "../miner.ts";
import { ENDED, type TrajectoryContext } from "../trajectory-context.ts";
import { callsIn } from "./calls.ts";
import { DIVERGENCE_MINER, divergenceFindings } from "./findings.ts";
import { type AttemptsRow, addDivergence, type DivergenceState, emptyDivergence, mergeDivergence } from "./state.ts";

/** Calls in which the good and the bad attempts at one task differ. */
export const divergenceMiner: Miner<DivergenceState> = {
  name: DIVERGENCE_MINER,
  empty: emptyDivergence,
  add(state, context) {
    const { before, calls } = addDivergence(state, context);
    return before ? sightings(before, calls, context) : [];
  },
  merge: mergeDivergence,
  findings: divergenceFindings,
  agreement: (rule, trajectory) => (rule.type === "divergence" ? divergenceAgreement(rule, trajectory) : undefined),
};

/**
 * What one more attempt says about the calls in which earlier attempts at the same task differed. An attempt that ended well shows
 * a call of the success side by having it and contradicts it by lacking it; for the failure side it is the other way round, and an
 * attempt that failed shows it.
 */
function sightings(
  before: Pick<AttemptsRow, "well" | "badly" | "calls">,
  calls: ReadonlySet<string>,
  { ended }: TrajectoryContext,
): Sighting[] {
  const found: Sighting[] = [];
  for (const [key, [wellWith, badlyWith]] of Object.entries(before.calls)) {
    const call = key.slice(1);
    const has = calls.has(call);
    const note = (side: DivergenceRule["side"], verdict: Sighting["verdict"]): void => {
      found.push({ key: ruleKey({ type: "divergence", call, side }), verdict });
    };
    if (ended === ENDED.well && wellWith > 0 && badlyWith < before.badly)
      note("success", has ? "seen" : "contradicted");
    if (badlyWith === 0 || wellWith === before.well) continue;
    if (ended === ENDED.badly && has) note("failure", "seen");
    if (ended === ENDED.well && has) note("failure", "contradicted");
  }
  return found;
}

/** Only what ended well speaks about the success side, and only what has the call about the failure side. */
function divergenceAgreement({ call, side }: DivergenceRule, trajectory: Trajectory): Agreement {
  if (!trajectory.outcome) return { agrees: 0, disagrees: 0 };
  const well = endedWell(trajectory.outcome);
  const has = callsIn(trajectory).has(call);
  if (side === "success") return well ? { agrees: Number(has), disagrees: Number(!has) } : { agrees: 0, disagrees: 0 };
  return has ? { agrees: Number(!well), disagrees: Number(well) } : { agrees: 0, disagrees: 0 };
}
