import type { Json } from "../../model/json.ts";
import { isObject } from "../../model/json.ts";
import type { Step, Trajectory } from "../../model/trajectory.ts";
import { isToolName } from "../identifiers.ts";
import { nothingSaid, type Said } from "./said.ts";
import { type Leaf, leavesOf } from "./values.ts";

/** One argument of a call that succeeded, and what was known about its value at that moment. */
export interface Use {
  tool: string;
  param: string;
  leaf: Leaf;
  turn: number;
  /** The user had said it before: then it is no evidence for or against anything. */
  said: boolean;
  /** Where the value first appeared, when that was in a result; the agent's own words and the user's are no origin. */
  origin?: { tool: string; fields: readonly string[] };
  /** Every tool that had returned something before, by name. Read it before asking for the next use. */
  earlier: ReadonlyMap<string, Returned>;
  /** Tools with this value anywhere in an earlier result. */
  holders: ReadonlySet<string>;
}

/** What a tool has returned so far. */
export interface Returned {
  /** Values by path: of its most recent result, and of all of them. */
  latest: ReadonlyMap<string, ReadonlySet<string>>;
  all: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The same value in more fields of one result than these says nothing about any of them. */
const MAX_FIELDS = 4;
const NOWHERE: ReadonlySet<string> = new Set();

/** Told of every result that holds something, in order. */
export type OnResult = (tool: string, leaves: readonly Leaf[]) => void;

/**
 * Walks through a trajectory and yields every argument value of every call that succeeded, with its origin. Calls made in parallel
 * do not see one another's results. One pass; a value is looked up, never searched for.
 */
export function* usesIn(trajectory: Trajectory, onResult?: OnResult): Generator<Use> {
  const said = nothingSaid();
  const seen = emptySight();
  for (const [turn, { user, steps }] of trajectory.turns.entries()) {
    said.hear(user);
    for (const batch of batchesOf(steps)) {
      for (const step of batch) if (step.outcome === "ok") yield* usesOf(step, turn, said, seen);
      for (const step of batch) noteInput(step.input, seen);
      for (const step of batch) noteResult(step, said, seen, onResult);
    }
  }
}

/** Consecutive steps that were asked for in one message. */
export function batchesOf(steps: readonly Step[]): Step[][] {
  const batches: Step[][] = [];
  for (const step of steps) {
    const last = batches.at(-1);
    if (last && step.batch !== undefined && last[0]!.batch === step.batch) last.push(step);
    else batches.push([step]);
  }
  return batches;
}

interface Sight {
  /** Where each value appeared first; null: in the agent's own arguments or the user's words. */
  origins: Map<string, { tool: string; fields: readonly string[] } | null>;
  holders: Map<string, Set<string>>;
  earlier: Map<string, { latest: Map<string, Set<string>>; all: Map<string, Set<string>> }>;
}

function emptySight(): Sight {
  return { origins: new Map(), holders: new Map(), earlier: new Map() };
}

function* usesOf(step: Step, turn: number, said: Said, seen: Sight): Generator<Use> {
  if (!isToolName(step.tool) || !isObject(step.input)) return;
  for (const leaf of leavesOf(step.input as Json)) {
    const origin = seen.origins.get(leaf.key);
    yield {
      tool: step.tool,
      param: leaf.path,
      leaf,
      turn,
      said: said.holds(leaf),
      ...(origin && { origin }),
      earlier: seen.earlier,
      holders: seen.holders.get(leaf.key) ?? NOWHERE,
    };
  }
}

function noteInput(input: Json, seen: Sight): void {
  for (const { key } of leavesOf(input)) if (!seen.origins.has(key)) seen.origins.set(key, null);
}

function noteResult(step: Step, said: Said, seen: Sight, onResult?: OnResult): void {
  if (step.outcome !== "ok" || !isToolName(step.tool)) return;
  const leaves = leavesOf(step.result);
  if (leaves.length === 0) return;
  onResult?.(step.tool, leaves);
  const returned = seen.earlier.get(step.tool) ?? { latest: new Map(), all: new Map() };
  returned.latest = new Map();
  seen.earlier.set(step.tool, returned);
  const fresh = new Map<string, string[]>();
  for (const leaf of leaves) {
    const { key, path } = leaf;
    addTo(returned.latest, path, key);
    addTo(returned.all, path, key);
    addTo(seen.holders, key, step.tool);
    if (seen.origins.has(key) && !fresh.has(key)) continue;
    if (!fresh.has(key)) {
      seen.origins.set(key, null);
      if (said.holds(leaf)) continue;
      fresh.set(key, []);
    }
    const fields = fresh.get(key)!;
    if (!fields.includes(path)) fields.push(path);
  }
  for (const [key, fields] of fresh) {
    seen.origins.set(key, fields.length > MAX_FIELDS ? null : { tool: step.tool, fields });
  }
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}
