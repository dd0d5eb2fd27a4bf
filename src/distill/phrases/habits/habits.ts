import type { CoReadRule, CorrectWithRule, OrderRule, WorkflowRule } from "../../../model/rule.ts";
import type { Language } from "../../../text/language.ts";
import type { RulePhrases } from "../phrases.ts";
import { en } from "./en.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import { zh } from "./zh.ts";

/** What cards of habits say, in one language. What varies are letters, put into words, and words of the requests. */
export interface HabitPhrases {
  coRead(rule: CoReadRule, topic: readonly string[]): RulePhrases;
  order(rule: OrderRule, topic: readonly string[]): RulePhrases;
  /** @param hints  words of the error's class, in the order of the alphabet; empty where the rule has no error */
  correctWith(rule: CorrectWithRule, topic: readonly string[], hints: readonly string[]): RulePhrases;
  workflow(rule: WorkflowRule, topic: readonly string[]): RulePhrases;
}

export const HABIT_PHRASES: Readonly<Record<Language, HabitPhrases>> = { en, ko, ja, zh };
