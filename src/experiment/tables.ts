import { type Arm, MAIN_ARMS, PAPER_RECALL, type RecallKey } from "./arms.ts";

/** How a pool is made out of the training attempts. */
export interface PoolKind {
  name: string;
  granularity: "keypoint" | "trajectory";
}

/** One table of the paper: rows that differ in one thing. */
export interface Table {
  name: string;
  title: string;
  rows: ReadonlyArray<{ pool: PoolKind; arm: Arm }>;
  /** The row that the others are compared with, by the name of its arm. */
  reference: string;
  /** Which attempt is compared: arms that may try again are only fair to one another at the first. */
  compare: "first" | "last";
}

const KEYPOINT: PoolKind = { name: "keypoint", granularity: "keypoint" };
const TRAJECTORY: PoolKind = { name: "trajectory", granularity: "trajectory" };

const armNamed = (name: string) => MAIN_ARMS.find((arm) => arm.name === name)!;
const FIXED = armNamed("fixed");
const DYNAMIC = armNamed("dynamic");

const fixed = (name: string, recall: Partial<Arm["recall"]>): Arm => ({
  ...FIXED,
  name,
  recall: { ...PAPER_RECALL, ...recall },
});
const dynamic = (name: string, change: Partial<Arm>): Arm => ({ ...DYNAMIC, name, ...change });
const withKeypoints = (arms: readonly Arm[]) => arms.map((arm) => ({ pool: KEYPOINT, arm }));

const KEYS: readonly RecallKey[] = ["task_query", "generalized_query", "when_to_use", "keywords", "content"];

/** The tables of the experiment, by the name under which one can be asked for. */
export const TABLES: readonly Table[] = [
  {
    name: "main",
    title: "Memory against none",
    rows: withKeypoints(MAIN_ARMS),
    reference: "no memory",
    compare: "first",
  },
  {
    name: "granularity",
    title: "Granularity of what is distilled",
    rows: [
      { pool: KEYPOINT, arm: FIXED },
      { pool: TRAJECTORY, arm: fixed("fixed, whole trajectories", {}) },
    ],
    reference: FIXED.name,
    compare: "first",
  },
  {
    name: "refine",
    title: "Addition, reflection, deletion",
    rows: withKeypoints([
      dynamic("full addition", { addition: "full", reflection: false, deletion: false }),
      dynamic("selective addition", { reflection: false, deletion: false }),
      dynamic("and reflection", { deletion: false }),
      DYNAMIC,
    ]),
    reference: DYNAMIC.name,
    compare: "last",
  },
  {
    name: "reuse",
    title: "Rerank and rewrite",
    rows: withKeypoints([
      FIXED,
      fixed("rerank", { rerank: true }),
      fixed("rewrite", { rewrite: true }),
      fixed("rerank and rewrite", { rerank: true, rewrite: true }),
    ]),
    reference: FIXED.name,
    compare: "first",
  },
  {
    name: "key",
    title: "What the index is searched by",
    rows: withKeypoints([FIXED, ...KEYS.map((key) => fixed(`by ${key}`, { key }))]),
    reference: FIXED.name,
    compare: "first",
  },
  {
    name: "k",
    title: "K, cards handed over",
    rows: withKeypoints([
      fixed("K = 1", { limit: 1 }),
      fixed("K = 3", { limit: 3 }),
      FIXED,
      fixed("K = 8", { limit: 8 }),
      fixed("K = 12", { limit: 12 }),
    ]),
    reference: FIXED.name,
    compare: "first",
  },
];
