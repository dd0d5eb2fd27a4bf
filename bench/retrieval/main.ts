/**
 * How well the card that a turn needs is found, by what the index reads.
 * `node bench/run.mjs retrieval [--json] [--svg FILE]`; what counts as relevant: `relevance.ts`.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createMemoryIndex } from "../../src/adapters/memory-index.ts";
import { type CardIndex, INDEX_FIELDS, type IndexedCard, type IndexField } from "../../src/ports.ts";
import { tokensOf } from "../../src/recall/fields.ts";
import { retrieve } from "../../src/recall/retrieve.ts";
import { tokenize } from "../../src/text/tokens.ts";
import { barPlot } from "../plot.ts";
import { type LabelledCard, type PoolName, type Query, readData } from "./data.ts";
import { bootstrap, type Figures, figuresOf, type Interval, randomFrom } from "./metrics.ts";
import { gainOf, idfOfTools, RELEVANT_AT } from "./relevance.ts";

const SEED = 20261130;
/** Places that are looked at; a relevant card further down counts as not found. */
const DEPTH = 100;

/** Ids of cards, best first. */
type Ranker = (query: string) => Promise<string[]>;

interface Row {
  key: string;
  ndcg5: Interval;
  recall5: Interval;
  mrr: Interval;
  /** nDCG@5 of the last key (ours) minus this one's, over the same queries. */
  ours_minus: Interval;
}

interface PoolReport {
  pool: string;
  cards: number;
  queries: number;
  /** Queries for which no card of the pool is relevant. */
  without_relevant: number;
  rows: Row[];
}

await main(process.argv.includes("--json"));

async function main(json: boolean): Promise<void> {
  const repo = process.env.HABITUS_REPO ?? process.cwd();
  const shared = process.env.HABITUS_SHARED ?? join(repo, "..", "shared");
  if (!existsSync(join(shared, "data", "bfcl"))) {
    console.log(`retrieval: skipped, there is no ${join(shared, "data", "bfcl")} (HABITUS_SHARED names another place)`);
    return;
  }
  const data = readData(shared);
  const names: PoolName[] = ["golden", "paper", "older"];
  const reports: PoolReport[] = [];
  for (const name of names) reports.push(await measure(name, data.pools[name], data.queries, data.descriptions));
  reports.push(
    await measure(
      "all three",
      names.flatMap((name) => data.pools[name]),
      data.queries,
      data.descriptions,
    ),
  );
  const result = {
    bench: "retrieval",
    seed: SEED,
    relevant_at: RELEVANT_AT,
    labelled_cards: Object.fromEntries(names.map((name) => [name, data.pools[name].length])),
    unlabelled_cards_left_out: data.unlabelled,
    queries: data.queries.length,
    pools: reports,
  };
  const text = JSON.stringify(
    result,
    (_, value) => (typeof value === "number" ? Math.round(value * 1e4) / 1e4 : value),
    json ? 2 : 0,
  );
  const plot = process.argv.indexOf("--svg");
  if (plot > 0) {
    const rows = reports.at(-1)!.rows;
    const bars = rows.map(({ key, ndcg5 }) => ({ label: key, value: ndcg5.mean, low: ndcg5.low, high: ndcg5.high }));
    writeFileSync(process.argv[plot + 1]!, barPlot("nDCG@5, all pools, 95 % bootstrap", bars, 1));
  }
  console.log(
    json
      ? text
      : `${markdown(result.labelled_cards, reports)}
${text}`,
  );
}

