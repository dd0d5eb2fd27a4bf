import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import type { Json } from "../../src/model/json.ts";
import type { Observation } from "../../src/model/observation.ts";
import { type ImportFile, importFiles } from "../../src/observe/import-files.ts";
import type { ImportItem, ImportProblem } from "../../src/observe/importer.ts";
import type { LogLine } from "../../src/ports.ts";

export const REPO = join(import.meta.dirname, "..", "..");

/** Runs that may be read but not shipped; undefined when they are not there. */
export const AGENT_RUNS = present(join(process.env.HABITUS_SHARED ?? resolve(REPO, "../shared"), "data/agent-runs"));
export const SHARED_BFCL = present(join(process.env.HABITUS_SHARED ?? resolve(REPO, "../shared"), "data/bfcl"));
export const SHARED_TAU = present(join(process.env.HABITUS_SHARED ?? resolve(REPO, "../shared"), "data/tau-airline"));

function present(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}

export function filesBelow(...paths: string[]): ImportFile[] {
  return paths.flatMap((path) => {
    if (statSync(path).isDirectory())
      return filesBelow(
        ...readdirSync(path)
          .sort()
          .map((name) => join(path, name)),
      );
    return [{ path, open: () => createReadStream(path, "utf8") }];
  });
}

export function textFile(path: string, text: string, chunkSize = 7): ImportFile {
  return { path, open: () => chunksOf(text, chunkSize) };
}

export async function* chunksOf(text: string, size: number): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

export type Imported = Extract<ImportItem, { trajectory: unknown }>;

export async function importAll(files: readonly ImportFile[]) {
  const runs: Imported[] = [];
  const problems: ImportProblem[] = [];
  const passed: Record<string, string> = {};
  const formats: Record<string, string | undefined> = {};
  for await (const { path, format, item } of importFiles(files)) {
    formats[path] = format;
    if ("problem" in item) problems.push(item.problem);
    else if ("passed" in item) passed[path] = item.passed;
    else if ("trajectory" in item) runs.push(item);
  }
  return { runs, problems, passed, formats };
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Observations as the lines of one file, with places that grow by their size. */
export function asLog(observations: readonly Observation[], file = "2026-11-30.jsonl"): LogLine<Observation>[] {
  let offset = 0;
  return observations.map((value) => {
    const start = offset;
    offset += JSON.stringify(value).length + 1;
    return { value, file, start, next: offset };
  });
}

/** Text with what breaks naive code: quotes, controls, CJK, emoji, halves of pairs. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("a", '"', "\\", "\n", "\u0000", "한", "글", "テ", "部", "😀", "\ud83d", "\ude00", " "),
  }),
);

export const anyJson: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 4, stringUnit: "binary" })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json);

/** Prints the seed of a property's run, so that a failure can be repeated. */
export function seeded(numRuns: number): fc.Parameters<unknown> {
  const seed = Number(process.env.HABITUS_SEED ?? Date.now() % 2 ** 31);
  console.log(`seed ${seed}`);
  return { seed, numRuns };
}
