import type { Miner } from "../miner.ts";
import { provenanceAgreement } from "./agreement.ts";
import { PROVENANCE_MINER, provenanceFindings } from "./findings.ts";
import { addProvenance, emptyProvenance, mergeProvenance, type ProvenanceState } from "./state.ts";

/** Where the value of an argument comes from: a field of an earlier result, unless the user said it. */
export const provenanceMiner: Miner<ProvenanceState> = {
  name: PROVENANCE_MINER,
  empty: emptyProvenance,
  add: addProvenance,
  merge: mergeProvenance,
  findings: provenanceFindings,
  agreement: (rule, trajectory) => (rule.type === "provenance" ? provenanceAgreement(rule, trajectory) : undefined),
};
