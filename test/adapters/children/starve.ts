// Does what a process does that has no file descriptor left, and tells on stdout, as JSON, what came of each thing.
//   starve FOLDER
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { createNodeCardFiles } from "../../../src/adapters/node-card-files.ts";
import { createNodeLock } from "../../../src/adapters/node-lock.ts";
import { createNodeObservationLog } from "../../../src/adapters/node-observation-log.ts";
import { createNodeStateFile } from "../../../src/adapters/node-state-file.ts";
import { ownMark } from "../../../src/adapters/process-life.ts";
import { readRegistry } from "../../../src/adapters/project-registry.ts";
import { identifyProject } from "../../../src/adapters/projects.ts";

const [folder = ""] = process.argv.slice(2);
const lock = createNodeLock(folder);
const state = createNodeStateFile(join(folder, "learn.json"));
const log = createNodeObservationLog(join(folder, "observations"));
const cards = createNodeCardFiles(folder);
const line = (call: string) => log.append([{ v: 1, at: "2026-11-30T10:00:00.000Z", event: "prompt", call }]);

let open: number[] = [];
function starve(): void {
  try {
    for (;;) open.push(openSync("/dev/null", "r"));
  } catch {
    // none is left, as intended
  }
}
function recover(): void {
  for (const file of open) closeSync(file);
  open = [];
}

const attempt = (work: () => Promise<unknown>) =>
  work().then(
    (value) => (value === undefined ? "undefined" : "fine"),
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

await state.save({ cursor: 1 });
const { hash } = await cards.write("a", "experiences", "before", null);
const told: Record<string, unknown> = {};
starve();
told.mark = await attempt(ownMark);
told.load = await attempt(state.load);
told.save = await attempt(() => state.save({ cursor: 2 }));
told.registry = await attempt(() => readRegistry(folder));
told.append = await attempt(() => line("starved"));
told.card = await attempt(() => cards.write("a", "experiences", "starved", hash));
told.lock = await attempt(() => lock.hold(async () => "held"));
recover();
told.identified = (await attempt(() => identifyProject(folder, folder))) === "fine";
// Starved only while it is inside: it has to get out all the same.
told.release = await attempt(() => lock.hold(async () => starve()));
recover();
told.again = await attempt(() => lock.hold(async () => "held", { waitMs: 0 }));
told.start = (await ownMark()).start;
await line("after");
await cards.write("a", "experiences", "after", hash);
told.state = await state.load();
process.stdout.write(`${JSON.stringify(told)}\n`);
