import type { Clock, Ledger } from "../ports.ts";
import { ledgerOver } from "./ledger.ts";
import { createLogMemory } from "./log-memory.ts";

export function createMemoryLedger(clock: Clock): Ledger {
  return ledgerOver(createLogMemory("ledger"), clock);
}
