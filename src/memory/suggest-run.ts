import { oppositeOf } from "../distill/dedup.ts";
import { MemoryError } from "../errors.ts";
import { homeFamilies } from "../learn/policy/why.ts";
import { PROMOTE_AT, type Promotable, type SkillSuggestion, skillGroups, suggestSkills } from "../learn/promote.ts";
import { type GlobalSuggestion, type ProjectCards, suggestGlobal } from "../learn/promote-global.ts";
import { foldLedger, type LedgerFold } from "../learn/record.ts";
import type { Experience } from "../model/experience.ts";
import type { CardFiles, Ports } from "../ports.ts";
import { parseCard } from "../store/card.ts";
import { attemptRows } from "./attempt-rows.ts";
import { sessionsEndedWell, wellByAttempts } from "./ended-well.ts";
import { compareWithHosts } from "./host-memory-run.ts";

export type { Relation, SkillSuggestion } from "../learn/promote.ts";
export type { GlobalSuggestion } from "../learn/promote-global.ts";

export interface Suggestions {
  skills: SkillSuggestion[];
  /** Cards that hold in other projects as well. */
  global: GlobalSuggestion[];
}

/**
 * What could be promoted, and why. Looks at the log of observations only where cards that belong together are sure enough and
 * the ledger alone does not show that tasks ended well with them; reads the cards of other projects only where a card of this one is sure.
 * @param project  as people call it
 */
export async function suggestionsRun(ports: Ports, project: string): Promise<Suggestions> {
  const cards = (await ports.index.all("experiences")).map(({ experience }) => experience);
  const active = cards.filter(({ status }) => status === "active");
  const sure = active.filter(({ confidence }) => confidence >= PROMOTE_AT);
  if (sure.length === 0) return { skills: [], global: [] };
  const fold = await foldLedger(ports.ledger.read());
  const opposed = new Map(
    (await compareWithHosts(ports)).conflicts.map(({ id, path, line }) => [id, `${path}:${line}`]),
  );
  const promotables = promotablesOf(active, fold, opposed);
  return {
    skills: await skillsFrom(ports, promotables, fold),
    global: await globalFrom(ports, project, sure, promotables),
  };
}

async function skillsFrom(ports: Ports, promotables: readonly Promotable[], fold: LedgerFold) {
  const groups = skillGroups(promotables);
  if (groups.length === 0) return [];
  const ids = groups.flatMap((group) => group.cards);
  const wellIn = await endedWellWith(ports, fold, ids);
  return suggestSkills(groups, promotables, (id) => wellIn.get(id) ?? []);
}

async function globalFrom(
  ports: Ports,
  project: string,
  cards: readonly Experience[],
  promotables: readonly Promotable[],
): Promise<GlobalSuggestion[]> {
  const others: ProjectCards[] = [];
  for (const other of (await ports.global?.others()) ?? [])
    others.push({ project: other.name, cards: await readAll(other.cards) });
  const conflicts = new Map(promotables.map(({ card, conflict }) => [card.id, conflict]));
  return suggestGlobal({ project, cards }, others, (id) => conflicts.get(id));
}

/** What is no card is the other project's business. */
async function readAll(files: CardFiles): Promise<Experience[]> {
  const cards: Experience[] = [];
  for (const { id } of await files.list(["experiences"])) {
    const file = await files.read(id);
    if (!file) continue;
    try {
      cards.push(parseCard(file.text, file.path));
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
    }
  }
  return cards;
}

/** Only of cards that are sure enough it is asked whether another one says the opposite: that takes a comparison with each. */
function promotablesOf(
  active: readonly Experience[],
  fold: LedgerFold,
  opposed: ReadonlyMap<string, string>,
): Promotable[] {
  const homes = homeFamilies(attemptRows(fold));
  return active.map((card) => {
    const family = homes.get(card.id) || undefined;
    const opposite =
      card.confidence >= PROMOTE_AT
        ? oppositeOf(
            card,
            active.filter(({ id }) => id !== card.id),
          )
        : undefined;
    const host = opposed.get(card.id);
    const conflict = opposite?.reason ?? (host === undefined ? undefined : `${host} says the opposite`);
    return { card, ...(family !== undefined && { family }), ...(conflict !== undefined && { conflict }) };
  });
}

/** Sessions that ended well: in which the card was handed over, or which showed its pattern. */
async function endedWellWith(
  ports: Ports,
  fold: LedgerFold,
  ids: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const byAttempts = wellByAttempts(fold);
  const seenIn = (id: string) => fold.cards.get(id)?.sessions ?? new Set<string>();
  const well = await sessionsEndedWell(ports, new Set(ids.flatMap((id) => [...seenIn(id)])));
  return new Map(
    ids.map((id) => [
      id,
      new Set([...(byAttempts.get(id) ?? []), ...[...seenIn(id)].filter((session) => well.has(session))]),
    ]),
  );
}
