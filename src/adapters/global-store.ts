import { join } from "node:path";
import { MemoryError } from "../errors.ts";
import type { LedgerRow } from "../model/ledger.ts";
import { type CardFiles, GLOBAL_PREFIX, type GlobalStore, type Ledger, type Ports } from "../ports.ts";
import { createMemoryIndex } from "./memory-index.ts";
import { createNodeCardFiles } from "./node-card-files.ts";
import { createNodeLedger } from "./node-ledger.ts";
import { createNodeLock } from "./node-lock.ts";
import { createNodeStateFile } from "./node-state-file.ts";
import { readRegistry } from "./project-registry.ts";
import { projectsWithFiles } from "./stored-files.ts";

/**
 * `global/` below the home.
 * @param cards  of it
 * @param own  the ports of the project that asks: clock, ids and the like are the same
 * @param project  id of the one that asks
 */
export function createGlobalStore(
  home: string,
  cards: CardFiles,
  own: Omit<Ports, "global">,
  project: string,
): GlobalStore {
  const folder = join(home, "global");
  return {
    project,
    cards,
    open: async () => ({
      ...own,
      cards,
      ledger: createGlobalLedger(home, own.clock),
      // Few cards: reading them all is quicker than keeping a second index in step.
      index: createMemoryIndex("global"),
      state: createNodeStateFile(join(folder, "learn.json")),
      dream: createNodeStateFile(join(folder, "dream.json")),
      lock: createNodeLock(folder),
      observations: NOTHING_OBSERVED,
    }),
    others: async () => {
      const names = new Map((await readRegistry(home)).projects.map(({ id, name }) => [id, name]));
      const ids = (await projectsWithFiles(home)).filter((id) => id !== project);
      return ids.map((id) => ({
        id,
        name: names.get(id) ?? id,
        cards: createNodeCardFiles(join(home, "projects", id)),
      }));
    },
  };
}

/** Nothing happens in no project: what was observed belongs to the one it was observed in. */
const NOTHING_OBSERVED: Ports["observations"] = {
  append: async () => {
    throw new MemoryError("INVALID_INPUT", "nothing is observed in `global/`");
  },
  read: async function* () {
    // nothing ever is
  },
};

/** Appends to `global/ledger`; reads that, and along with it what the ledgers of all projects say of attempts and of global cards. */
export function createGlobalLedger(home: string, clock: Ports["clock"]): Ledger {
  const own = createNodeLedger(join(home, "global", "ledger"), clock);
  return {
    append: (rows) => own.append(rows),
    read: async function* (onProblem) {
      const rows: LedgerRow[] = [];
      for await (const row of own.read(onProblem)) rows.push(row);
      for (const project of await projectsWithFiles(home)) {
        const ledger = createNodeLedger(join(home, "projects", project, "ledger"), clock);
        const copies = new Map<string, string>();
        for await (const row of ledger.read()) {
          const seen = seenFromGlobal(row, project) ?? sightingOfCopy(row, copies);
          if (seen) rows.push(seen);
        }
      }
      // In the order in which they happened; equal times keep the order of their files.
      yield* rows.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
    },
  };
}

/**
 * A sighting of a card that has a copy in `global/` is one of the copy, as long as the copy speaks for it; sessions that were counted when
 * it was made count once. That a card of one project lies idle there says nothing about all.
 * @param copies  by card of the project, its copy; kept in step with the rows, which come oldest first
 */
function sightingOfCopy(row: LedgerRow, copies: Map<string, string>): LedgerRow | undefined {
  if (row.type === "promoted" && row.global !== undefined) copies.set(row.card, row.global);
  if (row.type === "demoted") copies.delete(row.card);
  if (row.type !== "seen" && row.type !== "contradicted") return undefined;
  const card = copies.get(row.card);
  return card === undefined ? undefined : { ...row, card };
}

/**
 * A project's row as `global/` sees it: global cards by their own ids, the project's cards by names that nobody else has.
 * Attempts count whole, also those without a global card: how often such tasks go well anyway is part of the evidence.
 * @returns undefined for what concerns the project alone
 */
export function seenFromGlobal(row: LedgerRow, project: string): LedgerRow | undefined {
  const name = (id: string) => (id.startsWith(GLOBAL_PREFIX) ? id.slice(GLOBAL_PREFIX.length) : `${project}/${id}`);
  switch (row.type) {
    case "recalled":
      return {
        ...row,
        shown: row.shown.map(name),
        shortlist: row.shortlist.map((near) => ({ ...near, id: name(near.id) })),
      };
    case "followed": {
      const followed = Object.fromEntries(Object.entries(row.followed).map(([id, share]) => [name(id), share]));
      return { ...row, followed };
    }
    case "outcome":
    case "revoked":
    case "unrevoked":
      return row;
    default:
      return "card" in row && row.card.startsWith(GLOBAL_PREFIX) ? { ...row, card: name(row.card) } : undefined;
  }
}
