import { createReadStream, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { importFiles } from "../../src/observe/import-files.ts";

/** Where the public data lies: `HABITUS_SHARED`, else beside the repository. */
export function sharedData(...parts: string[]): string {
  const shared = process.env.HABITUS_SHARED ?? join(process.env.HABITUS_REPO ?? ".", "..", "shared");
  return resolve(shared, "data", ...parts);
}

/** Ends the program politely when data that cannot be shipped is not there. */
export function needs(path: string): string {
  if (existsSync(path)) return path;
  console.log(`skipped: ${path} is absent`);
  process.exit(0);
}

/** Every trajectory in these files, in order; problems are printed. */
export async function* load(paths: readonly string[]): AsyncIterable<Trajectory> {
  const files = paths.map((path) => ({ path, open: () => createReadStream(path, { encoding: "utf8" }) }));
  for await (const { item } of importFiles(files)) {
    if ("trajectory" in item) yield item.trajectory;
    else if ("problem" in item)
      console.log(`problem: ${item.problem.path}:${item.problem.line}: ${item.problem.problem}`);
  }
}

export async function loadAll(paths: readonly string[]): Promise<Trajectory[]> {
  const trajectories: Trajectory[] = [];
  for await (const trajectory of load(paths)) trajectories.push(trajectory);
  return trajectories;
}

const FUNC_DOCS =
  "gorilla_file_system math_api message_api posting_api ticket_api trading_bot travel_booking vehicle_control".split(
    " ",
  );
const BFCL_CATEGORIES = ["base", "miss_func", "miss_param", "long_context"];

/** Executed ground truth of BFCL; with the tasks, so that the user's words are known, or without. */
export async function goldenTraces(options: { tasks: boolean; only?: string }): Promise<Trajectory[]> {
  const docs = FUNC_DOCS.map((name) => sharedData("bfcl", "func-docs", `${name}.jsonl`));
  const tasks = options.tasks
    ? BFCL_CATEGORIES.map((name) => sharedData("bfcl", "tasks", `multi_turn_${name}.jsonl`))
    : [];
  const all = await loadAll([...docs, ...tasks, needs(sharedData("bfcl", "golden.jsonl"))]);
  return all.filter(({ task }) => options.only === undefined || task.includes(options.only));
}

export async function agentRuns(): Promise<Trajectory[]> {
  return loadAll(
    ["base", "miss_func", "miss_param"].map((name) => needs(sharedData("agent-runs", `multi_turn_${name}.jsonl`))),
  );
}

export async function tauAirline(): Promise<Trajectory[]> {
  return loadAll([needs(sharedData("tau-airline", "gpt-4o-airline.json"))]);
}
