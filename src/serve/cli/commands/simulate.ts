import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeFolderSync } from "../../../adapters/make-folder.ts";
import { simulateInParallel } from "../../../adapters/simulate-workers.ts";
import { MemoryError } from "../../../errors.ts";
import { completeSimulateOptions, type SimulateKnobs } from "../../../simulate/options.ts";
import { plotsOf } from "../../../simulate/plots.ts";
import { POLICY_NAMES, POLICY_NOTES } from "../../../simulate/policies.ts";
import { markdownTableOf, tableOf } from "../../../simulate/table.ts";
import { WORLDS } from "../../../simulate/world.ts";
import type { CliContext } from "../context.ts";

interface SimulateCommandOptions extends Omit<SimulateKnobs, "driftAt"> {
  /** A task's number, or `never`. */
  drift?: string;
  threads?: number;
  plots?: string;
  markdown?: boolean;
  names?: boolean;
}

/** Plays the policies against one another in one world; touches no memory. */
export async function simulateCommand(
  { host, out, t }: CliContext,
  _args: string[],
  { drift, threads, plots, markdown, names, ...knobs }: SimulateCommandOptions,
): Promise<number> {
  if (names) {
    out.data({ worlds: Object.keys(WORLDS), policies: POLICY_NOTES });
    out.line(
      t.simulateNames(
        Object.keys(WORLDS),
        POLICY_NAMES.map((name) => [name, POLICY_NOTES[name]] as const),
      ),
    );
    return 0;
  }
  const driftAt = driftOf(drift);
  const options = completeSimulateOptions({ ...knobs, ...(driftAt !== undefined && { driftAt }) });
  const progress = out.progress((at) => t.progress(at));
  const report = await simulateInParallel(options, {
    ...(threads !== undefined && { threads }),
    onProgress: (done, total) => progress.update({ stage: "simulate", done, total, unit: "runs" }),
  }).finally(progress.end);
  out.data(report);
  out.line(markdown ? markdownTableOf(report) : tableOf(report));
  if (plots !== undefined) {
    const folder = resolve(host.cwd(), plots);
    makeFolderSync(folder, 0o777);
    for (const { name, svg } of plotsOf(report)) {
      const path = join(folder, `simulate-${report.world.name}-${name}.svg`);
      writeFileSync(path, svg);
      out.note(t.written(path));
    }
  }
  return 0;
}

function driftOf(drift: string | undefined): number | false | undefined {
  if (drift === undefined) return undefined;
  if (drift === "never") return false;
  if (/^\d+$/.test(drift)) return Number(drift);
  throw new MemoryError("INVALID_INPUT", `--drift must be the number of a task or "never", got "${drift}"`);
}
