import { toLensAttempt } from "../../distill/lenses/attempt.ts";
import { foldLedger } from "../../learn/record.ts";
import { type Trajectory, votingSession } from "../../model/trajectory.ts";
import type { MemoryOptions } from "../../options.ts";
import type { Ports } from "../../ports.ts";
import { asLearned } from "../as-learned.ts";
import { learnRun } from "../learn-run.ts";
import { loadLearnState } from "../learn-state.ts";
import { settle } from "../settle.ts";
import type { LearnReport, Project } from "../types.ts";
import { lensRun } from "./lens-run.ts";
import { placeDrafts } from "./place-drafts.ts";
import { dequeue } from "./queue.ts";
import type { LensReport, LensRequest } from "./types.ts";

type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** Attempts that `learn` looks at in one run. A guess: a few minutes of a small model. */
const MOST_LOOKS = 20;

/**
 * Attempts that the caller holds, looked at by models and then learned from. The attempts are on record before.
 *
 * The models work while nobody holds the lock. When one of them fails, nothing is learned at all: no card, no count, and the cursor stays
 * before these attempts, so the same call made again does everything; the report says why.
 */
export async function acquireRun(
  ports: Ports,
  options: MemoryOptions,
  project: Project,
  trajectories: readonly Trajectory[],
  request: LensRequest,
  exclusive: Exclusive,
): Promise<LearnReport> {
  const looked = new Set((await loadLearnState(ports)).looked);
  const { revoked } = await foldLedger(ports.ledger.read());
  const known = trajectories.map((trajectory) => asLearned(trajectory, project, ports.clock.now()));
  const fresh = known.filter(
    (each) => each !== undefined && !looked.has(each.session) && !revoked.has(votingSession(each.session)),
  );
  const attempts = fresh.flatMap((each) => (each && toLensAttempt(each)) ?? []);
  const batch = await lensRun(ports, options, attempts, request);
  const unknown = fresh.length - attempts.length;
  if (unknown > 0)
    batch.report.notes.push(
      `${unknown} attempts were left out: nobody knows how they ended, or nothing was done in them`,
    );
  if (fresh.length < known.length)
    batch.report.notes.push(`${known.length - fresh.length} attempts had been looked at before, or were revoked`);
  if (batch.report.failed !== undefined) return { ...NOTHING, lenses: batch.report };
  return exclusive(async () => {
    // Cards first, the state last: a run that dies in between is run again and meets its own cards.
    batch.report.decisions = await placeDrafts(ports, batch.drafts, { judge: batch.report.judge });
    const report = await learnRun(ports, options, {}, (state) => {
      dequeue(state, batch.done, []);
    });
    return { ...report, lenses: batch.report };
  });
}

/**
 * Looks at what waits in the queue of `learn`, a part of it each time. What fails waits on; mining is not held up by it.
 * @returns undefined when nothing waits
 */
export async function lookAtWaiting(
  ports: Ports,
  options: MemoryOptions,
  exclusive: Exclusive,
): Promise<LensReport | undefined> {
  const { revoked } = await foldLedger(ports.ledger.read());
  const waiting = ((await loadLearnState(ports)).waitingForLenses ?? []).filter(
    ({ attempt }) => !revoked.has(votingSession(attempt.session)),
  );
  if (waiting.length === 0) return undefined;
  const now = waiting.slice(0, MOST_LOOKS).map(({ attempt }) => attempt);
  const batch = await lensRun(ports, options, now, { skipFailed: true });
  await exclusive(async () => {
    batch.report.decisions = await placeDrafts(ports, batch.drafts, { judge: batch.report.judge });
    const state = await loadLearnState(ports);
    const given = dequeue(state, batch.done, batch.failed);
    if (given.length > 0) {
      batch.report.notes.push(`given up after three tries, because no usable reply came: ${given.join(", ")}`);
    }
    await ports.state.save(state);
    await settle(ports, options);
  });
  if (waiting.length > now.length)
    batch.report.notes.push(`${waiting.length - now.length} more attempts wait for the next run`);
  return batch.report;
}

const NOTHING: LearnReport = Object.freeze({
  trajectories: 0,
  calls: 0,
  open: 0,
  decisions: [],
  retired: [],
  problems: [],
});
