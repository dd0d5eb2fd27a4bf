// Does the work for one call, and the memory for all, stay flat while the log grows? Is recall fast at many cards?
//   node bench/run.mjs scale [--full] [--seed N] [--json FILE] [--md FILE] [--svg FILE]
// Every step of every size runs in a process of its own, so that one's memory is not the other's.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { barPlot } from "../plot.ts";
import { countPairs, type MineResult, mineLog, observe, readOnly, type StepResult } from "./calls.ts";
import { measureRecall, type RecallResult } from "./recall.ts";

/** Time per call may grow by so much from the smallest log to the largest. */
const FLAT = 1.3;

const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    seed: { type: "string", default: "11" },
    json: { type: "string" },
    md: { type: "string" },
    svg: { type: "string" },
    step: { type: "string" },
    folder: { type: "string", default: "" },
    size: { type: "string", default: "0" },
  },
});
const { seed } = values;

if (values.step !== undefined) {
  const [size, { folder }] = [Number(values.size), values];
  const steps: Record<string, () => Promise<unknown>> = {
    observe: () => observe(folder, seed, size),
    mine: () => mineLog(folder, seed, size),
    read: () => readOnly(folder, size),
    pairs: () => countPairs(folder),
    recall: () => measureRecall(folder, size, seed),
  };
  process.stdout.write(JSON.stringify(await steps[values.step]!()));
} else report();

function report(): void {
  const scratch = mkdtempSync(join(tmpdir(), "habitus-scale-"));
  process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));
  const calls = [10_000, 100_000, ...(values.full ? [1_000_000] : [])].map((size) => {
    const folder = join(scratch, `calls-${size}`);
    const observed = step<StepResult>("observe", folder, size);
    const mined = step<MineResult>("mine", folder, size);
    const read = step<StepResult>("read", folder, size);
    const pairs = step<number>("pairs", folder, size);
    rmSync(folder, { recursive: true, force: true });
    return { size, observed, mined, read, pairs, bytesPerPair: mined.stateBytes / pairs };
  });
  const recall = [1_000, 10_000, ...(values.full ? [100_000] : [])].map((size) =>
    step<RecallResult>("recall", join(scratch, `cards-${size}`), size),
  );
  const first = calls[0]!;
  const ratios = calls.map(({ size, observed, mined }) => ({
    size,
    observe: observed.perCallUs / first.observed.perCallUs,
    mine: mined.perCallUs / first.mined.perCallUs,
    both: (observed.perCallUs + mined.perCallUs) / (first.observed.perCallUs + first.mined.perCallUs),
  }));
  const result = { node: process.version, cpu: cpus()[0]?.model, seed, flat: FLAT, calls, ratios, recall };
  const markdown = asMarkdown(result);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
  if (values.md) writeFileSync(values.md, markdown);
  if (values.svg) {
    const bars = recall.flatMap(({ cards, p50, p95 }) => [
      { label: `${cards.toLocaleString("en")} cards, p50`, value: p50 },
      { label: `${cards.toLocaleString("en")} cards, p95`, value: p95 },
    ]);
    writeFileSync(values.svg, barPlot("Recall, milliseconds", bars));
  }
  process.stdout.write(markdown);
}

function step<T>(name: string, folder: string, size: number): T {
  process.stderr.write(`${name} ${size} …\n`);
  const args = ["--step", name, "--folder", folder, "--size", String(size), "--seed", seed];
  const child = spawnSync(process.execPath, ["--max-old-space-size=4096", process.argv[1]!, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.status !== 0) throw new Error(`${name} ${size} ended with ${child.status}`);
  return JSON.parse(child.stdout) as T;
}

interface CallRow {
  size: number;
  observed: StepResult;
  mined: MineResult;
  read: StepResult;
  pairs: number;
  bytesPerPair: number;
}

interface Result {
  node: string;
  cpu: string | undefined;
  seed: string;
  calls: CallRow[];
  ratios: Array<{ size: number; observe: number; mine: number; both: number }>;
  recall: RecallResult[];
}

function asMarkdown({ node, cpu, seed: used, calls, ratios, recall }: Result): string {
  const whole = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 0 });
  const times = (value: number) => `${value.toFixed(2)}×`;
  const mostBoth = Math.max(...ratios.map(({ both }) => both));
  const row = (...cells: string[]) => `| ${cells.join(" | ")} |\n`;
  const head = (...cells: string[]) => row(...cells) + row(...cells.map(() => "---"));
  return [
    `# Scale\n\nNode ${node}, ${cpu}, seed ${used}. Times are processor time in one run; each step in a process of its own.\n\n`,
    "## Calls\n\n",
    head(
      "calls",
      "sessions",
      "observe, µs a call",
      "mine, µs a call",
      "both, beside the smallest",
      "peak MB observe",
      "peak MB read and join",
      "peak MB mine",
    ),
    ...calls.map(({ observed, mined, read }, at) =>
      row(
        whole(observed.calls),
        whole(observed.sessions),
        observed.perCallUs.toFixed(1),
        mined.perCallUs.toFixed(1),
        `${times(ratios[at]!.both)} (${times(ratios[at]!.observe)}, ${times(ratios[at]!.mine)})`,
        whole(observed.peakMb),
        whole(read.peakMb),
        whole(mined.peakMb),
      ),
    ),
    `\nTime per call grows by at most ${times(mostBoth)}; ${mostBoth <= FLAT ? "within" : "beyond"} ${times(FLAT)}.\n\n`,
    head("calls", "each fifth of the log, mine, µs a call", "last fifth beside the first"),
    ...calls.map(({ mined }) =>
      row(
        whole(mined.calls),
        mined.slicesUs.map((us) => us.toFixed(1)).join(", "),
        times(mined.slicesUs.at(-1)! / mined.slicesUs[0]!),
      ),
    ),
    "\n## State\n\n",
    head("calls", "state, bytes", "distinct (rule, task)", "bytes a pair", "candidates", "findings, ms"),
    ...calls.map(({ mined, pairs, bytesPerPair }) =>
      row(
        whole(mined.calls),
        whole(mined.stateBytes),
        whole(pairs),
        whole(bytesPerPair),
        whole(mined.findings),
        whole(mined.findingsMs),
      ),
    ),
    "\n## Recall in a running process\n\n",
    head(
      "cards",
      "p50, ms",
      "p95, ms",
      "scan of files, ms",
      "scan in memory, ms",
      "p50 beside scan of files",
      "building the index, ms",
    ),
    ...recall.map(({ cards, p50, p95, scanFilesMs, scanMemoryMs, indexMs }) =>
      row(
        whole(cards),
        p50.toFixed(2),
        p95.toFixed(2),
        scanFilesMs.toFixed(1),
        scanMemoryMs.toFixed(1),
        `1/${whole(scanFilesMs / p50)}`,
        whole(indexMs),
      ),
    ),
  ].join("");
}
