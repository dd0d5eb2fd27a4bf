// From a folder of transcripts to the first habits on screen: `npm run bench -- init-first-habits [--calls N] [--seed S] [--json]`.
// Sessions with eleven planted habits are written as Claude Code transcripts; the built CLI's `init` is watched until it prints.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Experience } from "../../src/model/experience.ts";
import { allSteps } from "../../src/model/trajectory.ts";
import { toClaudeTranscript } from "../generate/claude-transcript.ts";
import { HABIT_IDS } from "../generate/habits.ts";
import { generateSessions } from "../generate/sessions.ts";
import { says } from "../mine/measure.ts";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  },
});
const cli = join(process.env.HABITUS_REPO ?? ".", "dist", "cli.js");
const folder = mkdtempSync(join(tmpdir(), "habitus-first-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const home = join(folder, "home");
const app = join(folder, "app");
const env = { PATH: process.env.PATH, HOME: folder, HABITUS_HOME: home, LANG: "C.UTF-8" };

// Attempts at one task are known by the name of the task, which a transcript does not hold.
const HABITS = HABIT_IDS.filter((id) => id !== "migrate-before-test");
const { sessions, calls } = writeTranscripts(Number(values.calls), values.seed);
const bare = median(Array.from({ length: 9 }, () => timed(() => spawnSync(process.execPath, ["-e", "0"]))));
const { firstMs, wholeMs, screen } = await watchInit();
const ids = [...screen.matchAll(/ · ([\w.\p{L}-]+)$/gmu)].map((match) => match[1] as string);
const cards = listCards();
const onScreen = cards.filter(({ id }) => ids.includes(id));
const planted = HABITS.map((id) => ({
  id,
  isCard: cards.some((card) => says(card, id)),
  onScreen: onScreen.some((card) => says(card, id)),
}));
const found = planted.filter(({ onScreen }) => onScreen).length;
const report = {
  node: process.version,
  sessions,
  calls,
  first_habits_s: firstMs / 1000,
  whole_s: wholeMs / 1000,
  bare_node_ms: bare,
  ratio: firstMs / bare,
  cards: cards.length,
  shown: ids.length,
  planted_cards: planted.filter(({ isCard }) => isCard).length,
  planted_on_screen: found,
  missing: planted.filter(({ onScreen }) => !onScreen).map(({ id, isCard }) => `${id}${isCard ? " (a card)" : ""}`),
};
if (values.json) console.log(JSON.stringify(report, null, 2));
else {
  console.log(`Node ${report.node}: ${sessions} sessions, ${calls} calls, ${HABITS.length} habits planted`);
  console.log(
    `first habits on screen after ${report.first_habits_s.toFixed(1)} s, done after ${report.whole_s.toFixed(1)} s`,
  );
  console.log(`bare node ${bare.toFixed(0)} ms: ${report.ratio.toFixed(0)} times as long`);
  console.log(
    `${report.shown} habits on screen, ${found} of ${planted.length} planted ones among them; ${report.planted_cards} are cards`,
  );
  if (report.missing.length > 0) console.log(`not on screen: ${report.missing.join(", ")}`);
}

function writeTranscripts(wanted: number, seed: string): { sessions: number; calls: number } {
  mkdirSync(app, { recursive: true });
  const projects = join(folder, ".claude", "projects", app.replace(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(projects, { recursive: true });
  spawnSync("git", ["init", "-q"], { cwd: app });
  let calls = 0;
  let sessions = 0;
  for (const { trajectory } of generateSessions({ seed, sessions: Math.ceil(wanted / 12), habits: HABITS })) {
    if (calls >= wanted) break;
    calls += allSteps(trajectory).length;
    sessions += 1;
    writeFileSync(join(projects, `${trajectory.session}.jsonl`), toClaudeTranscript(trajectory, app));
  }
  return { sessions, calls };
}

function watchInit(): Promise<{ firstMs: number; wholeMs: number; screen: string }> {
  const began = performance.now();
  const child = spawn(process.execPath, [cli, "init", "claude", "--yes"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let screen = "";
  let firstMs = Number.NaN;
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    screen += chunk;
    if (Number.isNaN(firstMs) && screen.includes("First habits")) firstMs = performance.now() - began;
  });
  return new Promise((resolve) =>
    child.on("close", () => {
      const at = Math.max(0, screen.indexOf("First habits"));
      resolve({ firstMs, wholeMs: performance.now() - began, screen: screen.slice(at) });
    }),
  );
}

function listCards(): Experience[] {
  const listed = spawnSync(process.execPath, [cli, "list", "--json"], {
    cwd: app,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const { cards } = JSON.parse(listed.stdout);
  return cards;
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

function median(numbers: number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;
}
