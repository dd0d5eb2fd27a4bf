import type { Trajectory } from "../../model/trajectory.ts";
import { correctionsIn } from "../../text/corrections.ts";
import { isShowableName, namesUsed } from "./names.ts";

/** One thing that a user wanted otherwise, and what became of it. */
export interface HeardCorrection {
  /** Both as the agent writes them, where it does. */
  unwanted: string;
  wanted: string;
  isStanding: boolean;
  turn: number;
  /** The agent used the wanted name from then on. */
  isFollowed: boolean;
}

/** The names that a session used, in small letters, with the places of their first and last use, counted in steps. */
export type NameUses = ReadonlyMap<string, { first: number; last: number; asWritten: string }>;

/**
 * What the user of a trajectory corrected. A correction counts when the agent had used the unwanted name before it was said, or when
 * it is said as a rule for the future; a preference stated in a task, or a word about something else, is none.
 */
export function heardIn(trajectory: Trajectory): { heard: HeardCorrection[]; uses: NameUses } {
  const uses = new Map<string, { first: number; last: number; asWritten: string }>();
  const said: Array<Omit<HeardCorrection, "isFollowed"> & { at: number }> = [];
  let at = 0;
  trajectory.turns.forEach(({ user, steps }, turn) => {
    for (const { unwanted, wanted, isStanding } of correctionsIn(user)) {
      if (!isShowableName(unwanted) || !isShowableName(wanted)) continue;
      if (isStanding || uses.has(unwanted.toLowerCase())) said.push({ unwanted, wanted, isStanding, turn, at });
    }
    for (const step of steps) {
      for (const name of namesUsed(step)) {
        const use = uses.get(name.toLowerCase());
        if (use) use.last = at;
        else uses.set(name.toLowerCase(), { first: at, last: at, asWritten: name });
      }
      at++;
    }
  });
  const spelt = (name: string): string => uses.get(name.toLowerCase())?.asWritten ?? name;
  const heard = said.map(({ at: saidAt, unwanted, wanted, ...rest }) => {
    const isFollowed = (uses.get(wanted.toLowerCase())?.last ?? -1) >= saidAt;
    return { ...rest, unwanted: spelt(unwanted), wanted: spelt(wanted), isFollowed };
  });
  return { heard, uses };
}
