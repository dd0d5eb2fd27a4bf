import { describe, expect, it } from "vitest";
import { linePlot, smooth } from "../../src/simulate/line-plot.ts";
import { completeSimulateOptions } from "../../src/simulate/options.ts";
import { plotsOf } from "../../src/simulate/plots.ts";
import { simulate } from "../../src/simulate/simulate.ts";
import { markdownTableOf, tableOf } from "../../src/simulate/table.ts";

const report = simulate(completeSimulateOptions({ seeds: 2, tasks: 80, policies: ["none", "reme", "attribution"] }));

describe("the tables", () => {
  it("have a line a policy, all of one width, and say what was played", () => {
    const lines = tableOf(report).split("\n");
    expect(lines[0]).toContain("world article: 80 tasks, 5 kinds, additive; seeds 0–1");
    expect(lines.slice(3).map((line) => line.split(" ")[0])).toEqual(["none", "reme", "attribution"]);
    expect(new Set(lines.slice(2).map((line) => line.length)).size).toBe(1);
  });

  it("are Markdown with as many cells in every line", () => {
    const cells = markdownTableOf(report)
      .split("\n")
      .map((line) => line.split("|").length);
    expect(new Set(cells).size).toBe(1);
    expect(cells).toHaveLength(5);
  });
});

describe("the plots", () => {
  it("are three, each with a line and a name for every policy and the drift marked", () => {
    const plots = plotsOf(report);
    expect(plots.map(({ name }) => name)).toEqual(["success", "harmful-shown", "pool"]);
    for (const { svg } of plots) {
      expect(svg.match(/<polyline/g)).toHaveLength(3);
      for (const policy of ["none", "reme", "attribution"]) expect(svg).toContain(`>${policy}</text>`);
      expect(svg).toContain("a good card turns wrong");
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it("mark no drift where there is none", () => {
    const { plots } = {
      plots: plotsOf(simulate(completeSimulateOptions({ seeds: 1, tasks: 20, world: "clean", policies: ["none"] }))),
    };
    for (const { svg } of plots) expect(svg).not.toContain("turns wrong");
  });

  it("hold names that would be markup, a flat line and a single step", () => {
    const svg = linePlot({ title: "a < b & c", xLabel: "x", yLabel: "y", lines: [{ name: '"<i>"', values: [2] }] });
    expect(svg).toContain("a &lt; b &amp; c");
    expect(svg).not.toContain("<i>");
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it("put higher values higher", () => {
    const svg = linePlot({ title: "", xLabel: "", yLabel: "", lines: [{ name: "up", values: [0, 1] }] });
    const [start, end] = svg
      .match(/points="([^"]+)"/)![1]!
      .split(" ")
      .map((point) => point.split(",").map(Number));
    expect(end![0]).toBeGreaterThan(start![0]!);
    expect(end![1]).toBeLessThan(start![1]!);
  });
});

it("smooth slides a mean that ends at each step", () => {
  expect(smooth([1, 3, 5, 7], 2)).toEqual([1, 2, 4, 6]);
});
