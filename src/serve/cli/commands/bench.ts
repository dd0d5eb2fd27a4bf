import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeFolderSync } from "../../../adapters/make-folder.ts";
import { openModels } from "../../../adapters/models/open-models.ts";
import { replaceFile } from "../../../adapters/replace-file.ts";
import { createSystemClock } from "../../../adapters/system-clock.ts";
import { createEnvironment } from "../../../environments/create-environment.ts";
import type { Split, TaskLanguage } from "../../../environments/environment.ts";
import { MemoryError } from "../../../errors.ts";
import type { Agent } from "../../../experiment/agent.ts";
import { poolOf } from "../../../experiment/memory-pool.ts";
import { createModelAgent } from "../../../experiment/model-agent.ts";
import type { PoolStore } from "../../../experiment/pool.ts";
import { printExperiment } from "../../../experiment/print.ts";
import { reportExperiment } from "../../../experiment/report.ts";
import { EXPERIMENT_DEFAULTS, runExperiment, type SavedParts } from "../../../experiment/run-experiment.ts";
import { createScriptedAgent } from "../../../experiment/scripted/scripted-agent.ts";
import { createScriptedModel } from "../../../experiment/scripted/scripted-model.ts";
import { type PoolKind, TABLES } from "../../../experiment/tables.ts";
import { openMemory } from "../../../open-memory.ts";
import { completeModelsOptions, type ModelsOptions } from "../../../options/models.ts";
import type { Models } from "../../../ports.ts";
import { shortHash } from "../../../text/hash.ts";
import type { CliContext } from "../context.ts";

interface BenchOptions {
  environment: string;
  taskLang?: TaskLanguage;
  tables?: string[];
  runs?: number;
  trainingRuns?: number;
  perKind?: number;
  change?: number;
  endpoint?: string;
  model?: string;
  summariser?: string;
  keyEnv?: string;
  maxCalls?: number;
  out?: string;
}

/** What a budget of calls allows in tokens: more than a call has. */
const TOKENS_PER_CALL = 10_000;

