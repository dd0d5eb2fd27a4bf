import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];
let registered = false;

/** A new empty folder, removed when the tests of the file are over. */
export function scratchFolder(): string {
  if (!registered) {
    registered = true;
    afterAll(() => {
      for (const folder of made) rmSync(folder, { recursive: true, force: true });
    });
  }
  const folder = mkdtempSync(join(tmpdir(), "habitus-test-"));
  made.push(folder);
  return folder;
}
