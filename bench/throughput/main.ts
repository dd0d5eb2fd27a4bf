// Import and mining of real runs, in calls per second: `npm run bench -- throughput [PATH…] [--json]`.
// Without a path: `agent-runs` of the shared data, or the bundled runs where those are absent.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findSources } from "../../src/adapters/import-sources.ts";
import { openMemory } from "../../src/open-memory.ts";

const { values, positionals } = parseArgs({
  options: { json: { type: "boolean", default: false } },
  allowPositionals: true,
});
const repo = process.env.HABITUS_REPO ?? ".";
const shared = join(process.env.HABITUS_SHARED ?? join(repo, "..", "shared"), "data", "agent-runs");
const paths = positionals.length > 0 ? positionals : [existsSync(shared) ? shared : join(repo, "data")];

const home = mkdtempSync(join(tmpdir(), "habitus-bench-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
const memory = await openMemory({ home, project: "bench" });
const sources = await findSources(paths);
const began = performance.now();
const imported = await memory.import(sources);
const afterImport = performance.now();
const learned = await memory.learn();
const done = performance.now();
await memory.close();
const seconds = { import: (afterImport - began) / 1000, learn: (done - afterImport) / 1000 };
const rates = {
  import: imported.calls / seconds.import,
  learn: imported.calls / seconds.learn,
  both: imported.calls / (seconds.import + seconds.learn),
};
if (values.json)
  console.log(
    JSON.stringify(
      { node: process.version, attempts: imported.trajectories, calls: imported.calls, seconds, rates },
      null,
      2,
    ),
  );
else {
  console.log(
    `Node ${process.version}: ${imported.trajectories} attempts, ${imported.calls} calls, ${learned.decisions.length} candidates`,
  );
  console.log(`| step | seconds | calls per second |\n| --- | --- | --- |`);
  console.log(`| import (scrub, cut, append) | ${seconds.import.toFixed(2)} | ${rates.import.toFixed(0)} |`);
  console.log(`| learn (read, group, mine, gate, write) | ${seconds.learn.toFixed(2)} | ${rates.learn.toFixed(0)} |`);
  console.log(`| both | ${(seconds.import + seconds.learn).toFixed(2)} | ${rates.both.toFixed(0)} |`);
}
