import { describe, expect, it } from "vitest";
import type { CardFiles, CardPlace } from "../../src/ports.ts";

export interface CardFilesUnderTest {
  files: CardFiles;
  /** What a person does to a file; `undefined` removes it. */
  edit(id: string, place: CardPlace, text: string | undefined): Promise<void> | void;
  /** Makes the folders look as if they had not changed for an hour. */
  rest(): Promise<void> | void;
}

const BUSY = expect.objectContaining({ code: "STORE_BUSY" });
const INVALID = expect.objectContaining({ code: "INVALID_INPUT" });

/** What every implementation of {@link CardFiles} promises. */
export function describeCardFiles(name: string, create: () => CardFilesUnderTest): void {
  describe(`card files (${name})`, () => {
    it("give back the text that was written, byte for byte", async () => {
      const { files } = create();
      const text = "\uFEFF---\r\nid: a\r\n---\r\n배포 전에 😀\n\n";
      const written = await files.write("a.b", "experiences", text, null);
      expect(await files.read("a.b")).toEqual(written);
      expect(written).toMatchObject({ id: "a.b", place: "experiences", text });
      expect(await files.list()).toEqual([{ id: "a.b", place: "experiences", stamp: written.stamp }]);
      expect(await files.stamp("a.b", "experiences")).toBe(written.stamp);
    });

    it("know nothing of a card that is not there", async () => {
      const { files } = create();
      expect(await files.list()).toEqual([]);
      expect(await files.read("a")).toBeUndefined();
      expect(await files.stamp("a", "experiences")).toBeUndefined();
      expect(await files.history("a")).toEqual([]);
      expect(await files.lastWritten("a")).toBeUndefined();
      await expect(files.write("a", "experiences", "x", "0".repeat(64))).rejects.toEqual(BUSY);
      await expect(files.move("a", "retired", "x", "0".repeat(64))).rejects.toEqual(BUSY);
      await expect(files.remove("a", "0".repeat(64))).rejects.toEqual(BUSY);
    });

    it("list by id, in the places that are asked for", async () => {
      const { files } = create();
      for (const [id, place] of [
        ["b", "retired"],
        ["a", "experiences"],
        ["c", "quarantine"],
        ["a2", "retired"],
      ] as const) {
        await files.write(id, place, id, null);
      }
      expect((await files.list()).map(({ id }) => id)).toEqual(["a", "a2", "b", "c"]);
      expect((await files.list(["retired"])).map(({ id }) => id)).toEqual(["a2", "b"]);
      expect((await files.list(["experiences", "quarantine"])).map(({ id }) => id)).toEqual(["a", "c"]);
      expect(await files.list([])).toEqual([]);
    });

    it("refuse to create a card that is there already, in whatever place", async () => {
      const { files } = create();
      await files.write("a", "retired", "one", null);
      await expect(files.write("a", "experiences", "two", null)).rejects.toEqual(BUSY);
      expect((await files.read("a"))?.text).toBe("one");
      expect(await files.history("a")).toEqual([]);
    });

    it("[S3] never overwrite a hand edit", async () => {
      const { files, edit } = create();
      const { hash } = await files.write("a", "experiences", "ours", null);
      await edit("a", "experiences", "by hand");
      await expect(files.write("a", "experiences", "ours again", hash)).rejects.toEqual(BUSY);
      await expect(files.move("a", "retired", "ours again", hash)).rejects.toEqual(BUSY);
      await expect(files.remove("a", hash)).rejects.toEqual(BUSY);
      expect(await files.read("a")).toMatchObject({ text: "by hand", place: "experiences" });
    });

    it("refuse to write where the card does not lie any more", async () => {
      const { files } = create();
      const { hash } = await files.write("a", "experiences", "one", null);
      const moved = await files.move("a", "quarantine", "one", hash);
      await expect(files.write("a", "experiences", "two", moved.hash)).rejects.toEqual(BUSY);
    });

    it("let one of several writers win who all read the same text", async () => {
      const { files } = create();
      const { hash } = await files.write("a", "experiences", "start", null);
      const texts = ["one", "two", "three", "four", "five"];
      const results = await Promise.allSettled(texts.map((text) => files.write("a", "experiences", text, hash)));
      const winners = results.flatMap((result, at) => (result.status === "fulfilled" ? [texts[at]] : []));
      expect(winners).toHaveLength(1);
      expect((await files.read("a"))?.text).toBe(winners[0]);
      expect((await files.history("a")).map(({ text }) => text)).toEqual(["start"]);
    });

    it("let one of several writers create the card", async () => {
      const { files } = create();
      const results = await Promise.allSettled(
        ["one", "two", "three"].map((text) => files.write("a", "experiences", text, null)),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await files.history("a")).toEqual([]);
    });

    it("[S4] keep every earlier version, numbered from 1", async () => {
      const { files } = create();
      const one = await files.write("a", "experiences", "one", null);
      expect(await files.history("a")).toEqual([]);
      const two = await files.write("a", "experiences", "two", one.hash);
      const three = await files.move("a", "retired", "three", two.hash);
      expect(await files.history("a")).toEqual([
        { n: 1, text: "one" },
        { n: 2, text: "two" },
      ]);
      await files.remove("a", three.hash);
      expect(await files.read("a")).toBeUndefined();
      expect((await files.history("a")).map(({ text }) => text)).toEqual(["one", "two", "three"]);
      await files.write("a", "experiences", "four", null);
      expect((await files.history("a")).map(({ n }) => n)).toEqual([1, 2, 3]);
    });

    it("keep a text once that moves unchanged or is written again", async () => {
      const { files } = create();
      const one = await files.write("a", "experiences", "one", null);
      const same = await files.write("a", "experiences", "one", one.hash);
      await files.move("a", "retired", "one", same.hash);
      expect(await files.history("a")).toEqual([]);
      expect(await files.read("a")).toMatchObject({ text: "one", place: "retired" });
    });

    it("do not keep what differs in numbers alone", async () => {
      const { files } = create();
      const one = await files.write("a", "experiences", "one", null);
      const two = await files.write("a", "experiences", "two, 1", one.hash);
      const again = await files.write("a", "experiences", "two, 2", two.hash, { version: false });
      const more = await files.write("a", "experiences", "two, 3", again.hash, { version: false });
      expect((await files.history("a")).map(({ text }) => text)).toEqual(["one"]);
      await files.write("a", "experiences", "three", more.hash);
      expect((await files.history("a")).map(({ text }) => text)).toEqual(["one", "two, 3"]);
    });

    it("[S5] know a hand edit from what was written, and keep what it replaced", async () => {
      const { files, edit } = create();
      const ours = await files.write("a", "experiences", "ours", null);
      expect(await files.lastWritten("a")).toBe(ours.hash);
      await edit("a", "experiences", "by hand");
      expect(await files.lastWritten("a")).toBe(ours.hash);
      expect((await files.history("a")).map(({ text }) => text)).toEqual(["ours"]);
      const next = await files.write("a", "experiences", "ours again", (await files.read("a"))!.hash);
      expect(await files.lastWritten("a")).toBe(next.hash);
      expect((await files.history("a")).map(({ text }) => text)).toEqual(["ours", "by hand"]);
    });

    it("keep what a hand edit replaced also when only numbers are written next", async () => {
      const { files, edit } = create();
      await files.write("a", "experiences", "ours", null);
      await edit("a", "experiences", "by hand, 1");
      await files.write("a", "experiences", "by hand, 2", (await files.read("a"))!.hash, { version: false });
      expect((await files.history("a")).map(({ text }) => text)).toEqual(["ours"]);
      expect((await files.read("a"))?.text).toBe("by hand, 2");
    });

    it("keep a card that a person made before it is replaced for the first time", async () => {
      const { files, edit } = create();
      await edit("a", "experiences", "by hand");
      expect(await files.lastWritten("a")).toBeUndefined();
      await files.write("a", "experiences", "ours", (await files.read("a"))!.hash);
      expect((await files.history("a")).map(({ text }) => text)).toEqual(["by hand"]);
    });

    it("show one card at every moment of a move", async () => {
      const { files } = create();
      let { hash } = await files.write("a", "experiences", "experiences", null);
      let moving = true;
      const seen = new Set<string>();
      const reader = (async () => {
        while (moving) {
          const card = await files.read("a");
          seen.add(
            card === undefined ? "nothing" : card.text === card.place ? card.place : `${card.text} in ${card.place}`,
          );
          await new Promise(setImmediate);
        }
      })();
      for (const place of [
        "quarantine",
        "experiences",
        "retired",
        "experiences",
        "quarantine",
        "retired",
        "quarantine",
      ] as const) {
        ({ hash } = await files.move("a", place, place, hash));
        expect((await files.list()).map((entry) => entry.place)).toEqual([place]);
      }
      moving = false;
      await reader;
      expect([...seen].filter((what) => !["experiences", "quarantine", "retired"].includes(what))).toEqual([]);
    });

    it("[S6] rather keep a card back when its file lies in two places", async () => {
      const { files, edit } = create();
      await files.write("a", "experiences", "active", null);
      await edit("a", "retired", "retired");
      expect(await files.read("a")).toMatchObject({ place: "retired", text: "retired" });
      expect(await files.list(["experiences"])).toEqual([]);
      await edit("a", "quarantine", "held");
      expect((await files.list()).map(({ place }) => place)).toEqual(["quarantine"]);
      await files.remove("a", (await files.read("a"))!.hash);
      expect(await files.read("a")).toBeUndefined();
      expect(await files.list()).toEqual([]);
    });

    it("[S6] count at once where they were moved to, past a copy that lies between, whose text is kept", async () => {
      const { files, edit } = create();
      const one = await files.write("a", "quarantine", "one", null);
      await edit("a", "retired", "left behind");
      const moved = await files.move("a", "experiences", "two", one.hash);
      expect(await files.read("a")).toMatchObject({ place: "experiences", text: "two", hash: moved.hash });
      expect(await files.lastWritten("a")).toBe(moved.hash);
      const texts = (await files.history("a")).map(({ text }) => text);
      expect(texts).toContain("left behind");
      expect(texts.at(-1)).toBe("one");
    });

    it.each(["../a", "a/b", "a\\b", "..", ".", ".hidden", "", "a\0b"])("[S7] take %j for no id at all", async (id) => {
      const { files } = create();
      await expect(files.read(id)).rejects.toEqual(INVALID);
      await expect(files.stamp(id, "experiences")).rejects.toEqual(INVALID);
      await expect(files.history(id)).rejects.toEqual(INVALID);
      await expect(files.lastWritten(id)).rejects.toEqual(INVALID);
      await expect(files.write(id, "experiences", "x", null)).rejects.toEqual(INVALID);
      await expect(files.write(id, "experiences", "x", "hash")).rejects.toEqual(INVALID);
      await expect(files.move(id, "retired", "x", "hash")).rejects.toEqual(INVALID);
      await expect(files.remove(id, "hash")).rejects.toEqual(INVALID);
    });

    it.each([
      "con",
      "nul.txt",
      "com1",
      "a:b",
      "what?",
      "a*",
      "tab\t",
      "ends.",
      "ends ",
      "Upper",
      "x".repeat(201),
      "배".repeat(67),
      "\ud800",
    ])("[S7] create no card %j, which some file system could not hold", async (id) => {
      const { files } = create();
      await expect(files.write(id, "experiences", "x", null)).rejects.toEqual(INVALID);
      expect(await files.list()).toEqual([]);
    });

    it.each(["git.commit-after-tests", "배포.전-테스트", "デプロイ前", "部署前", "x".repeat(200), "console", "a b"])(
      "create a card %j",
      async (id) => {
        const { files } = create();
        await files.write(id, "experiences", "x", null);
        expect((await files.list()).map((entry) => entry.id)).toEqual([id]);
        expect((await files.read(id))?.text).toBe("x");
      },
    );

    it("take an id in composed and in decomposed letters for one", async () => {
      const { files } = create();
      const { id, hash } = await files.write("cafe\u0301-배포".normalize("NFD"), "experiences", "one", null);
      expect(id).toBe("café-배포".normalize("NFC"));
      await files.write(id.normalize("NFD"), "experiences", "two", hash);
      expect((await files.list()).map((entry) => entry.id)).toEqual([id]);
      expect((await files.history(id)).map(({ text }) => text)).toEqual(["one"]);
      await expect(files.write(id, "experiences", "three", null)).rejects.toEqual(BUSY);
    });

    it("change a card's stamp with its text, and a folder's with its files", async () => {
      const { files, edit, rest } = create();
      const { stamp } = await files.write("a", "experiences", "one", null);
      await rest();
      const folder = await files.folderStamp("experiences");
      expect(folder).toBeDefined();
      expect(await files.folderStamp("experiences")).toBe(folder);
      await edit("a", "experiences", "one, longer");
      expect(await files.stamp("a", "experiences")).not.toBe(stamp);
      await rest();
      const others = await Promise.all([files.folderStamp("retired"), files.folderStamp("quarantine")]);
      await files.write("b", "experiences", "two", null);
      expect(await files.folderStamp("experiences")).not.toBe(folder);
      expect(await Promise.all([files.folderStamp("retired"), files.folderStamp("quarantine")])).toEqual(others);
    });
  });
}
