import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { usableHome } from "../../../adapters/home.ts";
import { type FileSource, findSources } from "../../../adapters/import-sources.ts";
import type { Host } from "../../../adapters/install/hosts.ts";
import { createNodeObservationLog } from "../../../adapters/node-observation-log.ts";
import { createNodeStateFile } from "../../../adapters/node-state-file.ts";
import { readRegistry } from "../../../adapters/project-registry.ts";
import { identifyAmong } from "../../../adapters/projects.ts";
import { createSystemClock } from "../../../adapters/system-clock.ts";
import type { CardImport } from "../../../memory/import-cards.ts";
import type { Recorder } from "../../../memory/import-run.ts";
import type { SessionInfo } from "../../../model/observation.ts";
import type { CliContext } from "../context.ts";
import { bytes } from "../messages/format.ts";
import type { InstallMessages } from "../messages/install/en.ts";
import { startBar } from "./ask.ts";

/** What reading past sessions brought, or would bring. */
export interface PastSessions {
  /** Folders that were looked into. */
  from: string[];
  /** Attempts and calls that are new. */
  sessions: number;
  calls: number;
  /** Files that the time did not suffice for. */
  left: number;
  projects: Array<{ id: string; name: string; sessions: number }>;
}

/** @param path  of the transcript, beside which a session without a folder is put */
export type RecorderFor = (info: SessionInfo, path: string) => Promise<Recorder>;

/**
 * Reads the transcripts that hosts have kept, the newest first, each session into the project that `recorderFor` finds.
 * @param isOver  asked before each file
 */
export async function readPast(
  context: CliContext,
  hosts: readonly Host[],
  recorderFor: RecorderFor,
  isOver: () => boolean,
  t: InstallMessages,
): Promise<PastSessions> {
  const { sources, from } = await newestFirst(hosts);
  const past: PastSessions = { from, sessions: 0, calls: 0, left: 0, projects: [] };
  if (sources.length === 0) return past;
  const { importRun } = await import("../../../memory/import-run.ts");
  const total = sources.reduce((sum, source) => sum + source.bytes, 0);
  const bar = await startBar(context, t.importing(bytes(total)));
  const progress = context.host.stderr.isTTY ? undefined : context.out.progress((at) => context.t.progress(at));
  const projects = new Map<string, PastSessions["projects"][number]>();
  let done = 0;
  try {
    for (const [index, source] of sources.entries()) {
      if (isOver()) {
        past.left = sources.length - index;
        break;
      }
      const report = await importRun((info) => recorderFor(info, source.path), noCards, [source]);
      past.sessions += report.trajectories;
      past.calls += report.calls;
      for (const { id, name, added } of report.projects)
        projects.set(id, { id, name, sessions: (projects.get(id)?.sessions ?? 0) + added });
      done += source.bytes;
      progress?.update({ stage: "import", done, total, unit: "bytes" });
      bar.update(done / total, context.t.progress({ stage: "import", done, total, unit: "bytes" }));
    }
  } finally {
    progress?.end();
    bar.end();
  }
  past.projects = [...projects.values()].sort((a, b) => b.sessions - a.sessions);
  return past;
}

/** Finds out what {@link readPast} would put on record, with the same reading and the same comparison, and writes nothing. */
export async function lookingRecorder({ home: given, project: named, host }: CliContext): Promise<RecorderFor> {
  const home = await usableHome(given, host.env);
  const { createRecorder } = await import("../../../memory/import-run.ts");
  let { projects } = await readRegistry(home);
  const recorders = new Map<string, Recorder>();
  return async (info, path) => {
    const { projects: after, project } = identifyAmong(projects, folderOf(info, path), named);
    projects = after;
    const folder = join(home, "projects", project.id);
    const recorder =
      recorders.get(project.id) ??
      createRecorder(
        {
          observations: { ...createNodeObservationLog(join(folder, "observations")), append: async () => undefined },
          state: createNodeStateFile(join(folder, "learn.json")),
          clock: createSystemClock(),
        },
        project,
      );
    recorders.set(project.id, recorder);
    return recorder;
  };
}

/** The folder that a session belongs to. */
export function folderOf({ cwd }: SessionInfo, path: string): string {
  return cwd ?? join(path, "..");
}

/** Transcripts hold no cards. */
const noCards = async (): Promise<CardImport> => ({
  added: 0,
  alarming: 0,
  known: 0,
  problems: [],
});

async function newestFirst(hosts: readonly Host[]): Promise<{ sources: FileSource[]; from: string[] }> {
  const found: Array<{ source: FileSource; ms: number }> = [];
  const from: string[] = [];
  for (const { transcripts } of hosts) {
    const isThere = await readdir(transcripts).then(
      () => true,
      () => false, // a host that never ran has none
    );
    if (!isThere) continue;
    from.push(transcripts);
    const sources = await findSources([transcripts]).catch(() => []); // an empty folder holds none either
    for (const source of sources.filter(({ path }) => path.endsWith(".jsonl"))) {
      found.push({ source, ms: (await stat(source.path)).mtimeMs });
    }
  }
  return { sources: found.sort((a, b) => b.ms - a.ms).map(({ source }) => source), from };
}
