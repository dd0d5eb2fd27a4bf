import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ExperimentReport } from "../../src/experiment/report.ts";
import { runCli } from "../../src/serve/cli/run.ts";

const folder = mkdtempSync(join(tmpdir(), "habitus-bench-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function habitus(...argv: string[]) {
  const written = { stdout: "", stderr: "" };
  const sink = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const env = { ...process.env, HABITUS_HOME: join(folder, "home"), HABITUS_LANG: "en" };
  const code = await runCli(argv, { env, cwd: () => folder, stdout: sink("stdout"), stderr: sink("stderr") });
  return { code, ...written };
}

const SMALL = [
  "bench",
  "reme",
  "--environment",
  "order-desk",
  "--per-kind",
  "1",
  "--runs",
  "2",
  "--training-runs",
  "4",
];

describe("habitus bench reme", () => {
  it("builds a pool by the lenses, runs every arm on it and compares them task by task", async () => {
    const { code, stdout } = await habitus(...SMALL, "--tables", "main,k", "--out", "out", "--json");
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as ExperimentReport;
    const [main, k] = report.tables;
    expect(report.pools).toMatchObject([{ name: "keypoint", attempts: 20 }]);
    expect(report.pools[0]!.cards).toBeGreaterThan(3);
    expect(main!.rows.map(({ arm }) => arm)).toEqual(["no memory", "retry only", "fixed", "fixed, retry", "dynamic"]);

    const row = (arm: string) => main!.rows.find((each) => each.arm === arm)!;
    expect(row("fixed").first.average.mean).toBeGreaterThan(row("no memory").first.average.mean);
    expect(row("retry only").first).toEqual(row("no memory").first);
    expect(row("retry only").attemptsPerTask).toBeGreaterThan(1);
    expect(row("fixed").memory).toMatchObject({ unchanged: true });
    expect(row("dynamic").memory!.unchanged).toBe(false);
    expect(k!.rows.map(({ shown }) => shown)).toEqual([...k!.rows.map(({ shown }) => shown)].sort((a, b) => a - b));
    expect(readFileSync(join(folder, "out", "report.md"), "utf8")).toContain("| no memory");
  });

  it("goes on where it stopped, and refuses the folder of another experiment", async () => {
    const parts = () => readdirSync(join(folder, "out", "parts")).map((name) => join(folder, "out", "parts", name));
    const before = new Map(parts().map((path) => [path, statSync(path).mtimeMs]));
    const [lost] = parts();
    rmSync(lost!);
    const { code } = await habitus(...SMALL, "--tables", "main,k", "--out", "out");
    expect(code).toBe(0);
    expect(existsSync(lost!)).toBe(true);
    for (const path of parts()) if (path !== lost) expect(statSync(path).mtimeMs).toBe(before.get(path));

    const other = await habitus(...SMALL, "--runs", "3", "--out", "out");
    expect(other.code).toBe(2);
    expect(other.stderr).toContain("another experiment");
  });

  it("shows what a change of the interfaces costs, and leaves nothing behind without --out", async () => {
    const { stdout } = await habitus(...SMALL, "--tables", "main", "--change", "0", "--json");
    const fixed = (JSON.parse(stdout) as ExperimentReport).tables[0]!.rows.find(({ arm }) => arm === "fixed")!;
    expect(fixed.first.average.mean).toBeGreaterThan(0);
    expect(readdirSync(folder).sort()).toEqual(["out"]);
  });

  it("says what there is when something else is asked for", async () => {
    expect((await habitus("bench", "mnist")).stderr).toContain("habitus bench reme");
    expect((await habitus(...SMALL, "--tables", "nothing")).stderr).toContain("granularity");
    expect((await habitus("bench", "reme", "--model", "qwen3")).stderr).toContain("--endpoint");
  });
});
