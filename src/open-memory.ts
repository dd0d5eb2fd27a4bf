import { readFileSync } from "node:fs";
import { join } from "node:path";
import { usableHome } from "./adapters/home.ts";
import { openNodePorts } from "./adapters/node-ports.ts";
import { identifyProject } from "./adapters/projects.ts";
import { MemoryError } from "./errors.ts";
import type { ImportSource } from "./memory/types.ts";
import { createMemory, type Memory } from "./memory.ts";
import { MODEL_ROLES, type ModelsOptions } from "./options/models.ts";
import { completeOptions, type MemoryOptions } from "./options.ts";
import type { Models, Ports } from "./ports.ts";

export interface OpenOptions {
  /** Folder of all of habitus's files. Default `$HABITUS_HOME`, else the platform's data directory. */
  home?: string;
  /** Name of the project. Default: the one that the current folder belongs to. */
  project?: string;
  /** Default: the process's own. */
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Overrides `config.yaml`. */
  options?: Partial<Omit<MemoryOptions, "models">> & { models?: Partial<ModelsOptions> };
  /** Models of your own making, role by role; they stand before those of `config.yaml`. */
  models?: Models;
}

/**
 * The usual assembly: card files and logs on disk, an index in SQLite where Node has it, options from `config.yaml`.
 * Nothing is written before something is remembered.
 * @throws MemoryError `INVALID_INPUT` when the home cannot be a folder, or `config.yaml` holds what is no setting
 */
export async function openMemory(given: OpenOptions = {}): Promise<Memory> {
  const env = given.env ?? process.env;
  const home = await usableHome(given.home, env);
  const project = await identifyProject(home, given.cwd ?? process.cwd(), given.project);
  const options = completeOptions({ ...(await readConfig(home)), ...given.options, ...poolOptions(project.name) });
  const folder = join(home, "projects", project.id);
  const ports = await openNodePorts(home, project.id);
  const cwd = given.cwd ?? process.cwd();
  ports.skills = async () =>
    (await import("./adapters/skill-folders.ts")).createSkillFolders({ env, root: project.root, cwd });
  const { root } = project;
  if (root !== undefined)
    ports.surroundings = async () => (await import("./adapters/node-surroundings.ts")).createNodeSurroundings(root);
  ports.hostMemory = async () =>
    (await import("./adapters/host-memory.ts")).createHostMemory({ home, env, root: project.root, cwd });
  Object.assign(ports, await modelPorts(home, ports, options.models, given.models, env));
  return createMemory(ports, options, project, folder);
}

/** Begins the names of projects that ReMe's clients have as workspaces. */
export const POOL_PREFIX = "reme:";

/** In a workspace of ReMe's clients its rule holds, and nothing is forgotten before a client asks for it, with thresholds of its own. */
function poolOptions(name: string): Partial<MemoryOptions> {
  return name.startsWith(POOL_PREFIX) ? { policy: "reme", minFreq: Number.MAX_SAFE_INTEGER } : {};
}

/**
 * The files of agent runs below these paths, for `memory.import`.
 * @throws MemoryError `NOT_FOUND` for a path that is not there, or when there is no such file
 */
export async function runFiles(paths: readonly string[]): Promise<ImportSource[]> {
  return (await import("./adapters/import-sources.ts")).findSources(paths);
}

/** What only a memory with models needs; a library behind a model is loaded when the model is first asked. */
async function modelPorts(
  home: string,
  ports: Pick<Ports, "clock">,
  options: ModelsOptions,
  given: Models | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Pick<Ports, "models" | "modelUse">> {
  if (!given && !["default", ...MODEL_ROLES].some((role) => role in options)) return {};
  const { openModels } = await import("./adapters/models/open-models.ts");
  const { createModelUse } = await import("./adapters/models/model-use.ts");
  return {
    models: { ...openModels(options, env), ...given },
    modelUse: createModelUse(join(home, "models"), ports.clock),
  };
}

async function readConfig(home: string): Promise<Partial<Record<keyof MemoryOptions, unknown>>> {
  const path = join(home, "config.yaml");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    // No configuration: the defaults hold.
    return {};
  }
  const { parse } = await import("yaml");
  try {
    const config: unknown = parse(text);
    if (config === null || config === undefined) return {};
    if (typeof config !== "object" || Array.isArray(config)) throw new Error("expected `name: value` lines");
    const given = fromSnakeCase(config);
    completeOptions(given); // here, where the file can be named
    return given;
  } catch (error) {
    const { message, hint } = error as Partial<MemoryError> & Error;
    throw new MemoryError(
      "INVALID_INPUT",
      `${path}: ${toSnakeCase(message.trim())}`,
      `${hint ? `${toSnakeCase(hint)} ` : ""}Correct the file, or remove it to use the defaults.`,
      { cause: error },
    );
  }
}

/** Names of options in a sentence, as the file spells them. */
function toSnakeCase(text: string): string {
  return text.replaceAll(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}

/** Files speak snake_case, TypeScript camelCase, at every depth. */
function fromSnakeCase(config: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      typeof value === "object" && value !== null && !Array.isArray(value) ? fromSnakeCase(value) : value,
    ]),
  );
}
