import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createMemoryCardFiles, type MemoryCardFiles } from "../../src/adapters/memory-card-files.ts";
import { createMemoryIndex } from "../../src/adapters/memory-index.ts";
import { createNodeCardFiles } from "../../src/adapters/node-card-files.ts";
import { createSqliteIndex } from "../../src/adapters/sqlite-index.ts";
import type { Experience } from "../../src/model/experience.ts";
import type { CardFiles, CardIndex, CardPlace } from "../../src/ports.ts";
import { ALWAYS_FULL, SAMPLE, syncIndex } from "../../src/store/index-sync.ts";
import { EVEN_WEIGHTS, indexedCard } from "../conformance/card-index.ts";
import { scratchFolder } from "../conformance/scratch.ts";

const card = (id: string, trigger = `when ${id}`, ...more: string[]) =>
  `---\nid: ${id}\nwhen_to_use: ${trigger}\n${more.map((line) => `${line}\n`).join("")}---\n\n# Title of ${id}\n`;

/** Each word a token, and nothing more: what matters here is which cards are read, not how. */
const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const tokensOf = (experience: Experience) => ({
  ...indexedCard("x").tokens,
  when_to_use: words(experience.whenToUse),
  title: words(experience.title),
});

function create(): {
  files: MemoryCardFiles;
  index: CardIndex;
  sync: (mode?: "full" | "quick") => ReturnType<typeof syncIndex>;
} {
  const files = createMemoryCardFiles();
  const index = createMemoryIndex("f");
  return { files, index, sync: (mode) => syncIndex(files, index, tokensOf, mode) };
}

async function found(index: CardIndex, term: string): Promise<string[]> {
  return (await index.search([term], EVEN_WEIGHTS, 10)).map((hit) => hit.card.experience.id);
}

/** Counts what is asked of the files. */
function counting(files: CardFiles) {
  const asked = { list: 0, stamp: 0, read: 0 };
  const counted: CardFiles = {
    ...files,
    list: (places) => {
      asked.list += 1;
      return files.list(places);
    },
    stamp: (id, place) => {
      asked.stamp += 1;
      return files.stamp(id, place);
    },
    read: (id) => {
      asked.read += 1;
      return files.read(id);
    },
  };
  return { counted, asked };
}

