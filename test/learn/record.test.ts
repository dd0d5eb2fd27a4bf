import { describe, expect, it } from "vitest";
import { idleRowsDue, mayPrune } from "../../src/learn/idle.ts";
import { foldLedger } from "../../src/learn/record.ts";
import { tierOf } from "../../src/learn/tier.ts";
import type { LedgerRow, NewLedgerRow } from "../../src/model/ledger.ts";

const at = (day: number) => new Date(Date.UTC(2026, 10, 1 + day, 9)).toISOString();
const row = (day: number, fields: NewLedgerRow): LedgerRow => ({ v: 1, at: at(day), ...fields }) as LedgerRow;
const born = (confidence: number, sessions = ["s0"]) =>
  row(0, { type: "born", card: "c", confidence, sessions, by: "miner" });
const seen = (day: number, session: string, advised = false) =>
  row(day, { type: "seen", card: "c", session, ...(advised && { advised }) });
const recalled = (day: number, attempt: string, level: "prompt" | "session" = "prompt") =>
  row(day, { type: "recalled", attempt, task: "t", level, shown: ["c"], shortlist: [] });
const outcome = (day: number, attempt: string, score: number, by: "user" | "signals" | "benchmark" = "user") =>
  row(day, { type: "outcome", attempt, score, by, reasons: [] });
const recordOf = async (rows: LedgerRow[]) => (await foldLedger(rows)).cards.get("c")!;

describe("the record of a card", () => {
  it("[L1] gains 0.1 for each further session, one vote a session, none for sessions counted at birth", async () => {
    const record = await recordOf([born(0.3), seen(1, "s0"), seen(1, "s1"), seen(1, "s1"), seen(2, "s2")]);
    expect(record.confidence).toBe(0.5);
    expect(record.seenAfterBirth).toBe(2);
  });

  it("[L2] gains nothing from a session in which the card had been shown, but is not idle either", async () => {
    const record = await recordOf([born(0.3), seen(9, "s1", true)]);
    expect(record.confidence).toBe(0.3);
    expect(record.seenAfterBirth).toBe(0);
    expect(record.lastSeen).toBe(at(9));
  });

  it("[L3] loses 0.1 once for each session that contradicts it", async () => {
    const contradicted = row(1, { type: "contradicted", card: "c", session: "s1" });
    expect((await recordOf([born(0.5), contradicted, contradicted])).confidence).toBe(0.4);
  });

  it("[L4] moves by exactly 0.1 by hand: 0.7 becomes 0.8, 0.4 becomes 0.3, and never leaves 0..1", async () => {
    const up = row(1, { type: "reinforced", card: "c", by: "person" });
    const down = row(1, { type: "weakened", card: "c", by: "person" });
    expect((await recordOf([born(0.7), up])).confidence).toBe(0.8);
    expect((await recordOf([born(0.4), down])).confidence).toBe(0.3);
    expect((await recordOf([born(1), up, up, down])).confidence).toBe(0.9);
    expect((await recordOf([born(0), down, down, up])).confidence).toBe(0.1);
  });

  it("takes the confidence that a person wrote into the card from there on", async () => {
    const edited = row(1, { type: "edited", card: "c", by: "person", confidence: 0.9 });
    const record = await recordOf([born(0.3), edited, seen(2, "s9")]);
    expect(record.confidence).toBe(1);
  });

  it("[L33] leaves out all that a revoked session said, wherever the rows stand, until that is taken back", async () => {
    const inS1 = (fields: object) => ({ ...fields, session: "s1" }) as LedgerRow;
    const rows = [
      born(0.3),
      seen(1, "s1+2"),
      seen(2, "s2"),
      inS1(recalled(2, "a1")),
      outcome(2, "a1", 1),
      recalled(3, "a2"),
      outcome(3, "a2", 1),
    ];
    const revoked = row(4, { type: "revoked", session: "s1", by: "person", reason: "poisoned" });
    const without = await foldLedger(rows.filter((_, i) => ![1, 3, 4].includes(i)));
    for (const place of [0, 3, rows.length]) {
      const log = rows.toSpliced(place, 0, revoked);
      const fold = await foldLedger(log);
      expect(fold.cards).toEqual(without.cards);
      expect(fold.attempts).toEqual(without.attempts);
      const back = await foldLedger([...log, { ...revoked, type: "unrevoked" } as LedgerRow]);
      expect(back.cards).toEqual((await foldLedger(rows)).cards);
    }
  });

  it("[L33] takes the birth that names no revoked session, and what moved the card since then", async () => {
    const rows = [
      born(0.5, ["s0", "s1"]),
      seen(1, "s2"),
      seen(2, "s3"),
      row(3, { type: "revoked", session: "s1", by: "person", reason: "" }),
      born(0.3, ["s0", "s2"]),
    ];
    const record = await recordOf(rows);
    expect(record.confidence).toBe(0.4);
    expect(record.sessions).toEqual(new Set(["s0", "s2", "s3"]));
    expect(record.born).toBe(at(0));
    // With no other birth the first one stands, less the session.
    expect((await recordOf(rows.slice(0, 4))).sessions).toEqual(new Set(["s0", "s2", "s3"]));
  });

  it("[L16] keeps what was followed with its attempt; the latest row counts, before or after the recall", async () => {
    const followed = (day: number, share: number) =>
      row(day, { type: "followed", attempt: "a1", followed: { c: share }, by: "trace" });
    const fold = await foldLedger([followed(1, 0), recalled(1, "a1"), recalled(1, "a2")]);
    expect(fold.attempts.get("a1")?.followed).toEqual({ c: 0 });
    expect(fold.attempts.get("a2")?.followed).toBeUndefined();
    const later = await foldLedger([recalled(1, "a1"), followed(1, 0), followed(2, 1)]);
    expect(later.attempts.get("a1")?.followed).toEqual({ c: 1 });
  });

  it("[L5] counts an attempt once however often its outcome is said; unknown counts in freq alone", async () => {
    const record = await recordOf([
      born(0.3),
      recalled(1, "a1"),
      recalled(1, "a2"),
      recalled(1, "a3"),
      outcome(1, "a1", 1),
      outcome(2, "a1", 1),
      outcome(2, "a2", 0),
    ]);
    expect(record).toMatchObject({ freq: 3, utility: 1, judged: 2, judgedWell: 1 });
  });

  it("[L6] believes the more trusted source, and among equals the later word", async () => {
    const base = [born(0.3), recalled(1, "a")];
    expect((await recordOf([...base, outcome(1, "a", 0, "user"), outcome(2, "a", 1, "signals")])).utility).toBe(0);
    expect((await recordOf([...base, outcome(1, "a", 0, "signals"), outcome(2, "a", 1, "user")])).utility).toBe(1);
    expect((await recordOf([...base, outcome(1, "a", 1, "user"), outcome(2, "a", 0, "user")])).utility).toBe(0);
  });

  it("does not count what everybody gets at the start of a session as handed over for a task", async () => {
    expect((await recordOf([born(0.3), recalled(1, "a", "session"), outcome(1, "a", 1)])).freq).toBe(0);
  });

  it("[L7] judges a restored card by what came after, and keeps the old counts on record", async () => {
    const restored = row(3, { type: "restored", card: "c", by: "person", reason: "" });
    const record = await recordOf([
      born(0.3),
      recalled(1, "a"),
      outcome(1, "a", 0),
      restored,
      recalled(4, "b"),
      outcome(4, "b", 1),
    ]);
    expect(record).toMatchObject({ freq: 2, utility: 1, judged: 1, judgedWell: 1 });
  });

  it("keeps the record of a card that is learned again", async () => {
    expect((await recordOf([born(0.3), seen(1, "s1"), born(0.5, ["s7"])])).confidence).toBe(0.4);
  });

  it("is validated after two independent sessions and never demoted", async () => {
    expect(tierOf("provisional", await recordOf([born(0.3), seen(1, "s1")]))).toBe("provisional");
    expect(tierOf("provisional", await recordOf([born(0.3), seen(1, "s1"), seen(2, "s2")]))).toBe("validated");
    expect(tierOf("provisional", await recordOf([born(0.3), seen(1, "s1", true), seen(2, "s2", true)]))).toBe(
      "provisional",
    );
    expect(tierOf("reviewed", await recordOf([born(0.3)]))).toBe("reviewed");
  });
});

