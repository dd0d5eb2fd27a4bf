import { allSteps, type Trajectory } from "../model/trajectory.ts";
import type { SessionInfo } from "../model/observation.ts";
import { importFiles } from "../observe/import-files.ts";
import { toObservations } from "../observe/record.ts";
import { createScrubber } from "../observe/scrub/scrub.ts";
import type { Ports } from "../ports.ts";
import { knownSessions, loadLearnState } from "./learn-state.ts";
import type { ImportReport, ImportSource, Progress, Project } from "./types.ts";

/**
 * Reads files of agent runs and appends what happened in them to the observations, scrubbed and cut.
 *
 * One attempt is one append: after a crash an attempt is there or it is not, and importing the file again adds only what is
 * missing. Nothing is learned here.
 */
export async function importRun(
  ports: Ports,
  project: Project,
  sources: readonly ImportSource[],
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<ImportReport> {
  const known = await knownSessions(ports, await loadLearnState(ports));
  const report: ImportReport = { files: [], trajectories: 0, calls: 0, observations: 0, problems: [] };
  const byPath = new Map<string, ImportReport["files"][number]>();
  for await (const { path, format, item } of importFiles(counted(sources, onProgress))) {
    const file = byPath.get(path) ?? { path, ...(format !== undefined && { format }), added: 0, known: 0 };
    byPath.set(path, file);
    if ("problem" in item) report.problems.push(item.problem);
    else if ("passed" in item) file.passed = item.passed;
    else if (known.has(item.trajectory.session)) file.known += 1;
    else {
      known.add(item.trajectory.session);
      const lines = await record(ports, project, item.trajectory, item.session);
      file.added += 1;
      report.trajectories += 1;
      report.calls += allSteps(item.trajectory).length;
      report.observations += lines;
    }
  }
  report.files = [...byPath.values()];
  return report;
}

/** Records attempts that the caller holds; one whose session is known already is left out. @returns how many were new */
export async function recordAll(ports: Ports, project: Project, trajectories: readonly Trajectory[]): Promise<number> {
  const known = await knownSessions(ports, await loadLearnState(ports));
  const fresh = trajectories.filter(({ session }) => !known.has(session) && known.add(session));
  for (const trajectory of fresh) {
    await record(ports, project, trajectory, { source: trajectory.source, task: trajectory.task, whole: true });
  }
  return fresh.length;
}

const scrubber = createScrubber();

/** Appends one whole attempt with one write. @returns how many observations it is */
async function record(ports: Ports, project: Project, trajectory: Trajectory, info: SessionInfo): Promise<number> {
  const at = new Date(ports.clock.now()).toISOString();
  const lines = toObservations(trajectory, info, { scrub: (value, path) => scrubber.scrub(value, path?.split(".")), at, project: project.id });
  await ports.observations.append(lines);
  return lines.length;
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
          if (counts) onProgress({ stage: "import", done: (done += chunk.length), total, unit: "bytes" });
          yield chunk;
        }
      },
    };
  });
}
