/**
 * Whether the one right card comes first, in five languages: MRR over the hand-made queries, all cards in one pool.
 * `node bench/run.mjs languages [--json] [--misses]`
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createMemoryIndex } from "../../src/adapters/memory-index.ts";
import { slotRule } from "../../src/memory/slots.ts";
import type { Experience } from "../../src/model/experience.ts";
import { MEMORY_DEFAULTS } from "../../src/options.ts";
import { INDEX_FIELDS, type IndexedCard, type IndexField } from "../../src/ports.ts";
import { FIELD_WEIGHTS } from "../../src/recall/fields.ts";
import { recall } from "../../src/recall/recall.ts";
import { tokenize } from "../../src/text/tokens.ts";
import { card } from "../retrieval/data.ts";

interface QuerySet {
  language: string;
  cards: Array<{ id: string; when_to_use: string; title: string; keywords: string[]; tools: string[]; body: string }>;
  queries: Array<{ query: string; card: string }>;
}

const LANGUAGES = ["en", "ko", "ja", "zh", "code"];

/** What other indexes make of a text. */
const TOKENISERS: Record<string, (text: string) => string[]> = {
  ours: tokenize,
  "like unicode61": unicode61,
  "Intl.Segmenter": segmenterWords,
  trigrams,
};

await main();

async function main(): Promise<void> {
  const folder = join(process.env.HABITUS_REPO ?? process.cwd(), "bench", "languages");
  const sets = LANGUAGES.map((name) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as QuerySet);
  const cards = sets.flatMap((set) => set.cards);
  const results: Record<string, Record<string, number>> = {};
  for (const [name, tokenise] of Object.entries(TOKENISERS)) {
    const index = createMemoryIndex(name);
    await index.put(cards.map((each) => indexed(each, tokenise)));
    results[name] = {};
    for (const set of sets) {
      let sum = 0;
      for (const { query, card } of set.queries) {
        const hits = await index.search(tokenise(query), FIELD_WEIGHTS, cards.length);
        const rank = hits.findIndex((hit) => hit.card.experience.id === card) + 1;
        sum += rank > 0 ? 1 / rank : 0;
        if (name === "ours" && rank !== 1 && process.argv.includes("--misses")) {
          console.log(`${query} → rank ${rank || "none"} of ${card}; first: ${hits[0]?.card.experience.id}`);
        }
      }
      results[name][set.language] = sum / set.queries.length;
    }
  }
  const answered = await measureAnswers(folder, sets, cards);
  const queries = Object.fromEntries(sets.map((set) => [set.language, set.queries.length]));
  const report = { bench: "languages", cards: cards.length, queries, mrr: results, answered };
  console.log(process.argv.includes("--json") ? JSON.stringify(report, null, 2) : markdown(report));
}

interface Answers {
  /** Of the queries, how many were handed the right card, when no card is proven and so one at most is shown. */
  right: number;
  /** Of them, how many were handed nothing. */
  nothing: number;
  queries: number;
  /** Of tasks that no card is about, how many were handed something. */
  disturbed: number;
  unrelated: number;
}

async function measureAnswers(
  folder: string,
  sets: readonly QuerySet[],
  cards: QuerySet["cards"],
): Promise<Record<string, Answers>> {
  const unrelated = JSON.parse(readFileSync(join(folder, "unrelated.json"), "utf8")) as Record<string, string[]>;
  const index = createMemoryIndex("answers");
  await index.put(cards.map((each) => indexed(each, tokenize)));
  const ask = async (task: string): Promise<string | undefined> =>
    (await recall(index, task, { slots: slotRule(MEMORY_DEFAULTS, 3, () => 1), maxTokens: 800 })).cards[0]?.id;
  const answers: Record<string, Answers> = {};
  for (const { language, queries } of sets) {
    const shown = await Promise.all(queries.map(({ query }) => ask(query)));
    const foreign = await Promise.all((unrelated[language] ?? []).map(ask));
    answers[language] = {
      right: shown.filter((id, i) => id === queries[i]!.card).length,
      nothing: shown.filter((id) => id === undefined).length,
      queries: queries.length,
      disturbed: foreign.filter((id) => id !== undefined).length,
      unrelated: foreign.length,
    };
  }
  return answers;
}

function indexed(text: QuerySet["cards"][number], tokenise: (text: string) => string[]): IndexedCard {
  const texts: Record<IndexField, string> = {
    when_to_use: text.when_to_use,
    task_query: "",
    generalized_query: "",
    keywords: text.keywords.join("\n"),
    tools: text.tools.join("\n"),
    title: text.title,
    body: text.body,
  };
  const tokens = Object.fromEntries(
    INDEX_FIELDS.map((field) => [field, tokenise(texts[field])]),
  ) as IndexedCard["tokens"];
  const experience: Experience = { ...card({ ...text, whenToUse: text.when_to_use }), tier: "provisional" };
  return { experience, place: "experiences", stamp: "", hash: "", tokens };
}

/** Letters and digits are words, accents go, all else separates: the tokenizer that SQLite's FTS5 takes by default. */
function unicode61(text: string): string[] {
  return (
    text
      .normalize("NFD")
      .replaceAll(/\p{Mn}/gu, "")
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []
  );
}

function segmenterWords(text: string): string[] {
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(text.normalize("NFKC").toLowerCase());
  return [...segments].filter((segment) => segment.isWordLike).map((segment) => segment.segment);
}

function trigrams(text: string): string[] {
  const characters = [...text.toLowerCase()];
  return characters.slice(2).map((_, i) => characters.slice(i, i + 3).join(""));
}

interface Report {
  cards: number;
  queries: Record<string, number>;
  mrr: Record<string, Record<string, number>>;
  answered: Record<string, Answers>;
}

function markdown(report: Report): string {
  const languages = Object.keys(report.queries);
  return [
    `## MRR of hand-made queries, ${report.cards} cards in one pool`,
    "",
    `| tokens | ${languages.map((language) => `${language} (${report.queries[language]})`).join(" | ")} |`,
    `| --- |${" --- |".repeat(languages.length)}`,
    ...Object.entries(report.mrr).map(
      ([name, mrr]) => `| ${name} | ${languages.map((language) => mrr[language]!.toFixed(3)).join(" | ")} |`,
    ),
    "",
    "What recall hands over when one card at most is shown:",
    "",
    "| language | right card | nothing | unrelated tasks that got a card |",
    "| --- | --- | --- | --- |",
    ...Object.entries(report.answered).map(
      ([language, { right, nothing, queries, disturbed, unrelated }]) =>
        `| ${language} | ${right} of ${queries} | ${nothing} | ${disturbed} of ${unrelated} |`,
    ),
  ].join("\n");
}
