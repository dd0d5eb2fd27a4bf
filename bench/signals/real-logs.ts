import { createReadStream, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { importFiles } from "../../src/observe/import-files.ts";

/** Where the public data and recorded transcripts lie: `HABITUS_SHARED`, else beside the repository. */
const SHARED = process.env.HABITUS_SHARED ?? join(process.env.HABITUS_REPO ?? ".", "..", "shared");

/** Transcripts that real coding agents stored of scripted tours; undefined when they are not here. */
export async function hostTranscripts(): Promise<Trajectory[] | undefined> {
  const folder = join(SHARED, "host-bench", "fixtures");
  if (!existsSync(folder)) return undefined;
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /transcripts[\\/].*\.(?:jsonl|json)$/.test(path))
    .map((path) => join(folder, path));
  return readTrajectories(paths);
}

/** Airline dialogues of one agent with their rewards; undefined when they are not here. */
export async function airlineDialogues(): Promise<Trajectory[] | undefined> {
  const path = join(SHARED, "data", "tau-airline", "gpt-4o-airline.json");
  return existsSync(path) ? readTrajectories([path]) : undefined;
}

/** Scored runs on function-calling tasks; undefined when they are not here. */
export async function scoredRuns(): Promise<Trajectory[] | undefined> {
  const folder = join(SHARED, "data", "agent-runs");
  if (!existsSync(folder)) return undefined;
  return readTrajectories(readdirSync(folder).map((name) => join(folder, name)));
}

async function readTrajectories(paths: readonly string[]): Promise<Trajectory[]> {
  const files = paths.map((path) => ({ path, open: () => createReadStream(path, "utf8") as AsyncIterable<string> }));
  const trajectories: Trajectory[] = [];
  for await (const { item } of importFiles(files)) if ("trajectory" in item) trajectories.push(item.trajectory);
  return trajectories;
}
