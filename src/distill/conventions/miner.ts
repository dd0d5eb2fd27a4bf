import { type ConventionRule, ruleKey } from "../../model/rule.ts";
import type { Agreement, Miner, Sighting } from "../miner.ts";
import { CONVENTION_MINER, conventionFindings } from "./findings.ts";
import { addConventions, type ConventionState, emptyConventions, mergeConventions } from "./state.ts";
import { type ConventionUses, conventionUses } from "./uses.ts";

/** Options that are always given and arguments that always have one value, where it could be otherwise. */
export const conventionMiner: Miner<ConventionState> = {
  name: CONVENTION_MINER,
  empty: emptyConventions,
  add(state, context) {
    const uses = conventionUses(context.trajectory);
    addConventions(state, context, uses);
    return context.watched.flatMap((rule) => (rule.type === "convention" ? sightingOf(rule, uses) : []));
  },
  merge: mergeConventions,
  findings: conventionFindings,
  agreement: (rule, trajectory) =>
    rule.type === "convention" ? agreementIn(rule, conventionUses(trajectory)) : undefined,
};

/** One verdict a rule: the side that most of the calls are on. */
function sightingOf(rule: ConventionRule, uses: ConventionUses): Sighting[] {
  const { agrees, disagrees } = agreementIn(rule, uses);
  if (agrees + disagrees === 0) return [];
  return [{ key: ruleKey(rule), verdict: agrees >= disagrees ? "seen" : "contradicted" }];
}

/** Calls with and without it; values that were given say nothing. */
function agreementIn({ call, param, value, format }: ConventionRule, uses: ConventionUses): Agreement {
  const choice = format === undefined ? JSON.stringify(value) : `~${format}`;
  const held =
    choice === undefined
      ? uses.commands.filter((use) => use.call === call).map((use) => use.options.includes(param))
      : uses.arguments
          .filter((use) => use.call === call && use.param === param && !use.isGiven)
          .map((use) => use.choice === choice);
  const agrees = held.filter(Boolean).length;
  return { agrees, disagrees: held.length - agrees };
}
