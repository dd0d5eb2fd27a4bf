import type { SessionNotes } from "../ports.ts";

/** Notes of a memory without a disk; see {@link SessionNotes}. */
export function createMemorySessionNotes(): SessionNotes {
  const sessions = new Map<string, Set<string>>();
  return {
    read: async (session) => new Set(sessions.get(session)),
    add: async (session, marks) => {
      const known = sessions.get(session) ?? new Set();
      sessions.set(session, known);
      for (const mark of marks) known.add(mark);
      return true;
    },
    clear: async (session) => {
      sessions.delete(session);
    },
  };
}
