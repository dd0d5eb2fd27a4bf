import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createNodeLedger } from "../../src/adapters/node-ledger.ts";
import { describeLedger, readRows } from "../conformance/ledger.ts";
import { scratchFolder } from "../conformance/scratch.ts";

describeLedger("node", (clock) => createNodeLedger(join(scratchFolder(), "ledger"), clock));

describe("the ledger on disk", () => {
  it("is one file a month, and names damaged lines", async () => {
    const folder = join(scratchFolder(), "ledger");
    const ledger = createNodeLedger(folder, { now: () => Date.parse("2026-11-30T10:00:00Z") });
    await ledger.append([{ type: "seen", card: "a", session: "s" }]);
    expect(readdirSync(folder)).toEqual(["2026-11.jsonl"]);
    appendFileSync(join(folder, "2026-11.jsonl"), '{"v":1,"at":"2026-11-30T10:00:00Z","type":"unheard-of"}\nhalf');
    await ledger.append([{ type: "seen", card: "b", session: "s" }]);
    const { rows, problems } = await readRows(ledger);
    expect(rows.map((row) => "card" in row && row.card)).toEqual(["a", "b"]);
    expect(problems.map(({ line }) => line)).toEqual([2, 3]);
  });
});
