import { ruleKey, type UserCorrectionRule } from "../../model/rule.ts";
import type { Trajectory } from "../../model/trajectory.ts";
import type { Agreement, Miner, Sighting } from "../miner.ts";
import { CORRECTION_MINER, correctionFindings } from "./findings.ts";
import { type HeardCorrection, heardIn, type NameUses } from "./heard.ts";
import { addCorrections, type CorrectionState, emptyCorrections, mergeCorrections } from "./state.ts";

/** What users want instead of what an agent used. */
export const correctionMiner: Miner<CorrectionState> = {
  name: CORRECTION_MINER,
  empty: emptyCorrections,
  add(state, context) {
    const { heard, uses } = addCorrections(state, context);
    return context.watched.flatMap((rule) => {
      const verdict = rule.type === "user-correction" ? verdictOn(rule, heard, uses) : undefined;
      return verdict ? [{ key: ruleKey(rule), verdict }] : [];
    });
  },
  merge: mergeCorrections,
  findings: correctionFindings,
  agreement: (rule, trajectory) =>
    rule.type === "user-correction" ? correctionAgreement(rule, trajectory) : undefined,
};

/** The user's word decides; without one, using the wanted name and never the other shows it. Falling back without being corrected says nothing. */
function verdictOn(
  { unwanted, wanted }: UserCorrectionRule,
  heard: readonly HeardCorrection[],
  uses: NameUses,
): Sighting["verdict"] | undefined {
  const about = heard.filter(
    (each) => each.unwanted === unwanted || (each.unwanted === wanted && each.wanted === unwanted),
  );
  const last = about.at(-1);
  if (last) return last.unwanted === unwanted && last.wanted === wanted ? "seen" : "contradicted";
  return uses.has(wanted.toLowerCase()) && !uses.has(unwanted.toLowerCase()) ? "seen" : undefined;
}

function correctionAgreement(rule: UserCorrectionRule, trajectory: Trajectory): Agreement {
  const { heard, uses } = heardIn(trajectory);
  const verdict = verdictOn(rule, heard, uses);
  return { agrees: Number(verdict === "seen"), disagrees: Number(verdict === "contradicted") };
}
