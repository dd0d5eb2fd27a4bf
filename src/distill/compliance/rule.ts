import type { ProvenanceRule, Rule, UserCorrectionRule } from "../../model/rule.ts";
import type { Trajectory } from "../../model/trajectory.ts";
import { namesUsed } from "../corrections/names.ts";
import { callsIn } from "../divergence/calls.ts";
import { agreementOf } from "../mine.ts";
import type { Agreement } from "../miner.ts";
import { beforeStep, placedSteps, withSteps } from "./cut-trajectory.ts";
import { heedsFix } from "./fix.ts";

/**
 * How often a rule was kept after a moment, of the times it could have been.
 *
 * For most rules the miner's own check counts: what it says of the whole attempt, less what it says of the part before. Where the
 * miner asks something else than "was it done", such as how the attempt ended, the question is put here.
 */
export function heedsRule(rule: Rule, trajectory: Trajectory, from: number): Agreement {
  switch (rule.type) {
    case "fix-call":
    case "fix-argument":
      return heedsFix(rule, trajectory, from);
    case "divergence":
      return heedsCall(rule.call, rule.side === "success", trajectory, from);
    case "user-correction":
      return heedsCorrection(rule, trajectory, from);
    case "provenance":
      // Reading all results is dear, and mostly the call that the rule is about does not come.
      if (!placedSteps(trajectory).some(({ step, at }) => at >= from && step.tool === rule.tool)) return NO_OCCASION;
      return agreementAfter(rule, withTriesAsDone(rule, trajectory, from), from);
    default:
      return agreementAfter(rule, trajectory, from);
  }
}

const NO_OCCASION: Agreement = { agrees: 0, disagrees: 0 };

function agreementAfter(rule: Rule, trajectory: Trajectory, from: number): Agreement {
  const all = agreementOf(rule, trajectory);
  const before = agreementOf(rule, beforeStep(trajectory, from));
  // What was begun before and completed after is a chance lost there and held here.
  return {
    agrees: Math.max(0, all.agrees - before.agrees),
    disagrees: Math.max(0, all.disagrees - before.disagrees),
  };
}

/** A call that failed shows where its value came from as well: most advice that is ignored ends so. */
function withTriesAsDone({ tool }: ProvenanceRule, trajectory: Trajectory, from: number): Trajectory {
  return withSteps(trajectory, (step, at) => {
    if (at < from || step.tool !== tool || step.outcome !== "error") return step;
    const { result: _result, error: _error, ...call } = step;
    return { ...call, outcome: "ok" };
  });
}

/** A call that good attempts make, or that failed ones make: once an attempt, so one occasion. */
function heedsCall(call: string, wanted: boolean, trajectory: Trajectory, from: number): Agreement {
  const after = placedSteps(trajectory).filter(({ at }) => at >= from);
  const part = { ...trajectory, turns: [{ user: "", steps: after.map(({ step }) => step) }] };
  const calls = callsIn(part);
  // Who only looked around did not come to the point at which it matters.
  if (calls.size === 0) return NO_OCCASION;
  const heeds = calls.has(call) === wanted;
  return { agrees: Number(heeds), disagrees: Number(!heeds) };
}

/** Each step that uses either name; one that uses both, such as `npm` in the arguments of `pnpm`, goes with the wanted one. */
function heedsCorrection({ unwanted, wanted }: UserCorrectionRule, trajectory: Trajectory, from: number): Agreement {
  const agreement: Agreement = { agrees: 0, disagrees: 0 };
  for (const { step, at } of placedSteps(trajectory)) {
    if (at < from || step.outcome === "denied") continue;
    const names = new Set(namesUsed(step).map((name) => name.toLowerCase()));
    if (names.has(wanted.toLowerCase())) agreement.agrees++;
    else if (names.has(unwanted.toLowerCase())) agreement.disagrees++;
  }
  return agreement;
}
