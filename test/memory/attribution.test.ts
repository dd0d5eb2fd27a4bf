import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ATTRIBUTION_DEFAULTS } from "../../src/learn/policy/attribution.ts";
import { attributionPolicy } from "../../src/learn/policy/attribution-policy.ts";
import { PRIOR_MEANS, standingOf } from "../../src/learn/policy/prior.ts";
import { foldLedger } from "../../src/learn/record.ts";
import { attemptRows } from "../../src/memory/attempt-rows.ts";
import { attribute } from "../../src/memory/attribution-run.ts";
import { type LedgerRow, type NewLedgerRow, parseLedgerRow } from "../../src/model/ledger.ts";
import type { OutcomeSource } from "../../src/model/outcome.ts";
import { named, type Store, store, times } from "./store-on-disk.ts";

/** What the ledger's own lines say, read from the disk by nobody but this test. */
function ledgerRows(folder: string): LedgerRow[] {
  const files = readdirSync(join(folder, "ledger")).sort();
  const lines = files.flatMap((file) =>
    readFileSync(join(folder, "ledger", file), "utf8")
      .trimEnd()
      .split("\n"),
  );
  return lines.map((line) => parseLedgerRow(line) as LedgerRow);
}

describe("what outcomes say of a card", () => {
  it("[L17] is what the ledger says when it is read from nothing: graded, late, and from every source", async () => {
    const { memory, folder, shown, tried, card, close } = await store();
    for (const id of ["a", "b", "c"]) await named(memory, id);
    const late = await shown(["a", "c"], { family: "g" });
    const sources: OutcomeSource[] = ["test", "user", "signals", "judge", "benchmark"];
    for (let i = 0; i < 25; i++) {
      const ids = i % 3 === 0 ? ["a", "b"] : i % 3 === 1 ? ["b"] : ["c", "b"];
      // Half of what happened was never told.
      const attempt = await shown(ids, { family: i % 2 ? "f" : "g" });
      if (i % 4 < 2) await memory.record(attempt, { score: (i % 5) / 4, by: sources[i % 5]!, reasons: [] });
    }
    await memory.record(late, { score: 0, by: "test", reasons: [] });
    await tried(["a"], 1);

    const stored = await Promise.all(["a", "b", "c"].map(card));
    const fit = attribute(await foldLedger(ledgerRows(folder)), stored).fit;
    for (const { id, value } of stored) {
      expect(value!.mean).toBeCloseTo(Math.round(fit.cards.get(id)!.mean * 20) / 20, 9);
      expect(value!.sd).toBeCloseTo(Math.round(fit.cards.get(id)!.sd * 20) / 20, 9);
    }
    await close();
    for (const file of readdirSync(folder)) {
      if (/^(?:index\.sqlite|learn\.json)/.test(file)) rmSync(join(folder, file));
    }
    const again = await store({}, join(folder, "..", ".."));
    await again.memory.learn();
    expect(await Promise.all(["a", "b", "c"].map(again.card))).toEqual(stored);
  });

  it("[L12] stays unsaid while no outcome is known, and one in five is enough to tell", async () => {
    const { memory, shown, happened, card } = await store();
    for (const id of ["good", "bad"]) await named(memory, id);
    for (let i = 0; i < 8; i++) await shown(["good"]);
    await memory.learn();
    expect(await card("good")).toMatchObject({ freq: 8, utility: 0 });
    expect((await card("good")).value).toBeUndefined();
    const attempts = times(60, (i) => ({ ids: [i % 2 ? "good" : "bad"], score: i % 2 }));
    await happened(attempts.filter((_, i) => i % 10 < 2));
    for (const { ids } of attempts.filter((_, i) => i % 20 > 17)) await shown(ids);
    await memory.learn();
    const [good, bad] = [await card("good"), await card("bad")];
    expect(good.value!.mean).toBeGreaterThan(bad.value!.mean + 1);
  });

  it("[L13] is shared by cards that are always shown together, with a wide sd, until one shows alone", async () => {
    const { memory, happened, card } = await store();
    for (const id of ["twin-a", "twin-b", "lone"]) await named(memory, id);
    await happened(times(24, (i) => ({ ids: i % 2 ? ["twin-a", "twin-b"] : ["lone"], score: i % 6 < 2 ? 0 : 1 })));
    await happened(times(24, (i) => ({ ids: [], score: i % 2 })));
    await memory.learn();
    const [a, b, lone] = [await card("twin-a"), await card("twin-b"), await card("lone")];
    expect(a.value).toEqual(b.value);
    expect(a.value!.sd).toBeGreaterThan(lone.value!.sd + 0.1);
    await happened(times(4, () => ({ ids: ["twin-a"], score: 0 })));
    await memory.learn();
    const [apart, other] = [await card("twin-a"), await card("twin-b")];
    expect(apart.value!.mean).toBeLessThan(other.value!.mean - 0.8);
    expect(apart.value!.sd).toBeLessThan(a.value!.sd);
  });

  it("[L11] does not depend on the order of lines that were appended together", async () => {
    const rows: NewLedgerRow[] = Array.from({ length: 18 }, (_, i) => {
      const attempt = `a-${i % 9}`;
      return i < 9
        ? {
            type: "recalled",
            attempt,
            task: "fix the build",
            level: "prompt",
            shown: [i % 2 ? "a" : "b", "c"],
            shortlist: [],
          }
        : { type: "outcome", attempt, score: (i % 3) / 2, by: "test", reasons: [] };
    });
    const valuesOf = async (order: readonly NewLedgerRow[]) => {
      const { memory, ports, card } = await store();
      for (const id of ["a", "b", "c"]) await named(memory, id);
      await ports.ledger.append(order);
      await memory.learn();
      return Promise.all(["a", "b", "c"].map(async (id) => (await card(id)).value));
    };
    const inOrder = await valuesOf(rows);
    expect(inOrder.every((value) => value !== undefined)).toBe(true);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(rows, { minLength: rows.length }), async (order) => {
        expect(await valuesOf(order)).toEqual(inOrder);
      }),
      { numRuns: 6 },
    );
  });

  it("[L16] moves little where the advice was ignored", async () => {
    const values = await Promise.all(
      [0, 1].map(async (followed) => {
        const { memory, ports, shown, card } = await store();
        await named(memory, "a");
        for (let i = 0; i < 5; i++) {
          const attempt = await shown(["a"]);
          await ports.ledger.append([{ type: "followed", attempt, followed: { a: followed }, by: "trace" }]);
          await memory.record(attempt, { score: 0, by: "test", reasons: [] });
        }
        return (await card("a")).value!.mean;
      }),
    );
    expect(values[0]! - values[1]!).toBeGreaterThan(0.5);
  });

  it("[L27] gives what was said at a call or an error its part in the task whose prompt came before it", async () => {
    const { memory, ports, shown, card } = await store();
    for (const id of ["asked", "called"]) await named(memory, id);
    for (let i = 0; i < 6; i++) {
      const session = `s${i}`;
      const prompt = await shown(["asked"], { session });
      await shown(["called"], { session, level: "tool" });
      await ports.ledger.append([{ type: "outcome", attempt: prompt, score: 1, by: "test", reasons: [] }]);
    }
    await memory.learn();
    expect((await card("called")).value).toEqual((await card("asked")).value);
    expect((await card("called")).freq).toBe(6);
  });

  it("[L27] counts a task once, however many prompts went on with it, and twice where two tasks ended differently", async () => {
    const fitOf = async (ends: readonly [number, number]) => {
      const { ports, shown } = await store();
      const attempts = [
        await shown(["a"], { session: "s", task: "Add a page for invoices" }),
        await shown(["b"], { session: "s", task: "no, that is wrong" }),
      ];
      await ports.ledger.append(
        attempts.map((attempt, i) => ({ type: "outcome", attempt, score: ends[i]!, by: "signals", reasons: [] })),
      );
      return attemptRows(await foldLedger(ports.ledger.read()));
    };
    expect(await fitOf([1, 1])).toMatchObject([{ shown: ["a", "b"], score: 1, trust: 0.5 }]);
    expect(await fitOf([0, 1])).toMatchObject([
      { shown: ["a"], score: 0 },
      { shown: ["b"], score: 1 },
    ]);
  });

  it("is forgotten with a session that is revoked", async () => {
    const { memory, ports, happened, card } = await store();
    await named(memory, "a");
    await happened(times(3, () => ({ ids: ["a"], score: 1, session: "kept" })));
    await memory.learn();
    const before = await card("a");
    await happened(times(5, () => ({ ids: ["a"], score: 0, session: "poisoned" })));
    await memory.learn();
    expect((await card("a")).value!.mean).toBeLessThan(before.value!.mean - 0.5);
    await ports.ledger.append([{ type: "revoked", session: "poisoned", by: "person", reason: "" }]);
    await memory.learn();
    expect(await card("a")).toEqual(before);
  });
});

