import { dirname, join } from "node:path";
import { MemoryError } from "../errors.ts";
import type { CardIndex } from "../ports.ts";
import { withLastingNotes } from "./lasting-notes.ts";
import { createMemoryIndex } from "./memory-index.ts";
import { createNodeStateFile } from "./node-state-file.ts";
import { findSqlite, sqliteCommand } from "./sqlite-driver.ts";
import { createSqliteIndex, readSqliteIndex } from "./sqlite-index.ts";

const NO_SQLITE = `no SQLite here, so the index is kept in memory only and built anew each time; for a lasting one: ${sqliteCommand()}`;

/**
 * The best index that this machine has: SQLite, else plain memory with a note that says why.
 * @param path  of `index.sqlite`
 */
export async function openIndex(path: string, fingerprint: string): Promise<CardIndex> {
  if (!(await findSqlite())) {
    const notes = createNodeStateFile(join(dirname(path), "notes.json"));
    return withLastingNotes(createMemoryIndex(fingerprint, NO_SQLITE), notes);
  }
  try {
    return await createSqliteIndex(path, fingerprint);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    const index = createMemoryIndex(fingerprint, `the index is kept in memory only: ${error.message}`);
    const content = await readSqliteIndex(path, fingerprint);
    await index.put(content?.cards ?? []);
    for (const { key, value } of content?.notes ?? []) await index.setNote(key, value);
    return index;
  }
}
