import { createNodeObservationLog } from "../../src/adapters/node-observation-log.ts";
import { emptyMineState, findings, mine } from "../../src/distill/mine.ts";
import type { LearnState } from "../../src/memory/learn-state.ts";
import { readNewSessions } from "../../src/memory/learn-state.ts";
import { allSteps, type Trajectory } from "../../src/model/trajectory.ts";
import { toObservations } from "../../src/observe/record.ts";
import { createScrubber } from "../../src/observe/scrub/scrub.ts";
import { textHash } from "../../src/text/hash.ts";
import { generateSessions } from "../generate/sessions.ts";

/** Sessions that are generated at once; the generator keeps no more than these. */
const BATCH = 25;
/** The run is cut into so many parts of equal work, to see whether the later ones are slower. */
const SLICES = 5;
/** Calls before the clock starts, so that the compiler's warming up is nobody's cost. */
const WARM_UP = 10_000;

/** What one process measured about one step. */
export interface StepResult {
  calls: number;
  sessions: number;
  /** Processor time for a call, in microseconds: over the whole run, and over each slice of it. */
  perCallUs: number;
  slicesUs: number[];
  /** Most memory that the process held, in MB, and what it held before the first call. */
  peakMb: number;
  startMb: number;
}

export interface MineResult extends StepResult {
  /** JSON of the mine state. */
  stateBytes: number;
  findings: number;
  findingsMs: number;
}

/** Generated sessions become scrubbed, cut lines in a log on disk. Generating is not counted. */
export async function observe(folder: string, seed: string, calls: number): Promise<StepResult> {
  const scrubber = createScrubber();
  const log = createNodeObservationLog(folder);
  const clock = createClock(calls);
  const write = async (trajectory: Trajectory, to: typeof log | undefined) => {
    const lines = toObservations(
      trajectory,
      { source: trajectory.source, task: trajectory.task, whole: true },
      { scrub: (value, path) => scrubber.scrub(value, path === undefined ? [] : [path]), at: trajectory.ended ?? "" },
    );
    await to?.append(lines);
  };
  for (const trajectory of sessionsOf(`${seed}-warm`, WARM_UP)) await write(trajectory, undefined);
  for (const trajectory of sessionsOf(seed, calls)) {
    const began = cpuUs();
    await write(trajectory, log);
    clock.add(allSteps(trajectory).length, cpuUs() - began);
  }
  return clock.result();
}

/** The log is read, joined into sessions and mined, as `learn` does it. */
export async function mineLog(folder: string, seed: string, calls: number): Promise<MineResult> {
  const warm = emptyMineState();
  for (const trajectory of sessionsOf(`${seed}-warm`, WARM_UP)) mine(warm, trajectory);
  const state = emptyMineState();
  const clock = createClock(calls);
  let last = cpuUs();
  await readSessions(folder, (trajectory) => {
    mine(state, trajectory);
    const now = cpuUs();
    clock.add(allSteps(trajectory).length, now - last);
    last = now;
  });
  const measured = clock.result();
  const began = performance.now();
  const found = findings(state, { falseDiscoveryRate: 0.05 });
  const findingsMs = performance.now() - began;
  return { ...measured, stateBytes: JSON.stringify(state).length, findings: found.length, findingsMs };
}

/** The log is read and joined into sessions, and nothing is kept of them: what streaming itself holds. */
export async function readOnly(folder: string, calls: number): Promise<StepResult> {
  const clock = createClock(calls);
  let last = cpuUs();
  await readSessions(folder, (trajectory) => {
    const now = cpuUs();
    clock.add(allSteps(trajectory).length, now - last);
    last = now;
  });
  return clock.result();
}

/** Distinct pairs of a rule that was seen and the task it was seen in. */
export async function countPairs(folder: string): Promise<number> {
  const state = emptyMineState();
  const pairs = new Set<string>();
  await readSessions(folder, (trajectory) => {
    for (const { key } of mine(state, trajectory)) pairs.add(textHash(`${key}\n${trajectory.task}`).slice(0, 12));
  });
  return pairs.size;
}

async function readSessions(folder: string, each: (trajectory: Trajectory) => void): Promise<void> {
  const observations = createNodeObservationLog(folder);
  const state = { read: { positions: {}, finished: [] }, days: [], emptyResults: 0 } as unknown as LearnState;
  await readNewSessions(
    { observations, clock: { now: () => Date.now() } },
    state,
    { idleMs: 30 * 60_000, includeOpen: true },
    ({ trajectory }) => each(trajectory),
    ({ path, line, problem }) => {
      throw new Error(`${path}:${line}: ${problem}`);
    },
  );
}

/** Sessions until there are so many calls, a few at a time. */
function* sessionsOf(seed: string, calls: number): Generator<Trajectory> {
  const start = Date.parse("2026-10-01T09:00:00.000Z");
  for (let batch = 0, made = 0; made < calls; batch += 1) {
    const day = new Date(start + Math.floor(batch / 8) * 86_400_000).toISOString();
    for (const { trajectory } of generateSessions({
      seed: `${seed}-${batch}`,
      sessions: BATCH,
      start: day,
      hoursApart: 0.5,
    })) {
      yield trajectory;
      made += allSteps(trajectory).length;
      if (made >= calls) return;
    }
  }
}

function createClock(expected: number) {
  const startMb = process.memoryUsage().rss / 1e6;
  const slices = Array.from({ length: SLICES }, () => ({ calls: 0, us: 0 }));
  let calls = 0;
  let sessions = 0;
  return {
    add: (count: number, us: number) => {
      const slice = slices[Math.min(SLICES - 1, Math.floor((calls / expected) * SLICES))]!;
      slice.calls += count;
      slice.us += us;
      calls += count;
      sessions += 1;
    },
    result: (): StepResult => ({
      calls,
      sessions,
      perCallUs: slices.reduce((sum, { us }) => sum + us, 0) / Math.max(1, calls),
      slicesUs: slices.map((slice) => slice.us / Math.max(1, slice.calls)),
      peakMb: process.resourceUsage().maxRSS / 1e3,
      startMb,
    }),
  };
}

/** Processor time of this process: what else the machine does at the moment is not in it. */
function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
