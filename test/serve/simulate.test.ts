import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "../../src/serve/cli/run.ts";
import type { SimulationReport } from "../../src/simulate/report.ts";

const folder = mkdtempSync(join(tmpdir(), "habitus-simulate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function habitus(...argv: string[]) {
  const written = { stdout: "", stderr: "" };
  const sink = (name: keyof typeof written) => ({ write: (text: string) => (written[name] += text) });
  const code = await runCli(argv, {
    env: { HABITUS_HOME: join(folder, "home"), HABITUS_LANG: "en" },
    cwd: () => folder,
    stdout: sink("stdout"),
    stderr: sink("stderr"),
  });
  return { code, ...written };
}

const SMALL = ["simulate", "--seeds", "3", "--tasks", "40", "--policies", "none,reme,attribution"];

describe("habitus simulate", () => {
  it("prints a line for each policy, and remembers nothing", async () => {
    const { code, stdout } = await habitus(...SMALL);
    expect(code).toBe(0);
    expect(stdout).toContain("world article: 40 tasks");
    expect(stdout.match(/^(none|reme|attribution) .*±/gm)).toHaveLength(3);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("gives with --json the same numbers each time, whatever the number of threads", async () => {
    const one = await habitus(...SMALL, "--json", "--threads", "1");
    const two = await habitus(...SMALL, "--json", "--threads", "2");
    const report = JSON.parse(one.stdout) as SimulationReport;
    expect(JSON.parse(two.stdout)).toEqual(report);
    expect(report.policies.map(({ policy }) => policy)).toEqual(["none", "reme", "attribution"]);
    expect(report.policies[1]!.series.success).toHaveLength(40);
  });

  it("passes every knob on to the world", async () => {
    const knobs = { tasks: 30, families: 2, noise: 0.1, unknown: 0.25, outcomes: "follow-one" };
    const typed = Object.entries(knobs).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const { stdout } = await habitus(
      "simulate",
      "--seeds",
      "1",
      "--policies",
      "none",
      "--json",
      "--drift",
      "never",
      ...typed,
    );
    const { world } = JSON.parse(stdout) as SimulationReport;
    expect(world).toMatchObject({ tasks: 30, judgeNoise: 0.1, heard: 0.75, outcomes: "follow-one" });
    expect(world.base).toHaveLength(2);
    expect(world.driftAt).toBeUndefined();
  });

  it("draws three pictures with the drift marked", async () => {
    const { stderr } = await habitus(...SMALL, "--drift", "20", "--plots", "plots");
    const files = readdirSync(join(folder, "plots")).sort();
    expect(files).toEqual(["harmful-shown", "pool", "success"].map((name) => `simulate-article-${name}.svg`));
    expect(readFileSync(join(folder, "plots", files[2]!), "utf8")).toContain("a good card turns wrong");
    expect(stderr.match(/Wrote /g)).toHaveLength(3);
  });

  it("names the worlds and policies that there are when one is unknown", async () => {
    const { code, stderr } = await habitus("simulate", "--world", "nowhere");
    expect(code).toBe(2);
    expect(stderr).toContain("article");
    expect((await habitus("simulate", "--names")).stdout).toContain("attribution-gate");
  });
});
