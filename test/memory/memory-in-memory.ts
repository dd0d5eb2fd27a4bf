import { createMemoryCardFiles } from "../../src/adapters/memory-card-files.ts";
import { createMemoryIndex } from "../../src/adapters/memory-index.ts";
import { createMemoryLedger } from "../../src/adapters/memory-ledger.ts";
import { createMemoryLock } from "../../src/adapters/memory-lock.ts";
import { createMemoryObservationLog } from "../../src/adapters/memory-observation-log.ts";
import { createMemorySessionNotes } from "../../src/adapters/memory-session-notes.ts";
import { createMemoryStateFile } from "../../src/adapters/memory-state-file.ts";
import { createMemory, type Memory } from "../../src/memory.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { completeOptions, type MemoryOptions } from "../../src/options.ts";
import type { Ports } from "../../src/ports.ts";

export const DAY_MS = 86_400_000;

export interface World {
  memory: Memory;
  ports: Ports;
  /** Moves the clock on. */
  pass(ms: number): void;
  /** The same files and logs, with an index and a learn state that know nothing. */
  forgetDerived(): World;
}

/** A whole memory without a disk, a clock that stands still and ids that count up. */
export function createWorld(options: Partial<MemoryOptions> = {}): World {
  let nowMs = Date.UTC(2026, 10, 2, 9);
  let ids = 0;
  const clock = { now: () => nowMs };
  const build = (kept: Omit<Ports, "index" | "state">): World => {
    const ports: Ports = { ...kept, index: createMemoryIndex("test"), state: createMemoryStateFile() };
    return {
      ports,
      memory: createMemory(ports, completeOptions(options), { id: "p", name: "p", why: "test" }, "nowhere"),
      pass: (ms) => {
        nowMs += ms;
      },
      forgetDerived: () => build(kept),
    };
  };
  return build({
    clock,
    ids: {
      next: () => {
        ids += 1;
        return `id-${String(ids).padStart(6, "0")}`;
      },
    },
    // A world without luck: a test that wants some draws it itself.
    chance: { draw: () => 0.5 },
    observations: createMemoryObservationLog(),
    ledger: createMemoryLedger(clock),
    dream: createMemoryStateFile(),
    cards: createMemoryCardFiles(),
    lock: createMemoryLock(),
    notes: createMemorySessionNotes(),
    recording: { left: async () => [], unassigned: async () => 0 },
  });
}

const WELL: Outcome = { score: 1, by: "benchmark", reasons: [] };

/** An attempt in which the price of an order is what a quote returned, or, when `follows` is false, something else. */
export function order(
  task: number,
  { follows = true, session = `s${task}`, outcome = WELL as Outcome | undefined } = {},
): Trajectory {
  const price = 100 + task * 7.31;
  return {
    id: `t-${session}`,
    source: "test",
    task: `task-${task}`,
    taskQuery: `Order some shares of company number ${task} at the market price`,
    session,
    recalled: [],
    ...(outcome && { outcome }),
    turns: [
      {
        user: `Order some shares of company number ${task} at the market price`,
        steps: [
          { tool: "get_quote", input: { symbol: `SYM${task}` }, result: { price, volume: 5000 + task }, outcome: "ok" },
          {
            tool: "order_shares",
            input: { symbol: `SYM${task}`, price: follows ? price : price + 3.17, amount: 40 + task },
            result: { order_id: 90210 + task },
            outcome: "ok",
          },
        ],
      },
    ],
  };
}

export const orders = (from: number, to: number, options?: Parameters<typeof order>[1]) =>
  Array.from({ length: to - from }, (_, i) => order(from + i, options));

export const KEY = "provenance order_shares.price <- get_quote.price";
