import { staleReason, tiesOf } from "../learn/stale.ts";
import type { Ports, Surroundings } from "../ports.ts";
import { type LearnState, loadLearnState } from "./learn-state.ts";
import { readStaleNote, type StaleNote, writeStaleNote } from "./stale-note.ts";

/**
 * Looks at what every active card speaks of: files, tools and versions that are no more make it stale, and it comes back when they do.
 * Without surroundings only tools are asked about. What is found is noted for recall.
 * @returns by card id, the reason
 */
export async function checkStale(
  ports: Pick<Ports, "index" | "state" | "surroundings">,
  known?: Pick<LearnState, "tools" | "days">,
): Promise<ReadonlyMap<string, string>> {
  const { tools = {}, days } = known ?? (await loadLearnState(ports));
  const cards = (await ports.index.all("experiences")).filter(({ experience }) => experience.status === "active");
  const ties = cards.map(({ experience }) => ({ id: experience.id, ties: tiesOf(experience) }));
  const surroundings = await ports.surroundings?.();
  const before = await readStaleNote(ports);
  const paths = new Set(ties.flatMap((each) => each.ties.paths));
  const names = new Set(ties.flatMap((each) => each.ties.versions.map(({ name }) => name)));
  const { seen, gonePaths } = await lookFor(paths, new Set(before.seen), surroundings);
  const present = { gonePaths, toolsUsed: tools, days, majors: await majorsOf(names, surroundings) };
  const stale = new Map(
    ties.flatMap(({ id, ties: own }) => {
      const reason = staleReason(own, present);
      return reason === undefined ? [] : [[id, reason] as const];
    }),
  );
  const note: StaleNote = { stale: Object.fromEntries(stale), seen };
  if (JSON.stringify(note) !== JSON.stringify(before)) await writeStaleNote(ports, note);
  return stale;
}

async function lookFor(
  paths: ReadonlySet<string>,
  seenBefore: ReadonlySet<string>,
  surroundings: Surroundings | undefined,
): Promise<{ seen: string[]; gonePaths: Set<string> }> {
  const seen = new Set<string>();
  const gonePaths = new Set<string>();
  for (const path of [...paths].sort()) {
    const exists = await surroundings?.exists(path);
    if (exists || seenBefore.has(path)) seen.add(path);
    if (exists === false && seenBefore.has(path)) gonePaths.add(path);
  }
  return { seen: [...seen], gonePaths };
}

async function majorsOf(names: ReadonlySet<string>, surroundings: Surroundings | undefined) {
  const majors = new Map<string, number>();
  for (const name of names) {
    const major = await surroundings?.majorOf(name);
    if (major !== undefined) majors.set(name, major);
  }
  return majors;
}
