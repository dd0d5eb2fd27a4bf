import type { LedgerFold } from "../learn/record.ts";
import { endedWell } from "../model/outcome.ts";
import { votingSession } from "../model/trajectory.ts";
import { createGrouper, type Grouped } from "../observe/group.ts";
import { outcomeFromSignals } from "../observe/signals/outcome-from-signals.ts";
import type { Ports } from "../ports.ts";

/** A card that was shown and of which less was done than this had no part in how it ended. 0..1. */
const FOLLOWED_AT = 0.5;
/** Whatever the pauses in it, a session is one here. */
const YEAR_MS = 365 * 86_400_000;

/**
 * By card id, the sessions that ended well with it: in which it was handed over and not ignored. An attempt that belongs to no
 * session counts with all others of its day as one, because nobody knows whether they were independent.
 */
export function wellByAttempts(fold: LedgerFold): Map<string, Set<string>> {
  const well = new Map<string, Set<string>>();
  for (const { recalled, outcome, followed } of fold.attempts.values()) {
    if (!outcome || !endedWell(outcome) || recalled.level === "session") continue;
    const session = recalled.session === undefined ? recalled.at.slice(0, 10) : votingSession(recalled.session);
    for (const id of recalled.shown) {
      if ((followed?.[id] ?? 1) < FOLLOWED_AT) continue;
      const sessions = well.get(id) ?? new Set();
      well.set(id, sessions.add(session));
    }
  }
  return well;
}

/**
 * Those of these sessions that ended well, by what is on record of them. Reads the whole log.
 * @param wanted  as `votingSession` names them
 */
export async function sessionsEndedWell(
  ports: Pick<Ports, "observations">,
  wanted: ReadonlySet<string>,
): Promise<Set<string>> {
  const well = new Set<string>();
  if (wanted.size === 0) return well;
  const grouper = createGrouper({ idleMs: YEAR_MS });
  const take = ({ trajectory }: Grouped): void => {
    const session = votingSession(trajectory.session);
    if (!wanted.has(session)) return;
    const outcome = trajectory.outcome ?? outcomeFromSignals(trajectory).outcome;
    if (outcome && endedWell(outcome)) well.add(session);
  };
  for await (const line of ports.observations.read({})) {
    if (line.value.session === undefined || !wanted.has(votingSession(line.value.session))) continue;
    for (const grouped of grouper.add(line)) take(grouped);
  }
  for (const grouped of grouper.flush(Number.POSITIVE_INFINITY)) take(grouped);
  return well;
}
