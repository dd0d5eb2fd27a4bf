import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { MemoryError } from "../errors.ts";

export interface FileSource {
  path: string;
  bytes: number;
  open(): AsyncIterable<string>;
}

/** Endings of files that may hold runs; a file that is named outright is read whatever it is called. */
const ENDINGS = [".jsonl", ".ndjson", ".json"];
/** Folders that hold other people's files, and are large. */
const PASSED = new Set(["node_modules", ".git"]);

/**
 * The files to import below these paths, in a stable order.
 * @throws MemoryError `NOT_FOUND` for a path that is not there, before anything is imported
 */
export async function findSources(paths: readonly string[]): Promise<FileSource[]> {
  const found: FileSource[] = [];
  for (const path of paths) found.push(...(await sourcesAt(path)));
  if (found.length === 0) {
    throw new MemoryError(
      "NOT_FOUND",
      `no ${ENDINGS.join(", ")} file below ${paths.join(", ")}`,
      "Name a file that holds agent runs.",
    );
  }
  return [...new Map(found.map((source) => [source.path, source])).values()];
}

async function sourcesAt(path: string): Promise<FileSource[]> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new MemoryError(
      error.code === "ENOENT" ? "NOT_FOUND" : "INVALID_INPUT",
      `${path}: ${reasonOf(error)}`,
      "Check the path. A shell puts the home in place of ~, and files in place of *, only outside of quotes.",
      { cause: error },
    );
  });
  if (!facts.isDirectory()) return [source(path, facts.size)];
  const entries = (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const below: FileSource[] = [];
  for (const entry of entries) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) {
      if (!PASSED.has(entry.name)) below.push(...(await sourcesAt(inner)));
    } else if (entry.isFile() && ENDINGS.some((ending) => entry.name.endsWith(ending))) {
      below.push(source(inner, (await stat(inner)).size));
    }
  }
  return below;
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "no such file or folder";
  return error.code === "EACCES" ? "may not be read" : error.message;
}

function source(path: string, bytes: number): FileSource {
  return { path, bytes, open: () => createReadStream(path, { encoding: "utf8", highWaterMark: 1 << 18 }) };
}
