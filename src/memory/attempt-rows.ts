import { testedBy } from "../learn/dreams.ts";
import { familyOf } from "../learn/family.ts";
import { type AttemptRow, attemptRowsOf } from "../learn/policy/attempt-row.ts";
import { type Attempt, type LedgerFold, outranks } from "../learn/record.ts";
import { isFollowUp } from "../observe/follow-up.ts";

/**
 * The ledger as the rows that policies read: the one place where it becomes their input.
 *
 * Revoked sessions are not in the fold; advice of a session's start is not in the rows; what was said at a call or an error belongs
 * to the task whose prompt came before it. The order of lines that were appended at the same moment does not matter: rows are in the
 * order of time, then of attempt ids, which sort by time as well.
 * @returns oldest first
 */
export function attemptRows(fold: LedgerFold): AttemptRow[] {
  return attemptRowsOf(intoTasks([...fold.attempts.values()].sort(inTime)), {
    // By its words alone: which tools were used is known only afterwards, and what was advised has a hand in it.
    familyOf: ({ task }) => familyOf(task, []),
    nameOf: (shown, recalled) => {
      // What was shown then may have told something else; what was merged into a corrected card told what that one tells now.
      const since = fold.cards.get(shown)?.freshSince;
      return since !== undefined && recalled.at < since ? formerSelf(shown) : testedBy(fold.dreams, shown, recalled);
    },
  });
}

/**
 * Advice at a call or an error joins the latest prompt of its session: it was in the room when that task was done. So does a prompt that
 * only goes on with the work before it, unless it is known to have ended otherwise: a task that took many words is still one.
 */
function intoTasks(attempts: readonly Attempt[]): Attempt[] {
  const tasks: Attempt[] = [];
  const current = new Map<string, number>();
  for (const attempt of attempts) {
    const { level, session } = attempt.recalled;
    const place = session === undefined ? undefined : current.get(session);
    if (place !== undefined && goesOn(tasks[place]!, attempt)) {
      tasks[place] = joined(tasks[place]!, attempt);
      continue;
    }
    if (session !== undefined && level === "prompt") current.set(session, tasks.length);
    tasks.push(attempt);
  }
  return tasks;
}

function goesOn(task: Attempt, { recalled, outcome }: Attempt): boolean {
  if (recalled.level === "tool" || recalled.level === "failure") return true;
  if (recalled.level !== "prompt" || !isFollowUp({ user: recalled.task })) return false;
  return !outcome || !task.outcome || outcome.score === task.outcome.score;
}

function joined(task: Attempt, more: Attempt): Attempt {
  const outcome = !task.outcome || (more.outcome && outranks(more.outcome, task.outcome)) ? more.outcome : task.outcome;
  const { shown, shortlist } = task.recalled;
  const isAboutCall = more.recalled.level !== "prompt";
  return {
    recalled: {
      ...task.recalled,
      shown: [...shown, ...more.recalled.shown],
      // At a call there is no task to fit in part: what is shown is about that call.
      shortlist: [
        ...(shortlist ?? []),
        ...(isAboutCall
          ? more.recalled.shown.map((id) => ({ id, score: 1, fit: 1 }))
          : (more.recalled.shortlist ?? []).filter(({ id }) => !shown.includes(id))),
      ],
    },
    ...(outcome && { outcome }),
    ...((task.followed ?? more.followed) && { followed: { ...task.followed, ...more.followed } }),
  };
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
