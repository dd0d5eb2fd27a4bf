import type { DemotionReport } from "../../../../memory/demote-run.ts";
import type { Offer } from "../../../../memory/handover-run.ts";
import type { HostConflict } from "../../../../memory/host-memory-run.ts";
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
  /** By kind and where it comes from. */
  offered: ({ text, kind, sessions, card, against }: Offer) => [
    `${{ constraint: "rule", fact: "fact", preference: "preference" }[kind]}: ${text}`,
    `  ${card === undefined ? `said in ${n(sessions.length, "session")}` : `from the card ${card}`}${against ? `; not written: ${against.path}:${against.line} says the opposite: ${against.text}` : ""}`,
  ],
  nothingToHandOver: "Nothing belongs into the agent's memory file that it does not say already.",
  howToApply: "Nothing was written. `habitus handover --apply` writes it; copies are kept.",
  handedOver: (paths: readonly string[], copies: string) =>
    `Written: ${paths.join(", ")}. Copies: ${copies}. \`habitus handover --undo\` takes it back.`,
  handoverUndone: (path: string, became: "restored" | "lines removed" | "left") =>
    `${path}: ${{ restored: "as it was before", "lines removed": "changed since, so only the lines of habitus were taken out", left: "changed since, and nothing of habitus is in it" }[became]}`,
  conflict: ({ id, title, path, line, says }: HostConflict) =>
    `Conflict  ${id} (${title}) and ${path}:${line} say opposite things: ${says}`,
  suggested: (skills: number, all: number) =>
    `Suggested ${n(skills, "skill")}, ${n(all, "card")} for all projects: \`habitus promote\``,
  leftSkill: (path: string) => `Left      ${path}: its cards were demoted, but a person had changed it`,
};

export type PromoteMessages = typeof en;
