import type { UserCorrectionRule } from "../../model/rule.ts";
import type { CardWriter } from "../card-writer.ts";
import { CORRECTION_PHRASES } from "../phrases/user-correction.ts";

export const correctionWriter: CardWriter<UserCorrectionRule> = {
  kind: "correction",
  nameOf: ({ unwanted, wanted }) => `${wanted}.instead-of-${unwanted}`,
  toolsOf: () => [],
  namesOf: ({ unwanted, wanted }) => [wanted, unwanted],
  phrases: (rule, language, topic) => CORRECTION_PHRASES[language].card(rule, topic),
  strength: ({ support, rate, baseRate, detail }, language) => {
    const { said, strength } = CORRECTION_PHRASES[language];
    return [
      said({ sessions: detail.sessions ?? support, standing: detail.standing ?? 0 }),
      strength({ followed: Math.round(rate * 100), anyway: Math.ceil(baseRate * 100) }),
    ];
  },
};
