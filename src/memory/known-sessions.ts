import type { Observation } from "../model/observation.ts";
import { votingSession } from "../model/trajectory.ts";
import { type KnownSession, noteKnown, nothingKnown } from "../observe/completion.ts";
import type { Ports } from "../ports.ts";

/** What the log holds of each session, read as far back as somebody asks. */
export interface KnownSessions {
  /**
   * @param session  as a transcript names it; its subagents and pieces count as one
   * @param began    RFC 3339, when the session began; absent: nobody knows, so the whole log is read
   */
  of(session: string, began: string | undefined): Promise<KnownSession | undefined>;
  /** Lines that were just appended. */
  note(lines: readonly Observation[]): void;
}

export function createKnownSessions(ports: Pick<Ports, "observations">): KnownSessions {
  const sessions = new Map<string, KnownSession>();
  /** Files of this day and later ones have been read. */
  let readFrom: string | undefined;
  const note = (line: Observation) => {
    if (line.session === undefined) return;
    const name = votingSession(line.session);
    const known = sessions.get(name) ?? nothingKnown();
    sessions.set(name, known);
    noteKnown(known, line);
  };
  return {
    of: async (session, began) => {
      const day = dayBefore(began);
      if (readFrom === undefined || day < readFrom) {
        const beforeDay = readFrom === undefined ? {} : { beforeDay: readFrom };
        for await (const { value } of ports.observations.read({}, undefined, { fromDay: day, ...beforeDay }))
          note(value);
        readFrom = day;
      }
      return sessions.get(votingSession(session));
    },
    note: (lines) => lines.forEach(note),
  };
}

/** Nothing of a session was recorded before it began; a day of grace for clocks that differ. */
function dayBefore(began: string | undefined): string {
  const ms = began === undefined ? Number.NaN : Date.parse(began);
  return Number.isNaN(ms) ? "" : new Date(ms - 86_400_000).toISOString().slice(0, 10);
}