describe("bringing the index in step with the files", () => {
  it("[S9] indexes what is new, reads again what changed, and forgets what is gone", async () => {
    const { files, index, sync } = create();
    files.edit("a", "experiences", card("a", "deploy"));
    files.edit("b", "experiences", card("b", "test"));
    const first = await sync();
    expect(first.diagnostics).toEqual([]);
    expect(first.changes.map(({ id, before, after }) => [id, before?.hash, after?.experience.whenToUse])).toEqual([
      ["a", undefined, "deploy"],
      ["b", undefined, "test"],
    ]);
    expect((await sync()).changes).toEqual([]);

    files.edit("a", "experiences", card("a", "release"));
    files.edit("b", "experiences", undefined);
    files.edit("c", "retired", card("c", "deploy", "status: retired"));
    const second = await sync();
    expect(
      second.changes.map(({ id, before, after }) => [id, before?.experience.whenToUse, after?.experience.whenToUse]),
    ).toEqual([
      ["a", "deploy", "release"],
      ["c", undefined, "deploy"],
      ["b", "test", undefined],
    ]);
    expect(await found(index, "release")).toEqual(["a"]);
    expect(await found(index, "deploy")).toEqual([]);
    expect(await found(index, "test")).toEqual([]);
  });

  it("reads only files whose stamp changed", async () => {
    const { files, index } = create();
    for (let n = 0; n < 20; n += 1) files.edit(`card-${n}`, "experiences", card(`card-${n}`));
    const { counted, asked } = counting(files);
    await syncIndex(counted, index, tokensOf);
    expect(asked.read).toBe(20);
    files.edit("card-7", "experiences", card("card-7", "new"));
    await syncIndex(counted, index, tokensOf);
    await syncIndex(counted, index, tokensOf);
    expect(asked.read).toBe(21);
  });

  it("follows a card that a person moved to another folder, which decides its status", async () => {
    const { files, index, sync } = create();
    files.edit("a", "experiences", card("a", "deploy", "status: active"));
    await sync();
    files.edit("a", "experiences", undefined);
    files.edit("a", "quarantine", card("a", "deploy", "status: active"));
    expect((await sync()).diagnostics).toEqual([]);
    expect(await index.get("a")).toMatchObject({ place: "quarantine", experience: { status: "quarantined" } });
    expect(await found(index, "deploy")).toEqual([]);
  });

  it("takes an active card at its word when it calls itself retired, and says so each time", async () => {
    const { files, index, sync } = create();
    files.edit("a", "experiences", card("a", "deploy", "status: retired"));
    const problem = { path: "experiences/a.md", line: 4, problem: expect.stringContaining('"status" is "retired"') };
    for (let n = 0; n < 3; n += 1) expect((await sync()).diagnostics).toEqual([problem]);
    expect((await index.get("a"))?.experience.status).toBe("retired");
    files.edit("a", "experiences", card("a", "deploy", "status: active"));
    expect((await sync()).diagnostics).toEqual([]);
  });

  it("[S2] reports a broken card each time, with file and line, and goes on with the others", async () => {
    const { files, index, sync } = create();
    files.edit("good", "experiences", card("good", "deploy"));
    files.edit("bad", "experiences", card("bad", "deploy", "confidence: 7"));
    files.edit("worse", "quarantine", "no card at all");
    files.edit("future", "retired", card("future", "deploy", "format: 99"));
    const { counted, asked } = counting(files);
    for (const mode of ["full", "full", "quick"] as const) {
      const { diagnostics } = await syncIndex(counted, index, tokensOf, mode);
      expect(diagnostics).toEqual([
        { path: "experiences/bad.md", line: 4, problem: '"confidence" must be a number from 0 to 1, got 7' },
        { path: "retired/future.md", line: 4, problem: expect.stringContaining("format 99") },
        { path: "quarantine/worse.md", line: 1, problem: expect.stringContaining("begins with front matter") },
      ]);
    }
    expect(asked.read).toBe(4);
    expect(await found(index, "deploy")).toEqual(["good"]);
    files.edit("bad", "experiences", card("bad", "deploy"));
    files.edit("worse", "quarantine", undefined);
    expect((await sync()).diagnostics).toMatchObject([{ path: "retired/future.md" }]);
    expect(await found(index, "deploy")).toEqual(["bad", "good"]);
  });

  it("[S2] does not recall what a card said before it was broken", async () => {
    const { files, index, sync } = create();
    files.edit("a", "experiences", card("a", "deploy"));
    await sync();
    files.edit("a", "experiences", card("a", "deploy", "confidence: 7"));
    const { changes } = await sync();
    expect(changes).toMatchObject([{ id: "a", before: { experience: { whenToUse: "deploy" } } }]);
    expect(changes[0]).not.toHaveProperty("after");
    expect(await found(index, "deploy")).toEqual([]);
  });

  it("reports a card whose id is not its file's name", async () => {
    const { files, index, sync } = create();
    files.edit("copy", "experiences", `---\nformat: 1\nid: original\nwhen_to_use: deploy\n---\n`);
    expect((await sync()).diagnostics).toEqual([
      { path: "experiences/copy.md", line: 3, problem: '"id" is "original", but the file is called "copy.md"' },
    ]);
    expect(await index.entries()).toEqual([]);
  });

  it("indexes a card anew after the index was lost", async () => {
    const { files, sync } = create();
    files.edit("a", "experiences", card("a", "deploy"));
    files.edit("bad", "experiences", "broken");
    await sync();
    const other = createMemoryIndex("g");
    const { diagnostics } = await syncIndex(files, other, tokensOf, "quick");
    expect(diagnostics).toHaveLength(1);
    expect(await found(other, "deploy")).toEqual(["a"]);
  });
});

