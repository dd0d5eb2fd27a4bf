import { isObject } from "../model/json.ts";
import type { Observation, SessionInfo } from "../model/observation.ts";
import { OUTCOME_TRUST, type Outcome, type OutcomeSource } from "../model/outcome.ts";
import type { Trajectory } from "../model/trajectory.ts";
import type { LogLine, LogPositions } from "../ports.ts";
import { trajectoryId } from "./identity.ts";
import { type Moments, SessionSteps } from "./session-steps.ts";

export interface GrouperOptions {
  /** A session that is silent for longer ended, even if more comes later: the rest is a trajectory of its own. Milliseconds. */
  idleMs: number;
  /** What {@link Grouper.resume} said when the last reading stopped; the log is then read from its positions. */
  resumed?: Resume | undefined;
  /** How many filled lines of each session are still to come: an ended session waits for them. */
  awaited?: ReadonlyMap<string, number>;
}

/** Where the next reading must begin, and what it must leave out because it was given out already. */
export interface Resume {
  positions: LogPositions;
  /** Sessions whose lines before `until` are done with, although an earlier session keeps the reader from moving past them. */
  finished: FinishedSession[];
}

export interface FinishedSession {
  session: string;
  until: LogPositions;
}

export interface Grouped {
  trajectory: Trajectory;
  /** What its `session_start` knew; only `source` when there was none. */
  info: SessionInfo;
  /** Absent for a session that was appended as a whole: its lines do not say when things happened. */
  moments?: Moments;
}

export interface Grouper {
  /**
   * Takes the next line of the log. Sessions may be interleaved.
   * @returns the trajectories that this line showed to be complete, mostly none
   */
  add(line: LogLine<Observation>): Grouped[];
  /** Call when no line is left: gives out sessions that ended, and those silent for `idleMs` before `nowMs`. */
  flush(nowMs: number): Grouped[];
  /** Sessions that are still going on. */
  openSessions(): number;
  /** Plain data, to be kept with what the trajectories led to: both move together or not at all. */
  resume(): Resume;
  /** Lines without a session: they belong to nobody and are left out. */
  unassigned(): number;
}

/**
 * Joins observations into trajectories: one a session, or several where a session was silent for long or went on after its end.
 *
 * Starts and ends are joined by call id; a start without an end is `unknown`, never joined with the end of another call. A `whole`
 * session that begins twice begins anew: the first try was cut short by a crash. Lines that arrive late, such as the end of a
 * call after the end of its session, are waited for until the log is seconds further, or `flush`.
 */
export function createGrouper({ idleMs, resumed, awaited }: GrouperOptions): Grouper {
  const open = new Map<string, OpenSession>();
  const ended = new Set<OpenSession>();
  const skipped = new Map((resumed?.finished ?? []).map(({ session, until }) => [session, until]));
  const finished = new Map<string, LogPositions>();
  const read: Record<string, number> = { ...resumed?.positions };
  const toCome = new Map(awaited);
  let unassigned = 0;

  const drop = (session: OpenSession) => {
    open.delete(session.id);
    ended.delete(session);
  };
  const giveOut = (session: OpenSession): Grouped => {
    drop(session);
    finished.set(session.id, { ...finished.get(session.id), ...session.until });
    // With nothing open the next reading begins behind all of them.
    if (open.size === 0) finished.clear();
    const info = session.info ?? { source: sourceOf(session) };
    const moments = info.whole === true ? undefined : session.steps.moments();
    return { trajectory: toTrajectory(session), info, ...(moments && { moments }) };
  };

  return {
    add({ value: observation, file, start, next }) {
      read[file] = Math.max(read[file] ?? 0, next);
      const id = observation.session;
      if (id === undefined) {
        unassigned += 1;
        return [];
      }
      if (observation.filled) toCome.set(id, (toCome.get(id) ?? 1) - 1);
      if (start < (skipped.get(id)?.[file] ?? 0)) return [];
      const atMs = Date.parse(observation.at);
      const given = [...ended]
        .filter((session) => session.id !== id && isOver(session, atMs) && !((toCome.get(session.id) ?? 0) > 0))
        .map(giveOut);

      let session = open.get(id);
      if (session && goesOnAnew(session, observation, atMs, idleMs)) {
        // What a crash left of a whole session is forgotten; everything else was a trajectory.
        if (restartsWhole(session, observation)) drop(session);
        else given.push(giveOut(session));
        session = undefined;
      }
      session ??= openSession(id, atMs);
      open.set(id, session);
      session.starts[file] ??= start;
      session.until[file] = next;
      take(session, observation, atMs);
      if (session.ended) ended.add(session);
      if (session.ended && session.info?.whole) given.push(giveOut(session));
      return given;
    },
    flush(nowMs) {
      return [...open.values()].filter((session) => session.ended || nowMs - session.lastMs > idleMs).map(giveOut);
    },
    openSessions: () => open.size,
    resume() {
      const positions = { ...read };
      for (const { starts } of open.values()) {
        for (const [file, start] of Object.entries(starts)) positions[file] = Math.min(positions[file] ?? start, start);
      }
      const reaches = (until: LogPositions) =>
        Object.entries(until).some(([file, next]) => next > (positions[file] ?? 0));
      const all = new Map(skipped);
      for (const [session, until] of finished) all.set(session, { ...all.get(session), ...until });
      return {
        positions,
        finished: [...all].flatMap(([session, until]) => (reaches(until) ? [{ session, until }] : [])),
      };
    },
    unassigned: () => unassigned,
  };
}

