import { oppositeOf } from "../distill/dedup.ts";
import { homeFamilies } from "../learn/policy/why.ts";
import { PROMOTE_AT, type Promotable, type SkillSuggestion, skillGroups, suggestSkills } from "../learn/promote.ts";
import { foldLedger, type LedgerFold } from "../learn/record.ts";
import type { Experience } from "../model/experience.ts";
import type { Ports } from "../ports.ts";
import { attemptRows } from "./attempt-rows.ts";
import { sessionsEndedWell, wellByAttempts } from "./ended-well.ts";

export interface Suggestions {
  skills: SkillSuggestion[];
}

/**
 * What could be promoted, and why. Looks at the log of observations only where cards that belong together are sure enough and
 * the ledger alone does not show that tasks ended well with them.
 */
export async function suggestionsRun(ports: Ports): Promise<Suggestions> {
  const cards = (await ports.index.all("experiences")).map(({ experience }) => experience);
  const active = cards.filter(({ status }) => status === "active");
  if (active.filter(({ confidence }) => confidence >= PROMOTE_AT).length === 0) return { skills: [] };
  const fold = await foldLedger(ports.ledger.read());
  const promotables = promotablesOf(active, fold);
  const groups = skillGroups(promotables);
  if (groups.length === 0) return { skills: [] };
  const wellIn = await endedWellWith(
    ports,
    fold,
    groups.flatMap((group) => group.cards),
  );
  return { skills: suggestSkills(groups, promotables, (id) => wellIn.get(id) ?? []) };
}

/** Only of cards that are sure enough it is asked whether another one says the opposite: that takes a comparison with each. */
function promotablesOf(active: readonly Experience[], fold: LedgerFold): Promotable[] {
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
    return { card, ...(family !== undefined && { family }), ...(opposite && { conflict: opposite.reason }) };
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
