import { MemoryError } from "../../errors.ts";
import type { LedgerRow } from "../../model/ledger.ts";
import { votingSession } from "../../model/trajectory.ts";
import { createGrouper } from "../../observe/group.ts";
import type { Ports } from "../../ports.ts";
import { closestIds } from "../closest-ids.ts";

/**
 * The session that a name means: of a session, one of its parts or subagents, an attempt, or a run (`t_…`).
 * @throws MemoryError `NOT_FOUND` when neither the log nor the ledger knows it
 */
export async function findSession(
  ports: Pick<Ports, "observations">,
  rows: readonly LedgerRow[],
  name: string,
  idleMs: number,
): Promise<string> {
  const known = new Set<string>();
  for (const row of rows) {
    if (row.type === "recalled" && row.attempt === name && row.session !== undefined) return votingSession(row.session);
    if ("session" in row && row.session !== undefined) known.add(votingSession(row.session));
    if (row.type === "born") for (const session of row.sessions) known.add(votingSession(session));
  }
  // Cards quote a session with its source before it: `claude-code:ID`.
  const names = [name, name.replace(/^[\w.-]+:/, "")].map(votingSession);
  const isRun = name.startsWith("t_");
  // The log is long, and the ledger mostly knows.
  if (!isRun && known.has(names[0]!)) return names[0]!;
  const grouper = createGrouper({ idleMs });
  for await (const line of ports.observations.read({})) {
    if (line.value.session !== undefined) known.add(votingSession(line.value.session));
    const found = isRun ? grouper.add(line).find(({ trajectory }) => trajectory.id === name) : undefined;
    if (found) return votingSession(found.trajectory.session);
  }
  const last = isRun
    ? grouper.flush(Number.POSITIVE_INFINITY).find(({ trajectory }) => trajectory.id === name)
    : undefined;
  if (last) return votingSession(last.trajectory.session);
  const meant = names.find((session) => known.has(session));
  if (meant !== undefined) return meant;
  const near = closestIds(name, [...known]);
  throw new MemoryError(
    "NOT_FOUND",
    `no session is called "${name}"`,
    near.length > 0 ? `Closest: ${near.join(", ")}.` : "`habitus show ID` names the sessions that a card came from.",
  );
}
