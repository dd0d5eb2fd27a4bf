import type { DivergenceRule } from "../../model/rule.ts";
import type { CardWriter } from "../card-writer.ts";
import { isToolName } from "../identifiers.ts";
import { DIVERGENCE_PHRASES } from "../phrases/divergence.ts";

export const divergenceWriter: CardWriter<DivergenceRule> = {
  kind: "comparison",
  nameOf: ({ call, side }) => `${call}.${side === "success" ? "left-out" : "done-without"}`,
  toolsOf: ({ call }) => (isToolName(call) ? [call] : []),
  namesOf: ({ call }) => [call],
  phrases: ({ call, side }, language, topic) =>
    DIVERGENCE_PHRASES[language][side === "success" ? "include" : "doWithout"](call, topic),
  strength: ({ bound, baseRate, detail }, language) => {
    const { attempts, strength } = DIVERGENCE_PHRASES[language];
    const { wellWith = 0, well = 0, badlyWith = 0, badly = 0 } = detail;
    return [
      attempts({ wellWith, well, badlyWith, badly }),
      strength({ atLeast: Math.floor(bound * 100), byChance: Math.ceil(baseRate * 100) }),
    ];
  },
};
