import type { CoReadRule, CorrectWithRule, OrderRule, WorkflowRule } from "../../model/rule.ts";
import type { Language } from "../../text/language.ts";
import type { CardWriter } from "../card-writer.ts";
import { errorHints } from "../error-hints.ts";
import { isToolName } from "../identifiers.ts";
import type { Finding } from "../miner.ts";
import { HABIT_PHRASES } from "../phrases/habits/habits.ts";
import { PHRASES } from "../phrases/phrases.ts";
import { quote } from "../quote.ts";
import { type Letter, nameIn } from "./letters.ts";

/** Habits are the weakest evidence, so none begins as high as a rule that a result or an error shows (DESIGN §4). */
const MOST_AT_BIRTH = 0.4;

export const coReadWriter: CardWriter<CoReadRule> = {
  kind: "habit",
  mostAtBirth: MOST_AT_BIRTH,
  nameOf: ({ paths }) => `read.${paths.map(baseOf).join("-")}-together`,
  toolsOf: ({ tool }) => (tool === "read" ? [] : [tool]),
  namesOf: ({ paths }) => [...paths.map(baseOf), "read together"],
  phrases: (rule, language, topic) => HABIT_PHRASES[language].coRead(rule, topic),
  strength: strengthOf,
};

export const orderWriter: CardWriter<OrderRule> = {
  kind: "habit",
  mostAtBirth: MOST_AT_BIRTH,
  nameOf: ({ do: step, place, action }) => `${bare(action)}.${place === "before" ? "after" : "then"}-${bare(step)}`,
  toolsOf: (rule) => toolsIn([rule.do, rule.action]),
  namesOf: ({ do: step, action }) => namesIn([action, step]),
  phrases: (rule, language, topic) => HABIT_PHRASES[language].order(rule, topic),
  strength: strengthOf,
};

export const correctWithWriter: CardWriter<CorrectWithRule> = {
  kind: "habit",
  mostAtBirth: MOST_AT_BIRTH,
  nameOf: ({ action, error, with: by }) =>
    `${bare(action)}.${error === undefined ? "corrected-with" : "failed-then"}-${bare(by)}`,
  toolsOf: (rule) => toolsIn([rule.action, rule.with]),
  namesOf: ({ action, with: by }) => namesIn([action, by]),
  phrases: (rule, language, topic) => HABIT_PHRASES[language].correctWith(rule, topic, hintsOf(rule)),
  strength: (finding, language) => {
    const { error } = finding.rule as CorrectWithRule;
    const { evidence } = PHRASES[language];
    return [...strengthOf(finding, language), ...(error === undefined ? [] : [evidence.error(quote(error))])];
  },
};

export const workflowWriter: CardWriter<WorkflowRule> = {
  kind: "habit",
  mostAtBirth: MOST_AT_BIRTH,
  nameOf: ({ steps }) => `workflow.${bare(steps[0]!)}-to-${bare(steps.at(-1)!)}`,
  toolsOf: ({ steps }) => toolsIn(steps),
  namesOf: ({ steps }) => namesIn(steps),
  phrases: (rule, language, topic) => HABIT_PHRASES[language].workflow(rule, topic),
  strength: strengthOf,
};

function strengthOf({ bound, baseRate }: Finding, language: Language): string[] {
  return [
    PHRASES[language].evidence.strength({ atLeast: Math.floor(bound * 100), byChance: Math.ceil(baseRate * 100) }),
  ];
}

function hintsOf({ action, error }: CorrectWithRule): string[] {
  return error === undefined ? [] : errorHints(error, bare(action));
}

/** A letter without the mark that says what it is: `npm run lint`, `create_ticket`, `read main.tf`. */
function bare(letter: Letter): string {
  return letter.replace(/^(?:\$|any|tool|look-up) /, "").replaceAll("*", "");
}

/** How people and hosts call kinds of step. */
const ALSO_CALLED: Readonly<Record<string, string>> = { search: "grep", list: "glob", create: "write" };

function namesIn(letters: readonly Letter[]): string[] {
  return letters.flatMap((letter) => [bare(letter), ALSO_CALLED[letter] ?? []].flat());
}

function baseOf(pattern: string): string {
  return nameIn(`read ${pattern.slice(pattern.lastIndexOf("/") + 1)}`);
}

/** Hosts name their own tools differently; a tool of a server has one name everywhere. */
function toolsIn(letters: readonly Letter[]): string[] {
  const tools = letters.filter((letter) => /^(?:tool|look-up) /.test(letter)).map(nameIn);
  return [...new Set(tools)].filter(isToolName);
}
