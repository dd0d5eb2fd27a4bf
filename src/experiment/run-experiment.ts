import type { Environment, Split } from "../environments/environment.ts";
import type { Clock } from "../ports.ts";
import type { Agent } from "./agent.ts";
import type { Arm } from "./arms.ts";
import type { AttemptResult } from "./attempt.ts";
import { buildPool, TRAINING_RUNS } from "./build-pool.ts";
import type { Pool, PoolStore } from "./pool.ts";
import { runArm } from "./run-arm.ts";
import type { PoolKind, Table } from "./tables.ts";

export interface ExperimentOptions {
  /** A fresh environment for each part, so that a change at a chosen attempt comes at the same point in each run. */
  environment: (split: Split) => Environment;
  agent: Agent;
  tables: readonly Table[];
  /** Independent runs of each arm. Whole number ≥ 1, default 4: Avg@4 and Pass@4. */
  runs: number;
  /** Runs of each training task. Whole number ≥ 1, default 8. */
  trainingRuns: number;
}

export const EXPERIMENT_DEFAULTS = Object.freeze({ runs: 4, trainingRuns: TRAINING_RUNS });

export interface ExperimentPorts {
  clock: Clock;
  /** @param kind  how what is learned is cut */
  pools: (kind: PoolKind) => PoolStore;
  saved: SavedParts;
}

/** Parts that are done, so that an experiment that died goes on where it stopped. */
export interface SavedParts {
  load(key: string): Promise<unknown>;
  save(key: string, part: unknown): Promise<void>;
}

/** One run of one arm on one pool. */
export interface ArmRun {
  arm: string;
  pool: string;
  run: number;
  attempts: AttemptResult[];
  /** Absent without a memory. */
  memory?: { before: string; after: string; cardsBefore: number; cardsAfter: number };
}

export interface BuiltPool {
  name: string;
  /** Training attempts, and how many of them solved their task. */
  attempts: number;
  solved: number;
  cards: number;
  /** That models used to learn. */
  tokens: number;
}

export interface ExperimentResults {
  pools: BuiltPool[];
  runs: ArmRun[];
}

export type OnTask = (done: number, total: number) => void;

/** Builds the pools that the tables need and runs every arm on its pool; an arm that stands in several tables runs once. */
export async function runExperiment(
  ports: ExperimentPorts,
  options: ExperimentOptions,
  onTask?: OnTask,
): Promise<ExperimentResults> {
  const rows = distinctRows(options.tables);
  const kinds = [...new Map(rows.filter(usesPool).map(({ pool }) => [pool.name, pool])).values()];
  const [train, test] = (["train", "test"] as const).map((split) => options.environment(split).tasks(split).length);
  const total = kinds.length * train! + rows.length * options.runs * test!;
  let done = 0;
  const count = (tasks = 1) => {
    done += tasks;
    onTask?.(done, total);
  };

  const pools: BuiltPool[] = [];
  for (const kind of kinds) {
    const key = `pool ${kind.name}`;
    const known = (await ports.saved.load(key)) as BuiltPool | undefined;
    pools.push(known ?? (await fillPool(ports, options, kind, count)));
    if (known) count(train!);
    else await ports.saved.save(key, pools.at(-1)!);
  }
  const runs: ArmRun[] = [];
  for (const row of rows) {
    for (let run = 0; run < options.runs; run += 1) {
      const key = `run ${row.pool.name} ${row.arm.name} ${run}`;
      const known = (await ports.saved.load(key)) as ArmRun | undefined;
      runs.push(known ?? (await runRow(ports, options, row, run, count)));
      if (known) count(test!);
      else await ports.saved.save(key, runs.at(-1)!);
    }
  }
  return { pools, runs };
}

type Row = Table["rows"][number];

const usesPool = ({ arm }: Row) => arm.memory !== "none";

function distinctRows(tables: readonly Table[]): Row[] {
  return [
    ...new Map(tables.flatMap(({ rows }) => rows.map((row) => [`${row.pool.name} ${row.arm.name}`, row]))).values(),
  ];
}

async function fillPool(
  { clock, pools }: ExperimentPorts,
  { environment, agent, trainingRuns }: ExperimentOptions,
  kind: PoolKind,
  count: () => void,
): Promise<BuiltPool> {
  return using(await pools(kind).open(baseOf(kind), false), async (pool) => {
    const built = await buildPool({ environment: environment("train"), agent, clock }, pool, trainingRuns, count);
    const solved = built.attempts.filter(({ faults }) => faults.length === 0).length;
    return { name: kind.name, attempts: built.attempts.length, solved, cards: await pool.size(), tokens: built.tokens };
  });
}

async function runRow(
  { clock, pools }: ExperimentPorts,
  { environment, agent }: ExperimentOptions,
  { pool: kind, arm }: Row,
  run: number,
  count: () => void,
): Promise<ArmRun> {
  const setting = { environment: environment("test"), agent, clock, run };
  const about = { arm: arm.name, pool: kind.name, run };
  if (arm.memory === "none") return { ...about, attempts: await runArm(setting, arm, undefined, count) };
  const store = pools(kind);
  const name = arm.memory === "frozen" ? baseOf(kind) : `${kind.name} ${arm.name} ${run}`;
  // A run that grows its pool grows a copy, from the beginning again if an earlier attempt at this run died.
  if (arm.memory === "growing") await store.copy(baseOf(kind), name);
  return using(await store.open(name, arm.deletion), async (pool) => {
    const [before, cardsBefore] = [await pool.fingerprint(), await pool.size()];
    const attempts = await runArm(setting, arm, pool, count);
    return {
      ...about,
      attempts,
      memory: { before, cardsBefore, after: await pool.fingerprint(), cardsAfter: await pool.size() },
    };
  });
}

const baseOf = ({ name }: PoolKind) => `${name} base`;

async function using<T>(pool: Pool, work: (pool: Pool) => Promise<T>): Promise<T> {
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

export type { Arm };
