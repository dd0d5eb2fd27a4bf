/**
 * How much value should count beside similarity, with the similarities that real tasks and real cards have: BFCL turns play the tasks, the
 * cards of `bench/retrieval` the pool. What a card does is drawn: good, neutral or harmful, in proportion to how well it fits by the
 * ground truth. Retrieval, floor, slots and fit are production's own.
 *   node bench/run.mjs retrieval/value-weight [--seeds 20] [--passes 2] [--weights 0,0.2,1.5]
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createMemoryIndex } from "../../src/adapters/memory-index.ts";
import type { AttemptRow } from "../../src/learn/policy/attempt-row.ts";
import {
  ATTRIBUTION_DEFAULTS,
  type AttributionFit,
  estimateOf,
  fitAttribution,
} from "../../src/learn/policy/attribution.ts";
import { CHOOSE_DEFAULTS, choose as chooseCards } from "../../src/learn/policy/choose.ts";
import { logit, sigmoid } from "../../src/learn/policy/gaussian.ts";
import { PRIOR_MEANS } from "../../src/learn/policy/prior.ts";
import { choose } from "../../src/recall/choose.ts";
import { tokensOf } from "../../src/recall/fields.ts";
import { queryOf } from "../../src/recall/query.ts";
import { rerank } from "../../src/recall/rerank.ts";
import { search } from "../../src/recall/retrieve.ts";
import { type LabelledCard, readData } from "./data.ts";
import { randomFrom } from "./metrics.ts";
import { gainOf, idfOfTools } from "./relevance.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "20" },
    passes: { type: "string", default: "2" },
    weights: { type: "string", default: "0,0.1,0.2,0.3,0.5,0.75,1,1.5,2" },
  },
});
/** P(success) without a card: uniform between these. */
const ALONE = [0.45, 0.65] as const;
/** Of the cards that somebody vouched for, and of the others: shares that are good and harmful; the rest does nothing. */
const VOUCHED = { share: 0.3, good: 0.9, harmful: 0.03 };
const OTHERS = { good: 0.6, harmful: 0.15 };
/** A fit takes in all that happened, as often as this many tasks. */
const FIT_EVERY = 4;

/** A task with the cards that pass retrieval and floor, most similar first. */
interface Task {
  fitting: Array<{ card: number; similarity: number; gain: number }>;
}

const shared = process.env.HABITUS_SHARED ?? join(process.env.HABITUS_REPO ?? ".", "..", "shared");
if (existsSync(join(shared, "data", "bfcl"))) await main();
else console.log(`value-weight: skipped, there is no ${join(shared, "data", "bfcl")}`);

