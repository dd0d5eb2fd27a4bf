import { describe, expect, it } from "vitest";
import { isMuted, MUTE_AFTER, MUTE_WINDOW } from "../../src/learn/mute.ts";
import { foldLedger } from "../../src/learn/record.ts";
import type { LedgerRow, NewLedgerRow } from "../../src/model/ledger.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 9, minute)).toISOString();
const row = (minute: number, fields: NewLedgerRow): LedgerRow => ({ v: 1, at: at(minute), ...fields }) as LedgerRow;
const born = row(0, { type: "born", card: "c", confidence: 0.5, sessions: [], by: "miner" });

/** One recall a share, a minute apart from minute 1 on; undefined: nobody could tell. */
const recalls = (shares: ReadonlyArray<number | undefined>, from = 1): LedgerRow[] =>
  shares.flatMap((share, i) => {
    const attempt = `a${from + i}`;
    return [
      row(from + i, { type: "recalled", attempt, task: "t", level: "tool", shown: ["c"], shortlist: [] }),
      ...(share === undefined
        ? []
        : [row(from + i, { type: "followed", attempt, followed: { c: share }, by: "trace" })]),
    ];
  });
const recordOf = async (rows: LedgerRow[]) => (await foldLedger([born, ...rows])).cards.get("c")!;
const mutedAfter = async (...shares: Array<number | undefined>) => isMuted(await recordOf(recalls(shares)));

describe("a card that agents ignore", () => {
  it("[L35] mutes itself when it was ignored five of the last six times that somebody could tell", async () => {
    expect([MUTE_AFTER, MUTE_WINDOW]).toEqual([5, 6]);
    expect(await mutedAfter(0, 0, 0, 0)).toBe(false);
    expect(await mutedAfter(0, 0, 0, 0, 0)).toBe(true);
    expect(await mutedAfter(0, 1, 0, 0, 0, 0)).toBe(true);
    expect(await mutedAfter(0, 1, 0, 1, 0, 0, 0)).toBe(false);
    expect(await mutedAfter(1, 1, 1, 1, 0, 0.4, 0.2, 0, 0)).toBe(true);
  });

  it("[L35] is followed by half of what it says, and not judged by what nobody could see", async () => {
    expect(await mutedAfter(0.5, 0.5, 0.5, 0.5, 0.5, 0.5)).toBe(false);
    expect(await mutedAfter(0, undefined, 0, undefined, undefined, 0, 0)).toBe(false);
    const record = await recordOf(recalls([0, undefined, 1, 0.5]));
    expect([record.freq, record.checked, record.followed]).toEqual([4, 3, 2]);
  });

  it("[L35] speaks again when it is followed, changed, restored or reinforced", async () => {
    const ignored = recalls([0, 0, 0, 0, 0]);
    expect(isMuted(await recordOf([...ignored, ...recalls([1, 1], 10)]))).toBe(false);
    for (const type of ["reinforced", "edited"] as const) {
      const spokenFor = [...ignored, row(9, { type, card: "c", by: "person" })];
      expect(isMuted(await recordOf(spokenFor))).toBe(false);
      expect(isMuted(await recordOf([...spokenFor, ...recalls([0, 0, 0, 0, 0], 10)]))).toBe(true);
    }
    for (const type of ["restored", "undone", "released"] as const) {
      expect(isMuted(await recordOf([...ignored, row(9, { type, card: "c", by: "person", reason: "" })]))).toBe(false);
    }
    expect(isMuted(await recordOf([...ignored, row(9, { type: "weakened", card: "c", by: "person" })]))).toBe(true);
  });
});
