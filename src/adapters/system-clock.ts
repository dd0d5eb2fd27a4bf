import type { Clock } from "../ports.ts";

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };
