import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Memory } from "../../src/memory.ts";
import { openMemory } from "../../src/open-memory.ts";
import type { MemoryOptions } from "../../src/options.ts";

const WELL = { score: 1, by: "test" as const, reasons: [] };
const BADLY = { score: 0, by: "test" as const, reasons: [] };
const TASK = "deploy the billing service to staging";

/** A memory on disk beside a home of Claude Code. */
async function open(options: Partial<MemoryOptions> = {}): Promise<{ memory: Memory; skill: string }> {
  const base = mkdtempSync(join(tmpdir(), "habitus-demote-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  for (const folder of [".claude", "app"]) mkdirSync(join(base, folder));
  const memory = await openMemory({
    home: join(base, "home"),
    cwd: join(base, "app"),
    env: { HOME: base, PATH: "" },
    options,
  });
  onTestFinished(() => memory.close());
  return { memory, skill: join(base, ".claude", "skills", "deploy-dry-run", "SKILL.md") };
}

/** A card that was handed over for tasks of which nobody knows yet how they ended, and then became a skill; and tasks without it. */
async function promoted(memory: Memory, session?: string): Promise<string[]> {
  const card = { id: "deploy.dry-run", whenToUse: TASK, title: "Run the deployment dry first", confidence: 0.8 };
  const attempts: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    const without = await memory.recall(TASK);
    expect(without.cards).toEqual([]);
    await memory.record(without, i < 10 ? WELL : BADLY);
  }
  await memory.create(card);
  for (let i = 0; i < 12; i += 1) {
    const advice = await memory.recall(TASK, { ...(session !== undefined && { session: `${session}-${i % 2}` }) });
    expect(advice.cards.map(({ id }) => id)).toEqual([card.id]);
    attempts.push(advice.attempt);
  }
  await memory.promote([card.id]);
  return attempts;
}

describe("a promoted card that goes bad by outcomes", () => {
  it.each(["attribution", "reme"] as const)("[L58] loses its skill and leaves recall, under %s", async (policy) => {
    const { memory, skill } = await open({ policy });
    const attempts = await promoted(memory);
    expect(existsSync(skill)).toBe(true);
    for (const [i, attempt] of attempts.entries()) await memory.record(attempt, i === 0 ? WELL : BADLY);
    const { demoted } = await memory.learn();
    expect(demoted).toMatchObject([{ name: "deploy-dry-run", retired: ["deploy.dry-run"], cards: [] }]);
    expect(demoted![0]!.reason).toContain("1");
    expect(existsSync(skill)).toBe(false);
    expect((await memory.show("deploy.dry-run")).experience).toMatchObject({ status: "retired", freq: 12, utility: 1 });
    const rows = (await memory.log("deploy.dry-run")).filter(({ type }) => type === "demoted" || type === "retired");
    expect(rows).toMatchObject([
      { type: "demoted", by: "learn" },
      { type: "retired", by: `policy/${policy}` },
    ]);
    expect((await memory.recall(TASK)).cards).toEqual([]);
    expect((await memory.learn()).demoted).toBeUndefined();
  });

  it.each(["attribution", "reme"] as const)(
    "[L58] keeps its skill while outcomes speak for it, under %s",
    async (policy) => {
      const { memory, skill } = await open({ policy });
      const attempts = await promoted(memory);
      for (const [i, attempt] of attempts.entries()) await memory.record(attempt, i === 0 ? BADLY : WELL);
      expect((await memory.learn()).demoted).toBeUndefined();
      expect(existsSync(skill)).toBe(true);
    },
  );

  it("[L58] comes back into recall, though not as a skill, when the sessions of those outcomes are revoked", async () => {
    const { memory, skill } = await open();
    const attempts = await promoted(memory, "s");
    for (const [i, attempt] of attempts.entries()) await memory.record(attempt, i < 2 ? WELL : BADLY);
    expect((await memory.learn()).demoted).toHaveLength(1);
    await memory.revoke("s-0");
    await memory.revoke("s-1");
    expect((await memory.show("deploy.dry-run")).experience).toMatchObject({ status: "active", freq: 0, utility: 0 });
    expect(existsSync(skill)).toBe(false);
    expect((await memory.recall(TASK)).cards.map(({ id }) => id)).toEqual(["deploy.dry-run"]);
  });
});
