import { readFileSync } from "node:fs";
import { join } from "node:path";
import { habitusHome } from "./adapters/home.ts";
import { openNodePorts } from "./adapters/node-ports.ts";
import { identifyProject } from "./adapters/projects.ts";
import { MemoryError } from "./errors.ts";
import { createMemory, type Memory } from "./memory.ts";
import { completeOptions, type MemoryOptions } from "./options.ts";

export interface OpenOptions {
  /** Folder of all of habitus's files. Default `$HABITUS_HOME`, else the platform's data directory. */
  home?: string;
  /** Name of the project. Default: the one that the current folder belongs to. */
  project?: string;
  /** Default: the process's own. */
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Overrides `config.yaml`. */
  options?: Partial<MemoryOptions>;
}

/**
 * The usual assembly: card files and logs on disk, an index in SQLite where Node has it, options from `config.yaml`.
 * Nothing is written before something is remembered.
 */
export async function openMemory(given: OpenOptions = {}): Promise<Memory> {
  const env = given.env ?? process.env;
  const home = given.home ?? habitusHome(env);
  const options = completeOptions({ ...(await readConfig(home)), ...given.options });
  const project = await identifyProject(home, given.cwd ?? process.cwd(), given.project);
  const folder = join(home, "projects", project.id);
  return createMemory(await openNodePorts(home, project.id), options, project, folder);
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
    if (typeof config === "object" && !Array.isArray(config)) return fromSnakeCase(config);
    throw new Error("expected `name: value` lines");
  } catch (error) {
    throw new MemoryError(
      "INVALID_INPUT",
      `${path}: ${(error as Error).message}`,
      "Correct the file, or remove it to use the defaults.",
      {
        cause: error,
      },
    );
  }
}

/** Files speak snake_case, TypeScript camelCase. */
function fromSnakeCase(config: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
