import { type Line, linePlot, smooth } from "./line-plot.ts";
import type { PolicyReport, SimulationReport } from "./report.ts";

export interface Plot {
  /** Without folder and ending. */
  name: "success" | "harmful-shown" | "pool";
  svg: string;
}

/** Tasks over which a plotted mean slides, so that the eye sees the course and not the luck of single tasks. */
const WINDOW = 10;

/** The course of a simulation in three pictures. */
export function plotsOf(report: SimulationReport): Plot[] {
  const { world } = report;
  const lines = (pick: (series: PolicyReport["series"]) => number[], window = WINDOW): Line[] =>
    report.policies.map(({ policy, series }) => ({ name: policy, values: smooth(pick(series), window) }));
  const shared = {
    xLabel: "task",
    ...(world.driftAt === undefined ? {} : { mark: { at: world.driftAt, label: "a good card turns wrong" } }),
  };
  const where = `${world.name} world, ${report.seeds} seeds`;
  return [
    {
      name: "success",
      svg: linePlot({
        ...shared,
        title: `Success, ${where}`,
        yLabel: `% of tasks, mean of the last ${WINDOW}`,
        lines: lines((series) => series.success),
        yRange: rangeOf(report.policies.flatMap(({ series }) => smooth(series.success, WINDOW))),
      }),
    },
    {
      name: "harmful-shown",
      svg: linePlot({
        ...shared,
        title: `Harmful cards shown, ${where}`,
        yLabel: `per task, mean of the last ${WINDOW}`,
        lines: lines((series) => series.harmfulShown),
      }),
    },
    {
      name: "pool",
      svg: linePlot({
        ...shared,
        title: `Cards in the pool, ${where}`,
        yLabel: "living cards",
        lines: lines((series) => series.pool, 1),
      }),
    },
  ];
}

function rangeOf(values: readonly number[]): [number, number] {
  return [Math.floor(Math.min(...values) / 10) * 10, Math.ceil(Math.max(...values) / 10) * 10];
}
