import type { Experience } from "../../model/experience.ts";
import { allSteps, type Trajectory } from "../../model/trajectory.ts";
import type { Agreement } from "../miner.ts";
import { callsPrescribedBy, heedsCalls } from "./prescribed.ts";
import { heedsRule } from "./rule.ts";

/** How much of one card's advice an agent did after it was handed the card. */
export interface Compliance {
  /** 0 (ignored) to 1 (done). */
  share: number;
  /** In words, what the share rests on: counts alone, so that nothing of the session stands in it. */
  reason: string;
}

/**
 * Reads from the trace whether the advice of a card was followed: by its rule where a machine can check it, else by the calls and
 * commands that its body names.
 *
 * @param from  position of the first step after the card was handed over, counted over all steps of the trajectory
 * @returns undefined when nobody can say: nothing was done afterwards, the occasion never came, or the card names nothing to look for
 */
export function complianceWith(
  card: Pick<Experience, "rule" | "body" | "tools">,
  trajectory: Trajectory,
  from: number,
): Compliance | undefined {
  if (allSteps(trajectory).length === 0) return undefined;
  if (card.rule) return shareOf(heedsRule(card.rule, trajectory, from), "occasions of its rule");
  return shareOf(heedsCalls(callsPrescribedBy(card, trajectory), trajectory, from), "prescribed calls");
}

function shareOf({ agrees, disagrees }: Agreement, what: string): Compliance | undefined {
  const all = agrees + disagrees;
  return all === 0 ? undefined : { share: agrees / all, reason: `${agrees} of ${all} ${what}` };
}
