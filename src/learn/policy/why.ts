import { type AttemptRow, NO_FAMILY } from "./attempt-row.ts";
import { type AttributionFit, baseRate, type CardEstimate, estimateOf } from "./attribution.ts";
import { type Lift, liftOf } from "./lift.ts";

/** All that `why ID` says about one card's use, as data. */
export interface CardCase {
  /** Times handed over for a task. */
  shown: number;
  /** Of those, times somebody looked whether the advice was taken, and times it was, at least by half. */
  looked: number;
  followed: number;
  /** Of `shown`, times with a known outcome. */
  judged: number;
  /** Of `judged`, the sum of the scores: whole while outcomes are 0 or 1. */
  endedWell: number;
  /** Kind of task in which it was shown most; absent: none has a name. */
  family?: string;
  /** P(success) of such a task without any card, 0..1. */
  usual: number;
  estimate: CardEstimate;
  lift: Lift;
  /** Cards shown in exactly the same judged attempts: nothing tells them apart, so they share one estimate. Sorted. */
  alwaysWith: string[];
}

/**
 * Gathers the case for and against one card.
 * @param rows  the rows that `fit` was made from, any order
 */
export function caseOf(card: string, rows: readonly AttemptRow[], fit: AttributionFit, priorMean: number): CardCase {
  const withCard = rows.filter((row) => row.shown.includes(card));
  const judged = withCard.filter((row) => row.score !== undefined);
  const looks = withCard.flatMap((row) => row.followed?.[card] ?? []);
  const family = homeFamilies(rows).get(card);
  const usual = baseRate(fit, family);
  const estimate = estimateOf(fit, card, priorMean);
  return {
    shown: withCard.length,
    looked: looks.length,
    followed: looks.filter((share) => share >= 0.5).length,
    judged: judged.length,
    endedWell: judged.reduce((sum, row) => sum + row.score!, 0),
    ...(family === undefined || family === NO_FAMILY ? {} : { family }),
    usual,
    estimate,
    lift: liftOf(estimate, usual),
    alwaysWith: companionsOf(card, rows, judged),
  };
}

/** For each card the family in which it was shown most, judged or not; ties go to the first name. */
export function homeFamilies(rows: readonly AttemptRow[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const family = row.family ?? NO_FAMILY;
    for (const card of new Set(row.shown)) {
      const families = counts.get(card) ?? new Map<string, number>();
      families.set(family, (families.get(family) ?? 0) + 1);
      counts.set(card, families);
    }
  }
  const most = (families: Map<string, number>) =>
    [...families].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))[0]![0];
  return new Map([...counts].map(([card, families]) => [card, most(families)]));
}

function companionsOf(card: string, rows: readonly AttemptRow[], judged: readonly AttemptRow[]): string[] {
  const [first, ...rest] = judged;
  if (!first) return [];
  const inAll = [...new Set(first.shown)].filter((id) => id !== card && rest.every((row) => row.shown.includes(id)));
  const elsewhere = new Set(
    rows.filter((row) => row.score !== undefined && !row.shown.includes(card)).flatMap((row) => row.shown),
  );
  return inAll.filter((id) => !elsewhere.has(id)).sort();
}
