// Takes a lock again and again, and notes in a file when it goes in and out. Stops inside when it is told to.
//   hold-lock PROJECT NOTES ROUNDS [stop]
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createNodeLock } from "../../../src/adapters/node-lock.ts";

const [project = "", notes = "", rounds = "1", stop] = process.argv.slice(2);
const lock = createNodeLock(project);
const note = (what: string) => appendFileSync(notes, `${what} ${process.pid}\n`);

process.stdin.once("data", async () => {
  for (let round = 0; round < Number(rounds); round += 1) {
    await lock.hold(
      async () => {
        note("in");
        await sleep(1 + Math.random() * 4);
        if (stop) {
          process.stdout.write("inside\n");
          await new Promise(() => setInterval(() => undefined, 1000));
        }
        note("out");
      },
      { waitMs: 120_000 },
    );
  }
  process.exit(0);
});
