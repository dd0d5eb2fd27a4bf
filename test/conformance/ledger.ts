import { describe, expect, it } from "vitest";
import type { LedgerRow } from "../../src/model/ledger.ts";
import type { Clock, Ledger, LogProblem } from "../../src/ports.ts";

export async function readRows(ledger: Ledger) {
  const problems: LogProblem[] = [];
  const rows: LedgerRow[] = [];
  for await (const row of ledger.read((problem) => problems.push(problem))) rows.push(row);
  return { rows, problems };
}

/** What every implementation of {@link Ledger} promises. */
export function describeLedger(name: string, create: (clock: Clock) => Ledger): void {
  describe(`ledger (${name})`, () => {
    it("stamps rows with version and time, and gives them back in order, oldest month first", async () => {
      let now = Date.parse("2026-11-30T23:59:59.999Z");
      const ledger = create({ now: () => now });
      expect((await readRows(ledger)).rows).toEqual([]);
      await ledger.append([
        { type: "born", card: "a", confidence: 0.3, sessions: ["s"], by: "miner" },
        { type: "seen", card: "a", session: "s" },
      ]);
      now += 1;
      await ledger.append([{ type: "retired", card: "배포", by: "person", reason: "why\nnot" }]);
      await ledger.append([]);
      const { rows, problems } = await readRows(ledger);
      expect(problems).toEqual([]);
      expect(rows).toEqual([
        {
          v: 1,
          at: "2026-11-30T23:59:59.999Z",
          type: "born",
          card: "a",
          confidence: 0.3,
          sessions: ["s"],
          by: "miner",
        },
        { v: 1, at: "2026-11-30T23:59:59.999Z", type: "seen", card: "a", session: "s" },
        { v: 1, at: "2026-12-01T00:00:00.000Z", type: "retired", card: "배포", by: "person", reason: "why\nnot" },
      ]);
    });

    it("keeps rows of one append together beside others", async () => {
      const ledger = create({ now: () => 0 });
      await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          ledger.append(["one", "two"].map((session) => ({ type: "seen", card: `card-${n}`, session }))),
        ),
      );
      const { rows } = await readRows(ledger);
      expect(rows).toHaveLength(40);
      for (let at = 0; at < rows.length; at += 2) {
        expect(rows[at]).toMatchObject({ session: "one", card: (rows[at + 1] as { card: string }).card });
        expect(rows[at + 1]).toMatchObject({ session: "two" });
      }
    });
  });
}
