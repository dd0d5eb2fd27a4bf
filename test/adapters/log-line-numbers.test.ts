import { appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createNodeObservationLog } from "../../src/adapters/node-observation-log.ts";
import type { LogProblem } from "../../src/ports.ts";

it("[O2] names a damaged line by its number in the file, wherever reading began", async () => {
  const folder = mkdtempSync(join(tmpdir(), "habitus-lines-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const log = createNodeObservationLog(folder);
  const at = "2026-11-30T12:00:00.000Z";
  await log.append(Array.from({ length: 38 }, (_, i) => ({ v: 1, at, event: "turn_end", session: `s${i}` }) as const));
  const ends: Record<string, number> = {};
  for await (const { file, next } of log.read({})) ends[file] = next;
  appendFileSync(join(folder, readdirSync(folder)[0]!), "half a li\n");
  const problems: LogProblem[] = [];
  for await (const _ of log.read(ends, (problem) => problems.push(problem))) throw new Error("there is no whole line");
  expect(problems).toMatchObject([{ line: 39 }]);
});
