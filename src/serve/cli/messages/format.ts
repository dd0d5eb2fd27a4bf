import type { Decision, Explained } from "../../../memory/types.ts";
import type { FollowedRow } from "../../../model/ledger.ts";

/** Numbers as all languages write them here. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  if (count < 1_000_000) return `${(count / 1000).toFixed(0)} kB`;
  return `${(count / 1_000_000).toFixed(1)} MB`;
}

/** @param share  0..1 */
export function percent(share: number): string {
  return `${Math.round(100 * Math.min(1, share))} %`;
}

export const points = percent;

/** Sums of scores are whole while outcomes are 0 or 1. */
export function oneDigit(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** `2026-11-30 15:04`, UTC. */
export function clock(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

/** `31/31, 9 tasks, ≥ 89 %, p 2e-9`: the bound rounded down, as cards have it; `byNames` where the names speak and no test can; no p where nothing was tested (1). */
export function evidence(
  { hits, chances, support, bound, p, tier }: Pick<Decision, "hits" | "chances" | "support" | "bound" | "p" | "tier">,
  words: { task: string; tasks: string; byNames: string },
): string {
  const chance = p < 0.001 ? p.toExponential(0) : p.toFixed(3);
  const test = tier === "name-agreement" ? `, ${words.byNames}` : p < 1 ? `, p ${chance}` : "";
  return `${hits}/${chances}, ${support} ${support === 1 ? words.task : words.tasks}, ≥ ${Math.floor(bound * 100)} %${test}`;
}

/** Cards left out that are worth a person's time; `--json` has all. */
const MOST_LEFT_OUT = 5;

/** The cards that were shown, and the nearest of the others that had anything to do with the task. */
export function worthSaying(explained: readonly Explained[]): Explained[] {
  const others = explained.filter(({ shown, leftOut }) => !shown && leftOut !== "below floor");
  return [...explained.filter(({ shown }) => shown), ...others.slice(0, MOST_LEFT_OUT)];
}

/** `login.fix 100 % followed (2 of 2 steps)`, one after the other. */
export function followedShares({ followed, reasons }: FollowedRow, word: string): string {
  return Object.entries(followed)
    .map(([id, share]) => `${id} ${percent(share)} ${word}${reasons?.[id] ? ` (${reasons[id]})` : ""}`)
    .join("; ");
}
