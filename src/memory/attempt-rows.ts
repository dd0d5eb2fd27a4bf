import { familyOf } from "../learn/family.ts";
import { type AttemptRow, attemptRowsOf } from "../learn/policy/attempt-row.ts";
import type { Attempt, LedgerFold } from "../learn/record.ts";

/**
 * The ledger as the rows that policies read: the one place where it becomes their input.
 *
 * Revoked sessions are not in the fold; advice of a session's start is not in the rows. The order of lines that were appended at
 * the same moment does not matter: rows are in the order of time, then of attempt ids, which sort by time as well.
 * @returns oldest first
 */
export function attemptRows(fold: LedgerFold): AttemptRow[] {
  return attemptRowsOf([...fold.attempts.values()].sort(inTime), {
    // By its words alone: which tools were used is known only afterwards, and what was advised has a hand in it.
    familyOf: ({ task }) => familyOf(task, []),
    nameOf: (card, { at }) => {
      const since = fold.cards.get(card)?.freshSince;
      return since !== undefined && at < since ? formerSelf(card) : card;
    },
  });
}

/** The name under which a restored card's earlier record counts: its part in how those tasks went stays its own. */
export function formerSelf(card: string): string {
  return `${card}${FORMER}`;
}

/** The card that a row's name stands for. */
export function cardNamed(name: string): string {
  return name.endsWith(FORMER) ? name.slice(0, -FORMER.length) : name;
}

/** No id holds a space. */
const FORMER = " before it was restored";

function inTime(a: Attempt, b: Attempt): number {
  if (a.recalled.at !== b.recalled.at) return a.recalled.at < b.recalled.at ? -1 : 1;
  return a.recalled.attempt < b.recalled.attempt ? -1 : 1;
}
