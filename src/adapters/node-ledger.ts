import type { Clock, Ledger } from "../ports.ts";
import { ledgerOver } from "./ledger.ts";
import { createLogFiles } from "./log-files.ts";

/** @param folder  `ledger/` of a project; created by the first append */
export function createNodeLedger(folder: string, clock: Clock): Ledger {
  return ledgerOver(createLogFiles(folder), clock);
}
