import { LEDGER_VERSION, parseLedgerRow } from "../model/ledger.ts";
import type { Clock, Ledger } from "../ports.ts";
import type { LogFiles } from "./log-files.ts";
import { readLog } from "./log-lines.ts";

/** `ledger/2026-11.jsonl` over files wherever they lie. */
export function ledgerOver(files: LogFiles, clock: Clock): Ledger {
  return {
    append: async (rows) => {
      const at = new Date(clock.now()).toISOString();
      await files.append(
        `${at.slice(0, 7)}.jsonl`,
        rows.map((row) => JSON.stringify({ v: LEDGER_VERSION, at, ...row })),
      );
    },
    read: async function* (onProblem) {
      for await (const line of readLog(files, {}, parseLedgerRow, onProblem)) yield line.value;
    },
  };
}
