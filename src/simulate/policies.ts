import { advantagePolicy } from "../learn/policy/advantage.ts";
import { attributionPolicy } from "../learn/policy/attribution-policy.ts";
import { noMemoryPolicy, passivePolicy, selectivePolicy } from "../learn/policy/baselines.ts";
import { CHOOSE_DEFAULTS } from "../learn/policy/choose.ts";
import { memrlPolicy } from "../learn/policy/memrl.ts";
import type { Policy } from "../learn/policy/policy.ts";
import { PRIOR_MEANS } from "../learn/policy/prior.ts";
import { remePolicy } from "../learn/policy/reme.ts";
import { xiongPolicy } from "../learn/policy/xiong.ts";
import type { WorldCard } from "./cards.ts";
import type { SimulateOptions } from "./options.ts";
import type { RunOptions } from "./run.ts";

export const POLICY_NAMES = [
  "none",
  "passive",
  "selective",
  "xiong",
  "reme",
  "reme-gate",
  "advantage",
  "memrl",
  "attribution",
  "attribution-gate",
] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

/** One line for people on what each policy does. */
export const POLICY_NOTES: Readonly<Record<PolicyName, string>> = Object.freeze({
  none: "no memory",
  passive: "everything is written down, nothing is forgotten",
  selective: "only lessons of successes, nothing is forgotten",
  xiong: "history deletion: the worst record a task goes",
  reme: "deletes what ended well too rarely; everyone shown shares the credit",
  "reme-gate": "the same; a gate keeps candidates out",
  advantage: "ranks by success above what is usual for the kind of task",
  memrl: "ranks by a moving average of success, in two phases",
  attribution: "finds which card made the difference",
  "attribution-gate": "the same; the gate's word is where belief starts",
});

export interface PolicySetup {
  policy: Policy;
  run: RunOptions;
}

/** A fresh policy for one run, with what it believes of cards that enter. */
export function setUp(name: PolicyName, options: SimulateOptions): PolicySetup {
  const { shown, minFreq, maxUselessRate, strict } = options;
  const reme = { minFreq, maxUselessRate, strict };
  const attribution = () =>
    attributionPolicy({ choose: { ...CHOOSE_DEFAULTS, limit: shown ?? CHOOSE_DEFAULTS.limit } });
  switch (name) {
    case "none":
      return { policy: noMemoryPolicy(), run: {} };
    case "passive":
      return { policy: passivePolicy(shown), run: {} };
    case "selective":
      return { policy: selectivePolicy(shown), run: {} };
    case "xiong":
      return { policy: xiongPolicy(undefined, shown), run: {} };
    case "reme":
      return { policy: remePolicy(reme, shown), run: {} };
    case "reme-gate":
      return { policy: remePolicy(reme, shown), run: { admits: (card) => card.passedGate } };
    case "advantage":
      return { policy: advantagePolicy(shown), run: {} };
    case "memrl":
      return { policy: memrlPolicy(shown), run: {} };
    case "attribution":
      return { policy: attribution(), run: {} };
    case "attribution-gate":
      return { policy: attribution(), run: { priorMean: gateAsPrior } };
  }
}

/** A card that the gate passed starts like a validated one, any other like one of foreign origin. */
function gateAsPrior(card: WorldCard): number {
  return card.passedGate ? PRIOR_MEANS.validated : PRIOR_MEANS.foreign;
}
