import { setTimeout as sleep } from "node:timers/promises";

export interface Patience {
  /** Milliseconds until one attempt must be answered. */
  timeoutMs: number;
  /** How often a call may be tried again. */
  retries: number;
  /** Longest wait before a further attempt, in milliseconds. */
  maxWaitMs: number;
}

/** What went wrong in one attempt. */
export interface CallFault {
  /** In words; without keys. */
  problem: string;
  /** Trying again may help. */
  passing: boolean;
  /** Milliseconds that the server asked to wait (Retry-After). */
  waitMs?: number | undefined;
}

/** A call that failed for good. */
export class CallFailed extends Error {}

/**
 * Makes a call, and again after a wait when it failed by no fault of its own: as long as the server asks for, else one second, doubled
 * each time, with up to a quarter more by chance so that many callers do not come back at once. A server that asks for more patience than
 * `maxWaitMs` is not asked again. An attempt that ran out of time is not repeated: it already took all the time there was.
 * @param onRetry  called before each further attempt; what it rejects with ends the call
 * @throws CallFailed  with the last problem in words; or the signal's reason when it was aborted
 */
export async function patientCall<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  faultOf: (error: unknown) => CallFault,
  patience: Patience,
  given: { signal?: AbortSignal | undefined; onRetry?: (() => Promise<void>) | undefined } = {},
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    given.signal?.throwIfAborted();
    const deadline = AbortSignal.timeout(patience.timeoutMs);
    let fault: CallFault;
    try {
      return await attempt(given.signal ? AbortSignal.any([given.signal, deadline]) : deadline);
    } catch (error) {
      given.signal?.throwIfAborted();
      if (deadline.aborted) throw new CallFailed(`no answer within ${patience.timeoutMs / 1000} s`);
      fault = faultOf(error);
    }
    const times = tried > 1 ? ` (tried ${tried} times)` : "";
    if (!fault.passing || tried > patience.retries) throw new CallFailed(`${fault.problem}${times}`);
    const waitMs = fault.waitMs ?? 1_000 * 2 ** (tried - 1) * (1 + Math.random() / 4);
    if (waitMs > patience.maxWaitMs) {
      const asked = `it asks to wait ${Math.ceil(waitMs / 1000)} s, longer than models.max_wait_seconds`;
      throw new CallFailed(`${fault.problem}; ${asked}${times}`);
    }
    await sleep(waitMs, undefined, given.signal ? { signal: given.signal } : {});
    await given.onRetry?.();
  }
}
