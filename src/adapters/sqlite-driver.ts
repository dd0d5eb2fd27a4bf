import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const SQLITE_PACKAGE = "@photostructure/sqlite";

/** The part of a SQLite driver that the index uses; `node:sqlite` and `@photostructure/sqlite` both fit. */
export interface SqliteDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  all(...values: SqliteValue[]): Array<Record<string, unknown>>;
  get(...values: SqliteValue[]): Record<string, unknown> | undefined;
  run(...values: SqliteValue[]): unknown;
}

/** Nothing else may be bound: some drivers end the process on a boolean. */
export type SqliteValue = null | number | string;

export interface SqliteDriver {
  name: "node:sqlite" | typeof SQLITE_PACKAGE;
  open(path: string, options?: { readOnly?: boolean }): SqliteDatabase;
}

interface SqliteModule {
  DatabaseSync: new (path: string, options?: { readOnly?: boolean }) => SqliteDatabase;
}

/** SQLite as this Node has it: built in, else the optional package; undefined when there is neither. */
export async function findSqlite(): Promise<SqliteDriver | undefined> {
  const builtIn = withoutSqliteWarning(() => process.getBuiltinModule?.("node:sqlite") as SqliteModule | undefined);
  if (builtIn) return driver("node:sqlite", builtIn);
  const { createRequire } = process.getBuiltinModule("node:module");
  for (const place of [import.meta.filename, globalPlace()]) {
    // Required, not imported: a third faster to load.
    const load = createRequire(place);
    const found = prebuilt(load) ?? tryTo(() => load(SQLITE_PACKAGE) as SqliteModule);
    if (found) return driver(SQLITE_PACKAGE, found);
  }
  return undefined; // optional: not installed, or no build for this platform
}

/**
 * The native part of the package alone, where it lies as we know it: the package's own way there reads a dozen files and folders, which
 * takes longer than a recall searches. What it puts around the native classes is not used here.
 */
function prebuilt(load: NodeJS.Require): SqliteModule | undefined {
  if (process.platform !== "linux" || existsSync("/etc/alpine-release")) return undefined;
  const native = join(SQLITE_PACKAGE, "prebuilds", `linux-${process.arch}`, "@photostructure+sqlite.glibc.node");
  const folders = load.resolve.paths(SQLITE_PACKAGE) ?? [];
  const path = folders.map((folder) => join(folder, native)).find((candidate) => existsSync(candidate));
  return path === undefined ? undefined : tryTo(() => load(path) as SqliteModule);
}

function tryTo<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** A file beside npm's global packages: the copy that hosts run lies elsewhere and has no packages around it. */
function globalPlace(): string {
  const { platform, execPath, env } = process;
  if (platform === "win32") return join(env.APPDATA ?? dirname(execPath), "npm", "habitus.js");
  return join(dirname(execPath), "..", "lib", "habitus.js");
}

/** How to get SQLite where this Node has none: beside this program, which is mostly installed for the whole machine. */
export function sqliteCommand(program: string = import.meta.url): string {
  const isLocal = /(?<![\\/](?:lib|npm))[\\/]node_modules[\\/]/.test(program);
  return `npm install ${isLocal ? "" : "--global "}${SQLITE_PACKAGE}`;
}

function driver(name: SqliteDriver["name"], module: SqliteModule): SqliteDriver {
  return { name, open: (path, options = {}) => new module.DatabaseSync(path, options) };
}

/** Loading `node:sqlite` warns that it is experimental; people who run a command cannot act on that. Other warnings pass. */
function withoutSqliteWarning<T>(load: () => T): T {
  const emitWarning = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (rest[0] === "ExperimentalWarning" && String(warning).includes("SQLite")) return;
    (emitWarning as (...all: unknown[]) => void).call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
