import { readFileSync } from "node:fs";
import { MIN_ATTEMPTS } from "../../src/distill/divergence/findings.ts";
import { callsToCompare } from "../../src/distill/divergence/state.ts";
import { contextOf } from "../../src/distill/trajectory-context.ts";
import { endedWell } from "../../src/model/outcome.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { needs, sharedData } from "../mine-check/load.ts";

/** "Failures lack this call": every success of the task has it, and at least one failure does not. */
export interface MissingCall {
  task: string;
  call: string;
  /** Attempts that ended well; all have the call. */
  well: number;
  /** Attempts that failed, and how many of them have it all the same. */
  badly: number;
  badlyWith: number;
  inGroundTruth: boolean;
}

export interface Compared {
  /** Tasks with enough attempts of both kinds. */
  tasks: number;
  missing: MissingCall[];
}

/** Compares the attempts at each task by the names that the miner goes by. */
export function missingCalls(runs: readonly Trajectory[], wanted: ReadonlyMap<string, ReadonlySet<string>>): Compared {
  const byTask = new Map<string, Trajectory[]>();
  for (const run of runs) byTask.set(run.task, [...(byTask.get(run.task) ?? []), run]);
  const missing: MissingCall[] = [];
  let tasks = 0;
  for (const [task, attempts] of byTask) {
    const known = attempts.flatMap((run) => {
      const calls = callsToCompare(contextOf(run));
      return calls && run.outcome ? [{ calls, isWell: endedWell(run.outcome) }] : [];
    });
    const well = known.filter(({ isWell }) => isWell);
    const badly = known.filter(({ isWell }) => !isWell);
    if (well.length < MIN_ATTEMPTS || badly.length < MIN_ATTEMPTS) continue;
    tasks++;
    for (const call of [...well[0]!.calls].sort()) {
      const badlyWith = badly.filter(({ calls }) => calls.has(call)).length;
      if (badlyWith === badly.length || !well.every(({ calls }) => calls.has(call))) continue;
      const inGroundTruth = wanted.get(task)?.has(call) ?? false;
      missing.push({ task, call, well: well.length, badly: badly.length, badlyWith, inGroundTruth });
    }
  }
  return { tasks, missing };
}

/** For each task of the runs the names of the functions that its ground truth calls. */
export function groundTruth(): Map<string, Set<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const category of ["base", "miss_func", "miss_param"]) {
    const text = readFileSync(needs(sharedData("bfcl", "ground-truth", `multi_turn_${category}.jsonl`)), "utf8");
    for (const line of text.trim().split("\n")) {
      const { id, ground_truth } = JSON.parse(line) as { id: string; ground_truth: string[][] };
      wanted.set(`reme:${id}`, new Set(ground_truth.flat().map((call) => call.slice(0, call.indexOf("(")))));
    }
  }
  return wanted;
}
