import type { Decision } from "../../../memory/types.ts";

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

/** `2026-11-30 15:04`, UTC. */
export function clock(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

/** `31 of 31 times in 9 tasks (at least 89 %), p 2e-9`. */
export function evidence(
  { hits, chances, support, bound, p }: Pick<Decision, "hits" | "chances" | "support" | "bound" | "p">,
  task: string,
  tasks: string,
): string {
  return `${hits}/${chances}, ${support} ${support === 1 ? task : tasks}, ≥ ${percent(bound)}, p ${p < 0.001 ? p.toExponential(0) : p.toFixed(3)}`;
}
