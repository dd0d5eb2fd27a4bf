import type { SimulateOptions } from "./options.ts";
import { type PolicyName, setUp } from "./policies.ts";
import { runOnce } from "./run.ts";

/** Some runs of one policy, counted. Counts are whole numbers, so tallies can be added in any order with the same result. */
export interface Tally {
  policy: PolicyName;
  /** By seed. */
  seeds: number[];
  /** Per seed: tasks that ended well, cards shown, harmful cards shown. */
  successes: number[];
  shown: number[];
  harmfulShown: number[];
  /** Over all seeds: cards at the end, and those of them no longer offered. */
  good: { cards: number; held: number };
  harmful: { cards: number; held: number };
  alerts: number;
  /** Per task, summed over all seeds. */
  series: { successes: number[]; harmfulShown: number[]; pool: number[] };
}

/** A piece of work that one thread does at a time. */
export interface Job {
  policy: PolicyName;
  firstSeed: number;
  seeds: number;
}

/** Splits the work so that threads stay busy to the end; long jobs first would not help, because all runs of a policy cost the same. */
export function jobsOf(options: SimulateOptions, seedsPerJob = 10): Job[] {
  const jobs: Job[] = [];
  for (const policy of [...options.policies].reverse()) {
    for (let s = 0; s < options.seeds; s += seedsPerJob) {
      jobs.push({ policy, firstSeed: options.firstSeed + s, seeds: Math.min(seedsPerJob, options.seeds - s) });
    }
  }
  return jobs;
}

export function tallyJob(options: SimulateOptions, job: Job, onRun?: () => void): Tally {
  const { tasks } = options.world;
  const tally: Tally = {
    policy: job.policy,
    seeds: [],
    successes: [],
    shown: [],
    harmfulShown: [],
    good: { cards: 0, held: 0 },
    harmful: { cards: 0, held: 0 },
    alerts: 0,
    series: { successes: zeros(tasks), harmfulShown: zeros(tasks), pool: zeros(tasks) },
  };
  for (let seed = job.firstSeed; seed < job.firstSeed + job.seeds; seed++) {
    const setup = setUp(job.policy, options);
    const run = runOnce(options.world, setup.policy, seed, setup.run);
    tally.seeds.push(seed);
    tally.successes.push(run.success.filter(Boolean).length);
    tally.shown.push(sum(run.shown));
    tally.harmfulShown.push(sum(run.harmfulShown));
    for (const kind of ["good", "harmful"] as const) {
      tally[kind].cards += run[kind].cards;
      tally[kind].held += run[kind].held;
    }
    tally.alerts += run.alerts.length;
    for (let t = 0; t < tasks; t++) {
      tally.series.successes[t]! += run.success[t] ? 1 : 0;
      tally.series.harmfulShown[t]! += run.harmfulShown[t]!;
      tally.series.pool[t]! += run.pool[t]!;
    }
    onRun?.();
  }
  return tally;
}

/** Joins tallies of the same policy; any order. */
export function addTallies(tallies: readonly Tally[]): Tally {
  const inOrder = [...tallies].sort((a, b) => a.seeds[0]! - b.seeds[0]!);
  const [first] = inOrder;
  const joined = (pick: (tally: Tally) => number[]) => inOrder.flatMap(pick);
  const total = (pick: (tally: Tally) => number) => sum(inOrder.map(pick));
  const added = (pick: (tally: Tally) => number[]) =>
    pick(first!).map((_, t) => sum(inOrder.map((tally) => pick(tally)[t]!)));
  return {
    policy: first!.policy,
    seeds: joined((tally) => tally.seeds),
    successes: joined((tally) => tally.successes),
    shown: joined((tally) => tally.shown),
    harmfulShown: joined((tally) => tally.harmfulShown),
    good: { cards: total((tally) => tally.good.cards), held: total((tally) => tally.good.held) },
    harmful: { cards: total((tally) => tally.harmful.cards), held: total((tally) => tally.harmful.held) },
    alerts: total((tally) => tally.alerts),
    series: {
      successes: added((tally) => tally.series.successes),
      harmfulShown: added((tally) => tally.series.harmfulShown),
      pool: added((tally) => tally.series.pool),
    },
  };
}

function zeros(length: number): number[] {
  return new Array<number>(length).fill(0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
