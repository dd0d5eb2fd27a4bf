import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimNext, keptVersions, planVersions } from "../../src/adapters/card-history.ts";
import { createMemoryCardFiles } from "../../src/adapters/memory-card-files.ts";
import { createNodeCardFiles } from "../../src/adapters/node-card-files.ts";
import type { CardPlace } from "../../src/ports.ts";
import { type CardFilesUnderTest, describeCardFiles } from "../conformance/card-files.ts";
import { scratchFolder } from "../conformance/scratch.ts";

const HOUR_AGO = new Date(Date.now() - 3_600_000);

function create(): CardFilesUnderTest & { folder: string } {
  const folder = scratchFolder();
  return {
    folder,
    files: createNodeCardFiles(folder),
    edit: (id, place, text) => {
      const path = join(folder, place, `${id}.md`);
      if (text === undefined) return rmSync(path);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    },
    rest: () => {
      for (const place of readdirSync(folder)) utimesSync(join(folder, place), HOUR_AGO, HOUR_AGO);
    },
  };
}

describeCardFiles("node", create);

describe("card files on disk", () => {
  it("lie where a person looks for them", async () => {
    const { files, folder } = create();
    const { hash, path } = await files.write("a.b", "experiences", "one", null);
    expect(path).toBe(join(folder, "experiences", "a.b.md"));
    await files.write("a.b", "experiences", "two", hash);
    expect(readFileSync(path, "utf8")).toBe("two");
    expect(readFileSync(join(folder, "history", "a.b", "1.md"), "utf8")).toBe("one");
  });

  it("keep their permissions", async () => {
    const { files } = create();
    const { hash, path } = await files.write("a", "experiences", "one", null);
    chmodSync(path, 0o640);
    const two = await files.write("a", "experiences", "two", hash);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    const moved = await files.move("a", "retired", "three", two.hash);
    expect(statSync(moved.path).mode & 0o777).toBe(0o640);
  });

  it("leave no temporary file behind, also when a write is refused", async () => {
    const { files, folder, edit } = create();
    const { hash } = await files.write("a", "experiences", "one", null);
    await edit("a", "experiences", "by hand");
    await expect(files.write("a", "experiences", "two", hash)).rejects.toThrow();
    expect(readdirSync(join(folder, "experiences"))).toEqual(["a.md"]);
    expect(readdirSync(join(folder, "history", "a"))).toEqual(["1.md"]);
  });

  it("ignore what others leave in the folders, and clear old temporary files away", async () => {
    const { folder } = create();
    const place = join(folder, "experiences");
    mkdirSync(join(place, "folder.md"), { recursive: true });
    for (const name of [".tmp-1-old", ".tmp-2-new", ".DS_Store", "notes.txt", ".a.md.swp", "a.md~"])
      writeFileSync(join(place, name), "x");
    symlinkSync(join(folder, "nowhere"), join(place, "dangling.md"));
    utimesSync(join(place, ".tmp-1-old"), HOUR_AGO, HOUR_AGO);
    const files = createNodeCardFiles(folder);
    expect(await files.list()).toEqual([]);
    expect(await files.read("folder")).toBeUndefined();
    expect(await files.read("dangling")).toBeUndefined();
    await files.write("a", "experiences", "one", null);
    expect(readdirSync(place)).not.toContain(".tmp-1-old");
    expect(readdirSync(place)).toContain(".tmp-2-new");
  });

  it("follow a symbolic link for reading and writing, and take away the link alone", async () => {
    const { files, folder } = create();
    const real = join(folder, "dotfiles", "a.md");
    mkdirSync(dirname(real));
    mkdirSync(join(folder, "experiences"));
    writeFileSync(real, "one");
    const link = join(folder, "experiences", "a.md");
    symlinkSync(real, link);
    const two = await files.write("a", "experiences", "two", (await files.read("a"))!.hash);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8")).toBe("two");
    await files.remove("a", two.hash);
    expect(existsSync(link)).toBe(false);
    expect(readFileSync(real, "utf8")).toBe("two");
  });

  it("find a card whose file name was decomposed on a Mac, under the composed id", async () => {
    const { files, folder } = create();
    mkdirSync(join(folder, "experiences"));
    writeFileSync(join(folder, "experiences", `${"배포".normalize("NFD")}.md`), "one");
    expect((await files.list()).map(({ id }) => id)).toEqual(["배포"]);
    const card = (await files.read("배포".normalize("NFD")))!;
    expect(card).toMatchObject({ id: "배포", text: "one" });
    expect(await files.stamp("배포", "experiences")).toBe(card.stamp);
    await files.write("배포", "experiences", "two", card.hash);
    expect(readdirSync(join(folder, "experiences"))).toHaveLength(1);
    await expect(files.write("배포", "experiences", "three", null)).rejects.toMatchObject({ code: "STORE_BUSY" });
  });

  it("can bear the longest names in any script, which decomposed would be too long for a file", async () => {
    const { files, edit } = create();
    for (const id of ["매우긴제목".repeat(12), "ガギグゲゴ".repeat(12), "漢".repeat(60)]) {
      expect(await files.read(id)).toBeUndefined();
      await edit(id, "experiences", "text");
      expect(await files.read(id)).toMatchObject({ id, text: "text" });
    }
  });

  it("name file and line of what is not UTF-8, instead of rewriting it as something else", async () => {
    const { files, folder } = create();
    mkdirSync(join(folder, "experiences"));
    writeFileSync(join(folder, "experiences", "a.md"), Buffer.from("---\nid: a\nwhen_to_use: \xff\n---\n", "latin1"));
    await expect(files.read("a")).rejects.toMatchObject({ code: "CARD_FORMAT", line: 3 });
  });

  it("notice an edit that a tool hides by setting the time back", async () => {
    const { files } = create();
    const { path, stamp } = await files.write("a", "experiences", "one", null);
    const { atime, mtime } = statSync(path);
    writeFileSync(path, "two");
    utimesSync(path, atime, mtime);
    expect(await files.stamp("a", "experiences")).not.toBe(stamp);
  });

  it("draw no conclusion from a folder that has only just changed", async () => {
    const { files } = create();
    await files.write("a", "experiences", "one", null);
    expect(await files.folderStamp("experiences")).toBeUndefined();
    expect(await files.folderStamp("retired")).toBe("none");
  });

  it("finish a write that died after it had replaced the card", async () => {
    const { files, folder } = create();
    await files.write("a", "experiences", "one", null);
    writeFileSync(join(folder, "experiences", "a.md"), "two");
    const claim = join(folder, "history", "a", ".next");
    writeFileSync(claim, "two");
    utimesSync(claim, HOUR_AGO, HOUR_AGO);
    const two = (await files.read("a"))!;
    expect(await files.lastWritten("a")).toBe(two.hash);
    expect((await files.history("a")).map(({ text }) => text)).toEqual(["one"]);
    await files.write("a", "experiences", "three", two.hash);
    expect((await files.history("a")).map(({ text }) => text)).toEqual(["one", "two"]);
  });

  it("forget a write that died before it had replaced the card", async () => {
    const { files, folder } = create();
    const one = await files.write("a", "experiences", "one", null);
    const claim = join(folder, "history", "a", ".next");
    writeFileSync(claim, "tw");
    utimesSync(claim, HOUR_AGO, HOUR_AGO);
    expect(await files.lastWritten("a")).toBe(one.hash);
    await files.write("a", "experiences", "three", one.hash);
    expect((await files.history("a")).map(({ text }) => text)).toEqual(["one"]);
    expect(existsSync(claim)).toBe(false);
  });

  it("keep the version of a writer that was held up for so long that another one took it for dead", async () => {
    const { folder } = create();
    const history = join(folder, "history", "a");
    const claim = await claimNext(history, "a", "ours", undefined, async () => undefined);
    const plan = await planVersions(history, undefined, "ours", true);
    rmSync(join(history, ".next"));
    await claim.keep(plan);
    expect((await keptVersions(history)).map(({ text }) => text)).toEqual(["ours"]);
    const again = await claimNext(history, "a", "ours too", "ours", async () => "ours");
    const next = await planVersions(history, "ours", "ours too", true);
    renameSync(join(history, ".next"), join(history, "2.md"));
    await again.keep(next);
    expect((await keptVersions(history)).map(({ text }) => text)).toEqual(["ours", "ours too"]);
  });

  it("say what is wrong when the folder cannot be a folder", async () => {
    const { folder } = create();
    writeFileSync(join(folder, "experiences"), "a file");
    const files = createNodeCardFiles(folder);
    await expect(files.list()).rejects.toMatchObject({
      code: "STORE_BUSY",
      hint: expect.stringContaining("not a folder"),
    });
    await expect(files.write("a", "experiences", "x", null)).rejects.toMatchObject({ code: "STORE_BUSY" });
  });

  it("[S3] let nobody who was taken for dead replace a card or touch the claim of the next one", async () => {
    const { folder } = create();
    const history = join(folder, "history", "a");
    const slow = await claimNext(history, "a", "slow", undefined, async () => undefined);
    expect(slow.isOurs()).toBe(true);
    utimesSync(join(history, ".next"), HOUR_AGO, HOUR_AGO);
    const next = await claimNext(history, "a", "next", undefined, async () => undefined);
    expect([slow.isOurs(), next.isOurs()]).toEqual([false, true]);
    await slow.drop();
    expect(next.isOurs()).toBe(true);
    await next.keep(await planVersions(history, undefined, "next", true));
    expect((await keptVersions(history)).map(({ text }) => text)).toEqual(["next"]);
  });

  it("[S3] are not blocked by a writer that died before the clock was set back", async () => {
    const { files, folder } = create();
    const one = await files.write("a", "experiences", "one", null);
    const claim = join(folder, "history", "a", ".next");
    writeFileSync(claim, "two");
    const tomorrow = new Date(Date.now() + 86_400_000);
    utimesSync(claim, tomorrow, tomorrow);
    await files.write("a", "experiences", "three", one.hash);
    expect((await files.read("a"))?.text).toBe("three");
    expect(existsSync(claim)).toBe(false);
  });

  it("do what card files in memory do, whatever is done to them", async () => {
    const places = fc.constantFrom<CardPlace>("experiences", "quarantine", "retired");
    const texts = fc.constantFrom("one", "two", "three", "four");
    const operation = fc.oneof(
      fc.record({ do: fc.constant("write" as const), text: texts, version: fc.boolean() }),
      fc.record({ do: fc.constant("move" as const), text: texts, to: places }),
      fc.record({ do: fc.constant("edit" as const), text: texts }),
      fc.record({ do: fc.constant("remove" as const) }),
      fc.record({ do: fc.constant("create" as const), text: texts, to: places }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 12 }), async (operations) => {
        const node = create();
        const memory = createMemoryCardFiles();
        for (const step of operations) {
          const outcomes = [];
          for (const { files, edit } of [node, { files: memory, edit: memory.edit }]) {
            const current = await files.read("a");
            const attempt = async () => {
              if (step.do === "create") await files.write("a", step.to, step.text, null);
              else if (!current) return;
              else if (step.do === "edit") await edit("a", current.place, step.text);
              else if (step.do === "move") await files.move("a", step.to, step.text, current.hash);
              else if (step.do === "remove") await files.remove("a", current.hash);
              else await files.write("a", current.place, step.text, current.hash, { version: step.version });
            };
            const error = await attempt().then(
              () => undefined,
              (reason) => reason.message,
            );
            const after = await files.read("a");
            const kept = await files.history("a");
            outcomes.push({ error, text: after?.text, place: after?.place, kept, last: await files.lastWritten("a") });
          }
          expect(outcomes[0]).toEqual(outcomes[1]);
        }
        expect(
          readdirSync(node.folder)
            .flatMap((place) => readdirSync(join(node.folder, place)))
            .filter((name) => name.startsWith(".")),
        ).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
