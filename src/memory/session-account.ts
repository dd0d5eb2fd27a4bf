import type { LedgerRow } from "../model/ledger.ts";
import type { Outcome } from "../model/outcome.ts";
import { allSteps, votingSession } from "../model/trajectory.ts";
import { createGrouper, type Grouped } from "../observe/group.ts";
import { outcomeFromSignals } from "../observe/signals/outcome-from-signals.ts";
import type { Signal } from "../observe/signals/signal.ts";
import type { Ports } from "../ports.ts";
import { findSession } from "./revoke/find-session.ts";

export interface SessionAccount {
  session: string;
  /** Its parts and subagents, as they began. */
  parts: SessionPart[];
}

export interface SessionPart {
  /** Id of the run (`t_…`). */
  trajectory: string;
  session: string;
  /** RFC 3339. */
  started?: string;
  calls: number;
  /** How it ended: as the record states it, else as the signals say. Absent: unknown. */
  outcome?: Outcome;
  /** Everything that was seen of how it went, in order, whether it decided or not. */
  signals: Signal[];
}

/** Whatever the pauses in it, a session is told as one. */
const YEAR_MS = 365 * 86_400_000;

/**
 * How a session ended and by which signs, as it stands in the log. Reads the whole log; changes nothing.
 * @param name  a session, one of its parts, an attempt or a run
 * @throws MemoryError `NOT_FOUND` for an unknown name
 */
export async function sessionAccount(
  ports: Pick<Ports, "observations" | "ledger">,
  name: string,
): Promise<SessionAccount> {
  const rows: LedgerRow[] = [];
  for await (const row of ports.ledger.read()) rows.push(row);
  const session = await findSession(ports, rows, name, YEAR_MS);
  const grouper = createGrouper({ idleMs: YEAR_MS });
  const parts: SessionPart[] = [];
  for await (const line of ports.observations.read({})) {
    if (line.value.session === undefined || votingSession(line.value.session) !== session) continue;
    parts.push(...grouper.add(line).map(partOf));
  }
  parts.push(...grouper.flush(Number.POSITIVE_INFINITY).map(partOf));
  parts.sort((a, b) => ((a.started ?? "") < (b.started ?? "") ? -1 : 1));
  return { session, parts };
}

function partOf({ trajectory }: Grouped): SessionPart {
  const { outcome: read, signals } = outcomeFromSignals(trajectory);
  const outcome = trajectory.outcome ?? read;
  return {
    trajectory: trajectory.id,
    session: trajectory.session,
    ...(trajectory.started !== undefined && { started: trajectory.started }),
    calls: allSteps(trajectory).length,
    ...(outcome && { outcome }),
    signals,
  };
}
