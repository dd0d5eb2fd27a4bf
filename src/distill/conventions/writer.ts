import type { ConventionRule } from "../../model/rule.ts";
import type { CardWriter } from "../card-writer.ts";
import { isToolName } from "../identifiers.ts";
import { CONVENTION_PHRASES } from "../phrases/convention.ts";

export const conventionWriter: CardWriter<ConventionRule> = {
  kind: "habit",
  nameOf: ({ call, param, value, format }) =>
    `${call}.${format !== undefined ? "form-of" : value !== undefined ? "default" : "with"}-${param}`,
  toolsOf: (rule) => (isOption(rule) || !isToolName(rule.call) ? [] : [rule.call]),
  namesOf: ({ call, param, value }) => [call, param, ...(typeof value === "string" ? [value] : [])],
  phrases: ({ call, param, value, format }, language, topic) => {
    const phrases = CONVENTION_PHRASES[language];
    if (format !== undefined) return phrases.format(call, param, format, topic);
    return value === undefined ? phrases.option(call, param, topic) : phrases.value(call, param, String(value), topic);
  },
  strength: ({ bound, baseRate, detail }, language) => {
    const { strength, asked } = CONVENTION_PHRASES[language];
    const times = detail.asked ?? 0;
    return [
      strength({ atLeast: Math.floor(bound * 100), usual: Math.ceil(baseRate * 100) }),
      ...(times > 0 ? [asked(times)] : []),
    ];
  },
};

function isOption({ value, format }: ConventionRule): boolean {
  return value === undefined && format === undefined;
}