describe("idle days", () => {
  const days = Array.from({ length: 40 }, (_, day) => at(day).slice(0, 10));

  it("[L8] are days of use without a sighting: 13 cost nothing, 14 one step, 28 two", async () => {
    const record = await recordOf([born(0.5)]);
    expect(idleRowsDue(record, days.slice(0, 14), 14)).toBe(0);
    expect(idleRowsDue(record, days.slice(0, 15), 14)).toBe(1);
    expect(idleRowsDue(record, days.slice(0, 29), 14)).toBe(2);
  });

  it("begin anew after a sighting and after an idle row", async () => {
    expect(idleRowsDue(await recordOf([born(0.5), seen(10, "s1")]), days.slice(0, 24), 14)).toBe(0);
    const idle = row(14, { type: "idle", card: "c", days: 14 });
    const record = await recordOf([born(0.5), idle]);
    expect(record.confidence).toBe(0.4);
    expect(idleRowsDue(record, days.slice(0, 20), 14)).toBe(0);
  });

  it("[L9] let prune take a card only when it is below the threshold and unseen for long enough", async () => {
    const options = { pruneBelow: 0.3, pruneAfterDays: 30 };
    const weak = await recordOf([born(0.2)]);
    expect(mayPrune(weak, Date.parse(at(30)), options)).toBe(true);
    expect(mayPrune(weak, Date.parse(at(29)), options)).toBe(false);
    expect(mayPrune(await recordOf([born(0.3)]), Date.parse(at(90)), options)).toBe(false);
    const restored = row(20, { type: "restored", card: "c", by: "person", reason: "" });
    expect(mayPrune(await recordOf([born(0.2), restored]), Date.parse(at(30)), options)).toBe(false);
  });
});
