/**
 * What one outcome costs in production, in processor milliseconds by its parts: reading and folding the ledger, the fit, and bringing the cards in step; beside it
 * what the rank-one step would cost in place of the fit. `node bench/run.mjs simulate/settle-time [cards x rows]…`
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openNodePorts } from "../../src/adapters/node-ports.ts";
import { refit } from "../../src/learn/policy/update.ts";
import { foldLedger } from "../../src/learn/record.ts";
import { attemptRows } from "../../src/memory/attempt-rows.ts";
import { attribute } from "../../src/memory/attribution-run.ts";
import { putCard } from "../../src/memory/place-card.ts";
import { settle } from "../../src/memory/settle.ts";
import type { Experience } from "../../src/model/experience.ts";
import type { NewLedgerRow } from "../../src/model/ledger.ts";
import { MEMORY_DEFAULTS } from "../../src/options.ts";
import { card } from "../retrieval/data.ts";
import { randomFrom } from "../retrieval/metrics.ts";

const sizes = process.argv.slice(2).filter((word) => /^\d+x\d+$/.test(word));
console.log(
  "| cards × rows | read and fold, ms | rows, ms | whole fit, ms | rank-one step, ms | settle, first, ms | settle, one outcome more, ms | cards written |",
);
console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const size of sizes.length > 0 ? sizes : ["100x2000", "300x5000", "1000x20000"]) {
  const [cards, rows] = size.split("x").map(Number) as [number, number];
  await measure(cards, rows);
}

async function measure(count: number, rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "habitus-bench-"));
  const ports = await openNodePorts(folder, "p");
  const cards = Array.from({ length: count }, (_, i) => cardOf(i));
  for (const each of cards) await putCard(ports, each);
  const random = randomFrom(7);
  const batch: NewLedgerRow[] = cards.map(({ id }) => ({
    type: "born",
    card: id,
    confidence: 0.5,
    sessions: [],
    by: "bench",
  }));
  for (let i = 0; i < rows; i++) batch.push(...attempt(i, count, random));
  for (let at = 0; at < batch.length; at += 1000) await ports.ledger.append(batch.slice(at, at + 1000));

  const [readMs, fold] = await timed(() => foldLedger(ports.ledger.read()));
  const [rowsMs, all] = await timed(async () => attemptRows(fold));
  const [wholeMs, attribution] = await timed(async () => attribute(fold, cards));
  const [stepMs] = await timed(async () => refit(attribution.fit, all.at(-1)!, () => all, attribution.priorMean));
  const [firstMs] = await timed(() => settle(ports, MEMORY_DEFAULTS));
  const written = async () => new Set((await ports.cards.list()).map(({ id, stamp }) => `${id} ${stamp}`));
  const before = await written();
  await ports.ledger.append(attempt(rows, count, random));
  const [moreMs] = await timed(() => settle(ports, MEMORY_DEFAULTS));
  const changed = [...(await written())].filter((each) => !before.has(each)).length;
  await ports.index.close();
  rmSync(folder, { recursive: true, force: true });
  const ms = (value: number) => value.toFixed(0);
  console.log(
    `| ${count} × ${rows} | ${ms(readMs)} | ${ms(rowsMs)} | ${ms(wholeMs - rowsMs)} | ${stepMs.toFixed(1)} | ${ms(firstMs)} | ${ms(moreMs)} | ${changed} |`,
  );
}

function cardOf(i: number): Experience {
  return card({
    id: `card-${i}`,
    whenToUse: `When case ${i} comes up`,
    title: `Case ${i}`,
    body: `# Case ${i}\n\n1. Look.\n`,
    keywords: [],
    tools: [],
  });
}

/** Three cards of one family, 25 to a family, as recall hands them over. */
function attempt(i: number, count: number, random: () => number): NewLedgerRow[] {
  const family = Math.floor((random() * count) / 25);
  const shown = [0, 1, 2].map(() => `card-${Math.min(count - 1, family * 25 + Math.floor(random() * 25))}`);
  const id = `a-${String(i).padStart(6, "0")}`;
  return [
    {
      type: "recalled",
      attempt: id,
      task: `case of kind ${family}`,
      family: `f${family}`,
      level: "prompt",
      shown,
      shortlist: shown.map((each) => ({ id: each, score: 1, fit: 1 })),
    },
    { type: "outcome", attempt: id, score: random() < 0.6 ? 1 : 0, by: "test", reasons: [] },
  ];
}

/** Processor time, so that a busy machine does not count. */
async function timed<T>(work: () => Promise<T>): Promise<[ms: number, result: T]> {
  const began = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(began);
  return [(user + system) / 1000, result];
}