describe("what a change of numbers does to a card's file", () => {
  it("[L29] makes no version of it, and leaves a card alone whose numbers are as they were", async () => {
    const { memory, ports, tried } = await store();
    for (const id of ["a", "b"]) await named(memory, id);
    await tried(["a"], 1);
    const { path } = await memory.show("b");
    const untouched = statSync(path);
    const text = readFileSync(path, "utf8");
    for (let i = 0; i < 4; i++) await tried(["a"], i % 2);
    expect(await memory.show("a")).toMatchObject({ versions: 0, experience: { freq: 5, utility: 3 } });
    expect((await memory.show("a")).text).toMatch(/^value: \{mean: -?[\d.]+, sd: [\d.]+\}$/m);
    expect(statSync(path).mtimeMs).toBe(untouched.mtimeMs);
    expect(readFileSync(path, "utf8")).toBe(text);
    const stamps = await ports.cards.list();
    await memory.learn();
    expect(await ports.cards.list()).toEqual(stamps);
  });
});

describe("forgetting by what outcomes say", () => {
  /** Eighteen tasks each without a card, with two that do harm, and with one with which things go as they go. */
  async function withHarmful(): Promise<Store & { retired: string[] }> {
    const made = await store();
    for (const id of ["bad", "worse", "fair"]) await named(made.memory, id);
    await made.happened(
      times(18, (i) => [
        { ids: [], score: i % 3 === 0 ? 0 : 1 },
        { ids: ["fair"], score: i % 3 === 0 ? 0 : 1 },
        { ids: ["bad"], score: i === 9 ? 1 : 0 },
        { ids: ["worse"], score: 0 },
      ]).flat(),
    );
    const retired: string[] = [];
    for (let tick = 0; tick < 4; tick++) {
      const attempt = await made.shown([]);
      const report = await made.memory.record(attempt, { score: tick % 2, by: "test", reasons: [] });
      expect(report.retired.length).toBeLessThanOrEqual(1);
      retired.push(...report.retired.map(({ id }) => id));
    }
    return { ...made, retired };
  }

  it("[L21] takes the worst first, one a tick, and says with which counts", async () => {
    const { memory, retired, card } = await withHarmful();
    expect(retired).toEqual(["worse", "bad"]);
    expect((await card("worse")).status).toBe("retired");
    const row = (await memory.log("worse")).find((each) => each.type === "retired") as LedgerRow & { type: "retired" };
    expect(row.by).toBe("policy/attribution");
    expect(row.reason).toMatch(
      /lowers success with \d+ % certainty .* shown \d+, judged \d+, ended well 0, usually \d+ %/,
    );
    const { counts } = row;
    expect(counts!.harm).toBeGreaterThan(0.9);
    expect(counts!.tasks).toBeGreaterThanOrEqual(4);
    expect(counts!.shown).toBe(counts!.judged);
  });

  it("takes nobody else before anything new was heard, however often it is asked", async () => {
    const { memory, shown, happened, pass } = await store();
    for (const id of ["bad", "worse", "fair"]) await named(memory, id);
    await happened(times(48, (i) => ({ ids: [[], ["fair"], ["bad"], ["worse"]][i % 4]!, score: i % 4 < 2 ? 1 : 0 })));
    pass(1000);
    expect((await memory.learn()).retired).toHaveLength(1);
    pass(1000);
    expect((await memory.learn()).retired).toEqual([]);
    await memory.record(await shown(["fair"]), { score: 1, by: "test", reasons: [] });
    expect((await memory.list("retired")).cards).toHaveLength(2);
  });

  it("[L22] spares the last card of a kind of task", async () => {
    const { memory, happened, card } = await store();
    for (const id of ["only", "elsewhere"]) await named(memory, id);
    await happened(
      times(12, () => [
        { ids: ["only"], score: 0, family: "deploy" },
        { ids: [], score: 1, family: "deploy" },
        { ids: ["elsewhere"], score: 1, family: "test" },
      ]).flat(),
    );
    await memory.learn();
    expect((await card("only")).value!.mean).toBeLessThan(-1);
    expect((await card("only")).status).toBe("active");
  });

  it("[L14] keeps the good card of a kind of task in which four of five fail, where ReMe's rule takes it", async () => {
    const statuses = await Promise.all(
      (["attribution", "reme"] as const).map(async (policy) => {
        const { memory, happened, card } = await store({ policy });
        for (const id of ["good", "other"]) await named(memory, id);
        await happened(
          times(20, (i) => [
            { ids: [], score: i % 5 === 0 ? 1 : 0, family: "hard" },
            { ids: ["good"], score: i % 5 < 2 ? 1 : 0, family: "hard" },
            { ids: ["other"], score: i % 5 === 0 ? 0 : 1, family: "easy" },
          ]).flat(),
        );
        await memory.learn();
        return (await card("good")).status;
      }),
    );
    expect(statuses).toEqual(["active", "retired"]);
  });

  it("[L23] hands a retired card over now and then, and takes it back once it is as likely to help as to hurt", async () => {
    const { memory, ports, happened, card } = await withHarmful();
    const ask = () => memory.recall("When bad is asked for", { family: "f" });
    const ids = async () => (await ask()).cards.map(({ id }) => id);
    expect((await card("bad")).status).toBe("retired");
    expect(await ids()).not.toContain("bad");
    ports.chance.draw = () => 0.02;
    const advice = await ask();
    expect(advice.cards.map(({ id }) => id)).toContain("bad");
    expect(advice.explain.find(({ id }) => id === "bad")).toMatchObject({ shown: true, parole: true });
    // Only looking is no trial.
    expect((await memory.recall("When bad is asked for", { record: false })).cards.map(({ id }) => id)).not.toContain(
      "bad",
    );
    let tries = 0;
    let back: unknown;
    while ((await card("bad")).status === "retired" && tries < 60) {
      await happened(times(2, () => ({ ids: ["bad"], score: 1 })));
      back = (await memory.learn()).restored;
      tries += 2;
    }
    expect(tries).toBeGreaterThan(3);
    expect(back).toMatchObject([{ id: "bad" }]);
    expect(await card("bad")).toMatchObject({ status: "active" });
    expect((await memory.log("bad")).some((row) => row.type === "restored" && row.by === "policy/attribution")).toBe(
      true,
    );
  });

  it("never tries a card once more that a person retired", async () => {
    const { memory, ports } = await store();
    for (const id of ["mine", "other"]) await named(memory, id);
    await memory.retire("mine", "I know better");
    ports.chance.draw = () => 0;
    const { cards, explain } = await memory.recall("When mine is asked for, or other");
    expect([...cards, ...explain].map(({ id }) => id)).not.toContain("mine");
  });

  it("[L7] judges a card that a person brings back by what comes after, and leaves its old part where it was", async () => {
    const { memory, pass, happened, card } = await withHarmful();
    const fair = (await card("fair")).value!.mean;
    pass(60_000);
    await memory.restore("worse", "it was the weather");
    pass(60_000);
    await memory.learn();
    expect(await card("worse")).toMatchObject({ status: "active", freq: 18, utility: 0 });
    expect((await card("worse")).value).toBeUndefined();
    expect((await memory.recall("When worse is asked for")).cards.map(({ id }) => id)).toContain("worse");
    expect((await card("fair")).value!.mean).toBeCloseTo(fair, 1);
    await happened(times(3, () => ({ ids: ["worse"], score: 1 })));
    await memory.learn();
    expect((await card("worse")).value!.mean).toBeGreaterThan(0.9);
  });
});

