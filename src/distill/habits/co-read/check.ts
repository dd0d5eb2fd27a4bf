import type { CoReadRule } from "../../../model/rule.ts";
import { type Chance, REACH } from "../chance.ts";
import { nameIn, namesFile } from "../letters.ts";
import type { IndexedRun, RunTurn, Slot } from "../run.ts";

/** Which part of all reads are reads of a file with this pattern. 0..1. */
export type ReadShare = (pattern: string) => number;

/**
 * Every time that one of the files was read, and whether the others were read with it: in the same slot, or each at most two other
 * steps from another one.
 *
 * By chance: each of the reads around them being a read of any file, as often as that file is read at all.
 */
export function coReadsIn(run: IndexedRun, { paths }: CoReadRule, share: ReadShare): Chance[] {
  const clusters = clustersIn(run, paths);
  if (clusters.length === 0) return [];
  const shares = paths.map(share).sort((a, b) => b - a);
  return clusters.map(({ turn, slots, from, to, found }): Chance => {
    const others = readsAround(slots, from, to) - 1;
    // The first of them is given; of which one that is nothing is assumed, so it is taken to be the rarest.
    const byChance = shares.slice(0, -1).reduce((product, each) => product * (1 - (1 - each) ** others), 1);
    return { turn, held: found.size === paths.length, byChance };
  });
}

/** Reads of a slot that name their file. */
export function namedReads(slot: Slot): string[] {
  return slot.flatMap(({ letters, failed }) => {
    const exact = letters.at(-1)!;
    const pattern = exact.startsWith("read ") && letters.length > 1 ? nameIn(exact) : "";
    return failed === undefined && namesFile(pattern) ? [pattern] : [];
  });
}

interface Cluster {
  turn: number;
  slots: RunTurn["slots"];
  from: number;
  to: number;
  found: Set<string>;
}

function clustersIn(run: IndexedRun, paths: readonly string[]): Cluster[] {
  const reads = paths.flatMap((path) => (run.places.get(`read ${path}`) ?? []).map((place) => ({ ...place, path })));
  const clusters: Cluster[] = [];
  for (const { turn, slots, at, path } of reads.sort((a, b) => a.turn - b.turn || a.at - b.at)) {
    if (!namedReads(slots[at]!).includes(path)) continue;
    const last = clusters.at(-1);
    if (last && last.turn === turn && at - last.to <= REACH) {
      last.to = at;
      last.found.add(path);
    } else clusters.push({ turn, slots, from: at, to: at, found: new Set([path]) });
  }
  return clusters;
}

function readsAround(slots: RunTurn["slots"], from: number, to: number): number {
  const around = slots.slice(Math.max(0, from - REACH), to + REACH + 1).flat();
  return around.filter(({ letters }) => letters[0] === "read").length;
}
