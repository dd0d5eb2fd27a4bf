import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Memory } from "../../src/memory.ts";
import { openMemory } from "../../src/open-memory.ts";
import { nearDuplicates, type PaperCard } from "./near-duplicates.ts";

const FILES = ["bfcl_qwen3_8b", "bfcl_qwen3_14b", "appworld_qwen3_8b", "appworld_qwen3_14b"];
const NEAR = 2_000;

/** All of the paper's cards and as many near-duplicates, on disk, dreamt through until nothing is left; what became of each. */
export async function dreamThrough(folder: string): Promise<void> {
  if (!existsSync(folder)) {
    console.log(`\npaper cards: skipped, there is no ${folder} (HABITUS_SHARED names another place)`);
    return;
  }
  const paper = FILES.flatMap((name) =>
    readFileSync(join(folder, `${name}.jsonl`), "utf8")
      .trim()
      .split("\n")
      .map((line): PaperCard => JSON.parse(line)),
  );
  const near = nearDuplicates(paper, NEAR);
  const home = mkdtempSync(join(tmpdir(), "habitus-dream-"));
  try {
    const memory = await openMemory({ home, project: "dream", cwd: home });
    await load(memory, [...paper, ...near.map(({ card }) => card)]);
    console.log(`\n${paper.length} cards of the paper and ${near.length} near-duplicates, on disk`);
    await runs(memory, home);
    await account(
      memory,
      new Map(near.map(({ card, of, kind }) => [card.memory_id, { of, kind }])),
      paper.length + near.length,
    );
    await memory.close();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function load(memory: Memory, cards: readonly PaperCard[]): Promise<void> {
  const text = cards.map((card) => `${JSON.stringify(card)}\n`).join("");
  const report = await memory.import(
    [
      {
        path: "cards.jsonl",
        open: async function* () {
          yield text;
        },
      },
    ],
    { asReviewed: true },
  );
  console.log(`\nimported ${report.cards.added}, of them alarming ${report.cards.alarming}`);
}

async function runs(memory: Memory, home: string): Promise<void> {
  const timed = async (limit: number) => {
    const began = performance.now();
    const usage = process.cpuUsage();
    const report = await memory.dream({ limit });
    const ms = Math.round(performance.now() - began);
    const { user, system } = process.cpuUsage(usage);
    const busy = Math.round((user + system) / 1000);
    console.log(
      `  a run of at most ${limit}: ${report.units.length} units, ${report.waiting} wait, ${ms} ms, of the processor ${busy} ms`,
    );
    return report;
  };
  let waiting = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i += 1) waiting = (await timed(5)).waiting;
  while (waiting > 0) waiting = (await timed(500)).waiting;
  const before = hashOf(home);
  const last = await timed(500);
  console.log(`  once more: ${last.units.length} units; files ${hashOf(home) === before ? "unchanged" : "CHANGED"}`);
  console.log(
    `  conflicts for a person: ${last.conflicts.length}; offered to the memory file: ${last.handover.length}`,
  );
}

/** Every file of the cards, name and bytes. */
function hashOf(home: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(home, { recursive: true, encoding: "utf8" }).sort())
    if (name.endsWith(".md")) hash.update(name).update(readFileSync(join(home, name)));
  return hash.digest("hex");
}

async function account(
  memory: Memory,
  near: ReadonlyMap<string, { of: string; kind: string }>,
  total: number,
): Promise<void> {
  const { cards } = await memory.list();
  const living = cards.filter(({ status }) => status !== "retired");
  const ids = new Map(cards.map((card) => [card.id, card]));
  /** A source is reachable when a card names it, or names a card that names it. */
  const sources = (id: string): string[] => {
    const derived = ids.get(id)?.provenance.derivedFrom ?? [];
    return derived.flatMap((each) => (ids.has(each) ? sources(each) : [each]));
  };
  const reachable = new Map<string, string>();
  // An importer may put the name of its format before a source's own id.
  const own = (source: string) => source.split(/[\s:/#]/).at(-1)!;
  for (const card of living) for (const source of sources(card.id)) reachable.set(own(source), card.id);
  const everywhere = new Set(cards.flatMap(({ id }) => sources(id)));
  console.log(`  cards ${cards.length}, living ${living.length}`);
  console.log(`  sources reachable from any card: ${everywhere.size}; from living ones: ${reachable.size} of ${total}`);
  const merged: Record<string, [number, number]> = {};
  for (const [id, { of, kind }] of near) {
    merged[kind] ??= [0, 0];
    const counts = merged[kind];
    counts[1] += 1;
    if (reachable.get(id) !== undefined && reachable.get(id) === reachable.get(of)) counts[0] += 1;
  }
  console.log("\n| changed in a near-duplicate | merged with its original | of |\n| --- | ---: | ---: |");
  for (const [kind, [count, of]] of Object.entries(merged)) console.log(`| ${kind} | ${count} | ${of} |`);
}
