import type { Experience } from "../model/experience.ts";
import { type Rule, ruleKey } from "../model/rule.ts";
import { compareTexts, opposes } from "../text/similarity.ts";

/** The part of a stored card that a candidate is compared with. */
export type ExistingCard = Pick<Experience, "id" | "title" | "whenToUse" | "body" | "tools" | "rule" | "status">;

export interface DuplicateOf {
  id: string;
  /** In words. */
  reason: string;
}

/** Share of common words in the steps from which two cards may say the same. 0..1; a guess. */
const SAME_STEPS_AT = 0.75;

/**
 * The stored card that already says what this one says.
 *
 * Rules decide where both cards have one: the same key is the same card, another key is another card, however alike the words.
 * Otherwise title and steps must agree in words, numbers, names in code, polarity and order, and the cards must be about the same
 * tools. Empty never equals empty.
 */
export function duplicateOf(candidate: ExistingCard, existing: readonly ExistingCard[]): DuplicateOf | undefined {
  for (const card of existing) {
    if (card.id === candidate.id && card === candidate) continue;
    if (candidate.rule && card.rule) {
      if (ruleKey(candidate.rule) === ruleKey(card.rule))
        return { id: card.id, reason: `"${card.id}" holds the same rule` };
      continue;
    }
    if (!sameTools(candidate, card)) continue;
    if (sameWords(candidate, card)) return { id: card.id, reason: `"${card.id}" says the same in other words` };
  }
  return undefined;
}

/** A stored, active card that asserts the opposite of this one about the same matter. */
export function oppositeOf(candidate: ExistingCard, existing: readonly ExistingCard[]): DuplicateOf | undefined {
  for (const card of existing) {
    if (card.status !== "active" || !sameTools(candidate, card) || !compareWhen(candidate, card)) continue;
    if (contradicts(candidate.rule, card.rule)) continue;
    if (opposes(candidate.title, card.title) || opposes(essence(candidate), essence(card)))
      return { id: card.id, reason: `"${card.id}" says the opposite` };
  }
  return undefined;
}

/** Rules of two cards are compared by the machine; templates of different rules never count as opposites. */
function contradicts(a: Rule | undefined, b: Rule | undefined): boolean {
  return a !== undefined && b !== undefined;
}

function compareWhen(a: ExistingCard, b: ExistingCard): boolean {
  return compareTexts(a.whenToUse, b.whenToUse).same;
}

function sameTools(a: ExistingCard, b: ExistingCard): boolean {
  if (a.tools.length === 0 || b.tools.length === 0) return true;
  const [left, right] = [[...new Set(a.tools)].sort(), [...new Set(b.tools)].sort()];
  return left.length === right.length && left.every((tool, i) => tool === right[i]);
}

function sameWords(a: ExistingCard, b: ExistingCard): boolean {
  if (!compareTexts(essence(a), essence(b), SAME_STEPS_AT).same) return false;
  return a.title.trim() === b.title.trim() || compareTexts(a.title, b.title).same;
}

/** Title and steps: what the card tells to do, without its evidence. */
function essence({ title, body }: ExistingCard): string {
  const withoutHeading = body.replace(/^\s*#\s.*\n/, "");
  const steps = withoutHeading.split(/^## /m)[0] ?? "";
  return `${title}\n${steps.replaceAll(/^\s*(?:\d+\.|[-*])\s+/gm, "")}`.trim();
}
