import { toolKind } from "../../../alphabet/tool-kind.ts";
import type { CoReadRule } from "../../../model/rule.ts";
import { REACH } from "../chance.ts";
import { actsWith } from "../run.ts";
import type { Group, Sample } from "../sample.ts";
import { isStrong, MIN_RATE, MIN_SUPPORT, type Weighed, weigh } from "../weigh.ts";
import { coReadsIn, namedReads, type ReadShare } from "./check.ts";

export interface CoReadCandidates {
  candidates: Array<Weighed<CoReadRule>>;
  /** How many pairs of files could have been found. */
  tests: number;
}

/** Files in one rule: more is a list of everything there is. */
const MAX_FILES = 5;
/** Sets that are grown into larger ones, so that a log of one kind of task cannot make all of their subsets candidates. */
const MAX_SETS = 200;

/** Sets of files that are read together, each grown out of smaller ones: no set is read together more often than its parts. */
export function coReadCandidates(sample: Sample): CoReadCandidates {
  const reads = new Map(sample.groups.map((group) => [group, readsOf(group)]));
  const shares = readShares(reads);
  const pairs = pairsOf(reads);
  const files = frequentFiles(reads);
  const weighed = new Map<string, Weighed<CoReadRule>>();
  let level = pairs.map((pair) => weighSet(sample, pair, shares));
  for (const set of level) weighed.set(keyOf(set.rule.paths), set);
  for (let size = 3; size <= MAX_FILES && level.length > 0; size++) {
    const grown = largerSets(level.filter(isStrong).slice(0, MAX_SETS), files);
    level = grown.map((paths) => weighSet(sample, paths, shares));
    for (const set of level.filter(isStrong)) weighed.set(keyOf(set.rule.paths), set);
  }
  return { candidates: [...weighed.values()], tests: (files.length * (files.length - 1)) / 2 };
}

function weighSet(sample: Sample, paths: string[], shares: (group: Group) => ReadShare): Weighed<CoReadRule> {
  const rule: CoReadRule = { type: "co-read", tool: toolOf(sample, paths), paths };
  return weigh(sample, rule, (run, group) => coReadsIn(run, rule, shares(group)));
}

function largerSets(strong: ReadonlyArray<Weighed<CoReadRule>>, files: readonly string[]): string[][] {
  const known = new Set(strong.map(({ rule }) => keyOf(rule.paths)));
  const larger = new Map<string, string[]>();
  for (const { paths } of strong.map(({ rule }) => rule)) {
    for (const file of files) {
      if (paths.includes(file)) continue;
      const set = [...paths, file].sort();
      const partsAreStrong = set.every((_, left) => known.has(keyOf(set.filter((__, at) => at !== left))));
      if (partsAreStrong) larger.set(keyOf(set), set);
    }
  }
  return [...larger.values()];
}

/** Pairs that are read near one another in enough groups, and mostly where either is read at all. */
function pairsOf(groups: ReadonlyMap<Group, GroupReads>): string[][] {
  const together = new Map<string, number>();
  const alone = new Map<string, number>();
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const { turns, counts } of groups.values()) {
    const pairs = new Set<string>();
    for (const reads of turns) {
      reads.forEach(({ name, at }, i) => {
        for (let next = i + 1; next < reads.length && reads[next]!.at - at <= REACH; next++) {
          if (reads[next]!.name !== name) pairs.add(keyOf([name, reads[next]!.name].sort()));
        }
      });
    }
    for (const pair of pairs) add(together, pair);
    for (const file of counts.keys()) add(alone, file);
  }
  return [...together].flatMap(([key, count]) => {
    const pair = key.split(" ");
    const often = pair.every((file) => count >= (MIN_RATE / 2) * alone.get(file)!);
    return count >= MIN_SUPPORT && often ? [pair] : [];
  });
}

function frequentFiles(groups: ReadonlyMap<Group, GroupReads>): string[] {
  const counts = new Map<string, number>();
  for (const own of groups.values())
    for (const file of own.counts.keys()) counts.set(file, (counts.get(file) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= MIN_SUPPORT).map(([file]) => file);
}

/** Shares are taken from the other groups, so that no set speaks for itself; one read more is counted, as if the next had been one. */
function readShares(groups: ReadonlyMap<Group, GroupReads>): (group: Group) => ReadShare {
  const all = new Map<string, number>();
  let total = 0;
  for (const { counts, reads } of groups.values()) {
    total += reads;
    for (const [file, count] of counts) all.set(file, (all.get(file) ?? 0) + count);
  }
  return (group) => {
    const own = groups.get(group)!;
    return (file) => ((all.get(file) ?? 0) - (own.counts.get(file) ?? 0) + 1) / (total - own.reads + 1);
  };
}

/** What a group of tasks read. */
interface GroupReads {
  /** Reads that name their file, in order, turn by turn. */
  turns: Array<Array<{ name: string; at: number }>>;
  counts: Map<string, number>;
  /** All reads, those of other files included. */
  reads: number;
}

function readsOf({ runs }: Group): GroupReads {
  const counts = new Map<string, number>();
  let reads = 0;
  const turns = runs.flatMap(({ run }) =>
    run.turns.map(({ slots }) =>
      slots.flatMap((slot, at) => {
        for (const { letters } of slot) if (letters[0] === "read") reads++;
        return namedReads(slot).map((name) => {
          counts.set(name, (counts.get(name) ?? 0) + 1);
          return { name, at };
        });
      }),
    ),
  );
  return { turns, counts, reads };
}

/** Share of the reads that one tool must have done for the rule to name it. */
const MOSTLY = 0.8;

function toolOf({ groups }: Sample, paths: readonly string[]): string {
  const tools = new Map<string, number>();
  let reads = 0;
  for (const { run } of groups.flatMap(({ runs }) => runs)) {
    for (const path of paths) {
      for (const { slots, at } of run.places.get(`read ${path}`) ?? []) {
        const tool = actsWith(slots[at], `read ${path}`)[0]?.tool;
        reads++;
        // A file that a shell reads is read by `cat`: the shell's own name says nothing.
        if (tool !== undefined && toolKind(tool).kind === "read") tools.set(tool, (tools.get(tool) ?? 0) + 1);
      }
    }
  }
  const [most] = [...tools].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return most && most[1] >= MOSTLY * reads ? most[0] : "read";
}

function keyOf(paths: readonly string[]): string {
  return paths.join(" ");
}
