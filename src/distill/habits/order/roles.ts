import { FILE_ROLES } from "../../../alphabet/file-role.ts";
import type { OrderRule } from "../../../model/rule.ts";
import { isCommand, type Letter, nameIn, namesFile, type Part } from "../letters.ts";

/**
 * What serves what. An order is advice only where the step serves the action: one looks, checks and prepares before a change or a
 * delivery, and checks, prepares or delivers after it. The other way round it would say "edit before every test".
 */
const SERVES: Readonly<Record<OrderRule["place"], Readonly<Partial<Record<Part, readonly Part[]>>>>> = {
  before: {
    work: ["look", "verify", "prepare", "tool"],
    verify: ["prepare", "verify"],
    prepare: ["prepare"],
    deliver: ["look", "verify", "prepare", "tool"],
  },
  after: {
    work: ["look", "verify", "prepare", "deliver", "tool"],
    prepare: ["verify"],
    deliver: ["look", "verify", "deliver", "tool"],
  },
};

export function serves(step: Part, place: OrderRule["place"], action: Part): boolean {
  return SERVES[place][action]?.includes(step) ?? false;
}

/** Purposes that say what to run even without a command's name. */
const TELLING = /^any (?:test|build|lint|typecheck|check|format|install|migrate|commit|push|deploy)$/;

/** True for a letter that tells an agent what to do: not a pattern of many files, not a purpose that says nothing. */
export function tellsWhat(letter: Letter): boolean {
  const name = nameIn(letter);
  if (letter.startsWith("any ")) return TELLING.test(letter);
  if (isCommand(letter) || name === "" || !/^(?:read|edit|create) /.test(letter)) return true;
  return (FILE_ROLES as readonly string[]).includes(name) || namesFile(name);
}

/** Programs ask for it themselves: what is committed was staged. */
export function goesWithoutSaying(step: Letter, action: Letter): boolean {
  return STAGES.test(step) && COMMITS.test(action);
}

const STAGES = /^(?:any stage|\$ (?:git|hg) (?:add|stage))$/;
const COMMITS = /^(?:any commit|\$ (?:git|hg) commit)$/;
