// One whole acquire → recall run with real models behind real servers, told as it is: what each call gave, what was refused and why, which
// cards came of it, and whether they come back. Nothing here is a test: a small model may well fail, and then this says how.
//
//   npm run bench -- small-model --url http://127.0.0.1:8080/v1 [--model NAME] [--structured schema|json|none]
//       [--embed-url http://127.0.0.1:8081/v1] [--embed-model NAME] [--attempts 3] [--timeout 600] [--max-tokens 700]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findSources } from "../../src/adapters/import-sources.ts";
import { allSteps, type Trajectory } from "../../src/model/trajectory.ts";
import { importFiles } from "../../src/observe/import-files.ts";
import { openMemory } from "../../src/open-memory.ts";
import type { ModelOptions } from "../../src/options/models.ts";

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    model: { type: "string", default: "small" },
    structured: { type: "string", default: "schema" },
    "embed-url": { type: "string" },
    "embed-model": { type: "string", default: "small-embedder" },
    attempts: { type: "string", default: "3" },
    timeout: { type: "string", default: "600" },
    "max-tokens": { type: "string", default: "700" },
  },
});
if (!values.url) throw new Error("--url of a server that speaks OpenAI's chat completions is needed");

const RUNS = join(process.env.HABITUS_REPO!, "data", "bfcl");
const home = mkdtempSync(join(tmpdir(), "habitus-small-model-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
const server = (url: string, model: string): ModelOptions => ({ provider: "openai-compatible", baseUrl: url, model });
const memory = await openMemory({
  home,
  project: "small-model",
  options: {
    models: {
      default: {
        ...server(values.url, values.model),
        structured: values.structured as "schema" | "json" | "none",
        maxTokens: Number(values["max-tokens"]),
      },
      ...(values["embed-url"] && { embed: server(values["embed-url"], values["embed-model"]) }),
      timeoutSeconds: Number(values.timeout),
      retries: 0,
      concurrency: 1,
    },
  },
});

const attempts = await shortestAttempts(Number(values.attempts));
console.log(
  `${attempts.length} attempts of data/bfcl, the shortest ones with ${attempts.map((each) => allSteps(each).length).join(", ")} calls`,
);
for (const trajectory of attempts) {
  console.log(`\n## acquire: ${trajectory.task}\n${trajectory.taskQuery.slice(0, 200)}`);
  const began = performance.now();
  const { lenses } = await memory.acquire([trajectory], { addition: "full" });
  console.log(
    `${((performance.now() - began) / 1000).toFixed(0)} s, ${lenses?.used.calls} calls, ${lenses?.used.tokens} tokens`,
  );
  if (lenses?.failed !== undefined) console.log(`FAILED, nothing stored: ${lenses.failed}`);
  for (const note of lenses?.notes ?? []) console.log(`note: ${note}`);
  for (const { lens, verdict, title, score, reason } of lenses?.decisions ?? [])
    console.log(`${verdict} (${lens}, judged ${score ?? "unreadably"}): ${title}\n  ${reason}`);
}

const { cards } = await memory.list();
console.log(`\n## cards that the model wrote: ${cards.length}`);
for (const { id } of cards) console.log(`\n${await memory.text(id)}`);

// So that reranking and rewriting have something to work on, whatever the model wrote: the cards that counting finds.
await memory.import(await findSources([RUNS]));
await memory.learn();
console.log(`\n## cards with those found by counting: ${(await memory.list()).cards.length}`);

for (const task of ["Buy 100 shares of AAPL at the current market price", attempts[0]!.taskQuery]) {
  for (const request of [{}, { rerank: true }, { rewrite: true }]) {
    const began = performance.now();
    const advice = await memory.recall(task, { ...request, limit: 3, unproven: 3 });
    const how = Object.keys(request)[0] ?? "plain";
    console.log(`\n## recall, ${how}: "${task.slice(0, 60)}": ${((performance.now() - began) / 1000).toFixed(1)} s`);
    console.log(`cards: ${advice.cards.map(({ id }) => id).join(", ") || "none"}`);
    for (const note of advice.notes ?? []) console.log(`note: ${note}`);
    if (how === "rewrite") console.log(advice.text);
  }
}
await memory.close();

/** Attempts with at least two calls, those of fewest words first: a small model reads slowly. */
async function shortestAttempts(count: number): Promise<Trajectory[]> {
  const sources = await findSources([RUNS]);
  const found: Trajectory[] = [];
  for await (const { item } of importFiles(sources)) if ("trajectory" in item) found.push(item.trajectory);
  const words = (trajectory: Trajectory) => JSON.stringify(trajectory.turns).length;
  return found
    .filter((trajectory) => trajectory.outcome && trajectory.taskQuery !== "" && allSteps(trajectory).length > 1)
    .sort((a, b) => words(a) - words(b))
    .slice(0, count);
}
