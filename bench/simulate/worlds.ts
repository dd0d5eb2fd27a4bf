// The policies in one world or more, with tables, JSON and plots.
//   node bench/run.mjs simulate/worlds --worlds article,hard --seeds 300 [--policies reme,attribution] [--markdown] [--json FILE] [--plots FOLDER]
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread } from "node:worker_threads";
import { answerJobs, simulateInParallel } from "../../src/adapters/simulate-workers.ts";
import { completeSimulateOptions } from "../../src/simulate/options.ts";
import { plotsOf } from "../../src/simulate/plots.ts";
import { markdownTableOf, tableOf } from "../../src/simulate/table.ts";
import { WORLDS } from "../../src/simulate/world.ts";

if (isMainThread) await main();
else answerJobs();

async function main() {
  const { values } = parseArgs({
    options: {
      worlds: { type: "string", default: Object.keys(WORLDS).join(",") },
      seeds: { type: "string", default: "100" },
      policies: { type: "string" },
      threads: { type: "string", default: String(availableParallelism()) },
      markdown: { type: "boolean", default: false },
      json: { type: "string" },
      plots: { type: "string" },
    },
  });
  const reports = [];
  for (const world of values.worlds.split(",")) {
    const start = performance.now();
    const options = completeSimulateOptions({
      world,
      seeds: Number(values.seeds),
      policies: values.policies?.split(","),
    });
    const report = await simulateInParallel(options, {
      threads: Number(values.threads),
      worker: new URL(import.meta.url),
    });
    reports.push(report);
    if (values.markdown) console.log(`\n### ${world}\n\n${markdownTableOf(report)}`);
    else console.log(`\n${tableOf(report)}`);
    console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s on ${values.threads} threads`);
    if (values.plots) {
      mkdirSync(values.plots, { recursive: true });
      for (const { name, svg } of plotsOf(report))
        writeFileSync(join(values.plots, `simulate-${world}-${name}.svg`), svg);
    }
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(reports, null, 1)}\n`);
}
