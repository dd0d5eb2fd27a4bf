/**
 * How coarse, stable and telling the families of tasks are when nobody names them: by the words of the task, by the tools that were
 * used, against none, on scored runs. `node bench/run.mjs families [--list]`
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { familyOf } from "../../src/learn/family.ts";
import type { AttemptRow } from "../../src/learn/policy/attempt-row.ts";
import { ATTRIBUTION_DEFAULTS, baseRate, fitAttribution } from "../../src/learn/policy/attribution.ts";

interface Run {
  task: string;
  text: string;
  score: number;
  /** Class of each function that was called. */
  classes: string[];
}

const data = join(process.env.HABITUS_SHARED ?? join(process.env.HABITUS_REPO ?? ".", "..", "shared"), "data");
if (existsSync(join(data, "agent-runs"))) main(readRuns());
else console.log(`families: skipped, there is no ${join(data, "agent-runs")} (HABITUS_SHARED names another place)`);

function main(runs: readonly Run[]): void {
  const ways: Record<string, (run: Run) => string> = {
    none: () => "",
    words: (run) => familyOf(run.text, []),
    "tools used": (run) => mostCommon(run.classes),
  };
  const tasks = new Map<string, Run[]>();
  for (const run of runs) tasks.set(run.task, [...(tasks.get(run.task) ?? []), run]);
  console.log(
    `${runs.length} runs of ${tasks.size} tasks, ${Math.round(100 * mean(runs.map((run) => run.score)))} % ended well\n`,
  );
  console.log(
    "| family by | families | largest, % of runs | without, % | tasks whose trials agree, % | held-out log loss |",
  );
  console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
  for (const [name, way] of Object.entries(ways)) {
    const sizes = new Map<string, number>();
    for (const run of runs) sizes.set(way(run), (sizes.get(way(run)) ?? 0) + 1);
    const agree = [...tasks.values()].filter((trials) => new Set(trials.map(way)).size === 1).length;
    const percent = (share: number) => (100 * share).toFixed(0);
    console.log(
      `| ${name} | ${sizes.size} | ${percent(Math.max(...sizes.values()) / runs.length)} | ${percent((sizes.get("") ?? 0) / runs.length)} | ${percent(agree / tasks.size)} | ${heldOut(runs, way).toFixed(3)} |`,
    );
  }
  if (process.argv.includes("--list")) {
    const count = new Map<string, number>();
    for (const run of runs) count.set(ways.words!(run), (count.get(ways.words!(run)) ?? 0) + 1);
    for (const [family, n] of [...count].sort((a, b) => b[1] - a[1]))
      console.log(`${String(n).padStart(5)}  ${family}`);
  }
}

/** Mean log loss when the success of one scenario's runs is foretold from those of all other scenarios, by family alone. */
function heldOut(runs: readonly Run[], way: (run: Run) => string): number {
  const scenario = (run: Run) => run.task.slice(run.task.lastIndexOf("_") + 1);
  const losses: number[] = [];
  for (const out of new Set(runs.map(scenario))) {
    const rows: AttemptRow[] = runs
      .filter((run) => scenario(run) !== out)
      .map((run, i) => ({
        attempt: String(i).padStart(5, "0"),
        family: way(run),
        shown: [],
        score: run.score,
        trust: 1,
        age: 0,
      }));
    const fit = fitAttribution(rows, () => 0, { ...ATTRIBUTION_DEFAULTS, tolerance: 1e-6 });
    for (const run of runs.filter((each) => scenario(each) === out)) {
      const p = baseRate(fit, way(run));
      losses.push(-(run.score * Math.log(p) + (1 - run.score) * Math.log(1 - p)));
    }
  }
  return mean(losses);
}

function mostCommon(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))[0]?.[0] ?? "";
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

function readRuns(): Run[] {
  const docs = join(data, "bfcl", "func-docs");
  const classOf = new Map(
    readdirSync(docs).flatMap((file) =>
      lines<{ name: string }>(join(docs, file)).map(({ name }) => [name, file.replace(".jsonl", "")] as const),
    ),
  );
  return readdirSync(join(data, "agent-runs")).flatMap((file) =>
    lines<{ task_id: string; score: number; messages: Message[] }>(join(data, "agent-runs", file)).map((run) => ({
      task: run.task_id,
      text: run.messages.find(({ role, content }) => role === "user" && content)?.content ?? "",
      score: run.score,
      classes: run.messages.flatMap(({ tool_calls }) =>
        (tool_calls ?? []).flatMap((call) => classOf.get(call.function.name) ?? []),
      ),
    })),
  );
}

interface Message {
  role: string;
  content?: string | null;
  tool_calls?: Array<{ function: { name: string } }>;
}

function lines<T>(path: string): T[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
