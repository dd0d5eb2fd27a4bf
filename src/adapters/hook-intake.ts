import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../model/json.ts";
import { OBSERVATION_VERSION, type Observation } from "../model/observation.ts";
import { cutObservation } from "../observe/cut.ts";
import type { HookContext, HookLine, HookReading } from "../observe/hook-event.ts";
import { createScrubber } from "../observe/scrub/scrub.ts";
import { withinReason } from "../observe/within-reason.ts";
import { readHook } from "./hook-facts.ts";
import { createNodeObservationLog } from "./node-observation-log.ts";
import { createNoticeLog, type Notice } from "./notice-log.ts";
import { identifyProject } from "./projects.ts";
import { createSessionPlaces } from "./session-places.ts";
import { rememberTranscript } from "./transcripts.ts";

/** Where lines of sessions lie that no folder was ever named for. They are counted, and never mined. */
export const UNASSIGNED = "unassigned";

/**
 * Takes one hook payload: what can be used is appended to its project's observations, scrubbed and cut; what cannot is counted with its reason.
 * Learns nothing, locks nothing.
 * @param text  what the host wrote to the hook
 */
export async function takeHookEvent(
  home: string,
  text: string,
  context: HookContext & TakeOptions,
  nowMs: number,
): Promise<void> {
  await takeReading(home, readHook(text, context).reading, context, nowMs);
}

export interface TakeOptions {
  /** Compares a session that ends with its transcript. */
  compare?: (project: string, session: string) => Promise<unknown>;
}

/**
 * The same for a payload that is read already.
 * @returns the project that the session belongs to, where that is known
 */
export async function takeReading(
  home: string,
  reading: HookReading,
  { compare }: TakeOptions,
  nowMs: number,
): Promise<string | undefined> {
  const at = new Date(nowMs).toISOString();
  const notice = async (kind: Notice["kind"], reason: string) => {
    await createNoticeLog(home).add({ at, kind, reason });
    return undefined;
  };
  if ("dropped" in reading) return notice("dropped", reading.dropped);
  if ("skipped" in reading) return notice("skipped", reading.skipped);
  if (reading.lines.length === 0 || reading.session === undefined) return undefined;
  const places = createSessionPlaces(home);
  // A session stays where it began: a folder that is deleted or left meanwhile does not move it.
  let project = await places.projectOf(reading.session);
  const isNew = project === undefined;
  if (project === undefined && reading.cwd !== undefined) {
    project = (await identifyProject(home, reading.cwd)).id;
    const isFirst = await places.remember(reading.session, project);
    // Of two hooks that come first at once, one is; the other follows it.
    project = (await places.projectOf(reading.session)) ?? project;
    if (isFirst) await adoptUnassigned(home, reading.session, project);
  }
  if (reading.transcript !== undefined && (isNew || !reading.lines.some(({ event }) => event.startsWith("tool_")))) {
    await rememberTranscript(home, { session: reading.session, path: reading.transcript });
  }
  const ends = reading.lines.some(({ event }) => event === "session_end");
  // What hooks missed belongs before the session's end.
  if (ends && project !== undefined && compare) await within(compare(project, reading.session));
  const folder = join(home, "projects", project ?? UNASSIGNED, "observations");
  await createNodeObservationLog(folder).append(reading.lines.map((line) => stored(line, at, project)));
  return project;
}

/**
 * Takes calls of sessions that are known to belong to the project, with one write.
 * @param events  readings that hold nothing but calls, in order
 */
export async function takeCalls(
  home: string,
  project: string,
  events: ReadonlyArray<{ reading: HookReading; nowMs: number }>,
): Promise<void> {
  const lines = events.flatMap(({ reading, nowMs }) => {
    const at = new Date(nowMs).toISOString();
    return "lines" in reading ? reading.lines.map((line) => stored(line, at, project)) : [];
  });
  const log = createNodeObservationLog(join(home, "projects", project, "observations"));
  // A log holds one day, and one write goes to one log.
  for (const day of new Set(lines.map(dayOf))) await log.append(lines.filter((line) => dayOf(line) === day));
}

function dayOf({ at }: Observation): string {
  return at.slice(0, 10);
}

/** Longest that a comparison may hold up the end of a session, milliseconds; what it does not finish is left to `learn`. */
const COMPARE_MS = 2_000;

async function within(compare: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  try {
    await Promise.race([compare, sleep(COMPARE_MS, undefined, { signal: timer.signal, ref: false })]);
  } catch {
    // Whatever is wrong with the transcript, the session has ended; `learn` compares again and says what is wrong.
  } finally {
    timer.abort();
  }
}

function stored(line: HookLine, at: string, project: string | undefined): Observation {
  const scrubber = createScrubber();
  const clean = (value: Json | undefined, path: string) =>
    value === undefined ? undefined : scrubber.scrub(withinReason(value), [path]);
  const { input, result, error, ...rest } = line;
  const [cleanInput, cleanResult, cleanError] = [clean(input, "input"), clean(result, "result"), clean(error, "error")];
  return cutObservation({
    v: OBSERVATION_VERSION,
    at,
    ...rest,
    ...(project !== undefined && { project }),
    ...(cleanInput !== undefined && { input: cleanInput }),
    ...(cleanResult !== undefined && { result: cleanResult }),
    ...(typeof cleanError === "string" && { error: cleanError }),
  });
}

/** What a session did before its folder was known belongs to its project as well. */
async function adoptUnassigned(home: string, session: string, project: string): Promise<void> {
  const from = createNodeObservationLog(join(home, "projects", UNASSIGNED, "observations"));
  const own: Observation[] = [];
  for await (const { value } of from.read({})) if (value.session === session) own.push({ ...value, project });
  if (own.length > 0) await createNodeObservationLog(join(home, "projects", project, "observations")).append(own);
}

/** Sessions that never had a folder, with the number of their observations; those that were adopted later do not count. */
export async function unassignedSessions(home: string): Promise<Map<string, number>> {
  const places = createSessionPlaces(home);
  const counts = new Map<string, number>();
  for await (const { value } of createNodeObservationLog(join(home, "projects", UNASSIGNED, "observations")).read({})) {
    const { session } = value;
    if (session === undefined || (await places.projectOf(session)) !== undefined) continue;
    counts.set(session, (counts.get(session) ?? 0) + 1);
  }
  return counts;
}
