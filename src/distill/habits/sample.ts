import { votingSession } from "../../model/trajectory.ts";
import type { GroupOf } from "../scenarios.ts";
import { inOrder } from "../sketch.ts";
import type { Letter } from "./letters.ts";
import { type IndexedRun, indexed } from "./run.ts";
import type { HabitState, SampledRun } from "./state.ts";
import { decodeAct, loadRun } from "./stored-run.ts";

/** The runs of a state, ready to be looked at; variants of one task are one group, and so are the tasks of one session. */
export interface Sample {
  groups: readonly Group[];
  /** Letters, each with the more general ones of the same step. */
  moreGeneral: ReadonlyMap<Letter, ReadonlySet<Letter>>;
}

export interface Group {
  runs: ReadonlyArray<{ row: SampledRun; task: string; run: IndexedRun }>;
  /** How the attempts at its tasks ended, a bit set. */
  ended: number;
}

export function sampleOf(state: HabitState, groupOf: GroupOf): Sample {
  const ofOne = groupsOf(state, groupOf);
  const groups = new Map<string, { runs: Array<Group["runs"][number]>; ended: number }>();
  for (const [task, row] of inOrder(state.tasks)) {
    const name = ofOne(`task ${groupOf(task)}`);
    const group = groups.get(name) ?? { runs: [], ended: 0 };
    groups.set(name, group);
    group.ended |= row.ended;
    for (const [, stored] of inOrder(row.runs)) {
      group.runs.push({ row: stored, task, run: indexed(loadRun(stored)) });
    }
  }
  const all = [...groups.values()];
  return { groups: all, moreGeneral: generalities(all) };
}

/** Variants of one task speak with one voice, and so do the tasks of one session: what somebody does all day is one day's habit. */
function groupsOf(state: HabitState, groupOf: GroupOf): (name: string) => string {
  const parents = new Map<string, string>();
  const root = (name: string): string => {
    let at = name;
    for (let up = parents.get(at); up !== undefined; up = parents.get(at)) at = up;
    if (at !== name) parents.set(name, at);
    return at;
  };
  for (const [task, { runs }] of inOrder(state.tasks)) {
    for (const { session } of Object.values(runs)) {
      const [a, b] = [root(`task ${groupOf(task)}`), root(`session ${votingSession(session)}`)].sort();
      if (a !== b) parents.set(b!, a!);
    }
  }
  return root;
}

function generalities(groups: readonly Group[]): Map<Letter, Set<Letter>> {
  const known = new Map<Letter, Set<Letter>>();
  const seen = new Set<string>();
  for (const act of groups.flatMap(({ runs }) => runs).flatMap(({ row }) => row.acts)) {
    if (seen.has(act)) continue;
    seen.add(act);
    const { letters } = decodeAct(act);
    letters.forEach((letter, at) => {
      if (at === 0) return;
      const general = known.get(letter) ?? new Set();
      known.set(letter, general);
      for (const other of letters.slice(0, at)) general.add(other);
    });
  }
  return known;
}

/** In how many groups each letter stands. */
export function groupsByLetter({ groups }: Sample): Map<Letter, number> {
  const counts = new Map<Letter, number>();
  for (const { runs } of groups) {
    for (const letter of new Set(runs.flatMap(({ run }) => [...run.places.keys()])))
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  return counts;
}
