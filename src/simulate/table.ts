import type { Interval } from "./interval.ts";
import type { PolicyReport, SimulationReport } from "./report.ts";

interface Column {
  title: string;
  cell: (policy: PolicyReport) => string;
}

const COLUMNS: readonly Column[] = [
  { title: "policy", cell: ({ policy }) => policy },
  { title: "success %", cell: ({ success }) => withHalf(success, 1) },
  { title: "vs baseline", cell: ({ versusBaseline }) => (versusBaseline ? signed(versusBaseline) : "") },
  { title: "shown", cell: ({ shown }) => shown.mean.toFixed(2) },
  { title: "harmful shown", cell: ({ harmfulShown }) => withHalf(harmfulShown, 2) },
  { title: "good held back %", cell: ({ goodHeld }) => percent(goodHeld) },
  { title: "harmful held back %", cell: ({ harmfulHeld }) => percent(harmfulHeld) },
  { title: "pool", cell: ({ pool }) => pool.toFixed(1) },
];

/** The report as a table for people, one policy a line. */
export function tableOf(report: SimulationReport): string {
  const rows = [
    COLUMNS.map(({ title }) => title),
    ...report.policies.map((policy) => COLUMNS.map(({ cell }) => cell(policy))),
  ];
  const widths = COLUMNS.map((_, c) => Math.max(...rows.map((row) => row[c]!.length)));
  const lines = rows.map((row) =>
    row.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]!) : cell.padStart(widths[c]!))).join("  "),
  );
  const { world, seeds, firstSeed, baseline } = report;
  const about = `world ${world.name}: ${world.tasks} tasks, ${world.base.length} kinds, ${world.outcomes}; seeds ${firstSeed}–${firstSeed + seeds - 1}; ± is half of a 95 % interval; baseline ${baseline}`;
  return [about, "", ...lines.map((line) => line.trimEnd())].join("\n");
}

/** The same as Markdown. */
export function markdownTableOf(report: SimulationReport): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(COLUMNS.map(({ title }) => title)),
    line(COLUMNS.map((_, c) => (c === 0 ? "---" : "---:"))),
    ...report.policies.map((policy) => line(COLUMNS.map(({ cell }) => cell(policy)))),
  ].join("\n");
}

function withHalf({ mean, half }: Interval, digits: number): string {
  return half === null ? mean.toFixed(digits) : `${mean.toFixed(digits)} ± ${half.toFixed(digits)}`;
}

function signed(interval: Interval): string {
  return `${interval.mean >= 0 ? "+" : ""}${withHalf(interval, 1)}`;
}

function percent(share: number | null): string {
  return share === null ? "–" : share.toFixed(1);
}
