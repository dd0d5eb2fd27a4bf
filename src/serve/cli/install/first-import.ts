import type { Host } from "../../../adapters/install/hosts.ts";
import { MemoryError } from "../../../errors.ts";
import type { Decision } from "../../../memory/types.ts";
import type { Memory } from "../../../memory.ts";
import type { CliContext } from "../context.ts";
import type { InstallMessages } from "../messages/install/en.ts";
import { folderOf, lookingRecorder, type PastSessions, readPast } from "./past-sessions.ts";

export interface FirstImportLimits {
  /** How long reading may take, and reading and learning together. Milliseconds. */
  readMs: number;
  allMs: number;
  nowMs(): number;
}

/** The first habits are to be on screen within a minute. */
const LIMITS: FirstImportLimits = { readMs: 30_000, allMs: 50_000, nowMs: Date.now };
const SHOWN_HABITS = 15;
/** Rule keys of guidelines for tools begin so (`ruleKey`). */
const GUIDELINE_KEY = "tool ";

export interface FirstImport extends Omit<PastSessions, "projects"> {
  projects: Array<PastSessions["projects"][number] & { learned: boolean }>;
  /** Cards that were born, the best supported first, those about a tool in general last. */
  habits: Array<Decision & { project: string }>;
}

/**
 * Reads the transcripts that hosts have kept, the newest first, each session into its own project, and learns from them. What the time
 * does not suffice for is left to `habitus import`, which passes over all that is known.
 */
export async function firstImport(
  context: CliContext,
  hosts: readonly Host[],
  t: InstallMessages,
  limits: FirstImportLimits = LIMITS,
): Promise<FirstImport> {
  const began = limits.nowMs();
  const sinceMs = () => limits.nowMs() - began;
  const memories = new Map<string, Memory>();
  const past = await readPast(
    context,
    hosts,
    async (info, path) => {
      const memory = await (context.memoryOf(folderOf(info, path)) ?? context.memory());
      memories.set(memory.project.id, memory);
      return memory.recorder();
    },
    () => sinceMs() > limits.readMs,
    t,
  );
  const result: FirstImport = { ...past, projects: [], habits: [] };
  for (const { id, name, sessions } of [...past.projects, ...(await readEarlier(memories, past))]) {
    const decisions = sinceMs() < limits.allMs ? await learnFrom(context, t, memories.get(id) as Memory) : undefined;
    result.projects.push({ id, name, sessions, learned: decisions !== undefined });
    const born = (decisions ?? []).filter(({ verdict }) => verdict === "created");
    result.habits.push(...born.map((decision) => ({ ...decision, project: name })));
  }
  result.habits.sort(
    (a, b) => Number(isGuideline(a)) - Number(isGuideline(b)) || b.support - a.support || b.bound - a.bound,
  );
  return result;
}

/** What {@link firstImport} would read, within the same time; nothing is written. */
export async function lookAtPast(
  context: CliContext,
  hosts: readonly Host[],
  t: InstallMessages,
  limits: FirstImportLimits = LIMITS,
): Promise<PastSessions> {
  const began = limits.nowMs();
  const recorderFor = await lookingRecorder(context);
  return readPast(context, hosts, recorderFor, () => limits.nowMs() - began > limits.readMs, t);
}

/** How a tool's calls go is seen with every call of it, so it would crowd out what this project does in its own way. */
function isGuideline({ key }: Decision): boolean {
  return key.startsWith(GUIDELINE_KEY);
}

export function showPast({ out }: CliContext, t: InstallMessages, past: PastSessions): void {
  const { sessions, calls, projects, from, left } = past;
  if (sessions > 0) out.line(t.wouldRead(sessions, calls, projects.length, from));
  else out.line(t.nothingPast(from));
  if (left > 0) out.line(t.wouldLeave(left));
}

export function showFirstImport(
  { out }: CliContext,
  t: InstallMessages,
  hosts: readonly Host[],
  found: FirstImport,
): void {
  const { sessions, calls, projects, habits, left, from } = found;
  if (sessions > 0) out.line(t.imported(sessions, calls, projects.filter((each) => each.sessions > 0).length));
  else if (projects.length === 0) out.line(t.nothingPast(from));
  if (habits.length > 0) {
    out.line(t.firstHabits(Math.min(habits.length, SHOWN_HABITS), habits.length));
    for (const { project, ...decision } of habits.slice(0, SHOWN_HABITS)) out.line(t.habit(decision, project));
  } else if (projects.length > 0) out.line(t.noHabits);
  const waiting = projects.filter(({ learned }) => !learned).map(({ id }) => id);
  if (waiting.length > 0) out.line(t.notLearned(waiting));
  if (left > 0) out.line(t.moreFiles(left, hosts.map(({ transcripts }) => JSON.stringify(transcripts)).join(" ")));
}

/** A run that was ended between reading and learning left these read and not learned from. */
async function readEarlier(
  memories: ReadonlyMap<string, Memory>,
  past: PastSessions,
): Promise<PastSessions["projects"]> {
  const waiting: PastSessions["projects"] = [];
  for (const [id, memory] of memories) {
    if (past.projects.some((project) => project.id === id) || (await memory.status()).waiting === 0) continue;
    waiting.push({ id, name: memory.project.name, sessions: 0 });
  }
  return waiting;
}

/** @returns undefined: another process is at work there, a session of a host perhaps, and learns the same */
async function learnFrom(context: CliContext, t: InstallMessages, memory: Memory): Promise<Decision[] | undefined> {
  const progress = context.out.progress((at) => context.t.progress(at));
  if (context.host.stderr.isTTY) context.out.note(t.learning(memory.project.name));
  try {
    return (await memory.learn({ onProgress: progress.update })).decisions;
  } catch (error) {
    if (error instanceof MemoryError && error.code === "STORE_BUSY") return undefined;
    throw error;
  } finally {
    progress.end();
  }
}
