/** What happened in a server, for whoever listens. */
export interface ServerEvent {
  /** Counted from 1 since the server began. */
  id: number;
  /** RFC 3339. */
  at: string;
  type: "recalled" | "outcome" | "settled" | "learned" | "card" | "reviewed" | "dreamed";
  /** Absent: the server's own. */
  project?: string;
  [key: string]: unknown;
}

/** Events that a listener who was away can still have. */
const KEPT = 1_000;

export interface Events {
  emit(type: ServerEvent["type"], project: string | undefined, data: Record<string, unknown>): void;
  /** @param after  number of the last event that the listener had; undefined: only new ones @returns ends listening */
  listen(after: number | undefined, hear: (event: ServerEvent) => void): () => void;
  readonly listeners: number;
}

export function createEvents(nowMs: () => number): Events {
  const kept: ServerEvent[] = [];
  const hearers = new Set<(event: ServerEvent) => void>();
  let last = 0;
  return {
    emit: (type, project, data) => {
      last += 1;
      const at = new Date(nowMs()).toISOString();
      const event: ServerEvent = { ...data, id: last, at, type, ...(project !== undefined && { project }) };
      kept.push(event);
      if (kept.length > KEPT) kept.shift();
      for (const hear of hearers) hear(event);
    },
    listen: (after, hear) => {
      if (after !== undefined) for (const event of kept) if (event.id > after) hear(event);
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    get listeners() {
      return hearers.size;
    },
  };
}
