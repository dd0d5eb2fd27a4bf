import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createMemorySessionNotes } from "../../src/adapters/memory-session-notes.ts";
import { createNodeSessionNotes } from "../../src/adapters/node-session-notes.ts";
import { describeSessionNotes } from "../conformance/session-notes.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "habitus-notes-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describeSessionNotes("memory", createMemorySessionNotes);
describeSessionNotes("node", () => createNodeSessionNotes(join(folder(), "told")));

describe("session notes on disk", () => {
  it("survive the process, and lines of two processes do not mix", async () => {
    const path = join(folder(), "told");
    const [one, other] = [createNodeSessionNotes(path), createNodeSessionNotes(path)];
    const marks = Array.from({ length: 50 }, (_, n) => `card.${n}`);
    await Promise.all(marks.map((mark, n) => (n % 2 === 0 ? one : other).add("s", [mark])));
    expect([...(await createNodeSessionNotes(path).read("s"))].sort()).toEqual([...marks].sort());
  });

  it("are nothing, and no error, where nothing can be written or read", async () => {
    const path = join(folder(), "file");
    writeFileSync(path, "in the way");
    const notes = createNodeSessionNotes(path);
    expect(await notes.add("s", ["a"])).toBe(false);
    expect(await notes.read("s")).toEqual(new Set());
    await notes.clear("s");
  });

  it("do not pile up: what was silent for a month goes when there are many", async () => {
    const path = join(folder(), "told");
    const notes = createNodeSessionNotes(path);
    for (let n = 0; n < 201; n += 1) await notes.add(`s${n}`, ["a"]);
    const old = new Date(Date.now() - 40 * 86_400_000);
    for (const name of readdirSync(path).slice(0, 150)) utimesSync(join(path, name), old, old);
    await notes.clear("another");
    expect(readdirSync(path)).toHaveLength(51);
  });
});