async function measure(
  pool: string,
  cards: readonly LabelledCard[],
  queries: readonly Query[],
  descriptions: ReadonlyMap<string, string>,
): Promise<PoolReport> {
  const weights = idfOfTools(queries.map((query) => query.needed));
  const byId = new Map(cards.map((card) => [card.experience.id, card]));
  const judged = queries
    .map((query) => {
      const others = cards.filter((card) => card.scenario !== query.scenario);
      return {
        query,
        gains: new Map(others.map((card) => [card.experience.id, gainOf(card.about, query.needed, weights)])),
      };
    })
    .filter(({ gains }) => [...gains.values()].some((gain) => gain >= RELEVANT_AT));
  const groups = judged.map(({ query }) => query.scenario);
  const figures = new Map<string, Figures[]>();
  for (const [key, rank] of await rankers(cards, descriptions)) {
    const all: Figures[] = [];
    for (const { query, gains } of judged) {
      const ranking = (await rank(query.text)).filter((id) => byId.get(id)!.scenario !== query.scenario);
      all.push(
        figuresOf(
          ranking.map((id) => gains.get(id)!),
          [...gains.values()],
          RELEVANT_AT,
        ),
      );
    }
    figures.set(key, all);
  }
  const ours = figures.get("ours")!;
  const rows = [...figures].map(([key, all]) => ({
    key,
    ndcg5: bootstrap(
      all.map((each) => each.ndcg5),
      groups,
      SEED,
    ),
    recall5: bootstrap(
      all.map((each) => each.recall5),
      groups,
      SEED,
    ),
    mrr: bootstrap(
      all.map((each) => each.mrr),
      groups,
      SEED,
    ),
    ours_minus: bootstrap(
      all.map((each, i) => ours[i]!.ndcg5 - each.ndcg5),
      groups,
      SEED,
    ),
  }));
  return {
    pool,
    cards: cards.length,
    queries: judged.length,
    without_relevant: queries.length - judged.length,
    rows,
  };
}

/** What is compared: chance, each field alone, all fields alike, and `retrieve`, with and without the tools' descriptions. */
async function rankers(
  cards: readonly LabelledCard[],
  descriptions: ReadonlyMap<string, string>,
): Promise<Map<string, Ranker>> {
  const index = await indexOf(cards.map((card) => indexed(card)));
  const described = await indexOf(cards.map((card) => indexed(card, descriptions)));
  const search =
    (weights: Readonly<Record<IndexField, number>>): Ranker =>
    async (query) =>
      (await index.search(tokenize(query), weights, DEPTH)).map((hit) => hit.card.experience.id);
  const ours =
    (over: CardIndex): Ranker =>
    async (query) =>
      (await retrieve(over, query, { topK: DEPTH })).map((hit) => hit.card.experience.id);
  const none = Object.fromEntries(INDEX_FIELDS.map((field) => [field, 0])) as Record<IndexField, number>;
  const alike = Object.fromEntries(INDEX_FIELDS.map((field) => [field, 1])) as Record<IndexField, number>;
  const used = INDEX_FIELDS.filter((field) => cards.some((card) => tokensOf(card.experience)[field].length > 0));
  return new Map<string, Ranker>([
    ["random", randomRanker(cards.map((card) => card.experience.id))],
    ...used.map((field) => [`${field} only`, search({ ...none, [field]: 1 })] as const),
    ["all fields, plain BM25", search(alike)],
    ["all fields alike at 0.3", search({ ...alike, ...Object.fromEntries(INDEX_FIELDS.map((field) => [field, 0.3])) })],
    ["ours, tools' descriptions known", ours(described)],
    ["ours", ours(index)],
  ]);
}

async function indexOf(cards: readonly IndexedCard[]): Promise<CardIndex> {
  const index = createMemoryIndex("bench");
  await index.put(cards);
  return index;
}

function indexed(card: LabelledCard, descriptions?: ReadonlyMap<string, string>): IndexedCard {
  const { experience } = card;
  return { experience, place: "experiences", stamp: "", hash: "", tokens: tokensOf(experience, descriptions) };
}

function randomRanker(ids: readonly string[]): Ranker {
  const random = randomFrom(SEED);
  return async () =>
    ids
      .map((id) => ({ id, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ id }) => id);
}

function markdown(labelled: Record<string, number>, reports: readonly PoolReport[]): string {
  const cell = ({ mean, low, high }: Interval): string => `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
  const tables = reports.map(({ pool, cards, queries, without_relevant, rows }) =>
    [
      `### ${pool}: ${cards} labelled cards, ${queries} queries (${without_relevant} more have no relevant card)`,
      "",
      "| key | nDCG@5 | R@5 | MRR | ours minus this, nDCG@5 |",
      "| --- | --- | --- | --- | --- |",
      ...rows.map(
        (row) =>
          `| ${row.key} | ${cell(row.ndcg5)} | ${cell(row.recall5)} | ${cell(row.mrr)} | ${cell(row.ours_minus)} |`,
      ),
      "",
    ].join("\n"),
  );
  const counts = Object.entries(labelled).map(([name, n]) => `${name} ${n}`);
  return `## Retrieval, 95 % bootstrap intervals over scenarios, seed ${SEED}\n\nLabelled cards: ${counts.join(", ")}\n\n${tables.join("\n")}`;
}
