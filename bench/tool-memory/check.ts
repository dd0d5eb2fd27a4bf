/**
 * Every figure of every guideline against the logs: `npm run bench -- tool-memory/print --json > FILE`, then
 * `npm run bench -- tool-memory/check FILE`. It ends with 1 when a single one differs.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Guidelines, recount } from "./recount.ts";

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: tool-memory/check FILE");
  process.exit(2);
}
const shared = process.env.HABITUS_SHARED ?? join(process.env.HABITUS_REPO ?? ".", "..", "shared");
const lines = ["base", "miss_func", "miss_param"].flatMap((name) =>
  readFileSync(join(shared, "data", "agent-runs", `multi_turn_${name}.jsonl`), "utf8").split("\n"),
);
const said = JSON.parse(readFileSync(file, "utf8")) as Guidelines;
const { figures, wrong } = recount(said, lines);
for (const line of wrong) console.log(line);
console.log(`${said.guidelines.length} guidelines, ${figures} figures counted again, ${wrong.length} differ`);
process.exitCode = wrong.length > 0 ? 1 : 0;
