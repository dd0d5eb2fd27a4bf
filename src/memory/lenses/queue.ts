import { type LensAttempt, toLensAttempt } from "../../distill/lenses/attempt.ts";
import type { Trajectory } from "../../model/trajectory.ts";
import type { LearnState } from "../learn-state.ts";

/** An attempt that no lens has looked at yet. */
export interface LensWaiting {
  attempt: LensAttempt;
  /** Looks that failed because no model could deal with it. */
  tries: number;
}

/** Attempts that wait at most; of more the newest are kept, since old habits of an agent matter less. A guess. */
const MOST_WAITING = 60;
/** Sessions of which is remembered that they were looked at. */
const MOST_LOOKED = 20_000;
/** Looks after which an attempt is given up. */
const MOST_TRIES = 3;

/** Puts an attempt of known outcome in the queue, unless it was looked at before. The state is changed, and saved by who holds it. */
export function enqueue(state: LearnState, trajectory: Trajectory): void {
  if (state.looked?.includes(trajectory.session)) return;
  const attempt = toLensAttempt(trajectory);
  if (!attempt) return;
  const others = (state.waitingForLenses ?? []).filter((each) => each.attempt.session !== attempt.session);
  state.waitingForLenses = [...others, { attempt, tries: 0 }].slice(-MOST_WAITING);
}

/** Notes what a batch came to. @returns sessions that were given up */
export function dequeue(
  state: LearnState,
  done: readonly string[],
  failed: ReadonlyArray<{ session: string; unusable: boolean }>,
): string[] {
  const tried = new Set(failed.filter(({ unusable }) => unusable).map(({ session }) => session));
  const counted = (state.waitingForLenses ?? []).map((each) =>
    tried.has(each.attempt.session) ? { ...each, tries: each.tries + 1 } : each,
  );
  const given = counted.filter(({ tries }) => tries >= MOST_TRIES).map(({ attempt }) => attempt.session);
  const gone = new Set([...done, ...given]);
  state.waitingForLenses = counted.filter(({ attempt }) => !gone.has(attempt.session));
  state.looked = [...new Set([...(state.looked ?? []), ...gone])].slice(-MOST_LOOKED);
  return given;
}
