import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeNumbers } from "../../src/memory/write-numbers.ts";
import type { Experience } from "../../src/model/experience.ts";
import { store, times } from "./store-on-disk.ts";

const counted = (card: Experience): Experience => ({ ...card, freq: card.freq + 3, utility: 2, tier: "validated" });

describe("numbers of many cards", () => {
  it("[S9] are in the files and in the index, which is what it would be if it were built anew", async () => {
    const { memory, ports, folder } = await store();
    for (const n of times(30, (i) => i)) {
      await memory.create({ whenToUse: `when number ${n} is asked for`, body: `# Number ${n}\n\nSay ${n}.\n` });
    }
    const before = await ports.index.all();
    expect(
      await writeNumbers(
        ports,
        before.map((card) => ({ card, change: counted })),
      ),
    ).toEqual([]);
    const after = await ports.index.all();
    expect(after.map(({ experience }) => experience)).toEqual(before.map(({ experience }) => counted(experience)));
    for (const { experience, hash } of after) {
      const file = await ports.cards.read(experience.id);
      expect(file).toMatchObject({
        hash,
        text: readFileSync(join(folder, "experiences", `${experience.id}.md`), "utf8"),
      });
      expect(file!.text).toMatch(/^freq: 3$/m);
      // A change of numbers is no version.
      expect(await ports.cards.history(experience.id)).toEqual([]);
    }
    await ports.index.remove(after.map(({ experience }) => experience.id));
    await memory.list();
    expect((await ports.index.all()).map(({ tokens, ...card }) => ({ ...card, tokens }))).toEqual(
      after.map(({ tokens, ...card }) => ({ ...card, tokens })),
    );
  });

  it("[S3] go into the text that a person wrote since the index looked, and leave a file alone that is no card at the moment", async () => {
    const { memory, ports, folder } = await store();
    for (const n of [1, 2]) await memory.create({ whenToUse: `when ${n} is asked for`, body: `# Number ${n}\n` });
    const known = await ports.index.all();
    const pathOf = (n: number) => join(folder, "experiences", `${known[n]!.experience.id}.md`);
    writeFileSync(pathOf(0), `${readFileSync(pathOf(0), "utf8").replace("freq: 0", "freq: 0 # by hand")}\nMore.\n`);
    writeFileSync(pathOf(1), "---\nid: [\n---\n");
    const left = await writeNumbers(
      ports,
      known.map((card) => ({ card, change: counted })),
    );
    expect(left).toEqual([known[1]!.experience.id]);
    expect(readFileSync(pathOf(0), "utf8")).toMatch(/^freq: 3 # by hand$[\s\S]*\nMore\.\n$/m);
    expect(readFileSync(pathOf(1), "utf8")).toBe("---\nid: [\n---\n");
    expect((await ports.index.get(known[0]!.experience.id))!.experience).toMatchObject({
      freq: 3,
      body: expect.stringContaining("More."),
    });
  });
});
