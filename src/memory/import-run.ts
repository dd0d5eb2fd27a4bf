import type { ImportedCard } from "../model/imported-card.ts";
import type { Json } from "../model/json.ts";
import type { SessionInfo } from "../model/observation.ts";
import { allSteps, type Trajectory } from "../model/trajectory.ts";
import { type Completion, completion } from "../observe/completion.ts";
import { importFiles } from "../observe/import-files.ts";
import { toObservations } from "../observe/record.ts";
import { createScrubber } from "../observe/scrub/scrub.ts";
import type { Ports } from "../ports.ts";
import type { CardImport } from "./import-cards.ts";
import { createKnownSessions } from "./known-sessions.ts";
import { knownSessions, loadLearnState } from "./learn-state.ts";
import type { ImportReport, ImportSource, Progress, Project } from "./types.ts";

/** Puts attempts on record for one project. */
export interface Recorder {
  project: Project;
  /** An attempt that is known already is not written twice; a session of a host that has grown, or of which hooks missed something, is completed. */
  record(trajectory: Trajectory, info: SessionInfo): Promise<Recorded>;
}

export interface Recorded {
  /** Observations written; 0 when nothing of it was new. */
  lines: number;
  /** Calls that the log did not have. */
  calls: number;
  /** It was known in part. */
  completed?: Completion["filled"];
}

/**
 * Reads files of agent runs and appends what happened in them to the observations, scrubbed and cut.
 *
 * One attempt is one append: after a crash an attempt is there or it is not, and importing the file again adds only what is
 * missing. Nothing is learned here.
 * @param recorderFor  whose memory a session belongs to
 * @param saveCards    where cards from elsewhere go; called once a file
 */
export async function importRun(
  recorderFor: (info: SessionInfo) => Promise<Recorder>,
  saveCards: (cards: readonly ImportedCard[]) => Promise<CardImport>,
  sources: readonly ImportSource[],
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<ImportReport> {
  const report: ImportReport = {
    files: [],
    projects: [],
    trajectories: 0,
    calls: 0,
    observations: 0,
    cards: { added: 0, alarming: 0 },
    problems: [],
  };
  const files = new Map<string, ImportReport["files"][number]>();
  const projects = new Map<string, ImportReport["projects"][number]>();
  const cards = new Map<string, ImportedCard[]>();
  for await (const { path, format, item } of importFiles(counted(sources, onProgress))) {
    const file = files.get(path) ?? { path, ...(format !== undefined && { format }), added: 0, known: 0 };
    files.set(path, file);
    if ("problem" in item) report.problems.push(item.problem);
    else if ("passed" in item) file.passed = item.passed;
    else if ("card" in item) listOf(cards, path).push(item.card);
    else {
      const { project, record } = await recorderFor(item.session);
      const { lines, calls } = await record(item.trajectory, item.session);
      if (lines === 0) {
        file.known += 1;
        continue;
      }
      const owner = projects.get(project.id) ?? { id: project.id, name: project.name, added: 0 };
      projects.set(project.id, owner);
      owner.added += 1;
      file.added += 1;
      report.trajectories += 1;
      report.calls += calls;
      report.observations += lines;
    }
  }
  for (const [path, found] of cards) {
    const saved = await saveCards(found);
    const file = files.get(path);
    if (file) Object.assign(file, { added: saved.added, known: saved.known, cards: true });
    report.cards.added += saved.added;
    report.cards.alarming += saved.alarming;
    report.problems.push(
      ...saved.problems.map(({ id, problem }) => ({ path: `${path}, card ${id}`, line: 1, problem })),
    );
  }
  return { ...report, files: [...files.values()], projects: [...projects.values()] };
}

/** Hosts whose sessions are told by hooks, or grow after they were imported. */
const GROWING = new Set(["claude-code", "codex", "gemini-cli"]);

/** Which sessions are on record is read once, when the first attempt comes. */
export function createRecorder(ports: Pick<Ports, "observations" | "state" | "clock">, project: Project): Recorder {
  const scrubber = createScrubber();
  let imported: Promise<Set<string>> | undefined;
  const known = createKnownSessions(ports);
  const options = () => ({
    scrub: (value: Json, path?: string) => scrubber.scrub(value, path?.split(".")),
    at: new Date(ports.clock.now()).toISOString(),
    project: project.id,
  });
  return {
    project,
    record: async (trajectory, info) => {
      imported ??= loadLearnState(ports).then((state) => knownSessions(ports, state));
      const sessions = await imported;
      const before = GROWING.has(trajectory.source)
        ? await known.of(trajectory.session, trajectory.started)
        : undefined;
      const isOwn = before?.live === true || before?.names.has(trajectory.session) === true;
      if (before && isOwn) {
        const { lines, filled } = completion(trajectory, info, before, options());
        await ports.observations.append(lines);
        known.note(lines);
        return { lines: lines.length, calls: filled.calls, completed: filled };
      }
      if (sessions.has(trajectory.session)) return { lines: 0, calls: 0 };
      const lines = toObservations(trajectory, info, options());
      await ports.observations.append(lines);
      sessions.add(trajectory.session);
      known.note(lines);
      return { lines: lines.length, calls: allSteps(trajectory).length };
    },
  };
}

/** The same sources, telling how many of all their bytes have been read. */
function counted(sources: readonly ImportSource[], onProgress: (progress: Progress) => void): ImportSource[] {
  const total = sources.reduce((sum, source) => sum + (source.bytes ?? 0), 0);
  let done = 0;
  return sources.map((source) => {
    let opened = 0;
    return {
      ...source,
      open: async function* () {
        opened += 1;
        // The first reading only looks at the beginning.
        const counts = opened > 1;
        for await (const chunk of source.open()) {
          if (counts) {
            done += chunk.length;
            onProgress({ stage: "import", done, total, unit: "bytes" });
          }
          yield chunk;
        }
      },
    };
  });
}

function listOf<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
