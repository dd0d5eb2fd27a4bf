import { HABITS, type HabitKind } from "../generate/habits.ts";
import { barPlot } from "../plot.ts";
import { wilson } from "../secrets/measure.ts";
import type { Measured } from "./measure.ts";

/** Shares over all seeds. */
export interface Figures {
  name: string;
  /** Planted habits, one for each seed and habit, and those of them that some card says. */
  planted: number;
  found: number;
  /** Cards that say a planted habit, of all cards of these miners. */
  right: number;
  cards: number;
}

export interface Report {
  seeds: readonly string[];
  sessions: number;
  planted: readonly Measured[];
  background: readonly Measured[];
  figures: Figures[];
}

/** Kinds of planted habit that belong together, with the miners that look for them. */
const PARTS: ReadonlyArray<{ name: string; kinds: readonly HabitKind[]; authors: RegExp }> = [
  { name: "order", kinds: ["order"], authors: /^miner\/order@/ },
  { name: "co-use", kinds: ["co-use"], authors: /^miner\/co-read@/ },
  { name: "workflow", kinds: ["workflow"], authors: /^miner\/workflow@/ },
  { name: "fix", kinds: ["fix-call", "fix-argument"], authors: /^miner\/(?:fix|correct-with)@/ },
  { name: "provenance", kinds: ["provenance"], authors: /^miner\/provenance@/ },
  { name: "divergence", kinds: ["divergence"], authors: /^miner\/divergence@/ },
  { name: "convention", kinds: ["convention"], authors: /^miner\/convention@/ },
  { name: "user correction", kinds: ["correction"], authors: /^miner\/user-correction@/ },
];
const OWN: (typeof PARTS)[number] = {
  name: "order, co-use and workflow",
  kinds: ["order", "co-use", "workflow"],
  authors: /^miner\/(?:order|co-read|workflow)@/,
};
const ALL: (typeof PARTS)[number] = { name: "all", kinds: HABITS.map(({ kind }) => kind), authors: /./ };

export function figuresOf(measured: readonly Measured[]): Figures[] {
  return [...PARTS, OWN, ALL].map(({ name, kinds, authors }) => {
    const habits = HABITS.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
    const cards = measured.flatMap((each) => each.cards.filter(({ author }) => authors.test(author)));
    const planted = measured.flatMap((each) =>
      each.planted.filter((id) => habits.includes(id)).map((id) => ({ each, id })),
    );
    return {
      name,
      planted: planted.length,
      found: planted.filter(({ each, id }) => each.cards.some(({ is }) => is.includes(id))).length,
      right: cards.filter(({ is }) => is.length > 0).length,
      cards: cards.length,
    };
  });
}

export function render({ seeds, sessions, planted, background, figures }: Report): string {
  const missed = planted.flatMap(({ seed, planted: ids, cards }) =>
    ids.filter((id) => !cards.some(({ is }) => is.includes(id))).map((id) => `- seed ${seed}: ${id} was not found`),
  );
  const wrong = planted.flatMap(({ seed, cards }) =>
    cards.filter(({ is }) => is.length === 0).map(({ id, rule }) => `- seed ${seed}: ${id}, ${rule}`),
  );
  const twice = planted.flatMap(({ seed, cards, planted: ids }) =>
    ids.flatMap((id) => {
      const saying = cards.filter(({ is }) => is.includes(id));
      return saying.length > 1 ? [`- seed ${seed}: ${id} by ${saying.map((card) => card.id).join(" and ")}`] : [];
    }),
  );
  const idle = background.flatMap(({ seed, cards }) => cards.map(({ id, rule }) => `- seed ${seed}: ${id}, ${rule}`));
  const calls = [...planted, ...background].reduce((sum, each) => sum + each.calls, 0);
  const ms = [...planted, ...background].reduce((sum, each) => sum + each.learnMs, 0);
  return [
    "# mine",
    "",
    `seeds ${seeds.join(", ")}; ${sessions} generated sessions a seed with ${HABITS.length} planted habits, and as many of pure background; Node ${process.version}`,
    "",
    "What `learn` shows as active cards. Precision: cards that say a planted habit. Recall: planted habits that a card says. 95 % Wilson intervals.",
    "",
    "| habits | precision | recall |",
    "| --- | --- | --- |",
    ...figures.map((row) => `| ${row.name} | ${share(row.right, row.cards)} | ${share(row.found, row.planted)} |`),
    "",
    `Pure background: ${idle.length} cards in ${background.length} logs${idle.length > 0 ? ":" : "."}`,
    "",
    ...idle,
    "",
    "## Missed, wrong and said twice",
    "",
    ...list(missed, "- nothing was missed"),
    ...list(wrong, "- no card was wrong"),
    ...list(twice, "- nothing is said twice"),
    "",
    `${calls} calls learned from in ${Math.round(ms)} ms.`,
    "",
  ].join("\n");
}

function list(lines: readonly string[], none: string): readonly string[] {
  return lines.length > 0 ? lines : [none];
}

function share(hits: number, all: number): string {
  if (all === 0) return "–";
  const { low, high } = wilson(hits, all);
  return `${hits}/${all} = ${(hits / all).toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

export function plot({ seeds, sessions, figures }: Report): string {
  const bars = figures.flatMap((row) => [
    barOf(`${row.name}: precision`, row.right, row.cards),
    barOf(`${row.name}: recall`, row.found, row.planted),
  ]);
  return barPlot(`Planted habits that learn shows, ${seeds.length} seeds of ${sessions} sessions`, bars, 1);
}

function barOf(label: string, hits: number, all: number) {
  const { low, high } = wilson(hits, all);
  return { label, value: all === 0 ? 0 : hits / all, low, high };
}
