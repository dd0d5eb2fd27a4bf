import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Memory, openMemory } from "../../src/index.ts";

export const ADVICE = "<habitus-advice>";
export const TASK = "Buy 100 shares of AAPL at the current price";
export const PRICE = 227.15;

/** A memory on disk, gone when the test ends, with one card that fits {@link TASK}. */
export async function openDesk({ card = true } = {}) {
  const home = mkdtempSync(join(tmpdir(), "habitus-middleware-"));
  const memory = await openMemory({ home, project: "desk", env: {} });
  onTestFinished(async () => {
    await memory.close();
    rmSync(home, { recursive: true, force: true });
  });
  if (card)
    await memory.create({
      id: "quote.first",
      title: "Ask for the quote before an order",
      whenToUse: "When shares are to be bought at the current price",
      body: "Call `get_quote`, then `place_order` with exactly its `price`.",
      confidence: 0.9,
    });
  return { home, memory, log: () => readLog(home), rows: () => rowsOf(memory) };
}

/** Every line of the observations, as data. */
// biome-ignore lint/suspicious/noExplicitAny: what a line holds is what its test checks
function readLog(home: string): any[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes("observations"))
    .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

async function rowsOf(memory: Memory) {
  const rows = await memory.log();
  return {
    recalled: rows.filter(({ type }) => type === "recalled"),
    outcomes: rows.filter(({ type }) => type === "outcome"),
  };
}
