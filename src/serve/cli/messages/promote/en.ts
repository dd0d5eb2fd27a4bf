import type { DemotionReport } from "../../../../memory/demote-run.ts";
import type { PromotionReport } from "../../../../memory/promote-run.ts";
import type { GlobalSuggestion, Relation, SkillSuggestion } from "../../../../memory/suggest-run.ts";
import type { SkillListing } from "../../../../ports.ts";
import { percent } from "../format.ts";

const n = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

export const en = {
  suggestedSkill: ({ name, cards, sessions, confidence }: SkillSuggestion) => [
    `A skill "${name}": ${cards.join(", ")}`,
    `  confidence ${confidence} or more; ${n(sessions.length, "session")} ended well with them; no conflict is open`,
  ],
  related: ({ a, b, tools, words, family }: Relation) =>
    `  ${a} and ${b}: ${percent(tools)} of their tools and ${percent(words)} of their telling words in common${family ? `, both about "${family}"` : ""}`,
  suggestedGlobal: ({ id, title, projects }: GlobalSuggestion) =>
    `For all projects: ${id}  ${title}\n  holds in ${projects.join(", ")}`,
  howToSkill: (cards: readonly string[], name: string) => `  habitus promote ${cards.join(" ")} --name ${name}`,
  howToGlobal: (id: string) => `  habitus promote ${id} --global`,
  nothingSuggested:
    "Nothing to suggest yet. A skill needs three related cards at confidence 0.7 or more and two sessions that ended well with them; all projects need a card that holds in two. You may promote any active card: habitus promote ID.",
  short: (what: string) => `Note: ${what}`,
  dryRun: "Nothing was written.",
  needsYes: "Nothing was written: nobody is here to ask.",
  needsYesHint: "Add --yes to write it.",
  ask: (path: string, more: number) => `Write ${path}${more > 0 ? ` and ${more} more` : ""}?`,
  declined: "Nothing was written.",
  written: ({ name, cards }: PromotionReport) =>
    `"${name}" speaks for ${cards.join(", ")} from now on. \`habitus promote --undo ${name}\` takes it back.`,
  listed: (path: string, { by, client, note }: SkillListing) =>
    by === "client"
      ? `  ${path}: ${client} lists it`
      : `  ${path}: read again as the host reads it, which was not asked itself${note ? ` (${note})` : ""}`,
  demoted: ({ name, cards, retired, removed, left, reason }: DemotionReport) => [
    `"${name}" is no longer promoted: ${reason}.`,
    ...removed.map((path) => `  removed ${path}`),
    ...left.map((path) => `  left ${path}: it was changed by hand, so it is yours`),
    ...(cards.length > 0 ? [`  recalled again: ${cards.join(", ")}`] : []),
    ...(retired.length > 0 ? [`  retired: ${retired.join(", ")}`] : []),
  ],
};

export type PromoteMessages = typeof en;
