import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { SimulateOptions } from "../simulate/options.ts";
import { reportOn, type SimulationReport } from "../simulate/report.ts";
import { type OnProgress, simulate } from "../simulate/simulate.ts";
import { addTallies, type Job, jobsOf, type Tally, tallyJob } from "../simulate/tally.ts";

export interface ParallelOptions {
  /** Threads. Whole number ≥ 1, default: the cores there are. */
  threads?: number;
  /** Script that calls {@link answerJobs} in a worker thread. Default: `simulate-worker.js` beside this one. */
  worker?: URL;
  onProgress?: OnProgress;
  /** Stops the work; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
}

type Answer = { run: true } | { tally: Tally };

/**
 * `simulate` on all cores: the same report, sooner. With one thread, or without the worker's script, it runs here and now.
 *
 * @throws whatever stopped a worker; the other workers are ended first
 */
export async function simulateInParallel(
  options: SimulateOptions,
  parallel: ParallelOptions = {},
): Promise<SimulationReport> {
  const jobs = jobsOf(options);
  const threads = Math.min(parallel.threads ?? availableParallelism(), jobs.length);
  const script = parallel.worker ?? new URL("./simulate-worker.js", import.meta.url);
  parallel.signal?.throwIfAborted();
  if (threads <= 1 || !existsSync(fileURLToPath(script))) return simulate(options, parallel.onProgress);

  const tallies: Tally[] = [];
  const total = options.policies.length * options.seeds;
  let done = 0;
  const workers = Array.from(
    { length: threads },
    () => new Worker(script, { workerData: { habitusSimulation: options } }),
  );
  try {
    await Promise.all(
      workers.map((worker) =>
        work(worker, jobs, parallel.signal, (answer) => {
          if ("tally" in answer) tallies.push(answer.tally);
          else parallel.onProgress?.(++done, total);
        }),
      ),
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  const byPolicy = options.policies.map((policy) => addTallies(tallies.filter((tally) => tally.policy === policy)));
  return reportOn(options, byPolicy);
}

/** Gives one worker jobs until there are none left. */
function work(
  worker: Worker,
  jobs: Job[],
  signal: AbortSignal | undefined,
  hear: (answer: Answer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = () => {
      const job = jobs.shift();
      if (job) worker.postMessage(job);
      else resolve();
    };
    worker.on("message", (answer: Answer) => {
      hear(answer);
      if ("tally" in answer) next();
    });
    worker.on("error", reject);
    worker.on("exit", (code) => reject(new Error(`a simulation thread ended with ${code}`)));
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    next();
  });
}

/** What a worker thread does: one job a message, a word after each run, the tally at the end. Does nothing in any other thread. */
export function answerJobs(): void {
  const options = (workerData as { habitusSimulation?: SimulateOptions } | undefined)?.habitusSimulation;
  if (isMainThread || !parentPort || !options) return;
  const port = parentPort;
  port.on("message", (job: Job) => {
    port.postMessage({
      tally: tallyJob(options, job, () => port.postMessage({ run: true } satisfies Answer)),
    } satisfies Answer);
  });
}
