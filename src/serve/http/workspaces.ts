import { MemoryError } from "../../errors.ts";
import type { Memory } from "../../memory.ts";

/** Memories that stay open although nobody uses them at the moment. */
const MOST_IDLE = 32;
/** Between two drawings of conclusions there is a rest, this many times as long as the last one took, in these bounds. */
const REST = 9;
const SOONEST_MS = 1_000;
const LATEST_MS = 60_000;

/** The memories of a server, by the names that its callers give. */
export interface Workspaces {
  /** Runs the work with that memory open. @param name  undefined: the server's own @throws MemoryError `INVALID_INPUT` */
  use<T>(name: string | undefined, work: (memory: Memory) => Promise<T>): Promise<T>;
  /** An outcome was put on record there: conclusions are drawn soon, for many outcomes at once. */
  settleSoon(name: string | undefined): void;
  /** Those that are open, without the server's own. */
  names(): string[];
  /** Draws what is still to be drawn, and closes everything. */
  close(): Promise<void>;
}

interface Open {
  memory: Promise<Memory>;
  users: number;
  timer?: NodeJS.Timeout | undefined;
  /** Milliseconds that drawing conclusions took last. */
  lastMs: number;
  settling?: Promise<void> | undefined;
}

/**
 * @param open  called once for each name while it is open
 * @param onSettled  hears what each drawing of conclusions moved
 */
export function createWorkspaces(
  open: (name: string | undefined) => Promise<Memory>,
  onSettled: (name: string | undefined, moved: Awaited<ReturnType<Memory["settle"]>>, ms: number) => void = () =>
    undefined,
): Workspaces {
  const opened = new Map<string | undefined, Open>();
  const at = (name: string | undefined): Open => {
    const there = opened.get(name);
    // The latest used one is the last.
    if (there) opened.delete(name);
    const entry: Open = there ?? { memory: open(name), users: 0, lastMs: 0 };
    opened.set(name, entry);
    if (!there)
      entry.memory.catch(() => {
        if (opened.get(name) === entry) opened.delete(name);
      });
    return entry;
  };
  const settle = (name: string | undefined, entry: Open): Promise<void> => {
    entry.timer = undefined;
    const began = performance.now();
    const settling = entry.memory
      .then((memory) => memory.settle())
      .then((moved) => {
        entry.lastMs = performance.now() - began;
        onSettled(name, moved, entry.lastMs);
      })
      // What could not be concluded now is concluded with the next outcome; it is on record.
      .catch(() => undefined)
      .finally(() => {
        if (entry.settling === settling) entry.settling = undefined;
      });
    entry.settling = settling;
    return settling;
  };
  const letGo = async () => {
    const idle = [...opened].filter(([, { users, timer, settling }]) => users === 0 && !timer && !settling);
    for (const [name, { memory }] of idle.slice(0, Math.max(0, idle.length - MOST_IDLE))) {
      opened.delete(name);
      await memory.then((each) => each.close()).catch(() => undefined);
    }
  };
  return {
    use: async (given, work) => {
      const name = given === undefined ? undefined : workspaceName(given);
      const entry = at(name);
      entry.users += 1;
      try {
        return await work(await entry.memory);
      } finally {
        entry.users -= 1;
        if (opened.size > MOST_IDLE) await letGo();
      }
    },
    settleSoon: (given) => {
      const name = given === undefined ? undefined : workspaceName(given);
      const entry = at(name);
      if (entry.timer) return;
      const wait = Math.min(LATEST_MS, Math.max(SOONEST_MS, entry.lastMs * REST));
      entry.timer = setTimeout(() => void settle(name, entry), wait);
      entry.timer.unref();
    },
    names: () => [...opened.keys()].filter((name) => name !== undefined),
    close: async () => {
      await Promise.all(
        [...opened].map(async ([name, entry]) => {
          const due = entry.timer !== undefined;
          clearTimeout(entry.timer);
          await entry.settling;
          if (due) await settle(name, entry);
          await entry.memory.then((memory) => memory.close()).catch(() => undefined);
        }),
      );
      opened.clear();
    },
  };
}

/**
 * A name that can never be a path: letters and digits of any script, and a few signs between them.
 * @throws MemoryError `INVALID_INPUT`
 */
export function workspaceName(given: string): string {
  const name = given.normalize("NFC").trim();
  if (!/^[\p{L}\p{N}_][\p{L}\p{M}\p{N} _.:@+-]{0,127}$/u.test(name) || name.includes("..")) {
    throw new MemoryError(
      "INVALID_INPUT",
      `${JSON.stringify(given.slice(0, 60))} cannot be a workspace`,
      "Use letters, digits and - _ . : @ + between them, at most 128.",
    );
  }
  return name;
}
