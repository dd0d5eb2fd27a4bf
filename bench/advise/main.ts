// What a hook costs in a process that lives with the session, and what the first reply of a server costs beside `node -e 0`.
//   npm run bench -- advise [--cards 100,10000] [--calls 200] [--starts 15] [--json]
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openNodePorts } from "../../src/adapters/node-ports.ts";
import { CARD_FORMAT, type Experience } from "../../src/model/experience.ts";
import { openMemory } from "../../src/open-memory.ts";
import { createHookAnswerer } from "../../src/serve/hooks/answer-hook.ts";
import { renderCard } from "../../src/store/card.ts";

const { values } = parseArgs({
  options: {
    cards: { type: "string", default: "100,10000" },
    calls: { type: "string", default: "200" },
    starts: { type: "string", default: "15" },
    json: { type: "boolean", default: false },
  },
});
const CLI = join(process.env.HABITUS_REPO ?? ".", "dist", "cli.js");
const TOOLS = ["order", "ticket", "invoice", "flight", "hotel", "user", "message", "room", "file", "rate"];
const VERBS = ["create", "cancel", "find", "list", "update", "send", "close", "merge", "check", "book"];
const folder = mkdtempSync(join(tmpdir(), "habitus-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const rows = [];
for (const cards of values.cards.split(",").map(Number)) rows.push(await measure(cards));
const started = starts(Number(values.starts));
if (values.json) console.log(JSON.stringify({ node: process.version, rows, started: await started }, null, 2));
else {
  console.log(`Node ${process.version}; median (95th percentile) of ${values.calls} replies, ms\n`);
  console.log(
    "| cards | index | record alone (Stop) | prompt | call, advice | call, nothing | failure | session start |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const { cards, index, ...times } of rows) {
    console.log(`| ${cards} | ${index} | ${Object.values(times).join(" | ")} |`);
  }
  const { bare, mcp, ratio } = await started;
  console.log(`\nFirst reply of \`habitus mcp\` to initialize: ${mcp} ms, node -e 0: ${bare} ms, ratio ${ratio}`);
}

async function measure(cards: number) {
  const home = join(folder, String(cards));
  const cwd = join(folder, "app");
  const { project } = await openMemory({ home, cwd });
  const ports = await openNodePorts(home, project.id);
  for (let n = 0; n < cards; n += 1) {
    const card = cardOf(n);
    await ports.cards.write(card.id, "experiences", renderCard(card), null);
  }
  const memory = await openMemory({ home, cwd });
  await memory.list();
  await memory.learn();
  await memory.close();
  const answerer = createHookAnswerer(home, { deadlineMs: 600_000 });
  let sessions = 0;
  const time = async (event: string, fields: (n: number) => object, speaks: boolean | undefined) => {
    const taken: number[] = [];
    let spoke = 0;
    for (let n = 0; n < Number(values.calls); n += 1) {
      sessions += 1;
      const payload = JSON.stringify({ hook_event_name: event, session_id: `s${sessions}`, cwd, ...fields(n) });
      // Where the session's folder is looked up is the first event's business, not this one's.
      await answerer.answer(JSON.stringify({ hook_event_name: "Stop", session_id: `s${sessions}`, cwd }), { env: {} });
      const began = performance.now();
      const reply = await answerer.answer(payload, { env: {} });
      taken.push(performance.now() - began);
      if (reply !== "") spoke += 1;
    }
    if (speaks !== undefined && spoke !== (speaks ? taken.length : 0)) throw new Error(`${event}: ${spoke} replies`);
    taken.sort((a, b) => a - b);
    return `${taken[Math.floor(taken.length / 2)]!.toFixed(1)} (${taken[Math.floor(taken.length * 0.95)]!.toFixed(1)})`;
  };
  const tool = (n: number) => `${VERBS[n % 10]}_${TOOLS[Math.floor(n / 10) % 10]}`;
  const row = {
    cards,
    index: (await openNodePorts(home, project.id)).index.kind.name,
    stop: await time("Stop", () => ({}), false),
    prompt: await time(
      "UserPromptSubmit",
      (n) => ({ prompt: `Please ${tool(n).replace("_", " the ")} now` }),
      undefined,
    ),
    call: await time(
      "PreToolUse",
      (n) => ({ tool_name: tool(n), tool_use_id: `t${n}`, tool_input: { amount: n } }),
      true,
    ),
    silent: await time(
      "PreToolUse",
      (n) => ({ tool_name: "Read", tool_use_id: `t${n}`, tool_input: { file_path: `/app/src/f${n}.ts` } }),
      false,
    ),
    failure: await time(
      "PostToolUseFailure",
      (n) => ({ tool_name: tool(n), tool_use_id: `t${n}`, tool_input: { amount: n }, error: "amount is not a number" }),
      undefined,
    ),
    session: await time("SessionStart", () => ({ source: "startup" }), undefined),
  };
  await answerer.close();
  return row;
}

function cardOf(n: number): Experience {
  const tool = `${VERBS[n % 10]}_${TOOLS[Math.floor(n / 10) % 10]}`;
  const from = `get_${TOOLS[(n + 3) % 10]}_${n}`;
  const title = `The amount of ${tool} is the one that ${from} returned`;
  return {
    format: CARD_FORMAT,
    id: `card.${n}`,
    whenToUse: `Before calling ${tool}; tasks about ${TOOLS[n % 10]}, number ${n}`,
    kind: "habit",
    status: "active",
    tier: "provisional",
    scope: "project",
    confidence: 0.3 + (n % 60) / 100,
    freq: 0,
    utility: 0,
    keywords: [tool, from, "amount"],
    tools: [tool, from],
    rule: { type: "provenance", tool, param: "amount", from: { tool: from, field: "amount" } },
    created: "2026-11-01T00:00:00Z",
    provenance: { origin: "mined", sessions: [], trajectories: [], author: "miner/provenance@1", derivedFrom: [] },
    title,
    body: `# ${title}\n\n1. Call ${from}.\n2. Take the amount from what it returned.\n`,
  };
}

/** Time from starting the process to its first reply, beside a start of Node that does nothing; alternating. */
async function starts(runs: number) {
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, HABITUS_HOME: join(folder, "empty"), HOME: folder };
  const bare: number[] = [];
  const mcp: number[] = [];
  for (let n = 0; n < runs; n += 1) {
    const began = performance.now();
    spawnSync(process.execPath, ["-e", "0"], { env });
    bare.push(performance.now() - began);
    mcp.push(await firstReply(env));
  }
  const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]!;
  const [a, b] = [median(bare), median(mcp)];
  return { bare: Number(a.toFixed(1)), mcp: Number(b.toFixed(1)), ratio: Number((b / a).toFixed(2)) };
}

function firstReply(env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, [CLI, "mcp"], { env, cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
    child.stdout.once("data", () => {
      resolve(performance.now() - began);
      child.stdin.end();
    });
    child.once("error", reject);
  });
}
