// Many clients at once on a large memory: `npm run bench -- serve-load [--cards 10000] [--clients 64] [--seconds 60] [--kill] [--home FOLDER]`.
// Every answer that a client got is looked for in the ledger afterwards. With `--kill` the server is killed in the middle and started
// again. Beside it, the same calls in this process. `--home`: a folder that is kept, and used as it is when a run before filled it.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openMemory } from "../src/open-memory.ts";

const { values } = parseArgs({
  options: {
    cards: { type: "string", default: "10000" },
    clients: { type: "string", default: "64" },
    seconds: { type: "string", default: "60" },
    kill: { type: "boolean", default: false },
    home: { type: "string" },
  },
});
const [CARDS, CLIENTS, SECONDS] = [Number(values.cards), Number(values.clients), Number(values.seconds)];
const repo = process.env.HABITUS_REPO ?? ".";
const home = values.home ?? mkdtempSync(join(tmpdir(), "habitus-bench-"));
let server: ChildProcess | undefined;
process.on("exit", () => {
  server?.kill("SIGKILL");
  if (values.home === undefined) rmSync(home, { recursive: true, force: true });
});

const VERBS = ["migrate", "deploy", "review", "parse", "encrypt", "render", "archive", "import", "restart", "measure"];
const THINGS = [
  "database",
  "queue",
  "invoice",
  "calendar",
  "image",
  "ledger",
  "cluster",
  "mailbox",
  "report",
  "sensor",
];
const word = (n: number) =>
  `${["al", "be", "cor", "dun", "ek", "fos", "gri", "hul", "im", "jor"][n % 10]}${["mas", "ten", "vik", "lor", "pan", "sut", "rem", "nol", "dag", "wex"][Math.floor(n / 10) % 10]}${["a", "o", "u", "i", "e"][Math.floor(n / 100) % 5]}`;
const taskOf = (n: number) =>
  `${VERBS[n % 10]} the ${THINGS[Math.floor(n / 10) % 10]} of ${word(n)} ${word(n * 7 + 3)}`;

