import { join } from "node:path";
import { CARD_FORMAT } from "../model/experience.ts";
import type { Ports } from "../ports.ts";
import { TOKENISER_VERSION } from "../text/tokens.ts";
import { createNodeCardFiles } from "./node-card-files.ts";
import { createNodeLedger } from "./node-ledger.ts";
import { createNodeLock } from "./node-lock.ts";
import { createNodeObservationLog } from "./node-observation-log.ts";
import { createNodeStateFile } from "./node-state-file.ts";
import { openIndex } from "./open-index.ts";
import { systemClock } from "./system-clock.ts";
import { uuidIds } from "./uuid-ids.ts";

/** Node's answers to all ports, for one project's folder. The index empties itself when what it was made with changed. */
export async function openNodePorts(folder: string): Promise<Ports> {
  return {
    clock: systemClock,
    ids: uuidIds,
    observations: createNodeObservationLog(join(folder, "observations")),
    ledger: createNodeLedger(join(folder, "ledger"), systemClock),
    cards: createNodeCardFiles(folder),
    index: await openIndex(join(folder, "index.sqlite"), `card ${CARD_FORMAT}, tokens ${TOKENISER_VERSION}`),
    state: createNodeStateFile(join(folder, "learn.json")),
    lock: createNodeLock(folder),
  };
}
