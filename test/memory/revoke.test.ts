import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { createNodeLedger } from "../../src/adapters/node-ledger.ts";
import { openNodePorts } from "../../src/adapters/node-ports.ts";
import { createMemory, type Memory } from "../../src/memory.ts";
import type { Experience } from "../../src/model/experience.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { completeOptions } from "../../src/options.ts";
import { DAY_MS, order, orders } from "./memory-in-memory.ts";

interface Store {
  memory: Memory;
  home: string;
  pass(ms: number): void;
  /** Milliseconds since it began. */
  setTime(ms: number): void;
}

const open: Store[] = [];
afterEach(async () => {
  for (const { memory, home } of open.splice(0)) {
    await memory.close();
    rmSync(home, { recursive: true, force: true });
  }
});

/** A memory with files on the disk and a clock that stands still. */
async function store(): Promise<Store> {
  const home = mkdtempSync(join(tmpdir(), "habitus-revoke-"));
  const beganMs = Date.UTC(2026, 10, 2, 9);
  let nowMs = beganMs;
  const clock = { now: () => nowMs };
  const ports = await openNodePorts(home, "p");
  const ledger = createNodeLedger(join(home, "projects", "p", "ledger"), clock);
  const project = { id: "p", name: "p", why: "test" };
  const memory = createMemory(
    { ...ports, clock, ledger, chance: { draw: () => 0.5 } },
    completeOptions({}),
    project,
    home,
  );
  const made: Store = {
    memory,
    home,
    pass: (ms) => {
      nowMs += ms;
    },
    setTime: (ms) => {
      nowMs = beganMs + ms;
    },
  };
  open.push(made);
  return made;
}

interface Act {
  /** Day on which it happens. */
  day: number;
  run: Trajectory;
  /** Advice was asked for in this session before it ran. */
  recalled?: boolean;
}

/** Does these things in order, some minutes apart; each is learned from at once. */
async function live({ memory, setTime }: Store, acts: readonly Act[]): Promise<void> {
  for (const { day, run, recalled } of acts) {
    const minutes = 10 * Number(run.session.slice(1));
    setTime(day * DAY_MS + minutes * 60_000);
    if (recalled) await memory.recall(run.taskQuery, { session: run.session });
    setTime(day * DAY_MS + (minutes + 5) * 60_000);
    await memory.acquire([run]);
  }
}

/** What a card says, without what is never the same twice. */
const said = ({ created: _created, ...card }: Experience) => card;
const activeCards = async ({ memory }: Store) => (await memory.list("active")).cards.map(said);
const bytesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    (readdirSync(folder, { recursive: true }) as string[])
      .filter(
        (path) => !path.includes("lock") && /\.(?:md|jsonl|json)$/.test(path) && statSync(join(folder, path)).isFile(),
      )
      .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );

/** The same life with a session that is revoked in the end, and without it. */
async function compared(acts: readonly Act[], session: string) {
  const [revoked, never] = [await store(), await store()];
  await live(revoked, acts);
  await live(
    never,
    acts.filter(({ run }) => run.session !== session),
  );
  const report = await revoked.memory.revoke(session);
  await never.memory.learn();
  return { revoked, never, report };
}

const acts = (count: number, change: (n: number) => Partial<Act> = () => ({})): Act[] =>
  Array.from({ length: count }, (_, n) => ({ day: n, run: order(n), ...change(n) }));

