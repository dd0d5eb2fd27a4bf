// How long a fit takes, and how that grows. Cards come in families; each row shows three cards of its family, or of any.
//   node bench/run.mjs simulate/fit-time
import type { AttemptRow } from "../../src/learn/policy/attempt-row.ts";
import { ATTRIBUTION_DEFAULTS, fitAttribution } from "../../src/learn/policy/attribution.ts";
import { sigmoid } from "../../src/learn/policy/gaussian.ts";
import { updateFit } from "../../src/learn/policy/update.ts";
import { streamsOf } from "../../src/simulate/streams.ts";

const RUNS = 5;
const CARDS_PER_FAMILY = 25;
const prior = () => 0.4;

console.log(`median processor time of ${RUNS} runs, Node ${process.version}`);
console.log("cards   rows  company    first fit ms  next fit ms  one row more ms  matrix entries");
for (const company of ["family", "anybody"] as const) {
  let before: number | undefined;
  for (const [cards, count] of [
    [100, 2000],
    [300, 5000],
    [600, 10_000],
    [1000, 20_000],
  ] as const) {
    const rows = historyOf(cards, count, company);
    const cold = timed(() => fitAttribution(rows, prior));
    const yesterday = fitAttribution(rows.slice(0, -1), prior);
    const warm = timed(() => fitAttribution(rows, prior, ATTRIBUTION_DEFAULTS, yesterday));
    const step = timed(() => updateFit(yesterday, rows.at(-1)!, prior));
    const entries = yesterday.posterior.factor.values.length;
    const growth = before ? `  × ${(cold / before).toFixed(1)}` : "";
    before = cold;
    const cells = [cards, count, company, cold.toFixed(0), warm.toFixed(0), step.toFixed(2), entries];
    const widths = [5, 6, 9, 14, 11, 15, 14];
    console.log(cells.map((cell, i) => String(cell).padStart(widths[i]!)).join("  ") + growth);
  }
}

function historyOf(cards: number, count: number, company: "family" | "anybody"): AttemptRow[] {
  const { uniform } = streamsOf(1);
  const families = Math.ceil(cards / CARDS_PER_FAMILY);
  return Array.from({ length: count }, (_, t) => {
    const family = Math.floor(uniform("family", t) * families);
    const pick = (k: number) =>
      company === "family"
        ? Math.floor(uniform("luck", t, k) * CARDS_PER_FAMILY) * families + family
        : Math.floor(uniform("luck", t, k) * cards);
    const shown = [0, 1, 2].map(pick);
    const z = shown.reduce((sum, card) => sum + uniform("effect", card) * 3 - 1.2, 0);
    return {
      attempt: `a${String(t).padStart(6, "0")}`,
      family: `f${family}`,
      shown: shown.map((card) => `c${card}`),
      score: uniform("outcome", t) < sigmoid(z) ? 1 : 0,
      trust: 1,
      age: count - 1 - t,
    };
  });
}

/** Processor time, so that neighbours on the machine count less. */
function timed(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = process.cpuUsage();
    work();
    return process.cpuUsage(start).user / 1000;
  });
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!;
}
