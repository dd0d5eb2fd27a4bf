import type { ConventionRule } from "../../model/rule.ts";
import type { CardWriter } from "../card-writer.ts";
import { isToolName } from "../identifiers.ts";
import { CONVENTION_PHRASES } from "../phrases/convention.ts";

export const conventionWriter: CardWriter<ConventionRule> = {
  kind: "habit",
  nameOf: ({ call, param, value }) => `${call}.${value === undefined ? "with" : "default"}-${param}`,
  toolsOf: ({ call, value }) => (value !== undefined && isToolName(call) ? [call] : []),
  namesOf: ({ call, param, value }) => [call, param, ...(typeof value === "string" ? [value] : [])],
  phrases: ({ call, param, value }, language, topic) =>
    value === undefined
      ? CONVENTION_PHRASES[language].option(call, param, topic)
      : CONVENTION_PHRASES[language].value(call, param, String(value), topic),
  strength: ({ bound, baseRate, detail }, language) => {
    const { strength, asked } = CONVENTION_PHRASES[language];
    const times = detail.asked ?? 0;
    return [
      strength({ atLeast: Math.floor(bound * 100), usual: Math.ceil(baseRate * 100) }),
      ...(times > 0 ? [asked(times)] : []),
    ];
  },
};