describe("a quick check of a large store", () => {
  const many = ALWAYS_FULL + 2 * SAMPLE;

  async function large() {
    const { files, index } = create();
    for (let n = 0; n < many; n += 1) files.edit(id(n), "experiences", card(id(n), `word ${n}`));
    const { counted, asked } = counting(files);
    const sync = (mode: "full" | "quick") => syncIndex(counted, index, tokensOf, mode);
    await sync("full");
    Object.assign(asked, { list: 0, stamp: 0, read: 0 });
    return { files, index, asked, sync };
  }
  const id = (n: number) => `card-${String(n).padStart(5, "0")}`;

  /** What an editor does that writes a file in place: the folder's stamp stays. */
  function editInPlace(files: MemoryCardFiles, at: string, text: string): void {
    const rest = files.folderStamp;
    const before = rest("experiences");
    files.edit(at, "experiences", text);
    files.folderStamp = async (place) => (place === "experiences" ? before : rest(place));
  }

  it("looks at the folders and a sample of the files, and writes nothing", async () => {
    const { index, asked, sync } = await large();
    const written: string[] = [];
    index.setNote = async (key) => void written.push(key);
    for (let n = 0; n < 20; n += 1) expect((await sync("quick")).changes).toEqual([]);
    expect(asked).toMatchObject({ list: 0, read: 0 });
    expect(asked.stamp).toBeLessThanOrEqual(20 * SAMPLE);
    expect(written).toEqual([]);
  });

  it("[S12] sees at once what was added, removed or replaced", async () => {
    const { files, index, sync } = await large();
    files.edit("new", "experiences", card("new", "brandnew"));
    files.edit(id(many - 300), "experiences", undefined);
    const { changes } = await sync("quick");
    expect(changes.map((change) => change.id)).toEqual(["new", id(many - 300)]);
    expect(await found(index, "brandnew")).toEqual(["new"]);
  });

  it("[S12] sees what was written in place once a sample holds it, and a full check sees it at once", async () => {
    const { files, index, sync } = await large();
    const { counted } = counting(files);
    editInPlace(files, id(many - 100), card(id(many - 100), "edited"));
    const inPlace: CardFiles = { ...counted, folderStamp: files.folderStamp };
    let rounds = 0;
    for (let seen = 0; seen === 0; rounds += 1)
      seen = (await syncIndex(inPlace, index, tokensOf, "quick")).changes.length;
    expect(rounds).toBeGreaterThan(0);
    expect(await found(index, "edited")).toEqual([id(many - 100)]);
    editInPlace(files, id(many - 99), card(id(many - 99), "edited too"));
    expect((await sync("full")).changes.map((change) => change.id)).toEqual([id(many - 99)]);
  });

  it("looks at everything when nothing can be concluded from a folder", async () => {
    const { files, index, asked } = await large();
    const { counted } = counting(files);
    const fresh: CardFiles = { ...counted, folderStamp: async () => undefined };
    await syncIndex(fresh, index, tokensOf, "full");
    files.edit(id(1), "experiences", card(id(1), "edited"));
    expect((await syncIndex(fresh, index, tokensOf, "quick")).changes).toHaveLength(1);
    expect((await syncIndex(fresh, index, tokensOf, "quick")).changes).toHaveLength(0);
    expect(asked.list).toBe(0);
  });
});

describe("the fast way and the slow way", () => {
  const seeds = [20261130, Number(process.env.HABITUS_SEED ?? Date.now() % 1_000_000)];

  it.each(seeds)("[S9] lead to the same index on disk, seed %i", async (seed) => {
    const folder = scratchFolder();
    const files = createNodeCardFiles(folder);
    const index = await createSqliteIndex(join(folder, "index.sqlite"), "f");
    const random = mulberry32(seed);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
    const places: CardPlace[] = ["experiences", "quarantine", "retired"];
    const texts = (id: string) =>
      pick([
        card(id, pick(["deploy", "test", "배포", "release now"])),
        card(id, "deploy", "confidence: 9"),
        card("other"),
        "garbage",
        card(id, "x", `status: ${pick(["active", "retired"])}`),
      ]);
    for (const place of places) mkdirSync(join(folder, place));
    for (let step = 0; step < 150; step += 1) {
      const id = `card-${Math.floor(random() * 15)}`;
      const place = pick(places);
      const path = join(folder, place, `${id}.md`);
      const current = await files.read(id);
      const action = pick(["edit", "edit", "write", "move", "remove", "delete", "sync", "sync", "quick"]);
      if (action === "edit") writeFileSync(path, texts(id));
      else if (action === "delete") rmSync(path, { force: true });
      else if (action === "write") await files.write(id, current?.place ?? place, texts(id), current?.hash ?? null);
      else if (action === "move" && current) await files.move(id, place, texts(id), current.hash);
      else if (action === "remove" && current) await files.remove(id, current.hash);
      else if (action === "sync" || action === "quick")
        await syncIndex(files, index, tokensOf, action === "sync" ? "full" : "quick");
    }
    const { diagnostics } = await syncIndex(files, index, tokensOf);
    const rebuilt = createMemoryIndex("f");
    const anew = await syncIndex(files, rebuilt, tokensOf);
    expect(await index.all()).toEqual(await rebuilt.all());
    const byPath = (all: typeof diagnostics) => [...all].sort((a, b) => (a.path < b.path ? -1 : 1));
    expect(byPath(diagnostics)).toEqual(byPath(anew.diagnostics));
    for (const term of ["deploy", "배포", "now", "title"]) {
      const [left, right] = await Promise.all([index, rebuilt].map((each) => each.search([term], EVEN_WEIGHTS, 20)));
      expect(left!.map((hit) => hit.card.experience.id)).toEqual(right!.map((hit) => hit.card.experience.id));
    }
    await index.close();
  });

  it("[S12] notices on disk, by the folder alone, that an editor saved a file by renaming", async () => {
    const folder = scratchFolder();
    const files = createNodeCardFiles(folder);
    await files.write("a", "experiences", card("a", "deploy"), null);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    for (const place of readdirSync(folder)) utimesSync(join(folder, place), anHourAgo, anHourAgo);
    const before = await files.folderStamp("experiences");
    const { hash } = (await files.read("a"))!;
    await files.write("a", "experiences", card("a", "release"), hash);
    expect(await files.folderStamp("experiences")).not.toBe(before);
  });
});

/** A small random generator, so that a seed gives the same operations everywhere. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
