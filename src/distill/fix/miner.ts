import type { FixArgumentRule, FixCallRule, Rule } from "../../model/rule.ts";
import { ruleKey } from "../../model/rule.ts";
import type { Trajectory } from "../../model/trajectory.ts";
import type { Agreement, Miner, Sighting } from "../miner.ts";
import { type Episode, episodesIn } from "./episodes.ts";
import { FIX_MINER, fixFindings } from "./findings.ts";
import { followsRule, rulesFor } from "./repairs.ts";
import { addFix, emptyFix, type FailureState, type FixState, mergeFix, signatureOf } from "./state.ts";

/** What repairs a failed call: a call before trying again, or one argument changed. */
export const fixMiner: Miner<FixState> = {
  name: FIX_MINER,
  empty: emptyFix,
  add: (state, context) => sightings(state, addFix(state, context)),
  merge: mergeFix,
  findings: fixFindings,
  agreement: (rule, trajectory) =>
    rule.type === "fix-call" || rule.type === "fix-argument" ? fixAgreement(rule, trajectory) : undefined,
};

/**
 * For each class of failure that this trajectory repaired: does the repair agree with what has repaired most failures of that class
 * so far? One verdict a rule; a trajectory that did both has seen it.
 */
function sightings(state: FixState, episodes: readonly Episode[]): Sighting[] {
  const verdicts = new Map<string, Sighting["verdict"]>();
  for (const episode of episodes) {
    const failure = state.classes[`${episode.tool} ${episode.error}`];
    if (!episode.repair || !failure) continue;
    const signature = signatureOf(episode.repair);
    for (const rule of usualRules(episode, failure)) {
      const key = ruleKey(rule);
      if (followsRule(rule, signature)) verdicts.set(key, "seen");
      else if (!verdicts.has(key)) verdicts.set(key, "contradicted");
    }
  }
  return [...verdicts].map(([key, verdict]) => ({ key, verdict }));
}

/** The rules that the repairs of a class come closest to, without asking whether they would be accepted. */
function usualRules({ tool, error }: Episode, failure: FailureState): Array<FixCallRule | FixArgumentRule> {
  const counts = new Map<string, number>();
  for (const [signature, count] of Object.values(failure.tasks).flatMap((row) => Object.entries(row.repairs))) {
    counts.set(signature, (counts.get(signature) ?? 0) + count);
  }
  return rulesFor(tool, error, [...counts]);
}

/** How the repaired failures of the rule's class were repaired; failures without a repair say nothing. */
export function fixAgreement(rule: FixCallRule | FixArgumentRule, trajectory: Trajectory): Agreement {
  const agreement: Agreement = { agrees: 0, disagrees: 0 };
  for (const episode of episodesIn(trajectory)) {
    if (episode.repair && isOfClass(rule, episode)) {
      agreement[followsRule(rule, signatureOf(episode.repair)) ? "agrees" : "disagrees"]++;
    }
  }
  return agreement;
}

export function isOfClass(rule: Rule, episode: Pick<Episode, "tool" | "error">): boolean {
  return (
    (rule.type === "fix-call" || rule.type === "fix-argument") &&
    rule.tool === episode.tool &&
    rule.error === episode.error
  );
}
