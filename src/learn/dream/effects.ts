import { type AttemptRow, NO_FAMILY } from "../policy/attempt-row.ts";
import type { Share } from "./phrases.ts";

/** Judged attempts with a card, and without it, in one kind of task. */
export interface FamilyEffect {
  family: string;
  withCard: Share;
  without: Share;
  /** Effect of the card in log-odds, halves added so that no share is 0 or 1, and its standard error. */
  effect: number;
  sd: number;
  attempts: string[];
}

/** Judged attempts of a family with and without a card from which its effect is looked at: as many as the policy asks for. */
const ENOUGH = 4;
/** Attempts by the cards that they were shown. */
export function rowsByCard(rows: readonly AttemptRow[]): Map<string, AttemptRow[]> {
  const byCard = new Map<string, AttemptRow[]>();
  for (const row of rows) {
    for (const id of new Set(row.shown)) {
      const known = byCard.get(id);
      if (known) known.push(row);
      else byCard.set(id, [row]);
    }
  }
  return byCard;
}

const NONE: Share = { judged: 0, well: 0 };

/** How all judged attempts of each kind of task ended. */
export function sharesByFamily(rows: readonly AttemptRow[]): Map<string, Share> {
  const shares = new Map<string, Share>();
  for (const { family = NO_FAMILY, score } of rows) {
    if (score === undefined) continue;
    const { judged, well } = shares.get(family) ?? NONE;
    shares.set(family, { judged: judged + 1, well: well + (score >= 0.5 ? 1 : 0) });
  }
  return shares;
}

/**
 * Where enough is known, by family; best first.
 * @param ids  names of the card in the rows: its own, and that of the half that was split off it
 * @param withCard  attempts that were shown the card, each once
 * @param all  of every family, how its attempts ended
 */
export function effectsOf(
  ids: readonly string[],
  withCard: readonly AttemptRow[],
  all: ReadonlyMap<string, Share>,
): FamilyEffect[] {
  const families = new Set(withCard.map(({ family = NO_FAMILY }) => family).filter((family) => family !== NO_FAMILY));
  return [...families]
    .flatMap((family) => {
      const judged = withCard.filter((row) => row.family === family && row.score !== undefined);
      const shown = judged.filter((row) =>
        ids.some((id) => row.shown.includes(id) && (row.followed?.[id] ?? 1) >= 0.5),
      );
      const [card, without] = [shareOf(shown), shareWithout(all.get(family) ?? NONE, shareOf(judged))];
      if (card.judged < ENOUGH || without.judged < ENOUGH) return [];
      const effect = logOdds(card) - logOdds(without);
      const sd = Math.sqrt(variance(card) + variance(without));
      return [{ family, withCard: card, without, effect, sd, attempts: shown.map(({ attempt }) => attempt) }];
    })
    .sort((a, b) => b.effect - a.effect || (a.family < b.family ? -1 : 1));
}

function shareWithout(all: Share, some: Share): Share {
  return { judged: all.judged - some.judged, well: all.well - some.well };
}

function shareOf(rows: readonly AttemptRow[]): Share {
  return { judged: rows.length, well: rows.filter(({ score = 0 }) => score >= 0.5).length };
}

function logOdds({ judged, well }: Share): number {
  return Math.log((well + 0.5) / (judged - well + 0.5));
}

function variance({ judged, well }: Share): number {
  return 1 / (well + 0.5) + 1 / (judged - well + 0.5);
}
