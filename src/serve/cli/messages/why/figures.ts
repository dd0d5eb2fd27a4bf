import type { WhyReport } from "../../../../memory/why-run.ts";

/** `+18 points`, a true minus sign before what is lost. */
export function signed(points: number): string {
  const whole = Math.round(points);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
}

/** `[4, 29]` */
export function range({ interval: [from, to] }: Pick<WhyReport["lift"], "interval">): string {
  return `[${Math.round(from)}, ${Math.round(to)}]`.replaceAll("-", "−");
}

/** Longest beginning of a task that is told, in code points. */
const MOST = 80;

/** The beginning of a task: a prompt may be a page long. */
export function beginning(task: string): string {
  const [line = ""] = task.trim().split("\n");
  const points = [...line];
  return points.length <= MOST && line === task.trim() ? line : `${points.slice(0, MOST).join("").trimEnd()} …`;
}
