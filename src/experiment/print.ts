import type { Interval } from "../simulate/interval.ts";
import type { ExperimentReport, RowReport, TableReport } from "./report.ts";

/** The whole report as Markdown, which also reads well in a terminal. */
export function printExperiment(report: ExperimentReport): string {
  const { environment, agent, runs, trainingRuns, tasks, pools } = report;
  const about = `${environment}, agent ${agent}: ${tasks.train} training tasks × ${trainingRuns} runs, ${tasks.test} test tasks × ${runs} independent runs. ± is half of a 95 % interval over tasks.`;
  const built = pools.map(
    ({ name, attempts, solved, cards, tokens }) =>
      `Pool "${name}": ${solved} of ${attempts} training attempts solved their task; ${cards} cards${tokens > 0 ? `, ${tokens} tokens to learn` : ""}.`,
  );
  return [about, ...built, "", ...report.tables.flatMap((table) => [printTable(table, runs), ""])].join("\n").trimEnd();
}

function printTable(table: TableReport, runs: number): string {
  const header = [
    "arm",
    `Avg@${runs}, first`,
    `Pass@${runs}, first`,
    `Avg@${runs}, last`,
    `Pass@${runs}, last`,
    "attempts",
    `vs ${table.reference}, ${table.compare}`,
    "cards shown",
    "pool",
    "tokens",
    "ms",
  ];
  const rows = [header, ...table.rows.map((row) => cells(row))];
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, i) => pad(cell, widths[i]!, i)).join(" | ")} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [`### ${table.title}`, "", line(rows[0]!), rule, ...rows.slice(1).map(line), "", ...notesOn(table)]
    .join("\n")
    .trimEnd();
}

function cells(row: RowReport): string[] {
  const { memory, versus } = row;
  return [
    row.arm,
    plain(row.first.average),
    plain(row.first.pass),
    plain(row.last.average),
    plain(row.last.pass),
    row.attemptsPerTask.toFixed(2),
    versus ? `${versus.mean >= 0 ? "+" : ""}${plain(versus)}` : "",
    row.shown.toFixed(1),
    memory ? `${memory.cardsBefore.toFixed(0)}${memory.unchanged ? "" : ` → ${memory.cardsAfter.toFixed(0)}`}` : "",
    row.tokens.mean.toFixed(0),
    row.ms.mean.toFixed(0),
  ];
}

/** What the numbers say, in words: an ablation without effect is called one. */
function notesOn({ rows, reference }: TableReport): string[] {
  return rows.flatMap(({ arm, versus, changed, memory }) => {
    if (!versus) return [];
    const range = `[${(versus.mean - (versus.half ?? 0)).toFixed(1)}, ${(versus.mean + (versus.half ?? 0)).toFixed(1)}]`;
    const verdict = versus.effect
      ? `${arm}: ${versus.mean > 0 ? "better" : "worse"} than ${reference}, ${versus.mean.toFixed(1)} ${range} points`
      : `${arm}: no effect shown against ${reference}, ${versus.mean.toFixed(1)} ${range} points`;
    const kinds = (changed ?? []).filter(({ fixed, broken }) => fixed + broken > 0);
    const by = kinds.map(
      ({ kind, fixed, broken, tasks }) => `${kind} ${fixed} fixed, ${broken} newly broken of ${tasks}`,
    );
    const frozen = memory?.unchanged === true ? "; the store is the same to the byte" : "";
    return [`- ${verdict}${by.length > 0 ? `; by kind: ${by.join("; ")}` : ""}${frozen}.`];
  });
}

function plain({ mean, half }: Interval): string {
  return half === null ? mean.toFixed(1) : `${mean.toFixed(1)} ± ${half.toFixed(1)}`;
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
