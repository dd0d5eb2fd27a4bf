import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { simulateInParallel } from "../../src/adapters/simulate-workers.ts";
import { completeSimulateOptions } from "../../src/simulate/options.ts";
import { simulate } from "../../src/simulate/simulate.ts";

let folder: string;
let worker: URL;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "habitus-workers-"));
  const { bundle } = (await import(join(import.meta.dirname, "../../scripts/bundle.mjs"))) as {
    bundle(entry: string, folder: string): Promise<string>;
  };
  worker = pathToFileURL(await bundle(join(import.meta.dirname, "../../src/adapters/simulate-worker.ts"), folder));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const options = completeSimulateOptions({ seeds: 23, tasks: 30, policies: ["reme", "memrl", "attribution"] });

describe("simulateInParallel", () => {
  it("gives the report that one thread gives, and counts every run as it ends", async () => {
    const steps: number[] = [];
    const report = await simulateInParallel(options, {
      threads: 3,
      worker,
      onProgress: (done, total) => {
        expect(total).toBe(69);
        steps.push(done);
      },
    });
    expect(report).toEqual(simulate(options));
    expect(steps).toEqual(Array.from({ length: 69 }, (_, i) => i + 1));
  });

  it("does the work itself when there is no worker script beside it", async () => {
    const missing = pathToFileURL(join(folder, "nowhere.js"));
    expect(await simulateInParallel(options, { threads: 2, worker: missing })).toEqual(simulate(options));
  });

  it("stops when it is told to, before and during the work", async () => {
    await expect(
      simulateInParallel(options, { threads: 2, worker, signal: AbortSignal.abort(new Error("early")) }),
    ).rejects.toThrow("early");
    const stop = new AbortController();
    const running = simulateInParallel(options, {
      threads: 2,
      worker,
      signal: stop.signal,
      onProgress: () => stop.abort(new Error("enough")),
    });
    await expect(running).rejects.toThrow("enough");
  });

  it("passes on what broke a worker", async () => {
    const broken = join(folder, "broken.mjs");
    await writeFile(broken, 'throw new Error("no such luck");');
    await expect(simulateInParallel(options, { threads: 2, worker: pathToFileURL(broken) })).rejects.toThrow(
      "no such luck",
    );
  });
});
