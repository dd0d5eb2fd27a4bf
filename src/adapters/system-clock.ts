import type { Clock } from "../ports.ts";

/** The machine's own clock. */
export function createSystemClock(): Clock {
  return { now: () => Date.now() };
}