describe("a card that changes what happens", () => {
  it("rises in value: three of ten end well without it, nine of ten with it", async () => {
    const { memory, happened, card } = await store();
    await named(memory, "helps");
    const before = standingOf(await card("helps")).mean;
    await happened(
      times(20, (i) => (i % 2 ? { ids: ["helps"], score: i === 9 ? 0 : 1 } : { ids: [], score: i < 6 ? 1 : 0 })),
    );
    await memory.learn();
    const { value, confidence } = await card("helps");
    expect(value!.mean).toBeGreaterThan(before + 0.5);
    expect(value!.mean - 2 * value!.sd).toBeGreaterThan(0);
    expect(confidence).toBe(0.5);
  });
});

describe("production and the simulator", () => {
  it("come to the same values and retire the same cards at the same attempt", async () => {
    const ids = ["good", "fair", "bad", "worse"];
    const chance: Record<string, number> = { good: 0.9, fair: 0.6, bad: 0.1, worse: 0 };
    const policy = attributionPolicy({ fit: ATTRIBUTION_DEFAULTS });
    const { memory, ports, shown, card } = await store();
    for (const id of ids) {
      await named(memory, id);
      policy.admit({ id, family: "f", priorMean: PRIOR_MEANS.reviewed });
    }
    // What is needed is many different attempts, not chance: any sequence will do as long as it has no pattern.
    let state = 7;
    const draw = () => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    const gone: string[][] = [[], []];
    for (let i = 0; i < 70; i++) {
      const alive = ids.filter((id) => !gone[0]!.includes(id));
      const given = [alive[Math.floor(draw() * alive.length)]!, ...(draw() < 0.2 ? ["good"] : [])];
      const fits = given.map((id) => ({ id, score: 1, fit: Math.round(1000 * (0.5 + draw() / 2)) / 1000 }));
      const handed = draw() < 0.3 ? [] : [...new Set(given)];
      const score = draw() < (chance[handed[0] ?? "fair"] ?? 0) ? 1 : 0;
      const isHeard = draw() < 0.8;
      const changes = policy.hear({
        family: "f",
        shown: handed,
        trust: 1,
        relevance: Object.fromEntries(fits.map(({ id, fit }) => [id, fit])),
        ...(isHeard && { score }),
      });
      gone[0]!.push(...changes.flatMap((change) => (change.type === "retired" ? [change.id] : [])));
      const attempt = await shown(handed, { shortlist: fits });
      if (!isHeard) continue;
      await ports.ledger.append([{ type: "outcome", attempt, score, by: "test", reasons: [] }]);
      gone[1]!.push(...(await memory.learn()).retired.map(({ id }) => id));
      expect([i, gone[1]]).toEqual([i, gone[0]]);
      for (const id of ids) {
        const mean = policy.valueOf(id);
        const stated = (await card(id)).value?.mean;
        expect([i, id, stated]).toEqual([i, id, mean === undefined ? undefined : Math.round(mean * 20) / 20 + 0]);
      }
    }
    expect(gone[0]!.length).toBeGreaterThan(0);
  });
});