/** Late lines of an ended session are waited for this long, by the times in the log: hooks write from processes of their own. A guess. */
const LATE_MS = 5_000;

interface OpenSession {
  id: string;
  /** In each file, where its first line begins, and where the line after its last one does. */
  starts: Record<string, number>;
  until: Record<string, number>;
  firstMs: number;
  lastMs: number;
  info: SessionInfo | undefined;
  project: string | undefined;
  host: string | undefined;
  outcome: Outcome | undefined;
  ended: boolean;
  steps: SessionSteps;
}

function openSession(id: string, atMs: number): OpenSession {
  const unknown = { info: undefined, project: undefined, host: undefined, outcome: undefined };
  return {
    id,
    starts: {},
    until: {},
    firstMs: atMs,
    lastMs: atMs,
    ...unknown,
    ended: false,
    steps: new SessionSteps(),
  };
}

function isOver(session: OpenSession, atMs: number): boolean {
  return session.ended && atMs - session.lastMs > LATE_MS;
}

function goesOnAnew(session: OpenSession, observation: Observation, atMs: number, idleMs: number): boolean {
  if (restartsWhole(session, observation)) return true;
  // What was filled in happened within the session, whenever it was written down.
  if (session.info?.whole || observation.filled) return false;
  if (session.ended)
    return observation.event === "session_start" || observation.event === "prompt" || isOver(session, atMs);
  return atMs - session.lastMs > idleMs;
}

function restartsWhole(session: OpenSession, observation: Observation): boolean {
  return session.info?.whole === true && observation.event === "session_start";
}

function take(session: OpenSession, observation: Observation, atMs: number): void {
  if (!observation.filled) {
    session.firstMs = Math.min(session.firstMs, atMs);
    session.lastMs = Math.max(session.lastMs, atMs);
  }
  session.project ??= observation.project;
  session.host ??= observation.host;
  switch (observation.event) {
    case "session_start":
      session.info ??= infoOf(observation);
      break;
    case "session_end":
      session.ended = true;
      break;
    case "feedback":
      session.outcome = moreTrusted(session.outcome, outcomeOf(observation));
      break;
    default:
      session.steps.take(observation, atMs);
  }
}

/** `input` of a `session_start`, if it is what it should be. */
function infoOf(observation: Observation): SessionInfo | undefined {
  const { input } = observation;
  if (!isObject(input)) return undefined;
  return { ...input, source: typeof input.source === "string" ? input.source : (observation.host ?? "unknown") };
}

function outcomeOf(observation: Observation): Outcome | undefined {
  const { input } = observation;
  if (!isObject(input) || typeof input.score !== "number" || !(input.score >= 0 && input.score <= 1)) return undefined;
  if (!Object.hasOwn(OUTCOME_TRUST, String(input.by))) return undefined;
  const reasons = Array.isArray(input.reasons) ? input.reasons.filter((reason) => typeof reason === "string") : [];
  return { score: input.score, by: input.by as OutcomeSource, reasons };
}

/** The most trusted word counts, and of equals the latest. */
function moreTrusted(old: Outcome | undefined, fresh: Outcome | undefined): Outcome | undefined {
  if (!old || !fresh) return fresh ?? old;
  return OUTCOME_TRUST[fresh.by] >= OUTCOME_TRUST[old.by] ? fresh : old;
}

function sourceOf(session: OpenSession): string {
  return session.info?.source ?? session.host ?? "unknown";
}

function toTrajectory(session: OpenSession): Trajectory {
  const source = sourceOf(session);
  const whole = session.info?.whole === true;
  const began = new Date(session.firstMs).toISOString();
  const started = whole ? session.info?.started : began;
  const ended = whole ? session.info?.ended : new Date(session.lastMs).toISOString();
  const turns = session.steps.turns(whole);
  return {
    id: whole ? trajectoryId(source, session.id) : trajectoryId(source, session.id, began),
    source,
    task: session.info?.task ?? `${source}:${session.id}`,
    taskQuery: turns.find((turn) => turn.user !== "")?.user ?? "",
    ...(session.project !== undefined && { project: session.project }),
    ...(typeof session.info?.cwd === "string" && { folder: session.info.cwd }),
    session: session.id,
    ...(started !== undefined && { started }),
    ...(ended !== undefined && { ended }),
    recalled: [],
    ...(session.outcome && { outcome: session.outcome }),
    turns,
  };
}
