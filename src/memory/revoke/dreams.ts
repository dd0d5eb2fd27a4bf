import { isUndone, unitName } from "../../learn/dreams.ts";
import { birthsOf, restsOnRevoked } from "../../learn/record.ts";
import type { Experience } from "../../model/experience.ts";
import type { DreamedRow, LedgerRow, NewLedgerRow } from "../../model/ledger.ts";
import type { MemoryOptions } from "../../options.ts";
import type { Ports } from "../../ports.ts";
import { parseCard } from "../../store/card.ts";
import { takeBack, textBefore } from "../dream/undo-dream.ts";
import { planRevoke, type RevokePlan } from "./plan.ts";

/** Sessions that a correction needs, and that a withdrawal does; as `learn/dream/correct.ts` has them. */
const NEEDED = { correction: 2, withdrawal: 3 };

export interface RevokeWithDreams {
  plan: RevokePlan;
  /** Units of dreams that would not have been without the session, the newest first; the rows of each, oldest first. */
  units: DreamedRow[][];
}

/**
 * The plan as it is once the units of dreams that rest on the session are taken back: a merge with a card that goes, a correction by
 * too few sessions, what its outcomes wrote into cards. Changes nothing.
 */
export async function planWithDreams(
  ports: Ports,
  options: MemoryOptions,
  rows: readonly LedgerRow[],
  session: string,
  onRead: () => void,
): Promise<RevokeWithDreams> {
  const plan = await planRevoke(ports, options, rows, session, new Map(), onRead);
  const units = unitsThatRestOn(rows, plan);
  if (units.length === 0) return { plan, units };
  const undone = units.map(([row]): LedgerRow => ({ v: 1, at: row!.at, ...undoneRow(row!) }));
  const earlier = await earlierCards(ports, units.flat());
  return { plan: await planRevoke(ports, options, [...rows, ...undone], session, earlier, onRead), units };
}

/** Carries it out, unit by unit. What a person changed since stays theirs. */
export async function takeDreamsBack(ports: Ports, units: readonly DreamedRow[][], session: string): Promise<void> {
  for (const unit of units)
    await takeBack(ports, unit, undoneRow(unit[0]!), `it rested on session ${session}, which was revoked`);
}

function undoneRow({ run, unit }: DreamedRow): NewLedgerRow & { type: "dream_undone" } {
  return { type: "dream_undone", run, unit, by: "revoke" };
}

function unitsThatRestOn(rows: readonly LedgerRow[], plan: RevokePlan): DreamedRow[][] {
  const units = new Map<string, DreamedRow[]>();
  for (const row of rows) {
    if (row.type !== "dreamed" || isUndone(plan.before.dreams, row)) continue;
    units.set(unitName(row), [...(units.get(unitName(row)) ?? []), row]);
  }
  const { before, after } = plan;
  const births = birthsOf(rows, after.revoked);
  const reborn = new Set(plan.cards.flatMap(({ card, reborn }) => (reborn ? [card.id] : [])));
  const gone = new Set(plan.cards.flatMap(({ card, retire }) => (retire === undefined ? [] : [card.id])));
  const goes = (id: string) => gone.has(id) || (restsOnRevoked(births.get(id), after.revoked) && !reborn.has(id));
  const fewer = (id: string, of: "sessions" | "contradictedIn", needed: number) => {
    const [had, has] = [before, after].map(({ cards }) => cards.get(id)?.[of].size ?? 0);
    return has! < had! && has! < needed;
  };
  const rests = (unit: readonly DreamedRow[]): boolean => {
    const [{ kind, sources }] = unit as [DreamedRow];
    if (kind === "corroborate") return unit.some(({ card }) => goes(card));
    if (kind === "refine") return sources.some((id) => before.attempts.has(id) && !after.attempts.has(id));
    if (kind !== "correct") return false;
    const right = unit.find(({ into }) => into !== undefined)?.card;
    return right === undefined
      ? unit.some(({ card }) => fewer(card, "contradictedIn", NEEDED.withdrawal))
      : goes(right) || fewer(right, "sessions", NEEDED.correction);
  };
  return [...units.values()].filter(rests).reverse();
}

/** The cards of these rows as they will be again. */
async function earlierCards(ports: Ports, rows: readonly DreamedRow[]): Promise<Map<string, Experience>> {
  const cards = new Map<string, Experience>();
  for (const row of rows) {
    const text = await textBefore(ports, row, await ports.cards.read(row.card));
    if (typeof text === "string") cards.set(row.card, parseCard(text, row.card));
  }
  return cards;
}
