import { HttpError } from "./errors.ts";

export interface Limits {
  /** Most bytes of a request. Default 64 MiB: a day of sessions. */
  bodyBytes: number;
  /** Requests a second, over all callers, in the long run; five seconds' worth at once. Default 2,000. */
  perSecond: number;
  /** Requests that are worked on at once; more are told to come back. Default 512. */
  atOnce: number;
  /** Wrong tokens a minute, after which even the right one waits. Default 60. */
  wrongTokens: number;
}

export const DEFAULT_LIMITS: Readonly<Limits> = Object.freeze({
  bodyBytes: 64 * 1024 * 1024,
  perSecond: 2_000,
  atOnce: 512,
  wrongTokens: 60,
});

export interface Gate {
  /** Lets a request in, or says that there are too many. @throws HttpError 429, 503 @returns call when it is answered */
  enter(): () => void;
  /** A token that was wrong. @throws HttpError 429 when there were too many */
  wrongToken(): void;
  /** Requests inside. */
  readonly inside: number;
}

export function createGate(limits: Limits, nowMs: () => number): Gate {
  const requests = createBucket(limits.perSecond * 5, limits.perSecond, nowMs);
  const guesses = createBucket(limits.wrongTokens, limits.wrongTokens / 60, nowMs);
  let inside = 0;
  return {
    enter: () => {
      if (inside >= limits.atOnce || !requests.take())
        throw new HttpError(429, "TOO_MANY_REQUESTS", "too many requests at once", "Try again in a moment.");
      inside += 1;
      let left = false;
      return () => {
        if (!left) inside -= 1;
        left = true;
      };
    },
    wrongToken: () => {
      if (!guesses.take()) throw new HttpError(429, "TOO_MANY_REQUESTS", "too many wrong tokens", "Wait a minute.");
    },
    get inside() {
      return inside;
    },
  };
}

/** Holds `most`, and gets `perSecond` back. */
function createBucket(most: number, perSecond: number, nowMs: () => number) {
  let left = most;
  let at = nowMs();
  return {
    take: (): boolean => {
      const now = nowMs();
      left = Math.min(most, left + ((now - at) / 1_000) * perSecond);
      at = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
