// What our hooks add to a tool call in the real client: interleaved rounds of one session each without hooks, with as many `true`
// command hooks as we have hooks, with the plugin but none of its hooks on calls (what its server and tools cost the client anyway),
// with its hooks answered at once by a server that does nothing else (what the client's own way of calling costs), and with the plugin
// as it is; the median over all calls of a kind. Also how many Node processes were begun in a short session and in a long one: the same.
//   CALLS=40 ROUNDS=3 CLIENTS=codex npm run bench -- hook-latency
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runClaude } from "../../test/e2e/hosts/claude.ts";
import { CLIENTS, type ClientName, installClient } from "../../test/e2e/hosts/clients.ts";
import { configureCodex, installCodexPlugin, runCodex, trustCodexHooks } from "../../test/e2e/hosts/codex.ts";
import { habitus, makePlace, type Place, writeDeep } from "../../test/e2e/hosts/place.ts";

const CALLS = Number(process.env.CALLS ?? 40);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** Events of one successful call (a read, a command) that the plugin has hooks for. */
const HOT = { claude: ["PreToolUse", "PostToolBatch"], codex: ["PostToolUse"] } as const;
const VARIANTS = ["no hook", "true", "plugin without hooks on calls", "plugin, empty server", "plugin"] as const;
type Variant = (typeof VARIANTS)[number];

/** Our server's one tool for hooks, which takes everything and does nothing. @param heard  gets a byte for each call */
const emptyServer = (heard: string) => `const { createInterface } = require("node:readline");
const tools = [{ name: "hook", description: "for the host", inputSchema: { type: "object" } }];
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  if (process.argv[2] !== "mcp") return;
  const { id, method, params } = JSON.parse(line);
  if (method === "tools/call") require("node:fs").appendFileSync(${JSON.stringify(heard)}, "x");
  if (id === undefined) return;
  const result = method === "initialize"
    ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "habitus", version: "1" } }
    : method === "tools/list" ? { tools } : method === "tools/call" ? { content: [] } : {};
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
});
lines.on("close", () => process.exit(0));
`;

for (const name of Object.keys(CLIENTS) as ClientName[]) {
  if (!name.includes(process.env.CLIENTS ?? "")) continue;
  const found = installClient(name);
  if ("missing" in found) console.log(`${name}: not measured: ${found.missing}`);
  else await measure(name, found.path);
}

async function measure(name: ClientName, client: string): Promise<void> {
  const gaps = Object.fromEntries(VARIANTS.map((variant) => [variant, [] as number[]])) as Record<Variant, number[]>;
  for (let round = 0; round < ROUNDS; round += 1) {
    // Whatever else the machine does falls on all of them alike.
    for (const variant of round % 2 === 0 ? VARIANTS : [...VARIANTS].reverse()) {
      const one = await session(name, client, variant);
      gaps[variant].push(...one.gaps);
    }
  }
  const none = median(gaps["no hook"]);
  const added = (variant: Variant) => median(gaps[variant]) - none;
  console.log(
    `${name}: ${gaps.plugin.length} calls of each kind; without hooks ${none.toFixed(1)} ms a call (median); added:`,
  );
  for (const variant of VARIANTS.slice(1)) console.log(`  ${variant}: ${added(variant).toFixed(1)} ms`);
  console.log(`  added by the plugin to added by \`true\`: ${(added("plugin") / added("true")).toFixed(2)}`);
  // A plugin's server and tools cost a client something at each request, with or without hooks.
  const byHooks = added("plugin") - added("plugin without hooks on calls");
  console.log(`  added by its hooks alone to added by \`true\`: ${(byHooks / added("true")).toFixed(2)}`);
  const [short, long] = [await session(name, client, "plugin", 5), await session(name, client, "plugin", 45)];
  console.log(`  Node processes begun in a session of 5 calls: ${short.nodes}, of 45 calls: ${long.nodes}`);
  if (long.nodes > short.nodes) process.exitCode = 1;
}

async function session(
  name: ClientName,
  client: string,
  variant: Variant,
  calls = CALLS,
): Promise<{ gaps: number[]; nodes: number }> {
  const codex = name.startsWith("codex");
  const hasPlugin = variant.startsWith("plugin");
  const place = makePlace({ "README.md": "# sample\n" });
  try {
    const counter = countNode(place);
    // A memory that has something to say is the slower case: every call is looked up.
    habitus(place, [
      "create",
      "notes.read-first",
      "--trigger",
      "before reading notes",
      "--title",
      "Read the notes first",
    ]);
    if (variant === "plugin without hooks on calls") dropHot(place, HOT[codex ? "codex" : "claude"]);
    const heard = join(place.root, "heard.log");
    if (variant === "plugin, empty server") writeFileSync(join(place.plugin, "bin", "cli.js"), emptyServer(heard));
    const gaps: number[] = [];
    let answered: number | undefined;
    let call = 0;
    const script = () => {
      if (answered !== undefined) gaps.push(performance.now() - answered);
      call += 1;
      const next = codex
        ? { name: "exec_command", input: { cmd: "true" } }
        : { name: "Read", input: { file_path: join(place.app, "README.md") } };
      setImmediate(() => {
        answered = performance.now();
      });
      return call > calls ? { say: "done" } : { calls: [next] };
    };
    const plain = Object.fromEntries(
      HOT[codex ? "codex" : "claude"].map((event) => [event, [{ hooks: [{ type: "command", command: "true" }] }]]),
    );
    if (codex) {
      configureCodex(place);
      if (hasPlugin) await installCodexPlugin(place, client);
      if (variant === "true") writeDeep(join(place.home, ".codex", "hooks.json"), JSON.stringify({ hooks: plain }));
      if (variant !== "no hook") await trustCodexHooks(place, client);
      await runCodex(place, { client, prompt: "Read on", script });
    } else {
      const settings = variant === "true" ? { hooks: plain } : {};
      await runClaude(place, { client, prompt: "Read on", script, plugin: hasPlugin, settings });
    }
    if (variant === "plugin, empty server") {
      // Not a file of the plugin: Codex would take it for a change, and no hook for trusted.
      const told = existsSync(heard) ? readFileSync(heard, "utf8").length : 0;
      if (told < calls) throw new Error(`the empty server heard of ${told} calls in a session of ${calls}`);
    }
    // The first call warms everything up.
    return { gaps: gaps.slice(1), nodes: counter() };
  } finally {
    place.remove();
  }
}

function dropHot(place: Place, events: readonly string[]): void {
  for (const file of ["hooks.json", "codex-hooks.json"]) {
    const path = join(place.plugin, "hooks", file);
    const { hooks, ...rest } = JSON.parse(readFileSync(path, "utf8"));
    for (const event of events) delete hooks[event];
    writeFileSync(path, JSON.stringify({ ...rest, hooks }));
  }
}

/** Puts a `node` before the real one that counts how often it is begun. */
function countNode(place: Place): () => number {
  const log = join(place.root, "nodes.log");
  const shim = join(place.root, "bin", "node");
  writeDeep(shim, `#!/bin/sh\necho x >> '${log}'\nexec '${process.execPath}' "$@"\n`);
  chmodSync(shim, 0o755);
  place.env.PATH = `${join(place.root, "bin")}:${place.env.PATH}`;
  return () => (existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
