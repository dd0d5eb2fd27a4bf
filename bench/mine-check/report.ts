import type { Finding } from "../../src/distill/miner.ts";
import { wilsonInterval } from "../../src/distill/statistics.ts";

/** One line a finding: verdict, numbers, rule, reason. */
export function describeFinding(finding: Finding): string {
  const { accepted, key, support, tasks, hits, chances, rate, bound, baseRate, p, q, tier, reason } = finding;
  const numbers = [
    `tasks ${support}/${tasks}`,
    `calls ${hits}/${chances}`,
    `rate ${rate.toFixed(2)}`,
    `bound ${bound.toFixed(2)}`,
    `base ${baseRate.toFixed(3)}`,
    `p ${p.toExponential(1)}`,
    `q ${q.toExponential(1)}`,
  ].join(" · ");
  return `${accepted ? `ACCEPTED (${tier})` : "rejected"}  ${key}\n    ${numbers}\n    ${reason}`;
}

export function shareWithBound(hits: number, trials: number): string {
  if (trials === 0) return "no case";
  const { lower, upper } = wilsonInterval(hits, trials);
  const percent = (share: number): string => (share * 100).toFixed(1);
  return `${hits}/${trials} = ${percent(hits / trials)} % (95 %: ${percent(lower)}–${percent(upper)})`;
}

/** A seeded generator of numbers in 0..1; the same seed gives the same numbers everywhere. */
export function seeded(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let v = Math.imul(state ^ (state >>> 15), state | 1);
    v ^= v + Math.imul(v ^ (v >>> 7), v | 61);
    return ((v ^ (v >>> 14)) >>> 0) / 4294967296;
  };
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}
