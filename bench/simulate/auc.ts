// How well each rule tells harmful cards from good ones, when all of them read the same log: same cards shown, same outcomes, no forgetting.
//   node bench/run.mjs simulate/auc [SEEDS=300]
import { advantagePolicy } from "../../src/learn/policy/advantage.ts";
import type { AttemptRow } from "../../src/learn/policy/attempt-row.ts";
import { fitAttribution } from "../../src/learn/policy/attribution.ts";
import { mostSimilar, selectivePolicy } from "../../src/learn/policy/baselines.ts";
import { memrlPolicy } from "../../src/learn/policy/memrl.ts";
import type { Policy } from "../../src/learn/policy/policy.ts";
import { PRIOR_MEANS } from "../../src/learn/policy/prior.ts";
import { emptyRemeRecord, type RemeRecord, remeShown } from "../../src/learn/policy/reme.ts";
import type { CardKind } from "../../src/simulate/cards.ts";
import { intervalOf } from "../../src/simulate/interval.ts";
import { runOnce } from "../../src/simulate/run.ts";
import { WORLDS, type World } from "../../src/simulate/world.ts";

const seeds = Number(process.argv[2] ?? 300);
const SHOWN = 3;
const { driftAt: _, ...article } = WORLDS.article!;
const steady: World = article;

for (const [how, world] of [
  ["the three most similar", steady],
  ["the three most similar", WORLDS.article!],
  ["three of the candidates at random", steady],
] as const) {
  const values = new Map<string, number[]>();
  for (let seed = 0; seed < seeds; seed++) {
    for (const [rule, auc] of aucs(world, seed, how === "the three most similar")) {
      values.set(rule, [...(values.get(rule) ?? []), auc]);
    }
  }
  console.log(
    `\nshown: ${how}; ${world.tasks} tasks, ${seeds} seeds, article world, drift ${world.driftAt === undefined ? "left out" : "included, the old way counted as harmful"}`,
  );
  for (const [rule, list] of values) {
    const { mean, half } = intervalOf(list);
    console.log(`  ${rule.padEnd(34)} AUC ${mean.toFixed(3)} ± ${half!.toFixed(3)}`);
  }
}

/** P(a good card is worth more than a harmful one), ties half, over the cards that were shown at all. */
function aucs(world: World, seed: number, bySimilarity: boolean): Map<string, number> {
  const kinds = new Map<string, CardKind>();
  const rows: AttemptRow[] = [];
  const counts = new Map<string, RemeRecord>();
  const listeners = [memrlPolicy(), advantagePolicy()];
  const logger: Policy = {
    ...selectivePolicy(SHOWN),
    admit(card) {
      for (const listener of listeners) listener.admit(card);
    },
    choose(offer, draw) {
      if (bySimilarity) return mostSimilar(offer, SHOWN);
      const left = offer.candidates.map(({ id }) => id);
      return Array.from(
        { length: Math.min(SHOWN, left.length) },
        () => left.splice(Math.floor(draw() * left.length), 1)[0]!,
      );
    },
    hear(attempt) {
      for (const row of rows) row.age += 1;
      rows.push({ ...attempt, attempt: String(rows.length).padStart(4, "0"), age: 0 });
      for (const id of attempt.shown) counts.set(id, remeShown(counts.get(id) ?? emptyRemeRecord(), attempt.score));
      for (const listener of listeners) listener.hear(attempt);
      return [];
    },
  };
  runOnce(world, logger, seed, {
    priorMean: (card) => {
      kinds.set(card.id, card.kind);
      return PRIOR_MEANS.provisional;
    },
  });
  const fit = fitAttribution(rows, () => PRIOR_MEANS.provisional);
  const [memrl, advantage] = listeners;
  const rules: Array<[string, (id: string) => number]> = [
    ["ReMe: utility / freq", (id) => counts.get(id)!.utility / counts.get(id)!.freq],
    ["MemRL: Q", (id) => memrl!.valueOf(id)!],
    ["advantage over the family", (id) => advantage!.valueOf(id)!],
    ["attribution: mean", (id) => fit.cards.get(id)!.mean],
    ["attribution: mean / sd", (id) => fit.cards.get(id)!.mean / fit.cards.get(id)!.sd],
  ];
  const of = (kind: CardKind) => [...counts.keys()].filter((id) => kinds.get(id) === kind);
  const [good, harmful] = [of("good"), of("harmful")];
  return new Map(
    rules.map(([name, value]) => {
      let wins = 0;
      for (const a of good) for (const b of harmful) wins += value(a) > value(b) ? 1 : value(a) === value(b) ? 0.5 : 0;
      return [name, wins / (good.length * harmful.length)];
    }),
  );
}
