import { emptyMineState, isMineState, type MineState } from "../distill/mine.ts";
import { isObject } from "../model/json.ts";
import type { Observation } from "../model/observation.ts";
import { createGrouper, type Grouped, type Resume } from "../observe/group.ts";
import type { LogProblem, Ports } from "../ports.ts";
import { FILLED } from "./count-filled.ts";
import type { LensWaiting } from "./lenses/queue.ts";

/** Version of the learn state. Another version is thrown away and everything is read again: it is derived. */
const STATE_VERSION = 1;

/** Where `learn` stands. Saved as a whole after a run succeeded, so cursor and counts move together or not at all. */
export interface LearnState {
  v: typeof STATE_VERSION;
  read: Resume;
  /** Imported sessions, so that importing a file twice adds nothing. */
  imported: string[];
  /** `YYYY-MM-DD`, sorted: days on which the project was used. */
  days: string[];
  /** By tool, the last day on which it was used. */
  tools?: Record<string, string>;
  trajectories: number;
  /** Finished live calls without a result, one after the other, up to the last line that was read. */
  emptyResults: number;
  /** RFC 3339. */
  learned?: string;
  /** Attempts that wait for the lenses; only with a model, when `models.learn` is set. */
  waitingForLenses?: LensWaiting[];
  /** Sessions that lenses have looked at. */
  looked?: string[];
  mine: MineState;
}

export async function loadLearnState(ports: Pick<Ports, "state">): Promise<LearnState> {
  const loaded = await ports.state.load();
  if (isObject(loaded) && loaded.v === STATE_VERSION && isMineState(loaded.mine))
    return loaded as unknown as LearnState;
  const read: Resume = { positions: {}, finished: [] };
  return { v: STATE_VERSION, read, imported: [], days: [], trajectories: 0, emptyResults: 0, mine: emptyMineState() };
}

/** Sessions that were imported whole: those that `learn` has read, and those that still wait. */
export async function knownSessions(ports: Pick<Ports, "observations">, state: LearnState): Promise<Set<string>> {
  const known = new Set(state.imported);
  for await (const { value } of ports.observations.read(state.read.positions)) {
    if (value.event === "session_end" && value.host === "import" && value.session !== undefined)
      known.add(value.session);
  }
  return known;
}

/** How many observations no `learn` has read yet, and how many finished calls up to now came without a result. */
export async function countWaiting(
  ports: Pick<Ports, "observations">,
  state: LearnState,
): Promise<{ waiting: number; emptyResults: number }> {
  const until = new Map(state.read.finished.map((done) => [done.session, done.until]));
  let waiting = 0;
  let { emptyResults } = state;
  for await (const { value, file, start } of ports.observations.read(state.read.positions)) {
    if (start < (until.get(value.session ?? "")?.[file] ?? 0)) continue;
    waiting += 1;
    emptyResults = countEmpty(emptyResults, value);
  }
  return { waiting, emptyResults };
}

function countEmpty(before: number, { event, host, result, error, filled }: Observation): number {
  if (event !== "tool_end" || host === "import" || filled) return before;
  return result === undefined && error === undefined ? before + 1 : 0;
}

/**
 * Reads on from where the last run stopped.
 * @param each  called for every session that ended, with the time at which its last line was recorded (RFC 3339)
 */
export async function readNewSessions(
  ports: Pick<Ports, "observations" | "clock">,
  state: LearnState,
  options: { idleMs: number; includeOpen: boolean },
  each: (grouped: Grouped, recorded: string) => void,
  onProblem: (problem: LogProblem) => void,
): Promise<{ read: Resume; open: number; days: string[]; emptyResults: number }> {
  const awaited = new Map<string, number>();
  for await (const { value } of ports.observations.read(state.read.positions, undefined, { holding: FILLED })) {
    if (value.session !== undefined) awaited.set(value.session, (awaited.get(value.session) ?? 0) + 1);
  }
  const grouper = createGrouper({ idleMs: options.idleMs, resumed: state.read, awaited });
  const days = new Set(state.days);
  let { emptyResults } = state;
  const lastLine = new Map<string, string>();
  const give = (grouped: Grouped) => {
    const { session, started } = grouped.trajectory;
    // A file that is imported today tells of the day on which its run happened.
    if (grouped.info.whole && started) days.add(started.slice(0, 10));
    each(grouped, lastLine.get(session) ?? "");
    lastLine.delete(session);
  };
  for await (const line of ports.observations.read(state.read.positions, onProblem)) {
    const { at, host, event, session } = line.value;
    if (host !== "import" || event === "session_start") days.add(at.slice(0, 10));
    emptyResults = countEmpty(emptyResults, line.value);
    const complete = grouper.add(line);
    if (session !== undefined) lastLine.set(session, at);
    for (const grouped of complete) give(grouped);
  }
  // Infinity: every session has been silent for long enough.
  for (const grouped of grouper.flush(options.includeOpen ? Number.POSITIVE_INFINITY : ports.clock.now()))
    give(grouped);
  return { read: grouper.resume(), open: grouper.openSessions(), days: [...days].sort(), emptyResults };
}
