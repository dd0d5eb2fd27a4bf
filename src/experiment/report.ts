import type { Interval } from "../simulate/interval.ts";
import { intervalOf } from "../simulate/interval.ts";
import type { AttemptResult } from "./attempt.ts";
import { averageOf, hasEffect, meanOf, pairedDifference, passOf, type Scores, SOLVED_AT } from "./metrics.ts";
import type { ArmRun, BuiltPool, ExperimentResults } from "./run-experiment.ts";
import type { Table } from "./tables.ts";

/** Both at the first attempt and at the last one, which differ only for arms that may try again. */
export interface Scored {
  average: Interval;
  pass: Interval;
}

export interface RowReport {
  arm: string;
  pool: string;
  first: Scored;
  last: Scored;
  attemptsPerTask: number;
  /** Per task, further attempts included. */
  tokens: Interval;
  ms: Interval;
  /** Points of Avg@k above the reference at the attempt that the table compares; absent for the reference. */
  versus?: Interval & { effect: boolean };
  /** Tasks whose majority of first attempts turned from failed to solved, and the reverse, by kind of task. */
  changed?: Array<{ kind: string; fixed: number; broken: number; tasks: number }>;
  /** Cards handed over per first attempt. */
  shown: number;
  memory?: { cardsBefore: number; cardsAfter: number; unchanged: boolean };
}

export interface TableReport {
  name: string;
  title: string;
  reference: string;
  compare: Table["compare"];
  rows: RowReport[];
}

export interface ExperimentReport {
  format: 1;
  environment: string;
  agent: string;
  runs: number;
  trainingRuns: number;
  tasks: { train: number; test: number };
  pools: BuiltPool[];
  tables: TableReport[];
}

/** @param about  what the experiment was, as it is printed above the tables */
export function reportExperiment(
  tables: readonly Table[],
  { pools, runs }: ExperimentResults,
  about: Pick<ExperimentReport, "environment" | "agent" | "runs" | "trainingRuns" | "tasks">,
): ExperimentReport {
  return {
    format: 1,
    ...about,
    pools,
    tables: tables.map(({ name, title, rows, reference, compare }) => {
      const runsOf = ({ pool, arm }: Table["rows"][number]) =>
        runs.filter((run) => run.pool === pool.name && run.arm === arm.name);
      const referenceRow = rows.find(({ arm }) => arm.name === reference);
      const base = referenceRow && gather(runsOf(referenceRow));
      return {
        name,
        title,
        reference,
        compare,
        rows: rows.map((row) => rowReport(runsOf(row), row === referenceRow ? undefined : base, compare)),
      };
    }),
  };
}

/** Attempts of one row, by task in one order for all rows. */
interface Gathered {
  tasks: string[];
  kinds: string[];
  first: Scores[];
  last: Scores[];
}

function gather(runs: readonly ArmRun[]): Gathered {
  const attempts = runs.flatMap((run) => run.attempts);
  const kindOf = new Map(attempts.map(({ task, kind }) => [task, kind]));
  const tasks = [...kindOf.keys()].sort();
  const scoresAt = (pick: (tried: AttemptResult[]) => AttemptResult) =>
    tasks.map((task) => runs.map((run) => pick(run.attempts.filter((each) => each.task === task)).score));
  return {
    tasks,
    kinds: tasks.map((task) => kindOf.get(task)!),
    first: scoresAt((tried) => tried[0]!),
    last: scoresAt((tried) => tried.at(-1)!),
  };
}

function rowReport(runs: readonly ArmRun[], base: Gathered | undefined, compare: Table["compare"]): RowReport {
  const { arm, pool } = runs[0]!;
  const own = gather(runs);
  const attempts = runs.flatMap((run) => run.attempts);
  const perTask = (value: (attempt: AttemptResult) => number) =>
    intervalOf(
      own.tasks.map((task) => sum(attempts.filter((each) => each.task === task).map(value)) / Math.max(1, runs.length)),
    );
  const memories = runs.flatMap(({ memory }) => memory ?? []);
  const versus = base && pairedDifference(own[compare], base[compare]);
  return {
    arm,
    pool,
    first: { average: averageOf(own.first), pass: passOf(own.first) },
    last: { average: averageOf(own.last), pass: passOf(own.last) },
    attemptsPerTask: attempts.length / (own.tasks.length * runs.length),
    tokens: perTask(({ tokens }) => tokens),
    ms: perTask(({ ms }) => ms),
    ...(versus && { versus: { ...versus, effect: hasEffect(versus) } }),
    ...(base && { changed: changedKinds(own, base, compare) }),
    shown: meanOf(attempts.filter(({ trial }) => trial === 0).map(({ shown }) => shown.length)),
    ...(memories.length > 0 && {
      memory: {
        cardsBefore: meanOf(memories.map(({ cardsBefore }) => cardsBefore)),
        cardsAfter: meanOf(memories.map(({ cardsAfter }) => cardsAfter)),
        unchanged: memories.every(({ before, after }) => before === after),
      },
    }),
  };
}

function changedKinds(own: Gathered, base: Gathered, compare: Table["compare"]): NonNullable<RowReport["changed"]> {
  const mostly = (scores: Scores) => scores.filter((score) => score >= SOLVED_AT).length * 2 > scores.length;
  return [...new Set(own.kinds)].sort().map((kind) => {
    const places = own.kinds.flatMap((each, i) => (each === kind ? [i] : []));
    const turned = (from: boolean) =>
      places.filter((i) => mostly(base[compare][i]!) === from && mostly(own[compare][i]!) !== from).length;
    return { kind, fixed: turned(false), broken: turned(true), tasks: places.length };
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
