import { MemoryError } from "../errors.ts";
import type { Lock } from "../ports.ts";
import { DEFAULT_WAIT_MS } from "./node-lock.ts";

/** Single flight within this process; waiters are served in the order in which they came. */
export function createMemoryLock(): Lock {
  let last: Promise<void> = Promise.resolve();
  return {
    hold: async (work, { waitMs = DEFAULT_WAIT_MS } = {}) => {
      const before = last;
      let release: () => void = () => undefined;
      const done = new Promise<void>((resolve) => {
        release = resolve;
      });
      last = before.then(() => done);
      if (!(await endsWithin(before, waitMs))) {
        release();
        throw new MemoryError(
          "STORE_BUSY",
          `another task has been changing this store for ${waitMs} ms`,
          "Try again in a moment.",
        );
      }
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

async function endsWithin(promise: Promise<void>, waitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, waitMs, false);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