async function main(): Promise<void> {
  const { cards, tasks } = await readTasks();
  const seeds = Number(values.seeds);
  console.log(
    `${tasks.length} tasks, ${cards} cards, ${values.passes} passes, ${seeds} seeds; ± half of a 95 % interval\n`,
  );
  console.log(
    "| weight | success % | against similarity alone | shown | of it harmful | fit of what is shown, fresh pool | later |",
  );
  console.log("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  const runs = new Map<number, Played[]>();
  for (const weight of values.weights.split(",").map(Number)) {
    runs.set(
      weight,
      Array.from({ length: seeds }, (_, seed) => play(tasks, cards, weight, seed)),
    );
    const mine = runs.get(weight)!;
    const alone = runs.get(0) ?? mine;
    const figures = (of: (run: Played, i: number) => number) => interval(mine.map(of));
    console.log(
      `| ${weight} | ${figures((run) => 100 * run.success)} | ${figures((run, i) => 100 * (run.success - alone[i]!.success))} | ${figures((run) => run.shown)} | ${figures((run) => run.harmful)} | ${figures((run) => run.freshGain)} | ${figures((run) => run.gain)} |`,
    );
  }
}

interface Played {
  success: number;
  shown: number;
  harmful: number;
  /** Mean gain of the cards shown, by the ground truth: before any outcome, and over the whole run. */
  freshGain: number;
  gain: number;
}

function play(tasks: readonly Task[], count: number, valueWeight: number, seed: number): Played {
  const random = randomFrom(seed + 1);
  const cards = Array.from({ length: count }, () => {
    const vouched = random() < VOUCHED.share;
    const kind = random();
    const { good, harmful } = vouched ? VOUCHED : OTHERS;
    const size = random();
    const effect = kind < good ? 0.8 + 0.8 * size : kind < good + harmful ? -1 - 1.2 * size : 0;
    return { vouched, effect };
  });
  const alone = tasks.map(() => logit(ALONE[0] + (ALONE[1] - ALONE[0]) * random()));
  const priorMean = (id: string) => (cards[Number(id)]!.vouched ? PRIOR_MEANS.reviewed : PRIOR_MEANS.provisional);
  const options = { ...CHOOSE_DEFAULTS, valueWeight };
  const rows: AttemptRow[] = [];
  let fit: AttributionFit = fitAttribution([], priorMean);
  const shownFor = (task: Task) => {
    const byId = new Map(task.fitting.map((each) => [String(each.card), each]));
    const ids = chooseCards(
      task.fitting.map(({ card, similarity }) => ({
        id: String(card),
        similarity,
        value: estimateOf(fit, String(card), priorMean(String(card))),
        vouched: cards[card]!.vouched,
        retired: false,
      })),
      options,
      () => 1,
    );
    return ids.map((id) => byId.get(id)!);
  };
  const fresh = tasks.flatMap((task) => shownFor(task).map(({ gain }) => gain));
  const played = { success: 0, shown: 0, harmful: 0, gain: 0 };
  let tried = 0;
  for (let pass = 0; pass < Number(values.passes); pass++) {
    for (const t of shuffled(tasks.length, random)) {
      const shown = shownFor(tasks[t]!);
      const effects = shown.map(({ card, gain }) => cards[card]!.effect * Math.max(0.1, gain));
      const help = effects.reduce((sum, effect) => sum + Math.max(0, effect), 0);
      const harm = effects.reduce((sum, effect) => sum + Math.min(0, effect), 0);
      const score = random() < sigmoid(alone[t]! + Math.min(2, help) + harm) ? 1 : 0;
      for (const row of rows) row.age += 1;
      rows.push({
        attempt: String(tried++).padStart(6, "0"),
        shown: shown.map(({ card }) => String(card)),
        relevance: Object.fromEntries(shown.map(({ card, similarity }) => [String(card), similarity])),
        score,
        trust: 1,
        age: 0,
      });
      if (tried % FIT_EVERY === 0)
        fit = fitAttribution(rows, priorMean, { ...ATTRIBUTION_DEFAULTS, tolerance: 1e-5 }, fit);
      played.success += score;
      played.shown += shown.length;
      played.harmful += shown.filter(({ card }) => cards[card]!.effect < 0).length;
      played.gain += shown.reduce((sum, { gain }) => sum + gain, 0);
    }
  }
  return {
    success: played.success / tried,
    shown: played.shown / tried,
    harmful: played.harmful / tried,
    freshGain: mean(fresh),
    gain: played.gain / played.shown,
  };
}

async function readTasks(): Promise<{ cards: number; tasks: Task[] }> {
  const data = readData(shared);
  const cards: LabelledCard[] = Object.values(data.pools).flat();
  const number = new Map(cards.map(({ experience }, i) => [experience.id, i]));
  const index = createMemoryIndex("bench");
  await index.put(
    cards.map(({ experience }) => ({
      experience,
      place: "experiences" as const,
      stamp: "",
      hash: "",
      tokens: tokensOf(experience, data.descriptions),
    })),
  );
  const weights = idfOfTools(data.queries.map(({ needed }) => needed));
  const tasks: Task[] = [];
  for (const { text, scenario, needed } of data.queries) {
    const exclude = cards.filter((card) => card.scenario === scenario).map(({ experience }) => experience.id);
    const { hits, isLeftOut } = await search(index, queryOf(text), { topK: 20, exclude });
    const ranked = rerank(
      hits,
      text,
      (hit) => !isLeftOut(hit),
      () => 0,
    );
    const all = {
      limit: Number.POSITIVE_INFINITY,
      worth: () => 0,
      fill: (fitting: ReadonlyArray<{ experience: { id: string } }>) =>
        fitting.map(({ experience }) => ({ id: experience.id })),
    };
    const passing = choose(ranked, all, isLeftOut, () => true).all.filter(({ leftOut }) => leftOut === undefined);
    tasks.push({
      fitting: passing.map(({ ranked: { card, similarity } }) => {
        const place = number.get(card.experience.id)!;
        return { card: place, similarity, gain: gainOf(cards[place]!.about, needed, weights) };
      }),
    });
  }
  return { cards: cards.length, tasks: tasks.filter(({ fitting }) => fitting.length > 0) };
}

function shuffled(length: number, random: () => number): number[] {
  const order = Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
}

function interval(numbers: readonly number[]): string {
  const middle = mean(numbers);
  const sd = Math.sqrt(
    mean(numbers.map((each) => (each - middle) ** 2)) * (numbers.length / Math.max(1, numbers.length - 1)),
  );
  return `${middle.toFixed(2)} ± ${((1.96 * sd) / Math.sqrt(numbers.length)).toFixed(2)}`;
}
