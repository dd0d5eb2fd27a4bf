import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryIndex } from "../../src/adapters/memory-index.ts";
import { openIndex } from "../../src/adapters/open-index.ts";
import { findSqlite } from "../../src/adapters/sqlite-driver.ts";
import { createSqliteIndex } from "../../src/adapters/sqlite-index.ts";
import { INDEX_FIELDS, type IndexField } from "../../src/ports.ts";
import { corpora, describeCardIndex, indexedCard, search, words } from "../conformance/card-index.ts";
import { canMountDisks, mountSmallDisk, scratchFolder } from "../conformance/scratch.ts";

const WEIGHTS = Object.fromEntries(INDEX_FIELDS.map((field) => [field, 1])) as Record<IndexField, number>;

describeCardIndex("sqlite", (fingerprint) => createSqliteIndex(":memory:", fingerprint));

describe("the index in SQLite", () => {
  it("[S8] scores and orders as the index in memory does", async () => {
    const weights = fc.record(
      Object.fromEntries(INDEX_FIELDS.map((field) => [field, fc.constantFrom(0, 0.3, 1, 2.5)])) as Record<
        IndexField,
        fc.Arbitrary<number>
      >,
    );
    await fc.assert(
      fc.asyncProperty(
        corpora,
        fc.array(words, { maxLength: 8 }),
        weights,
        fc.integer({ min: 1, max: 12 }),
        async (corpus, terms, weight, limit) => {
          const [sqlite, memory] = [await createSqliteIndex(":memory:", "f"), createMemoryIndex("f")];
          const cards = corpus.map(({ n, place, tokens }) => indexedCard(`card-${n}`, tokens, { place }));
          for (const index of [sqlite, memory]) {
            await index.put(cards);
            await index.remove(["card-3", "card-7"]);
          }
          const [left, right] = [
            await search(sqlite, terms, weight, limit),
            await search(memory, terms, weight, limit),
          ];
          expect(left.map(({ id }) => id)).toEqual(right.map(({ id }) => id));
          for (const [at, { score }] of left.entries()) expect(score).toBeCloseTo(right[at]!.score, 6);
          await sqlite.close();
        },
      ),
      { numRuns: 200 },
    );
  });

  it("counts how common words are anew after anybody changed what is searched", async () => {
    const path = join(scratchFolder(), "index.sqlite");
    const [ours, theirs] = [await createSqliteIndex(path, "f"), await createSqliteIndex(path, "f")];
    const cards = Array.from({ length: 1_200 }, (_, n) =>
      indexedCard(`card-${n}`, { title: [n < 500 ? "often" : "other", n === 0 || n === 700 ? "once" : "x"] }),
    );
    await ours.put(cards);
    // A word that more than half of the cards hold is not looked for beside a rare one.
    const found = async () => (await search(ours, ["often", "once"], undefined, 2_000)).length;
    expect(await found()).toBe(501);
    await theirs.put(cards.slice(800).map(({ experience: { id } }) => indexedCard(id, { title: ["often", "x"] })));
    expect(await found()).toBe(2);
    await ours.remove(cards.slice(1_100).map(({ experience: { id } }) => id));
    expect(await found()).toBe(2);
    await ours.put(cards.slice(900).map(({ experience: { id } }) => indexedCard(id, { title: ["other", "x"] })));
    expect(await found()).toBe(601);
    await ours.close();
    await theirs.close();
  });

  it("finds what is there now, whoever wrote it, also where the same was asked before", async () => {
    const path = join(scratchFolder(), "index.sqlite");
    const [ours, theirs] = [await createSqliteIndex(path, "f"), await createSqliteIndex(path, "f")];
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            by: fc.constantFrom("ours", "theirs"),
            deed: fc.constantFrom("put", "number", "remove", "none"),
            n: fc.nat(4),
            word: fc.constantFrom("x", "y"),
          }),
          { maxLength: 12 },
        ),
        async (deeds) => {
          await ours.remove((await ours.entries()).map(({ id }) => id));
          const fresh = createMemoryIndex("f");
          for (const [at, { by, deed, n, word }] of deeds.entries()) {
            const old = await fresh.get(`card-${n}`);
            const card = indexedCard(`card-${n}`, { title: [deed === "number" && old ? old.tokens.title[0]! : word] });
            const changed = { ...card, stamp: `s${at}`, experience: { ...card.experience, freq: at } };
            for (const index of [by === "ours" ? ours : theirs, fresh]) {
              if (deed === "remove") await index.remove([`card-${n}`]);
              else if (deed !== "none") await index.put([changed]);
            }
            for (const index of [ours, theirs]) {
              for (const terms of [["x"], ["y"]]) {
                const told = async (each: typeof fresh) =>
                  (await each.search(terms, WEIGHTS, 10)).map(({ card: { experience, stamp } }) => [
                    experience.id,
                    experience.freq,
                    stamp,
                  ]);
                expect(await told(index)).toEqual(await told(fresh));
              }
            }
          }
        },
      ),
      { numRuns: 60 },
    );
    await Promise.all([ours.close(), theirs.close()]);
  });

  it("is there again when it is opened again", async () => {
    const path = join(scratchFolder(), "deep", "index.sqlite");
    const first = await createSqliteIndex(path, "f");
    await first.put([indexedCard("a", { title: ["x"] })]);
    await first.setNote("n", "1");
    await first.close();
    const second = await createSqliteIndex(path, "f");
    expect(await search(second, ["x"])).toHaveLength(1);
    expect(await second.note("n")).toBe("1");
    await second.close();
  });

  it("[S10] empties itself when it was made by another tokeniser, notes included", async () => {
    const path = join(scratchFolder(), "index.sqlite");
    const first = await createSqliteIndex(path, "tokens 1");
    await first.put([indexedCard("a", { title: ["x"] })]);
    await first.setNote("n", "1");
    await first.close();
    const second = await createSqliteIndex(path, "tokens 2");
    expect(await second.entries()).toEqual([]);
    expect(await second.note("n")).toBeUndefined();
    await second.close();
  });

  it("never mixes cards of two fingerprints, even when both are open", async () => {
    const path = join(scratchFolder(), "index.sqlite");
    const older = await createSqliteIndex(path, "1");
    await older.put([indexedCard("a", { title: ["x"] })]);
    const newer = await createSqliteIndex(path, "2");
    await newer.put([indexedCard("b", { title: ["x"] })]);
    expect(await search(newer, ["x"])).toMatchObject([{ id: "b" }]);
    await older.put([indexedCard("c", { title: ["x"] })]);
    expect(await search(older, ["x"])).toMatchObject([{ id: "c" }]);
    expect(await search(newer, ["x"])).toEqual([]);
    await Promise.all([older.close(), newer.close()]);
  });

  it("empties itself when another version of the program made its tables", async () => {
    const path = join(scratchFolder(), "index.sqlite");
    const database = (await findSqlite())!.open(path);
    database.exec(
      "create table meta (key text primary key, value text); insert into meta values ('schema', '99'), ('fingerprint', 'f')",
    );
    database.exec("create table card (whatever text)");
    database.close();
    const index = await createSqliteIndex(path, "f");
    await index.put([indexedCard("a", { title: ["x"] })]);
    expect(await search(index, ["x"])).toHaveLength(1);
    await index.close();
  });

  it.each([
    ["no database at all", () => Buffer.from("this is not a database, but long enough to look at. ".repeat(200))],
    ["cut off", (bytes: Buffer) => bytes.subarray(0, 5000)],
    [
      "overwritten in the middle",
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 0x5a)]),
    ],
    ["empty", () => Buffer.alloc(0)],
  ])("[S10] starts anew when its file is %s", async (_how, damage) => {
    const path = join(scratchFolder(), "index.sqlite");
    const first = await createSqliteIndex(path, "f");
    await first.put(Array.from({ length: 50 }, (_, n) => indexedCard(`card-${n}`, { title: ["x"] })));
    await first.close();
    const bytes = damage(readFileSync(path));
    rmSync(path);
    writeFileSync(path, bytes);
    const second = await createSqliteIndex(path, "f");
    await search(second, ["x"]);
    await second.put([indexedCard("a", { title: ["x"] })]);
    expect((await second.get("a"))?.experience.id).toBe("a");
    expect((await search(second, ["x"])).some(({ id }) => id === "a")).toBe(true);
    await second.close();
  });

  it("mends itself when the file is damaged while it is open", async () => {
    const path = join(scratchFolder(), "index.sqlite");
    const seed = await createSqliteIndex(path, "f");
    await seed.put(
      Array.from({ length: 300 }, (_, n) => indexedCard(`card-${n}`, { title: ["x"], body: ["y", String(n)] })),
    );
    await seed.close();
    const index = await createSqliteIndex(path, "f");
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 0x5a)]));
    await search(index, ["x", "y"]);
    await index.put([indexedCard("a", { title: ["x"] })]);
    expect((await index.get("a"))?.experience.id).toBe("a");
    const again = await createSqliteIndex(path, "f");
    await again.put([indexedCard("b", { title: ["x"] })]);
    expect((await search(again, ["x"], {}, 500)).map(({ id }) => id)).toContain("b");
    await Promise.all([index.close(), again.close()]);
  });

  it("shows nothing of a batch of which one card fails", async () => {
    const index = await createSqliteIndex(":memory:", "f");
    const broken = { ...indexedCard("b"), tokens: undefined as never };
    await expect(index.put([indexedCard("a"), broken])).rejects.toThrow();
    expect(await index.entries()).toEqual([]);
    await index.put([indexedCard("c")]);
    expect(await index.entries()).toHaveLength(1);
    await index.close();
  });

  it("serves several connections at once", async () => {
    const path = join(scratchFolder(), "index.sqlite");
    const [one, two] = [await createSqliteIndex(path, "f"), await createSqliteIndex(path, "f")];
    await one.put([indexedCard("a", { title: ["x"] })]);
    expect(await search(two, ["x"])).toHaveLength(1);
    await two.put([indexedCard("b", { title: ["x"] })]);
    expect(await search(one, ["x"])).toHaveLength(2);
    await Promise.all([one.close(), two.close()]);
  });
});

