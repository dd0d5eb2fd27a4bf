import type { FixArgumentRule, FixCallRule, ProvenanceRule } from "../../model/rule.ts";
import type { Language } from "../../text/language.ts";
import type { ChangeKind } from "../fix/changes.ts";
import { en } from "./en.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import { zh } from "./zh.ts";

/**
 * Everything a mined card says, in one language. Each text is a function of names that passed {@link isToolName} or {@link isKey}
 * and of counts; nothing a tool answered comes in here, except the quoted error of {@link EvidencePhrases.error}.
 */
export interface Phrases {
  provenance(rule: Naming<ProvenanceRule>): RulePhrases;
  fixCall(rule: Naming<FixCallRule>): RulePhrases;
  fixArgument(rule: Naming<FixArgumentRule>): RulePhrases;
  changes: ChangePhrases;
  evidence: EvidencePhrases;
}

/** A rule with its names prepared for prose. */
export interface Naming<R> {
  rule: R;
  /** The argument or field without its path, as words: `booking id`. */
  words: string;
  /** The source only looks things up, as far as its name tells; one that acts must not be called for the sake of a value. */
  looksUp: boolean;
  /** One of several returned values, rather than the only one. */
  oneOfSeveral: boolean;
  /** Words of the requests in evidence; may be empty. */
  topic: readonly string[];
  /** Words of the error's class, in the order of the alphabet: hints that cannot be read as a sentence. May be empty. */
  hints: readonly string[];
}

export interface RulePhrases {
  title: string;
  whenToUse: string;
  /** Imperative, in order. */
  steps: string[];
  preconditions: string[];
  failureModes: string[];
}

export interface EvidencePhrases {
  /** `2026-03-01 to 2026-03-05`; "" without dates. */
  span(first: string | undefined, last: string | undefined): string;
  held(counts: { support: number; tasks: number; hits: number; chances: number }): string;
  /** Shares in whole percent; `byChance` is what agreement by chance would give. */
  strength(shares: { atLeast: number; byChance: number }): string;
  /** Shares in whole percent; `elsewhere` is how often the same is done after other errors, or would come between two calls anyway. */
  amongErrors(shares: { atLeast: number; elsewhere: number }): string;
  /** The names agree and the value is too constant to test. */
  byName: string;
  said(count: number): string;
  withoutUserText(unexplained: number): string;
  unrepaired(counts: { failed: number; unrepaired: number }): string;
  error(quoted: string): string;
  outcomes(counts: { well: number; badly: number; unknown: number }): string;
  seenIn(links: string): string;
}

/** What to do to an argument, one entry for each {@link ChangeKind} that can stand in a rule. */
export type ChangePhrases = Readonly<
  Record<Exclude<ChangeKind, "clean-name" | "retry" | "other-value">, (param: string) => string>
>;

export const PHRASES: Readonly<Record<Language, Phrases>> = { en, ko, ja, zh };
