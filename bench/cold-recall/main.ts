// Cold `habitus recall` beside a bare `node -e 0`, in one run: medians and their ratio, for several sizes of memory.
//   npm run bench -- cold-recall [--cards 10000] [--runs 15] [--json]
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CARD_FORMAT, type Experience } from "../../src/model/experience.ts";
import { renderCard } from "../../src/store/card.ts";

const { values } = parseArgs({
  options: {
    cards: { type: "string", default: "100,1000,10000" },
    runs: { type: "string", default: "15" },
    json: { type: "boolean", default: false },
  },
});
const CLI = join(process.env.HABITUS_REPO ?? ".", "dist", "cli.js");
const TASK = "buy shares at the market price and cancel the order";
const WORDS =
  "order price market stock cancel book flight invoice refund login ticket deploy test build migrate backup database schema config cache retry token budget exchange rate travel hotel user message search file folder".split(
    " ",
  );

const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: "/nonexistent" };
const folder = mkdtempSync(join(tmpdir(), "habitus-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const rows = values.cards.split(",").map(Number).map(measure);
if (values.json) console.log(JSON.stringify({ node: process.version, runs: Number(values.runs), rows }, null, 2));
else {
  console.log(`Node ${process.version}, median of ${values.runs} cold starts each, alternating\n`);
  console.log(
    "| cards | node -e 0, ms | recall, ms | ratio | recall after a hand edit, ms | ratio |\n| --- | --- | --- | --- | --- | --- |",
  );
  for (const row of rows) {
    console.log(
      `| ${row.cards} | ${row.bare.toFixed(1)} | ${row.recall.toFixed(1)} | ${row.ratio.toFixed(2)} | ${row.edited.toFixed(1)} | ${row.editedRatio.toFixed(2)} |`,
    );
  }
}

function measure(cards: number) {
  const home = join(folder, String(cards));
  const project = "bench";
  const start = (...args: string[]) => {
    const began = performance.now();
    const call = spawnSync(process.execPath, args, {
      env: { ...env, HABITUS_HOME: home },
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    const ms = performance.now() - began;
    if (call.status !== 0) throw new Error(`${args.join(" ")}: ${call.status} ${call.stderr}`);
    return { ms, stdout: call.stdout };
  };
  const recall = () => start(CLI, "--project", project, "recall", TASK, "--json");
  const files = join(JSON.parse(start(CLI, "--project", project, "status", "--json").stdout).home, "experiences");
  mkdirSync(files, { recursive: true });
  for (let i = 0; i < cards; i += 1) writeFileSync(join(files, `${idOf(i)}.md`), renderCard(card(i)));
  start(CLI, "--project", project, "list", "--json");
  if (JSON.parse(recall().stdout).cards.length === 0) throw new Error("nothing came back");

  const bare: number[] = [];
  const warm: number[] = [];
  const edited: number[] = [];
  const names = readdirSync(files);
  for (let run = 0; run < Number(values.runs); run += 1) {
    bare.push(start("-e", "0").ms);
    warm.push(recall().ms);
    appendFileSync(join(files, names[(run * 7919) % names.length]!), "\nA note.\n");
    edited.push(recall().ms);
  }
  const [a, b, c] = [median(bare), median(warm), median(edited)];
  return { cards, bare: a, recall: b, ratio: b / a, edited: c, editedRatio: c / a };
}

function median(numbers: number[]): number {
  return [...numbers].sort((x, y) => x - y)[Math.floor(numbers.length / 2)]!;
}

function idOf(i: number): string {
  return `bench.card-${i}`;
}

function card(i: number): Experience {
  const word = (k: number) => WORDS[(i * 31 + k * 17 + Math.floor(i / WORDS.length)) % WORDS.length]!;
  const title = `Check the ${word(1)} before you ${word(2)} the ${word(3)}`;
  return {
    format: CARD_FORMAT,
    id: idOf(i),
    whenToUse: `when a task asks to ${word(2)} a ${word(3)} with ${word(4)} ${i}`,
    kind: "habit",
    status: "active",
    tier: "validated",
    scope: "project",
    confidence: 0.5,
    freq: 0,
    utility: 0,
    keywords: [word(5), word(6)],
    tools: [`${word(2)}_${word(3)}`],
    created: "2026-11-01T00:00:00.000Z",
    provenance: { origin: "mined", sessions: [], trajectories: [], author: "bench", derivedFrom: [] },
    title,
    body: `# ${title}\n\n1. Look at the ${word(7)} first.\n2. Then ${word(2)} it.\n\n## Evidence\n- ${i} times\n`,
  };
}