describe("opening the index", () => {
  it("takes SQLite where there is one", async () => {
    const index = await openIndex(join(scratchFolder(), "index.sqlite"), "f");
    expect(index.kind).toEqual({ name: "sqlite" });
    await index.close();
  });

  it("[S11] serves from memory, and says why, where the file cannot be", async () => {
    const folder = scratchFolder();
    writeFileSync(join(folder, "file"), "");
    const index = await openIndex(join(folder, "file", "index.sqlite"), "f");
    expect(index.kind).toMatchObject({ name: "memory", note: expect.stringContaining("index.sqlite") });
    await index.put([indexedCard("a", { title: ["x"] })]);
    expect(await search(index, ["x"])).toHaveLength(1);
  });

  it.skipIf(!canMountDisks())(
    "[S11] reads an index that it cannot write, and keeps what is new in memory (needs the right to mount a disk)",
    async () => {
      const made = join(scratchFolder(), "index.sqlite");
      const first = await createSqliteIndex(made, "f");
      await first.put([indexedCard("a", { title: ["x"] })]);
      await first.setNote("n", "1");
      await first.close();
      const disk = mountSmallDisk("4m")!;
      try {
        const path = join(disk.folder, "index.sqlite");
        copyFileSync(made, path);
        expect(disk.makeReadOnly()).toBe(true);
        const index = await openIndex(path, "f");
        expect(index.kind).toMatchObject({ name: "memory", note: expect.stringContaining("cannot be used") });
        expect(await search(index, ["x"])).toMatchObject([{ id: "a" }]);
        expect(await index.note("n")).toBe("1");
        await index.put([indexedCard("b", { title: ["x"] })]);
        expect(await search(index, ["x"])).toHaveLength(2);
        expect(await (await openIndex(path, "other")).entries()).toEqual([]);
      } finally {
        disk.unmount();
      }
    },
  );
});
