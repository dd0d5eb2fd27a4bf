import type { Trajectory } from "../model/trajectory.ts";
import { createGrouper } from "../observe/group.ts";
import { toObservations } from "../observe/record.ts";
import { createScrubber } from "../observe/scrub/scrub.ts";
import { outcomeFromSignals } from "../observe/signals/outcome-from-signals.ts";
import type { Project } from "./types.ts";

const scrubber = createScrubber();

/**
 * A trajectory as `learn` reads it back from the log: without advice, scrubbed, cut, its outcome judged from signals where nobody said.
 * @returns undefined when nothing of it could be read back
 */
export function asLearned(trajectory: Trajectory, project: Project, nowMs: number): Trajectory | undefined {
  const lines = toObservations(
    trajectory,
    { source: trajectory.source, task: trajectory.task, whole: true },
    {
      scrub: (value, path) => scrubber.scrub(value, path?.split(".")),
      at: new Date(nowMs).toISOString(),
      project: project.id,
    },
  );
  const grouper = createGrouper({ idleMs: 0 });
  const file = "held.jsonl";
  const found = lines.flatMap((value, i) => grouper.add({ value, file, start: i, next: i + 1 }));
  const read = [...found, ...grouper.flush(Number.POSITIVE_INFINITY)][0]?.trajectory;
  return read && judged(read);
}

/** Where nobody said how an attempt ended, what happened in it may: unknown stays unknown. */
export function judged(trajectory: Trajectory): Trajectory {
  if (trajectory.outcome) return trajectory;
  const { outcome } = outcomeFromSignals(trajectory);
  return outcome ? { ...trajectory, outcome } : trajectory;
}
