import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openNodePorts } from "../../src/adapters/node-ports.ts";
import { createMemory, type Memory } from "../../src/memory.ts";
import type { Experience } from "../../src/model/experience.ts";
import type { NewLedgerRow } from "../../src/model/ledger.ts";
import { completeOptions, type MemoryOptions } from "../../src/options.ts";
import type { Ports } from "../../src/ports.ts";
import { scratchFolder } from "../conformance/scratch.ts";

/** A memory on real files, without luck and with a clock that a test can move. */
export interface Store {
  memory: Memory;
  ports: Ports;
  folder: string;
  pass(ms: number): void;
  /** Hands these cards over for one task and returns the attempt. */
  shown(ids: readonly string[], more?: Partial<NewLedgerRow & { type: "recalled" }>): Promise<string>;
  /** Attempts with known ends, put on record at once; what they say of the cards is worked out by the next `learn` or `record`. */
  happened(
    attempts: ReadonlyArray<{ ids: readonly string[]; score: number; family?: string; session?: string }>,
  ): Promise<void>;
  /** One attempt, and what it says is worked out. */
  tried(ids: readonly string[], score: number, more?: Partial<NewLedgerRow & { type: "recalled" }>): Promise<void>;
  card(id: string): Promise<Experience>;
  close(): Promise<void>;
}

/** `count` times the same. */
export const times = <T>(count: number, each: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => each(i));

export async function store(given: Partial<MemoryOptions> = {}, home = scratchFolder()): Promise<Store> {
  let now = Date.UTC(2026, 10, 2, 9);
  let attempts = 0;
  const real = await openNodePorts(home, "p");
  const ports: Ports = { ...real, clock: { now: () => now }, chance: { draw: () => 0.5 } };
  const memory = createMemory(ports, completeOptions(given), { id: "p", name: "p", why: "test" }, home);
  let isOpen = true;
  onTestFinished(async () => {
    if (isOpen) await memory.close();
  });
  const store: Store = {
    memory,
    ports,
    folder: join(home, "projects", "p"),
    pass: (ms) => {
      now += ms;
    },
    shown: async (ids, more = {}) => {
      attempts += 1;
      const attempt = `a-${String(attempts).padStart(4, "0")}`;
      const row = { type: "recalled" as const, attempt, task: "t", level: "prompt" as const, family: "f" };
      await ports.ledger.append([{ ...row, shown: [...ids], shortlist: [], ...more }]);
      return attempt;
    },
    happened: async (list) => {
      const rows = list.flatMap(({ ids, score, family = "f", session }): NewLedgerRow[] => {
        attempts += 1;
        const attempt = `a-${String(attempts).padStart(4, "0")}`;
        const said = { ...(session !== undefined && { session }), shown: [...ids], shortlist: [] };
        return [
          { type: "recalled", attempt, task: "t", level: "prompt", family, ...said },
          { type: "outcome", attempt, score, by: "test", reasons: [] },
        ];
      });
      await ports.ledger.append(rows);
    },
    close: async () => {
      isOpen = false;
      await memory.close();
    },
    tried: async (ids, score, more) => {
      await memory.record(await store.shown(ids, more), { score, by: "test", reasons: [] });
    },
    card: async (id) => (await memory.show(id)).experience,
  };
  return store;
}

export const named = (memory: Memory, id: string) =>
  memory.create({ id, whenToUse: `When ${id} is asked for`, title: id });
