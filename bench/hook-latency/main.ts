// What our hooks add to a tool call in the real client: interleaved rounds of one session each without hooks, with as many `true`
// command hooks as we have hooks, and with the plugin; the median over all calls of a kind. Also how many Node processes were begun.
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runClaude } from "../../test/e2e/hosts/claude.ts";
import { CLIENTS, type ClientName, installClient } from "../../test/e2e/hosts/clients.ts";
import { configureCodex, installCodexPlugin, runCodex, trustCodexHooks } from "../../test/e2e/hosts/codex.ts";
import { habitus, makePlace, type Place, writeDeep } from "../../test/e2e/hosts/place.ts";

const CALLS = Number(process.env.CALLS ?? 40);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** Events of one successful call that the plugin has hooks for. */
const HOT = { claude: ["PreToolUse", "PostToolBatch"], codex: ["PreToolUse", "PostToolUse"] } as const;
const VARIANTS = ["no hook", "true", "plugin"] as const;
type Variant = (typeof VARIANTS)[number];

for (const name of Object.keys(CLIENTS) as ClientName[]) {
  const found = installClient(name);
  if ("missing" in found) console.log(`${name}: not measured: ${found.missing}`);
  else await measure(name, found.path);
}

async function measure(name: ClientName, client: string): Promise<void> {
  const gaps: Record<Variant, number[]> = { "no hook": [], true: [], plugin: [] };
  const starts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Whatever else the machine does falls on all of them alike.
    for (const variant of round % 2 === 0 ? VARIANTS : [...VARIANTS].reverse()) {
      const one = await session(name, client, variant);
      gaps[variant].push(...one.gaps);
      if (variant === "plugin") starts.push(one.nodes);
    }
  }
  const [none, plain, plugin] = VARIANTS.map((variant) => median(gaps[variant])) as [number, number, number];
  const ms = (value: number) => value.toFixed(1);
  console.log(`${name}: ${gaps.plugin.length} calls of each kind, median ms a call`);
  console.log(
    `  no hook ${ms(none)} · as many \`true\` hooks ${ms(plain)} (+${ms(plain - none)}) · plugin ${ms(plugin)} (+${ms(plugin - none)})`,
  );
  console.log(`  added by the plugin to added by \`true\`: ${((plugin - none) / (plain - none)).toFixed(2)}`);
  console.log(`  Node processes begun in a session of ${CALLS} calls: ${starts.join(", ")}`);
}

async function session(name: ClientName, client: string, variant: Variant): Promise<{ gaps: number[]; nodes: number }> {
  const codex = name.startsWith("codex");
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
      return call > CALLS ? { say: "done" } : { calls: [next] };
    };
    const plain = Object.fromEntries(
      HOT[codex ? "codex" : "claude"].map((event) => [event, [{ hooks: [{ type: "command", command: "true" }] }]]),
    );
    if (codex) {
      configureCodex(place);
      if (variant === "plugin") await installCodexPlugin(place, client);
      if (variant === "true") writeDeep(join(place.home, ".codex", "hooks.json"), JSON.stringify({ hooks: plain }));
      if (variant !== "no hook") await trustCodexHooks(place, client);
      await runCodex(place, { client, prompt: "Read on", script });
    } else {
      const settings = variant === "true" ? { hooks: plain } : {};
      await runClaude(place, { client, prompt: "Read on", script, plugin: variant === "plugin", settings });
    }
    // The first call warms everything up.
    return { gaps: gaps.slice(1), nodes: counter() };
  } finally {
    place.remove();
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
