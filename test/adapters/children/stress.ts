// Does one thing on the same files as others until it is killed, and tells on stdout what was acknowledged, a name a line.
//   stress append FOLDER NAME      two lines a write
//   stress rewrite FOLDER          turns "f":"a" into "f":"b" and back in every line
//   stress card FOLDER NAME        adds a line of its own to one card, which it moves now and then
//   stress read FOLDER             reads that card and its versions; says what it finds torn
//   stress state FOLDER NAME       counts one up in a state file, while holding the lock
import { writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLogFiles } from "../../../src/adapters/log-files.ts";
import { createNodeCardFiles } from "../../../src/adapters/node-card-files.ts";
import { createNodeLock } from "../../../src/adapters/node-lock.ts";
import { createNodeStateFile } from "../../../src/adapters/node-state-file.ts";

const [role = "", folder = "", name = ""] = process.argv.slice(2);
const FILE = "2026-11-30.jsonl";
const PLACES = ["experiences", "retired", "quarantine"] as const;
const logs = createLogFiles(folder);
const cards = createNodeCardFiles(folder);
const lock = createNodeLock(folder);
const state = createNodeStateFile(join(folder, "learn.json"));
const say = (...lines: string[]) => writeSync(1, lines.map((line) => `${line}\n`).join(""));

const STEPS: Record<string, (n: number) => Promise<void>> = {
  append: async (n) => {
    const ids = [`${name}-${n}.0`, `${name}-${n}.1`];
    await logs.append(
      FILE,
      ids.map((id) => JSON.stringify({ id, f: "a", x: "y".repeat((n * 37) % 3000) })),
    );
    say(...ids);
    await sleep(1);
  },
  rewrite: async () => {
    const turn = (line: string) =>
      line.replace(/"f":"([ab])"/, (_, letter) => (letter === "a" ? '"f":"b"' : '"f":"a"'));
    await logs.rewrite(FILE, turn);
    say("rewritten");
  },
  card: async (n) => {
    const current = await cards.read("card");
    const text = `${current?.text ?? ""}${name}-${n}\n`;
    if (!current) await cards.write("card", "experiences", text, null);
    else if (n % 5 === 3) await cards.move("card", PLACES[n % 3]!, text, current.hash);
    else await cards.write("card", current.place, text, current.hash);
    say(`${name}-${n}`);
  },
  read: async () => {
    const texts = [(await cards.read("card"))?.text ?? "", ...(await cards.history("card")).map(({ text }) => text)];
    for (const text of texts) if (!/^(?:w\d+-\d+\n)*$/.test(text)) say(`torn: ${JSON.stringify(text.slice(-40))}`);
    say("read");
  },
  state: async () => {
    await lock.hold(
      async () => {
        const seen = ((await state.load()) ?? { count: 0 }) as { count: number };
        await state.save({ count: seen.count + 1 });
        say("counted");
      },
      { waitMs: 60_000 },
    );
    await sleep(10); // or the others, who look only now and then, would hardly get it
  },
};

process.stdin.once("data", async () => {
  for (let n = 0; ; n += 1) {
    try {
      await STEPS[role]!(n);
    } catch (error) {
      if ((error as { code?: string }).code !== "STORE_BUSY") throw error;
    }
  }
});
