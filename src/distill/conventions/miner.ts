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
    const seen = sightings(state, uses);
    addConventions(state, context, uses);
    return seen;
  },
  merge: mergeConventions,
  findings: conventionFindings,
  agreement: (rule, trajectory) =>
    rule.type === "convention" ? agreementIn(rule, conventionUses(trajectory)) : undefined,
};

/** Share of all calls so far from which an option or value is the usual one, on which later sessions have their say. */
const USUAL_FROM = 0.5;

/** One verdict on each usual option and value of the calls that this trajectory made: the side that most of them are on. */
function sightings(state: ConventionState, uses: ConventionUses): Sighting[] {
  const rules: ConventionRule[] = [];
  for (const call of new Set(uses.commands.map((use) => use.call))) {
    const command = state.commands[`.${call}`];
    for (const [option, [, times]] of Object.entries(command?.options ?? {}))
      if (times >= USUAL_FROM * command!.calls) rules.push({ type: "convention", call, param: option.slice(1) });
  }
  for (const key of new Set(uses.arguments.map(({ call, param }) => `${call} ${param}`))) {
    const values = Object.entries(state.arguments[`.${key}`]?.values ?? {});
    const all = values.reduce((sum, [, times]) => sum + times, 0);
    const [call = "", param = ""] = key.split(" ");
    for (const [value, times] of values) {
      if (times > USUAL_FROM * all) rules.push({ type: "convention", call, param, value: JSON.parse(value.slice(1)) });
    }
  }
  return rules.flatMap((rule) => {
    const { agrees, disagrees } = agreementIn(rule, uses);
    if (agrees + disagrees === 0) return [];
    return [{ key: ruleKey(rule), verdict: agrees >= disagrees ? "seen" : "contradicted" }];
  });
}

/** Calls with and without it; values that the user had spoken of say nothing. */
function agreementIn({ call, param, value }: ConventionRule, uses: ConventionUses): Agreement {
  const held =
    value === undefined
      ? uses.commands.filter((use) => use.call === call).map((use) => use.options.includes(param))
      : uses.arguments
          .filter((use) => use.call === call && use.param === param && !use.isSpoken)
          .map((use) => use.value === value);
  const agrees = held.filter(Boolean).length;
  return { agrees, disagrees: held.length - agrees };
}
