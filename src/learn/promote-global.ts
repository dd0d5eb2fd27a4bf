import type { Experience } from "../model/experience.ts";
import { ruleKey } from "../model/rule.ts";
import { compareTexts } from "../text/similarity.ts";
import { PROMOTE_AT } from "./promote.ts";

/** In another project a card need not be as sure: that it came up there at all is the evidence. 0..1; as sure as a card can be born. */
export const ELSEWHERE_AT = 0.5;

export interface ProjectCards {
  /** As people call it. */
  project: string;
  cards: readonly Experience[];
}

/** A card that holds in more than one project. */
export interface GlobalSuggestion {
  /** In this project. */
  id: string;
  title: string;
  /** This project first. */
  projects: string[];
  /** What is the same there: the rule that a machine checks, or the words. */
  by: "rule" | "words";
}

/**
 * Cards of this project that others have come to as well, independently: the same rule, or the same saying.
 * What only failures speak for is left out, and what something stands open against.
 * @param conflict  in words, what stands open against a card of this project
 */
export function suggestGlobal(
  own: ProjectCards,
  others: readonly ProjectCards[],
  conflict: (id: string) => string | undefined,
): GlobalSuggestion[] {
  const elsewhere = others.map(({ project, cards }) => ({
    project,
    cards: cards.filter(({ status, confidence }) => isAlive(status) && confidence >= ELSEWHERE_AT),
  }));
  return own.cards.flatMap((card) => {
    const { id, title, status, confidence, kind, utility } = card;
    if (status !== "active" || confidence < PROMOTE_AT || conflict(id)) return [];
    if (kind === "failure" && utility === 0) return [];
    const found = elsewhere.flatMap(({ project, cards }) => {
      const by = cards.map((other) => sameness(card, other)).find((how) => how !== undefined);
      return by ? [{ project, by }] : [];
    });
    if (found.length === 0) return [];
    const by = found.some((other) => other.by === "rule") ? "rule" : "words";
    return [{ id, title, projects: [own.project, ...found.map(({ project }) => project)], by }];
  });
}

function isAlive(status: Experience["status"]): boolean {
  return status === "active" || status === "promoted";
}

/** In what two cards say the same; undefined when they do not. Two rules are compared by their keys alone. */
export function sameness(a: Experience, b: Experience): "rule" | "words" | undefined {
  if (a.rule && b.rule) return ruleKey(a.rule) === ruleKey(b.rule) ? "rule" : undefined;
  const alike = (x: string, y: string) => x.trim() !== "" && (x.trim() === y.trim() || compareTexts(x, y).same);
  return alike(a.title, b.title) && alike(a.whenToUse, b.whenToUse) ? "words" : undefined;
}
