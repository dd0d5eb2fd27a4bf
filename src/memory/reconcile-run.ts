import { importFiles } from "../observe/import-files.ts";
import type { LogProblem, Ports } from "../ports.ts";
import { createRecorder } from "./import-run.ts";
import { loadLearnState } from "./learn-state.ts";
import type { Project } from "./types.ts";

/** Calls and prompts that no hook told of, and calls that hooks told otherwise than the host wrote them down. */
export interface FilledIn {
  calls: number;
  corrected: number;
  prompts: number;
}

export interface ReconcileReport {
  /** Sessions that were compared with what their host wrote down. */
  compared: number;
  /** Of these, sessions that no hook told of. */
  found: number;
  filled: FilledIn;
  problems: LogProblem[];
}

/**
 * Compares sessions with the transcripts of their hosts, by call id, and appends what the hooks missed. Comparing again adds nothing.
 * Call while holding the lock: two comparisons at once would count some gaps twice.
 *
 * @param session  only this one; default: every one whose transcript has changed
 * @param quietMs  leaves out transcripts that somebody wrote to within this time, unless the session has ended: then no hook of it is on its
 *   way any more, and it is about to be learned from. Default one minute, a guess: longer than a hook takes to be told
 */
export async function reconcileRun(
  ports: Ports,
  project: Project,
  { session, quietMs = 60_000 }: { session?: string; quietMs?: number } = {},
): Promise<ReconcileReport> {
  const report: ReconcileReport = {
    compared: 0,
    found: 0,
    filled: { calls: 0, corrected: 0, prompts: 0 },
    problems: [],
  };
  const changed = (await ports.transcripts?.changed(quietMs)) ?? [];
  if (quietMs > 0 && ports.transcripts) {
    const known = new Set(changed.map((transcript) => transcript.session));
    const ended = await endedSessions(ports);
    const soon = ended.size > 0 ? await ports.transcripts.changed(0) : [];
    changed.push(...soon.filter((transcript) => ended.has(transcript.session) && !known.has(transcript.session)));
  }
  const recorder = createRecorder(ports, project);
  for (const transcript of changed) {
    if (session !== undefined && transcript.session !== session) continue;
    for await (const { item } of importFiles(transcript.sources)) {
      if ("problem" in item) report.problems.push(item.problem);
      if (!("trajectory" in item)) continue;
      const info = transcript.found ? { ...item.session, filled: true as const } : item.session;
      const { completed } = await recorder.record(item.trajectory, info);
      for (const key of ["calls", "corrected", "prompts"] as const) report.filled[key] += completed?.[key] ?? 0;
    }
    report.compared += 1;
    if (transcript.found) report.found += 1;
    await transcript.compared();
  }
  return report;
}

/** Lines without this say nothing of an end. */
const END = '"session_end"';

/** Sessions that ended since `learn` read last. */
async function endedSessions(ports: Pick<Ports, "observations" | "state">): Promise<Set<string>> {
  const { read } = await loadLearnState(ports);
  const ended = new Set<string>();
  for await (const { value } of ports.observations.read(read.positions, undefined, { holding: END })) {
    if (value.event === "session_end" && value.session !== undefined) ended.add(value.session);
  }
  return ended;
}