console.log(`${CARDS} cards, ${CLIENTS} clients, ${SECONDS} s, Node ${process.version}`);
const began = performance.now();
if (!existsSync(join(home, "projects"))) {
  const memory = await openMemory({ home, project: "load", env: {} });
  const lines = Array.from({ length: CARDS }, (_, n) => ({
    memory_id: `m${n}`,
    when_to_use: `When asked to ${taskOf(n)}`,
    content: `1. Check ${word(n + 1)}.\n2. Then ${VERBS[n % 10]} ${THINGS[Math.floor(n / 10) % 10]} number ${n}.`,
    metadata: { extra_info: { tags: [word(n), word(n * 7 + 3)] } },
  }));
  const loaded = await (await memory.pool()).load(lines, { replace: false, tier: "reviewed" });
  console.log(`loaded ${loaded.added} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  await memory.close();
}

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

async function start(): Promise<{ url: URL; token: string }> {
  const child = spawn(
    process.execPath,
    [join(repo, "dist", "cli.js"), "--home", home, "--project", "load", "--json", "serve", "--port", "0"],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, NODE_EXTRA_CA_CERTS: "" } },
  );
  server = child;
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += chunk;
      if (/^\}/m.test(text)) resolve(JSON.parse(text).url);
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { url: new URL(url), token: readFileSync(join(home, "serve-token"), "utf8").trim() };
}

function post({ url, token }: { url: URL; token: string }, path: string, body: object) {
  return new Promise<{ status: number; json: Record<string, unknown> }>((resolve, reject) => {
    const text = JSON.stringify(body);
    const call = request(
      {
        agent,
        host: url.hostname,
        port: url.port,
        path,
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
        },
      },
      (response) => {
        let answer = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => {
          answer += chunk;
        });
        response.on("end", () => {
          try {
            resolve({ status: response.statusCode ?? 0, json: JSON.parse(answer) });
          } catch (error) {
            reject(error);
          }
        });
        response.on("error", reject);
      },
    );
    call.on("error", reject);
    call.end(text);
  });
}

const recalls: number[] = [];
const records: number[] = [];
const acknowledged = { recalled: new Set<string>(), outcome: new Set<string>() };
const statuses = new Map<number, number>();
let stop = false;

async function client(at: { url: URL; token: string }, n: number): Promise<void> {
  for (let i = n; !stop; i += CLIENTS) {
    try {
      // Half of the tasks are among a hundred that come again and again.
      const task = taskOf(i % 2 === 0 ? i % 100 : (i * 7919) % CARDS);
      const from = performance.now();
      const advice = await post(at, "/v1/recall", { task });
      recalls.push(performance.now() - from);
      statuses.set(advice.status, (statuses.get(advice.status) ?? 0) + 1);
      if (advice.status !== 200) continue;
      const attempt = advice.json.attempt as string;
      acknowledged.recalled.add(attempt);
      const then = performance.now();
      const outcome = await post(at, "/v1/outcomes", { attempt, score: i % 3 === 0 ? 0 : 1, by: "test" });
      records.push(performance.now() - then);
      statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1);
      if (outcome.status === 200) acknowledged.outcome.add(attempt);
    } catch {
      if (stop || values.kill) return; // killed
      throw new Error("the server is gone");
    }
  }
}

async function round(seconds: number, end: NodeJS.Signals): Promise<void> {
  stop = false;
  const at = await start();
  const callers = Array.from({ length: CLIENTS }, (_, n) => client(at, n));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const exited = new Promise((resolve) => server?.once("exit", resolve));
  if (end === "SIGKILL") server?.kill(end);
  stop = true;
  await Promise.all(callers);
  if (end !== "SIGKILL") server?.kill(end);
  await exited;
}

if (values.kill) await round(SECONDS / 2, "SIGKILL");
await round(values.kill ? SECONDS / 2 : SECONDS, "SIGTERM");
agent.destroy();

const inLedger = { recalled: new Set<string>(), outcome: new Set<string>() };
let torn = 0;
for (const project of readdirSync(join(home, "projects"))) {
  const folder = join(home, "projects", project, "ledger");
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), "utf8").split("\n")) {
      if (line === "") continue;
      try {
        const { type, attempt } = JSON.parse(line) as { type: "recalled" | "outcome"; attempt: string };
        inLedger[type]?.add(attempt);
      } catch {
        torn += 1;
      }
    }
  }
}
const at = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
const row = (name: string, times: number[]) =>
  console.log(
    `${name.padEnd(22)} ${String(times.length).padStart(7)}  p50 ${at(times, 0.5).toFixed(1).padStart(7)} ms  p95 ${at(times, 0.95).toFixed(1).padStart(7)} ms  p99 ${at(times, 0.99).toFixed(1).padStart(7)} ms`,
  );
row("recall over HTTP", recalls);
row("record over HTTP", records);
console.log(
  `throughput             ${((recalls.length + records.length) / SECONDS).toFixed(0)} requests/s; answers by status: ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(", ")}`,
);
for (const type of ["recalled", "outcome"] as const) {
  const lost = [...acknowledged[type]].filter((attempt) => !inLedger[type].has(attempt)).length;
  console.log(
    `${type.padEnd(9)} acknowledged ${acknowledged[type].size}, in the ledger ${inLedger[type].size}, lost ${lost}`,
  );
}
if (torn > 0) console.log(`lines that cannot be read: ${torn}`);

const memory = await openMemory({ home, project: "load", env: {} });
const alone: number[] = [];
const aloneRecords: number[] = [];
for (let i = 0; i < 300; i += 1) {
  const from = performance.now();
  const advice = await memory.recall(taskOf((i * 7919) % CARDS));
  const then = performance.now();
  await memory.record(advice, { score: 1, by: "test", reasons: [] }, { settle: false });
  alone.push(then - from);
  aloneRecords.push(performance.now() - then);
}
row("recall in process", alone);
row("record in process", aloneRecords);
const settling = performance.now();
await memory.settle();
console.log(`drawing conclusions    ${(performance.now() - settling).toFixed(0)} ms`);
await memory.close();
