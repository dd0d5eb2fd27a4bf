import type { MemoryOptions } from "../options.ts";
import type { Ports } from "../ports.ts";
import { countWaiting, loadLearnState } from "./learn-state.ts";
import { EMPTY_RESULTS_ALARM } from "./status-run.ts";

/** Something that a person should hear once in a session. */
export interface SessionNotice {
  /** `waiting`: there is something to learn; `results`: finished calls come without results, so nothing can be learned. */
  kind: "waiting" | "results";
  /** Observations, or finished calls. */
  count: number;
}

/**
 * What there is to say to the person in this session, each kind once.
 * @returns undefined: nothing, or it was said
 */
export async function noticeRun(
  ports: Ports,
  { noticeAt }: MemoryOptions,
  session: string,
): Promise<SessionNotice | undefined> {
  const key = `${session}#notices`;
  const told = await ports.notes.read(key);
  if (told.has("results") && told.has("waiting")) return undefined;
  const { waiting, emptyResults } = await countWaiting(ports, await loadLearnState(ports));
  const due: SessionNotice[] = [
    ...(emptyResults >= EMPTY_RESULTS_ALARM ? [{ kind: "results" as const, count: emptyResults }] : []),
    ...(waiting >= noticeAt ? [{ kind: "waiting" as const, count: waiting }] : []),
  ];
  const notice = due.find(({ kind }) => !told.has(kind));
  // Where it cannot be kept that it was said, it would be said at every prompt.
  return notice && (await ports.notes.add(key, [notice.kind])) ? notice : undefined;
}
