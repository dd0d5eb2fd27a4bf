import type { Experience } from "../model/experience.ts";
import type { Rule } from "../model/rule.ts";
import { duplicateOf, type ExistingCard, oppositeOf } from "./dedup.ts";
import { wordsOfName } from "./identifiers.ts";
import { type Piece, type ScreenHit, screen } from "./screen/screen.ts";
import { shapeProblem } from "./shape.ts";

/** What becomes of a candidate, with the reason in words. */
export type Verdict =
  | { verdict: "accept"; reason: string }
  | { verdict: "merge"; into: string; reason: string }
  | { verdict: "quarantine"; reason: string; hits: ScreenHit[] }
  | { verdict: "reject"; reason: string };

/** What the gate reads of a card; what a card says about its own record is not believed and not read. */
export type Candidate = Pick<
  Experience,
  "id" | "title" | "whenToUse" | "body" | "keywords" | "tools" | "rule" | "status" | "taskQuery" | "generalizedQuery"
>;

/**
 * Shape, then screen, then dedup: in this order, so that a poisoned near-duplicate is held and never counted as evidence for the
 * card that it resembles. A candidate that says the opposite of an active card waits for a person too.
 */
export function gate(candidate: Candidate, existing: readonly ExistingCard[]): Verdict {
  const problem = shapeProblem(candidate);
  if (problem) return { verdict: "reject", reason: problem };
  const hits = screenCard(candidate);
  if (hits.length > 0) return { verdict: "quarantine", reason: describeHits(hits), hits };
  const duplicate = duplicateOf(candidate, existing);
  if (duplicate) return { verdict: "merge", into: duplicate.id, reason: duplicate.reason };
  const opposite = oppositeOf(candidate, existing);
  if (opposite) return { verdict: "quarantine", reason: `${opposite.reason}: a person must decide`, hits: [] };
  return {
    verdict: "accept",
    reason: "it has the shape of a card, nothing in it alarms, and nothing stored says the same",
  };
}

/**
 * Everything in a card that somebody reads, an agent or a person; for new cards, and for files that were edited or came from outside.
 * @returns `[]` when nothing alarms
 */
export function screenCard(card: Omit<Candidate, "id" | "status">): ScreenHit[] {
  const pieces: Piece[] = [
    { field: "when_to_use", text: card.whenToUse },
    { field: "title", text: card.title },
    { field: "body", text: card.body },
    ...card.keywords.map((text) => ({ field: "keywords", text })),
    ...card.tools.map((text) => ({ field: "tools", text })),
    ...(card.taskQuery === undefined ? [] : [{ field: "task_query", text: card.taskQuery }]),
    ...(card.generalizedQuery === undefined ? [] : [{ field: "generalized_query", text: card.generalizedQuery }]),
    ...(card.rule ? rulePieces(card.rule) : []),
  ];
  const seen = new Set<string>();
  return screen(pieces).filter(({ family, field, quote }) => {
    const key = `${family} ${field} ${quote}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

/** Names are also read as the words they are made of: `ignore_previous_instructions` speaks. */
function rulePieces(rule: Rule): Piece[] {
  const names = namesIn(rule);
  const spoken = names.flatMap((name) => [name, wordsOfName(name).join(" ")]);
  return [...spoken, ...("error" in rule && rule.error !== undefined ? [rule.error] : [])].map((text) => ({
    field: "rule",
    text,
  }));
}

function namesIn(rule: Rule): string[] {
  switch (rule.type) {
    case "provenance":
      return [rule.tool, rule.param, rule.from.tool, rule.from.field];
    case "fix-call":
      return [rule.tool, ...rule.fix];
    case "fix-argument":
      return [rule.tool, rule.param];
    case "divergence":
      return [rule.call];
    case "convention":
      return [rule.call, rule.param, String(rule.value ?? rule.format ?? "")];
    case "user-correction":
      return [rule.unwanted, rule.wanted];
    case "co-read":
      return [rule.tool, ...rule.paths];
    case "order":
      return [rule.do, rule.action];
    case "correct-with":
      return [rule.action, rule.with];
    case "workflow":
      return rule.steps;
    case "tool":
      return [rule.tool];
  }
}

/** The same for a text that is no card, such as words that a model made of some. */
export function screenText(field: string, text: string): ScreenHit[] {
  return screen([{ field, text }]);
}

/** One sentence for a person: what alarmed, and where. */
export function describeHits(hits: readonly ScreenHit[]): string {
  const shown = hits
    .slice(0, 3)
    .map(({ reason, field, quote }) => `${reason} (${field}${quote === "" ? "" : `: "${quote}"`})`);
  const more = hits.length > 3 ? `, and ${hits.length - 3} more` : "";
  return `the card ${shown.join("; ")}${more}`;
}