describe("revoke removes all that came of a session", () => {
  it("[L33] that was among those that made a card", async () => {
    const [revoked, never] = [await store(), await store()];
    await revoked.memory.acquire(orders(0, 5));
    await never.memory.acquire(orders(0, 4));
    const before = (await activeCards(revoked))[0]!;
    expect(before.confidence).toBe(0.5);
    const report = await revoked.memory.revoke("s4");
    expect(report.changed).toEqual([{ id: before.id, before: 0.5, after: 0.4, sources: { before: 5, after: 4 } }]);
    expect(report.unchanged).toBe(0);
    expect(await activeCards(revoked)).toEqual(await activeCards(never));
  });

  it("[L33] and names of each card that stays what is another one now, and nothing that stays", async () => {
    const { memory } = await store();
    await memory.acquire(orders(0, 5));
    const [card] = (await memory.list("active")).cards;
    const advice = await memory.recall(order(7).taskQuery, { session: "s7" });
    expect(advice.cards.map(({ id }) => id)).toEqual([card!.id]);
    await memory.record(advice, { score: 1, by: "test", reasons: [] });
    await memory.create({ whenToUse: "when the office is closed", body: "# Go home\n\nGo home.\n" });
    const planned = await memory.revoke("s7", { dryRun: true });
    const report = await memory.revoke("s7");
    const changed = [
      { id: card!.id, before: 0.5, after: 0.5, freq: { before: 1, after: 0 }, utility: { before: 1, after: 0 } },
    ];
    expect(report).toMatchObject({ attempts: 1, sightings: 0, retired: [], restored: [], changed, unchanged: 1 });
    expect({ ...report, dryRun: true }).toEqual(planned);
    const undone = await memory.revoke("s7", { undo: true });
    expect(undone).toMatchObject({
      attempts: 1,
      changed: [{ id: card!.id, freq: { before: 0, after: 1 }, utility: { before: 0, after: 1 } }],
    });
    expect((await memory.revoke("s0", { undo: true }).catch((error: Error) => error)) as Error).toMatchObject({
      code: "INVALID_INPUT",
    });
  });

  it("[L33] and says so when nothing rested on it; who waits hears of every attempt that is read", async () => {
    const { memory } = await store();
    await memory.acquire(orders(0, 4));
    await memory.acquire([{ ...order(9), outcome: undefined, steps: [] } as unknown as Trajectory]);
    const stages: string[] = [];
    const report = await memory.revoke("s9", { onProgress: ({ stage, done }) => stages.push(`${stage} ${done}`) });
    expect(report).toMatchObject({ attempts: 0, sightings: 0, retired: [], restored: [], changed: [] });
    expect(report.unchanged).toBe((await memory.list()).cards.length);
    expect(stages).toEqual(expect.arrayContaining(["revoke 1", "revoke 4", "learn 1", "learn 4"]));
  });

  it("[L33] that showed a pattern again, after the card was born", async () => {
    const { revoked, never, report } = await compared(acts(8), "s6");
    expect(report).toMatchObject({ sightings: 1, attempts: 0, retired: [] });
    expect(await activeCards(revoked)).toEqual(await activeCards(never));
  });

  it("[L33] without which the card would have been born later", async () => {
    const { revoked, never } = await compared(acts(7), "s1");
    expect((await activeCards(never))[0]).toMatchObject({ confidence: 0.7 });
    expect(await activeCards(revoked)).toEqual(await activeCards(never));
  });

  it("[L33] on which a card rests: it is retired with the reason, and is born when others show it, as if for the first time", async () => {
    const [revoked, never] = [await store(), await store()];
    await live(revoked, acts(2));
    await live(never, acts(1));
    const [card] = await activeCards(revoked);
    const report = await revoked.memory.revoke("s1");
    expect(report.retired).toEqual([{ id: card!.id, reason: "it rested on session s1, which was revoked" }]);
    expect(await activeCards(revoked)).toEqual([]);
    expect((await revoked.memory.list("retired")).cards).toHaveLength(1);
    const later = [2, 3, 4].map((n) => ({ day: n, run: order(n) }));
    await live(revoked, later);
    await live(never, later);
    const numbers = ({ confidence, freq, utility, tier, body, id }: Omit<Experience, "created">) => ({
      confidence,
      freq,
      utility,
      tier,
      body,
      id,
    });
    expect((await activeCards(revoked)).map(numbers)).toEqual((await activeCards(never)).map(numbers));
  });

  it("[L33] in which cards were handed over: attempts, outcomes and what was followed", async () => {
    const given = acts(9, (n) =>
      n > 4
        ? {
            recalled: true,
            run: order(n, { follows: n !== 7, outcome: { score: n === 7 ? 0 : 1, by: "benchmark", reasons: [] } }),
          }
        : {},
    );
    const { revoked, never, report } = await compared(given, "s7");
    expect(report.attempts).toBe(1);
    const [mine, other] = [await activeCards(revoked), await activeCards(never)];
    expect(mine[0]).toMatchObject({ freq: 3, utility: 3 });
    expect(mine[0]!.value!.mean).toBeCloseTo(other[0]!.value!.mean, 9);
    expect(mine).toEqual(other);
  });

  it("[L33] cards that were made of its cards go with them; what was made of others too stays", async () => {
    const { memory, home } = await store();
    await memory.acquire(orders(0, 2));
    const [mined] = (await memory.list("active")).cards;
    const own = await memory.create({ whenToUse: "When selling shares", title: "Ask first" });
    const derive = async (id: string, from: string[]) => {
      const card = await memory.create({ id, whenToUse: `When ${id} is asked for`, title: id });
      const text = await memory.text(card.id);
      await memory.edit(card.id, text.replace(/derived_from: \[\]/, `derived_from: [${from.join(", ")}]`), text);
    };
    await derive("from-it", [mined!.id]);
    await derive("from-that", ["from-it"]);
    await derive("from-both", [mined!.id, own.id]);
    const report = await memory.revoke("s0");
    expect(report.retired.map(({ id }) => id).sort()).toEqual(["from-it", "from-that", mined!.id].sort());
    expect(report.retired.find(({ id }) => id === "from-that")?.reason).toContain("from-it");
    expect((await memory.show("from-both")).experience.provenance.derivedFrom).toEqual([own.id]);
    expect(readdirSync(join(home, "projects", "p", "retired"))).toHaveLength(3);
  });

  it("[L33] a second import does not bring it back, nor does reading everything again", async () => {
    const { memory, home } = await store();
    await memory.acquire(orders(0, 2));
    await memory.revoke("s1");
    await memory.acquire([order(1)]);
    rmSync(join(home, "projects", "p", "learn.json"));
    await memory.learn();
    expect((await memory.list("active")).cards).toEqual([]);
    expect((await memory.status()).trajectories).toBe(1);
  });

  it("[L33] undone, everything is as it was", async () => {
    for (const [count, session] of [
      [2, "s1"],
      [8, "s1"],
      [8, "s6"],
    ] as const) {
      const { memory, ...rest } = await store();
      await live(
        { memory, ...rest },
        acts(count, (n) => (n > 4 ? { recalled: true } : {})),
      );
      const before = await activeCards({ memory, ...rest });
      expect(before).toHaveLength(1);
      rest.pass(DAY_MS);
      await memory.revoke(session);
      expect(await activeCards({ memory, ...rest })).not.toEqual(before);
      rest.pass(1000);
      await memory.revoke(session, { undo: true });
      expect(await activeCards({ memory, ...rest })).toEqual(before);
      await expect(memory.revoke(session, { undo: true })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    }
  });

  it("a dry run says the same and changes no byte", async () => {
    const { memory, home } = await store();
    await memory.acquire(orders(0, 2));
    const before = bytesOf(home);
    const would = await memory.revoke("s1", { dryRun: true });
    expect(bytesOf(home)).toEqual(before);
    expect(await memory.revoke("s1")).toEqual({ ...would, dryRun: false });
  });

  it("takes the name of a part, an attempt or a run, and refuses one that nobody knows", async () => {
    const { memory, home } = await store();
    await memory.acquire(orders(0, 3));
    const advice = await memory.recall("Order some shares", { session: "s1" });
    const meant = async (name: string) => (await memory.revoke(name, { dryRun: true })).session;
    expect(await meant("s1+2")).toBe("s1");
    expect(await meant("s1/agent-7")).toBe("s1");
    expect(await meant(advice.attempt)).toBe("s1");
    const card = (await memory.list("active")).cards[0]!;
    expect(card.provenance.sessions).toContain(await meant(card.provenance.trajectories[0]!));
    const before = bytesOf(home);
    await expect(memory.revoke("s-unknown")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(bytesOf(home)).toEqual(before);
  });

  it("[L33] leaves what a memory that never saw it has, in any life", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ gap: fc.nat(2), recalled: fc.boolean(), well: fc.boolean() }), {
          minLength: 4,
          maxLength: 7,
        }),
        fc.nat(6),
        async (steps, which) => {
          let day = 0;
          const lived = steps.map(({ gap, recalled, well }, n): Act => {
            day += gap;
            // From the fourth on there is a card in either life: what a card of the other life was shown for stays true.
            return {
              day,
              recalled: recalled && n > 2,
              run: order(n, { outcome: { score: Number(well), by: "benchmark", reasons: [] } }),
            };
          });
          const { revoked, never } = await compared(lived, `s${which % steps.length}`);
          const [mine, other] = [await activeCards(revoked), await activeCards(never)];
          const numbers = (card: (typeof mine)[number]) => ({ ...card, value: undefined });
          expect(mine.map(numbers)).toEqual(other.map(numbers));
          for (const [i, card] of mine.entries()) {
            expect(card.value?.mean ?? 0).toBeCloseTo(other[i]!.value?.mean ?? 0, 9);
            expect(card.value?.sd ?? 0).toBeCloseTo(other[i]!.value?.sd ?? 0, 9);
          }
        },
      ),
      { numRuns: 8 },
    );
  });
});
