import { join } from "node:path";
import { CARD_FORMAT } from "../model/experience.ts";
import type { GlobalStore, Ports } from "../ports.ts";
import { TOKENISER_VERSION } from "../text/tokens.ts";
import { createNodeCardFiles } from "./node-card-files.ts";
import { createNodeLedger } from "./node-ledger.ts";
import { createNodeLock } from "./node-lock.ts";
import { createNodeObservationLog } from "./node-observation-log.ts";
import { createNodeSessionNotes } from "./node-session-notes.ts";
import { createNodeStateFile } from "./node-state-file.ts";
import { openIndex } from "./open-index.ts";
import { createSystemChance } from "./system-chance.ts";
import { createSystemClock } from "./system-clock.ts";
import { createUuidIds } from "./uuid-ids.ts";

/** Node's answers to all ports, for one project. The index empties itself when what it was made with changed. */
export async function openNodePorts(home: string, project: string): Promise<Ports> {
  const folder = join(home, "projects", project);
  const clock = createSystemClock();
  const ports: Ports = {
    clock,
    ids: createUuidIds(),
    chance: createSystemChance(),
    observations: createNodeObservationLog(join(folder, "observations")),
    ledger: createNodeLedger(join(folder, "ledger"), clock),
    cards: createNodeCardFiles(folder),
    index: await openIndex(join(folder, "index.sqlite"), `card ${CARD_FORMAT}, tokens ${TOKENISER_VERSION}`),
    state: createNodeStateFile(join(folder, "learn.json")),
    dream: createNodeStateFile(join(folder, "dream.json")),
    vectors: createNodeStateFile(join(folder, "vectors.json")),
    lock: createNodeLock(folder),
    notes: createNodeSessionNotes(join(folder, "told")),
    transcripts: {
      changed: async (quietMs) =>
        (await import("./transcripts.ts")).createTranscripts(home, project, clock.now).changed(quietMs),
    },
    recording: {
      left: async () => (await import("./notice-log.ts")).createNoticeLog(home).counts(),
      unassigned: async () => (await (await import("./hook-intake.ts")).unassignedSessions(home)).size,
    },
  };
  const globalCards = createNodeCardFiles(join(home, "global"));
  const store = async () => (await import("./global-store.ts")).createGlobalStore(home, globalCards, ports, project);
  const global: GlobalStore = {
    project,
    cards: globalCards,
    open: async () => (await store()).open(),
    others: async () => (await store()).others(),
  };
  return { ...ports, global };
}
