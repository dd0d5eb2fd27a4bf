import type { CardKind } from "../model/experience.ts";
import type {
  ConventionRule,
  CoReadRule,
  CorrectWithRule,
  DivergenceRule,
  OrderRule,
  Rule,
  ToolRule,
  UserCorrectionRule,
  WorkflowRule,
} from "../model/rule.ts";
import type { Language } from "../text/language.ts";
import { conventionWriter } from "./conventions/writer.ts";
import { correctionWriter } from "./corrections/writer.ts";
import { divergenceWriter } from "./divergence/writer.ts";
import { coReadWriter, correctWithWriter, orderWriter, workflowWriter } from "./habits/writers.ts";
import type { Finding } from "./miner.ts";
import type { RulePhrases } from "./phrases/phrases.ts";
import { toolWriter } from "./tools/writer.ts";

/** All that tells cards of one type of rule from others. Each text holds only names and counts. */
export interface CardWriter<R> {
  kind: CardKind;
  /** The highest confidence that its cards begin with; default: as high as their evidence lets them. */
  mostAtBirth?: number;
  /** What the card's id is made of. */
  nameOf(rule: R): string;
  /** Tools that must be at hand for the card to be of use; none for a shell command, whose tool has another name in every host. */
  toolsOf(rule: R): string[];
  /** Names from the rule that may bring the card to mind. */
  namesOf(rule: R): string[];
  /** @param topic  words of the requests in evidence; may be empty */
  phrases(rule: R, language: Language, topic: readonly string[], finding: Finding): RulePhrases;
  /** How often it held, where that is not what its counts say. */
  held?(finding: Finding, language: Language): string;
  /** How sure it is, against what happens anyway, in sentences of their own. */
  strength(finding: Finding, language: Language): string[];
}

/** Rules whose cards are written by a writer of their own. */
type Written =
  | DivergenceRule
  | ConventionRule
  | UserCorrectionRule
  | CoReadRule
  | OrderRule
  | CorrectWithRule
  | WorkflowRule
  | ToolRule;

const WRITERS: { readonly [Type in Written["type"]]: CardWriter<Extract<Written, { type: Type }>> } = {
  divergence: divergenceWriter,
  convention: conventionWriter,
  "user-correction": correctionWriter,
  "co-read": coReadWriter,
  order: orderWriter,
  "correct-with": correctWithWriter,
  workflow: workflowWriter,
  tool: toolWriter,
};

export function hasWriter(rule: Rule): rule is Written {
  return Object.hasOwn(WRITERS, rule.type);
}

export function writerOf<R extends Written>(rule: R): CardWriter<R> {
  return WRITERS[rule.type] as unknown as CardWriter<R>;
}
