// Loads every pool of ReMe through the server, dumps it, and compares record by record: `npm run bench -- reme-pool [FOLDER]`.
// Without a folder: `reme-cards` of the shared data.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createExchangeFolder } from "../src/adapters/exchange-folder.ts";
import { openMemory } from "../src/open-memory.ts";
import { createHttpApp } from "../src/serve/http/app.ts";

const repo = process.env.HABITUS_REPO ?? ".";
const folder = process.argv[2] ?? join(process.env.HABITUS_SHARED ?? join(repo, "..", "shared"), "data", "reme-cards");
if (!existsSync(folder)) {
  console.error(`${folder} is not there: name a folder of pools.`);
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), "habitus-bench-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
const exchange = join(home, "exchange");
mkdirSync(exchange, { recursive: true });
const app = createHttpApp((project = "bench") => openMemory({ home, project, env: {} }), {
  reme: { open: true, exchange: createExchangeFolder(exchange) },
  onFault: console.error,
});

async function store(workspace_id: string, action: string, path = ".") {
  const response = await app.fetch(
    new Request("http://localhost/vector_store", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ workspace_id, action, path }),
    }),
  );
  const answer = (await response.json()) as { success: boolean; metadata: Record<string, number>; error?: object };
  if (!answer.success) throw new Error(JSON.stringify(answer.error));
  return answer.metadata;
}

const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
/** True when the two differ in nothing but secrets that were hidden on the way in. */
const hidesOnly = (before: object, after: object) => {
  const parts = JSON.stringify(after).split(/\[hidden:[^\]]*\]/);
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[^]{1,200}?");
  return parts.length > 1 && new RegExp(`^${pattern}$`).test(JSON.stringify(before));
};
const idOf = (line: Record<string, unknown>) => String(line.memory_id ?? line.experience_id ?? line.unique_id);

console.log("pool                     lines  loaded  known  held  dumped  equal  hidden  changed  load s  dump s");
let lost = 0;
for (const file of readdirSync(folder).filter((name) => name.endsWith(".jsonl"))) {
  const name = basename(file, ".jsonl");
  copyFileSync(join(folder, file), join(exchange, file));
  const before = linesOf(join(folder, file));
  const began = performance.now();
  const loaded = await store(name, "load");
  const afterLoad = performance.now();
  await store(name, "dump", "out");
  const done = performance.now();
  const dumped = new Map(linesOf(join(exchange, "out", file)).map((line) => [idOf(line), line]));
  const equal = before.filter((line) => isDeepStrictEqual(dumped.get(idOf(line)), line)).length;
  const differing = before.filter((line) => dumped.has(idOf(line)) && !isDeepStrictEqual(dumped.get(idOf(line)), line));
  const hidden = differing.filter((line) => hidesOnly(line, dumped.get(idOf(line))!));
  const changed = differing.filter((line) => !hidden.includes(line));
  const missing = before.filter((line) => !dumped.has(idOf(line)));
  lost += changed.length + missing.length;
  const cells = [
    before.length,
    loaded.added,
    loaded.known,
    loaded.quarantined,
    dumped.size,
    equal,
    hidden.length,
    changed.length,
  ];
  const seconds = [(afterLoad - began) / 1000, (done - afterLoad) / 1000].map((s) => s.toFixed(1));
  console.log(
    `${name.padEnd(24)} ${cells.map((cell, i) => String(cell).padStart([5, 7, 6, 5, 7, 6, 7, 8][i]!)).join(" ")} ${seconds.map((s) => s.padStart(7)).join(" ")}`,
  );
  for (const line of [...changed, ...missing].slice(0, 3))
    console.log(
      `    ${idOf(line)} ${dumped.has(idOf(line)) ? "changed" : "missing"}: ${String(line.when_to_use).slice(0, 90)}`,
    );
}
await app.stop();
console.log(
  lost === 0
    ? "nothing was lost; `hidden`: records in which a secret was hidden before it was stored, and nothing else changed"
    : `${lost} records differ or are missing`,
);
