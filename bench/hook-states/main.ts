// Every event, 300 times over, with a home that is missing, a file, read-only, full, corrupt or locked: how long a reply takes, in a
// process that lives with the session and as a command. Exits with 1 when a reply is not valid or a command does not end with 0.
//   npm run bench -- hook-states [--times 300] [--commands 30] [--json]
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createHookAnswerer } from "../../src/serve/hooks/answer-hook.ts";
import { payloadOf } from "../../src/serve/mcp/hook-payload.ts";
import { BROKEN_HOMES } from "../../test/faults/broken-homes.ts";
import { asToolFields, checkReply, envOf, readPayloads } from "../../test/serve/hooks/payloads.ts";

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "300" },
    commands: { type: "string", default: "30" },
    json: { type: "boolean", default: false },
  },
});
const REPO = process.env.HABITUS_REPO ?? ".";
const CLI = join(REPO, "dist", "cli.js");
const PAYLOADS = readPayloads(join(REPO, "test", "fixtures", "hooks.jsonl"));

let failures = 0;
const rows = [];
for (const [state, makeBroken] of Object.entries(BROKEN_HOMES)) {
  const base = mkdtempSync(join(tmpdir(), "habitus-states-"));
  const broken = await makeBroken(base);
  if ("skip" in broken) rows.push({ state, skipped: broken.skip });
  else {
    try {
      rows.push({ state, ...(await inProcess(broken.home)), ...asCommand(broken.home) });
    } finally {
      await broken.mend();
    }
  }
  rmSync(base, { recursive: true, force: true });
}
if (values.json) console.log(JSON.stringify({ node: process.version, failures, rows }, null, 2));
else {
  console.log("| home | one process: median, worst, ms | command: median, worst, ms |\n| --- | --- | --- |");
  for (const row of rows) {
    if ("skipped" in row) console.log(`| ${row.state} | not tried: ${row.skipped} | |`);
    else console.log(`| ${row.state} | ${row.median}, ${row.worst} | ${row.commandMedian}, ${row.commandWorst} |`);
  }
  console.log(`\n${failures} replies that no host would take, or commands that did not end with 0`);
}
if (failures > 0) process.exitCode = 1;

async function inProcess(home: string) {
  const answerer = createHookAnswerer(home);
  const taken: number[] = [];
  for (let n = 0; n < Number(values.times); n += 1) {
    const each = PAYLOADS[n % PAYLOADS.length]!;
    const { payload, host } = payloadOf(asToolFields(each));
    const began = performance.now();
    check(each, await answerer.answer(payload, { env: {}, host }));
    taken.push(performance.now() - began);
  }
  await answerer.close();
  return { median: middle(taken), worst: Math.round(Math.max(...taken)) };
}

function asCommand(home: string) {
  const taken: number[] = [];
  for (let n = 0; n < Number(values.commands); n += 1) {
    const each = PAYLOADS[(n * 7) % PAYLOADS.length]!;
    const env = { PATH: process.env.PATH, HABITUS_HOME: home, ...envOf(each) };
    const began = performance.now();
    const { status, stdout } = spawnSync(process.execPath, [CLI, "hook"], {
      env,
      input: JSON.stringify(each.payload),
      encoding: "utf8",
    });
    taken.push(performance.now() - began);
    if (status !== 0) failures += 1;
    check(each, stdout);
  }
  return { commandMedian: middle(taken), commandWorst: Math.round(Math.max(...taken)) };
}

function check(each: (typeof PAYLOADS)[number], reply: string): void {
  try {
    checkReply(each, reply);
  } catch (error) {
    failures += 1;
    console.error(`${each.host} ${each.name}: ${(error as Error).message}`);
  }
}

function middle(taken: number[]): number {
  return Number(taken.sort((a, b) => a - b)[Math.floor(taken.length / 2)]!.toFixed(1));
}
