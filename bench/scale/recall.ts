import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CARD_FORMAT, type Experience } from "../../src/model/experience.ts";
import { openMemory } from "../../src/open-memory.ts";
import { parseCard, renderCard } from "../../src/store/card.ts";
import { tokenize } from "../../src/text/tokens.ts";
import { createRandom, type Random } from "../generate/random.ts";

export interface RecallResult {
  cards: number;
  /** Milliseconds of one recall in a running process: in the middle, and of the slowest twentieth. */
  p50: number;
  p95: number;
  /** The same task, answered by reading every card file and counting shared words; and with all cards in memory already. */
  scanFilesMs: number;
  scanMemoryMs: number;
  /** First look at all files: building the index. */
  indexMs: number;
}

const QUERIES = 200;
const SCANS = 3;
const VERBS = "deploy test migrate refund book cancel update review merge rotate export import archive restore".split(
  " ",
);
const THINGS =
  "order invoice ticket hotel flight schema cache token budget user message folder cluster queue report branch image secret index backup".split(
    " ",
  );

/** @param home  an empty folder */
export async function measureRecall(home: string, cards: number, seed: string): Promise<RecallResult> {
  const random = createRandom(`${seed}/cards`);
  const memory = await openMemory({ home, project: "bench" });
  const files = join((await memory.status()).home, "experiences");
  mkdirSync(files, { recursive: true });
  for (let i = 0; i < cards; i += 1) writeFileSync(join(files, `bench.card-${i}.md`), renderCard(card(random, i)));
  const began = performance.now();
  await memory.list();
  const indexMs = performance.now() - began;

  const asked = createRandom(`${seed}/tasks`);
  const tasks = Array.from({ length: QUERIES }, () => sentence(asked));
  for (const task of tasks.slice(0, 20)) await memory.recall(task, { record: false });
  const times: number[] = [];
  let answered = 0;
  for (const task of tasks) {
    const start = performance.now();
    const advice = await memory.recall(task, { record: false });
    times.push(performance.now() - start);
    if (advice.cards.length > 0) answered += 1;
  }
  if (answered === 0) throw new Error("no task was answered");
  await memory.close();

  const held = readdirSync(files).map((name) => wordsOf(readFileSync(join(files, name), "utf8")));
  return {
    cards,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    scanFilesMs: medianOf(tasks, (task) =>
      best(
        readdirSync(files).map((name) => wordsOf(readFileSync(join(files, name), "utf8"))),
        task,
      ),
    ),
    scanMemoryMs: medianOf(tasks, (task) => best(held, task)),
    indexMs,
  };
}

function wordsOf(text: string): Set<string> {
  const { whenToUse, keywords, tools, title, body } = parseCard(text, "card");
  return new Set(tokenize([whenToUse, ...keywords, ...tools, title, body].join("\n")));
}

/** The five cards that share most words with the task. */
function best(cards: ReadonlyArray<Set<string>>, task: string): number[] {
  const words = tokenize(task);
  return cards
    .map((card, at) => ({ at, shared: words.filter((word) => card.has(word)).length }))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, 5)
    .map(({ at }) => at);
}

function medianOf(tasks: readonly string[], work: (task: string) => unknown): number {
  const times = tasks.slice(0, SCANS).map((task) => {
    const began = performance.now();
    work(task);
    return performance.now() - began;
  });
  return quantile(times, 0.5);
}

export function quantile(numbers: readonly number[], q: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]!;
}

function sentence(random: Random): string {
  return `${random.pick(VERBS)} the ${random.pick(THINGS)} and ${random.pick(VERBS)} the ${random.pick(THINGS)} for team ${random.int(1, 500)}`;
}

function card(random: Random, i: number): Experience {
  const [verb, thing, other] = [random.pick(VERBS), random.pick(THINGS), random.pick(THINGS)];
  const title = `Check the ${other} before you ${verb} the ${thing}`;
  return {
    format: CARD_FORMAT,
    id: `bench.card-${i}`,
    whenToUse: `when a task asks to ${verb} a ${thing} for team ${random.int(1, 500)}`,
    kind: "habit",
    status: "active",
    tier: "validated",
    scope: "project",
    confidence: 0.5,
    freq: 0,
    utility: 0,
    keywords: [verb, thing],
    tools: [`${verb}_${thing}`],
    created: "2026-11-01T00:00:00.000Z",
    provenance: { origin: "mined", sessions: [], trajectories: [], author: "bench", derivedFrom: [] },
    title,
    body: `# ${title}\n\n1. Look at the ${other} first.\n2. Then ${verb} the ${thing}.\n\n## Evidence\n- ${i} times\n`,
  };
}
