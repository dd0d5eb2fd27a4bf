import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type FileSource, findSources } from "../../../adapters/import-sources.ts";
import type { Host } from "../../../adapters/install/hosts.ts";
import { MemoryError } from "../../../errors.ts";
import type { CardImport } from "../../../memory/import-cards.ts";
import type { Decision } from "../../../memory/types.ts";
import type { Memory } from "../../../memory.ts";
import type { SessionInfo } from "../../../model/observation.ts";
import type { CliContext } from "../context.ts";
import { bytes } from "../messages/format.ts";
import type { InstallMessages } from "../messages/install/en.ts";
import { startBar } from "./ask.ts";

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

export interface FirstImport {
  /** Attempts and calls that are new. */
  sessions: number;
  calls: number;
  /** Files that the time did not suffice for. */
  left: number;
  projects: Array<{ id: string; name: string; sessions: number; learned: boolean }>;
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
  const sources = await newestFirst(hosts);
  const result: FirstImport = { sessions: 0, calls: 0, left: 0, projects: [], habits: [] };
  const owners = new Map<string, { memory: Memory; sessions: number }>();
  await readAll(context, sources, () => sinceMs() > limits.readMs, t, result, owners);
  const busiest = [...owners.values()].sort((a, b) => b.sessions - a.sessions);
  for (const { memory, sessions } of busiest) {
    const { id, name } = memory.project;
    const decisions = sinceMs() < limits.allMs ? await learnFrom(context, t, memory) : undefined;
    result.projects.push({ id, name, sessions, learned: decisions !== undefined });
    const born = (decisions ?? []).filter(({ verdict }) => verdict === "created");
    result.habits.push(...born.map((decision) => ({ ...decision, project: name })));
  }
  result.habits.sort(
    (a, b) => Number(isGuideline(a)) - Number(isGuideline(b)) || b.support - a.support || b.bound - a.bound,
  );
  return result;
}

/** How a tool's calls go is seen with every call of it, so it would crowd out what this project does in its own way. */
function isGuideline({ key }: Decision): boolean {
  return key.startsWith(GUIDELINE_KEY);
}

export function showFirstImport(
  { out }: CliContext,
  t: InstallMessages,
  hosts: readonly Host[],
  found: FirstImport,
): void {
  const { sessions, calls, projects, habits, left } = found;
  if (sessions > 0) out.line(t.imported(sessions, calls, projects.length));
  else if (projects.length === 0) out.line(t.nothingPast);
  if (habits.length > 0) {
    out.line(t.firstHabits(Math.min(habits.length, SHOWN_HABITS), habits.length));
    for (const { project, ...decision } of habits.slice(0, SHOWN_HABITS)) out.line(t.habit(decision, project));
  } else if (projects.length > 0) out.line(t.noHabits);
  const waiting = projects.filter(({ learned }) => !learned).map(({ id }) => id);
  if (waiting.length > 0) out.line(t.notLearned(waiting));
  if (left > 0) out.line(t.moreFiles(left, hosts.map(({ transcripts }) => JSON.stringify(transcripts)).join(" ")));
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

async function readAll(
  context: CliContext,
  sources: readonly FileSource[],
  isOver: () => boolean,
  t: InstallMessages,
  result: FirstImport,
  owners: Map<string, { memory: Memory; sessions: number }>,
): Promise<void> {
  if (sources.length === 0) return;
  const { importRun } = await import("../../../memory/import-run.ts");
  const total = sources.reduce((sum, source) => sum + source.bytes, 0);
  const bar = await startBar(context, t.importing(bytes(total)));
  const progress = context.host.stderr.isTTY ? undefined : context.out.progress((at) => context.t.progress(at));
  const memories = new Map<string, Memory>();
  const recorderFor = async (info: SessionInfo, path: string) => {
    const folder = info.cwd ?? join(path, "..");
    const memory = await (context.memoryOf(folder) ?? context.memory());
    memories.set(memory.project.id, memory);
    return memory.recorder();
  };
  let done = 0;
  try {
    for (const [index, source] of sources.entries()) {
      if (isOver()) {
        result.left = sources.length - index;
        break;
      }
      const report = await importRun((info) => recorderFor(info, source.path), noCards, [source]);
      result.sessions += report.trajectories;
      result.calls += report.calls;
      for (const { id, added } of report.projects) {
        const known = owners.get(id);
        owners.set(id, { memory: memories.get(id) as Memory, sessions: (known?.sessions ?? 0) + added });
      }
      done += source.bytes;
      progress?.update({ stage: "import", done, total, unit: "bytes" });
      bar.update(done / total, context.t.progress({ stage: "import", done, total, unit: "bytes" }));
    }
  } finally {
    progress?.end();
    bar.end();
  }
  // A run that was ended between reading and learning left them read and not learned from.
  for (const [id, memory] of memories)
    if (!owners.has(id) && (await memory.status()).waiting > 0) owners.set(id, { memory, sessions: 0 });
}

/** Transcripts hold no cards. */
const noCards = async (): Promise<CardImport> => ({
  added: 0,
  alarming: 0,
  known: 0,
  problems: [],
});

async function newestFirst(hosts: readonly Host[]): Promise<FileSource[]> {
  const found: Array<{ source: FileSource; ms: number }> = [];
  for (const { transcripts } of hosts) {
    const isThere = await readdir(transcripts).then(
      () => true,
      () => false, // a host that never ran has none
    );
    if (!isThere) continue;
    const sources = await findSources([transcripts]).catch(() => []); // an empty folder holds none either
    for (const source of sources.filter(({ path }) => path.endsWith(".jsonl"))) {
      found.push({ source, ms: (await stat(source.path)).mtimeMs });
    }
  }
  return found.sort((a, b) => b.ms - a.ms).map(({ source }) => source);
}