/** The experiment of the ReMe paper on a built-in environment, by a model or, without one, by the scripted agent. */
export async function benchCommand(
  { host, out, t }: CliContext,
  [name]: string[],
  options: BenchOptions,
): Promise<number> {
  if (name !== "reme") {
    throw new MemoryError("INVALID_INPUT", `there is no bench "${name}"`, "There is one: habitus bench reme.");
  }
  const tables = tablesNamed(options.tables);
  const { agent, models, modelOptions } = actors(options, host.env);
  // What is learned, is learned before the change.
  const environment = (split: Split) =>
    createEnvironment(options.environment, {
      ...(options.taskLang && { language: options.taskLang }),
      ...(options.perKind !== undefined && { perKind: options.perKind }),
      ...(options.change !== undefined && split === "test" && { changeAt: options.change }),
    });
  const { runs, trainingRuns } = { ...EXPERIMENT_DEFAULTS, ...given(options) };
  const about = {
    environment: `${options.environment}${options.taskLang ? `, ${options.taskLang}` : ""}`,
    agent: agent.name,
    runs,
    trainingRuns,
    tasks: { train: environment("train").tasks("train").length, test: environment("test").tasks("test").length },
  };

  const folder =
    options.out === undefined ? mkdtempSync(join(tmpdir(), "habitus-bench-")) : resolve(host.cwd(), options.out);
  try {
    sameExperiment(folder, { ...about, perKind: options.perKind, change: options.change, models: modelOptions });
    const progress = out.progress((at) => t.progress(at));
    const pools = (kind: PoolKind) => poolsIn(folder, kind, models, modelOptions, host.env);
    const results = await runExperiment(
      { clock: createSystemClock(), pools, saved: partsIn(folder) },
      { environment, agent, tables, runs, trainingRuns },
      (done, total) => progress.update({ stage: "bench", done, total, unit: "tasks" }),
    ).finally(progress.end);
    const report = reportExperiment(tables, results, about);
    out.data(report);
    out.line(printExperiment(report));
    if (options.out !== undefined) {
      writeFileSync(join(folder, "report.json"), `${JSON.stringify(report, null, 1)}\n`);
      writeFileSync(join(folder, "report.md"), `${printExperiment(report)}\n`);
      out.note(t.written(folder));
    }
  } finally {
    if (options.out === undefined) rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

function given({ runs, trainingRuns }: BenchOptions) {
  return { ...(runs !== undefined && { runs }), ...(trainingRuns !== undefined && { trainingRuns }) };
}

function tablesNamed(names: readonly string[] | undefined) {
  if (!names || names.length === 0) return TABLES;
  return names.map((name) => {
    const table = TABLES.find((each) => each.name === name);
    if (table) return table;
    const known = TABLES.map((each) => each.name).join(", ");
    throw new MemoryError("INVALID_INPUT", `there is no table "${name}"`, `Tables: ${known}.`);
  });
}

/** Who acts, and who summarises, judges and rewrites. */
function actors(
  { endpoint, model, summariser = model, keyEnv, maxCalls = 100_000 }: BenchOptions,
  env: NodeJS.ProcessEnv,
): { agent: Agent; models?: Models; modelOptions?: ModelsOptions } {
  if (model === undefined && endpoint === undefined) {
    const scripted = createScriptedModel();
    return { agent: createScriptedAgent(), models: { summarise: scripted, rewrite: scripted } };
  }
  if (model === undefined || endpoint === undefined || summariser === undefined) {
    throw new MemoryError("INVALID_INPUT", "--endpoint and --model belong together");
  }
  const server = { provider: "openai-compatible", baseUrl: endpoint, ...(keyEnv !== undefined && { keyEnv }) };
  const modelOptions = completeModelsOptions({
    default: { ...server, model: summariser, temperature: 0.6 },
    act: { ...server, model },
    runCalls: maxCalls,
    dayCalls: maxCalls,
    runTokens: maxCalls * TOKENS_PER_CALL,
    dayTokens: maxCalls * TOKENS_PER_CALL,
  });
  return { agent: createModelAgent(openModels(modelOptions, env)!.act!), modelOptions };
}

/** One home a pool, so that none sees what another one learned. */
function poolsIn(
  folder: string,
  kind: PoolKind,
  models: Models | undefined,
  modelOptions: ModelsOptions | undefined,
  env: NodeJS.ProcessEnv,
): PoolStore {
  const homeOf = (name: string) => join(folder, "pools", name.replaceAll(/[^a-z0-9]+/gi, "-"));
  return {
    open: async (name, deletion) => {
      const home = homeOf(name);
      makeFolderSync(home, 0o777);
      const memory = await openMemory({
        home,
        project: "pool",
        cwd: home,
        env,
        // Nothing is ever shown so often that the rule without deletion could speak.
        options: {
          policy: "reme",
          ...(!deletion && { minFreq: Number.MAX_SAFE_INTEGER }),
          ...(modelOptions && { models: modelOptions }),
        },
        ...(models && { models }),
      });
      return poolOf(memory, kind);
    },
    copy: async (from, to) => {
      rmSync(homeOf(to), { recursive: true, force: true });
      cpSync(homeOf(from), homeOf(to), { recursive: true });
    },
  };
}

/** Finished parts as files, whole or not at all. */
function partsIn(folder: string): SavedParts {
  const pathOf = (key: string) => join(folder, "parts", `${shortHash(key, 16)}.json`);
  makeFolderSync(join(folder, "parts"), 0o777);
  return {
    load: async (key) => (existsSync(pathOf(key)) ? JSON.parse(readFileSync(pathOf(key), "utf8")) : undefined),
    save: async (key, part) => replaceFile(pathOf(key), JSON.stringify(part)),
  };
}

/** Parts of another experiment are not taken for this one's. */
function sameExperiment(folder: string, setting: object): void {
  makeFolderSync(folder, 0o777);
  const path = join(folder, "experiment.json");
  const text = `${JSON.stringify(setting, null, 1)}\n`;
  if (!existsSync(path)) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    throw new MemoryError("INVALID_INPUT", `${folder} holds another experiment`, "Name another folder with --out.");
  }
}
