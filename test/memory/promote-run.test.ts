import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Memory } from "../../src/memory.ts";
import { ruleKey } from "../../src/model/rule.ts";
import { openMemory } from "../../src/open-memory.ts";
import { KEY, orders } from "./memory-in-memory.ts";

let base: string;
let env: NodeJS.ProcessEnv;
let memory: Memory;

/** A home with Claude Code and Codex by their folders, and no client on PATH: what is written is read again by the hosts' rules. */
beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), "habitus-promote-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  mkdirSync(join(base, ".claude"));
  mkdirSync(join(base, ".codex"));
  mkdirSync(join(base, "app"));
  env = { HOME: base, PATH: "" };
  memory = await openMemory({ home: join(base, "home"), cwd: join(base, "app"), env });
  onTestFinished(() => memory.close());
});

const claude = (...path: string[]) => join(base, ".claude", "skills", ...path);
const codex = (...path: string[]) => join(base, ".codex", "skills", ...path);
const statusOf = async (id: string) => (await memory.show(id)).experience.status;
const create = (id: string, fields: object = {}) =>
  memory.create({ id, whenToUse: `before ${id}`, title: `Back up before ${id}`, confidence: 0.8, ...fields });
const everything = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();

describe("promote", () => {
  it("[L50] writes one skill for each host on the machine, says how it was verified, and takes both back without a trace", async () => {
    await create("db.migrate", {
      body: "1. Dump the database.\n2. Migrate.\n\n## Failure modes\n- No dump: data is lost.",
    });
    const before = [everything(join(base, ".claude")), everything(join(base, ".codex"))];
    const report = await memory.promote(["db.migrate"]);
    expect(report.name).toBe("db-migrate");
    expect(report.files.map(({ host, path, listing }) => [host, path, listing?.by, listing?.missing])).toEqual([
      ["claude-code", claude("db-migrate", "SKILL.md"), "file", []],
      ["codex", codex("db-migrate", "SKILL.md"), "file", []],
    ]);
    const text = readFileSync(claude("db-migrate", "SKILL.md"), "utf8");
    expect(text).toMatch(
      /^---\nname: "db-migrate"\ndescription: "before db\.migrate: Back up before db\.migrate"\n---\n\n# /,
    );
    for (const part of [
      "1. Dump the database.\n2. Migrate.",
      "## Failure modes\n\n- No dump: data is lost.",
      "`db.migrate`: confidence 0.8",
    ])
      expect(text).toContain(part);
    expect(await statusOf("db.migrate")).toBe("promoted");

    const undone = await memory.demote("db-migrate");
    expect(undone.cards).toEqual(["db.migrate"]);
    expect(undone.removed).toHaveLength(2);
    expect([everything(join(base, ".claude")), everything(join(base, ".codex"))]).toEqual(before);
    expect(await statusOf("db.migrate")).toBe("active");
  });

  it("[L51] does not recall a promoted card beside its skill, and does again after `undo`", async () => {
    await create("db.migrate");
    const shown = async () => (await memory.recall("before db.migrate back up")).cards.map(({ id }) => id);
    expect(await shown()).toEqual(["db.migrate"]);
    await memory.promote(["db.migrate"]);
    expect(await shown()).toEqual([]);
    await memory.undo("db.migrate");
    expect(await shown()).toEqual(["db.migrate"]);
    expect(existsSync(claude())).toBe(false);
  });

  it("[L52] writes nothing on a dry run, and shows exactly what the real one writes", async () => {
    await create("db.migrate");
    const planned = await memory.promote(["db.migrate"], { dryRun: true });
    expect(planned.dryRun).toBe(true);
    expect(existsSync(claude())).toBe(false);
    const done = await memory.promote(["db.migrate"]);
    expect(done.files.map(({ path, diff }) => [path, diff])).toEqual(
      planned.files.map(({ path, diff }) => [path, diff]),
    );
    const added = planned.files[0]!.diff.split("\n")
      .slice(3)
      .map((line) => line.slice(1))
      .join("\n");
    expect(added).toBe(readFileSync(claude("db-migrate", "SKILL.md"), "utf8"));
  });

  it("[L53] never overwrites a foreign skill: steps aside, or refuses a name that a person gave", async () => {
    mkdirSync(claude("db-migrate"), { recursive: true });
    writeFileSync(claude("db-migrate", "SKILL.md"), "mine");
    await create("db.migrate");
    await expect(memory.promote(["db.migrate"], { name: "db-migrate" })).rejects.toThrow(/exists already/);
    expect((await memory.promote(["db.migrate"])).name).toBe("db-migrate-2");
    await memory.demote("db.migrate");
    expect(readFileSync(claude("db-migrate", "SKILL.md"), "utf8")).toBe("mine");
    expect(readdirSync(claude())).toEqual(["db-migrate"]);
  });

  it("[L54] leaves a skill that a person changed, says so, and brings its cards back all the same", async () => {
    await create("db.migrate");
    await memory.promote(["db.migrate"]);
    writeFileSync(claude("db-migrate", "SKILL.md"), "changed by hand");
    const { removed, left, cards } = await memory.demote("db-migrate");
    expect({ removed, left, cards }).toEqual({
      removed: [codex("db-migrate", "SKILL.md")],
      left: [claude("db-migrate", "SKILL.md")],
      cards: ["db.migrate"],
    });
    expect(readFileSync(claude("db-migrate", "SKILL.md"), "utf8")).toBe("changed by hand");
  });

  it("makes one skill of several cards, and takes it down for all of them", async () => {
    for (const id of ["db.migrate", "db.restore", "db.seed"]) await create(id, { keywords: ["database"] });
    const { name, cards } = await memory.promote(["db.migrate", "db.restore", "db.seed"]);
    expect([name, cards]).toEqual(["database", ["db.migrate", "db.restore", "db.seed"]]);
    await memory.undo("db.restore");
    expect((await memory.list("promoted")).cards).toEqual([]);
    expect(existsSync(claude())).toBe(false);
  });

  it("[L55] refuses cards that are held, retired or promoted already, and names the way out", async () => {
    await create("db.migrate");
    await memory.retire("db.migrate", "");
    await expect(memory.promote(["db.migrate"])).rejects.toThrow(/is retired/);
    await memory.restore("db.migrate", "");
    await memory.promote(["db.migrate"]);
    await expect(memory.promote(["db.migrate"])).rejects.toThrow(/promoted already: "db-migrate" speaks for it/);
    await expect(memory.demote("nothing")).rejects.toThrow(/nothing called "nothing" is promoted/);
  });

  it("finds the files that a run which died had written, and finishes", async () => {
    await create("db.migrate");
    await memory.promote(["db.migrate"]);
    const text = readFileSync(claude("db-migrate", "SKILL.md"), "utf8");
    await memory.demote("db-migrate");
    mkdirSync(claude("db-migrate"), { recursive: true });
    writeFileSync(claude("db-migrate", "SKILL.md"), text);
    expect((await memory.promote(["db.migrate"])).name).toBe("db-migrate");
  });

  it("keeps the record of a promoted card, and its rows in the log", async () => {
    await create("db.migrate");
    await memory.record(await memory.recall("before db.migrate back up"), { score: 1, by: "user", reasons: [] });
    await memory.promote(["db.migrate"]);
    const { freq, utility, status } = (await memory.show("db.migrate")).experience;
    expect({ freq, utility, status }).toEqual({ freq: 1, utility: 1, status: "promoted" });
    expect((await memory.log("db.migrate")).map(({ type }) => type)).toContain("promoted");
  });

  it("retires a promoted card only after its skill is gone", async () => {
    await create("db.migrate");
    await memory.promote(["db.migrate"]);
    await memory.retire("db.migrate", "wrong");
    expect(existsSync(claude())).toBe(false);
    expect(await statusOf("db.migrate")).toBe("retired");
  });

  it("[L58] takes a skill back when later runs contradict its card, with the reason, and keeps its history", async () => {
    await memory.acquire(orders(0, 8));
    const { id } = (await memory.list("active")).cards.find(({ rule }) => rule && ruleKey(rule) === KEY)!;
    await memory.promote([id], { name: "market-price" });
    const { demoted, decisions } = await memory.acquire(orders(8, 24, { follows: false }));
    const skill = existsSync(claude("market-price"));
    const withdrawn = decisions.find(({ card }) => card === id)?.verdict;
    expect({ skill, status: await statusOf(id), withdrawn, demoted: demoted?.length ?? 0 }).toEqual({
      skill: false,
      status: "retired",
      withdrawn: "withdrawn",
      demoted: 0,
    });
    const rows = (await memory.log(id)).map(({ type }) => type);
    expect(rows.filter((type) => ["promoted", "demoted", "retired"].includes(type))).toEqual([
      "promoted",
      "demoted",
      "retired",
    ]);
    expect((await memory.show(id)).versions).toBeGreaterThan(1);
  });

  it("[L58] tells the owner of a skill whose card went bad after a person changed it, also in `status`", async () => {
    await memory.acquire(orders(0, 8));
    const { id } = (await memory.list("active")).cards.find(({ rule }) => rule && ruleKey(rule) === KEY)!;
    await memory.promote([id], { name: "market-price" });
    const path = claude("market-price", "SKILL.md");
    writeFileSync(path, `${readFileSync(path, "utf8")}\nMy own words.\n`);
    await memory.acquire(orders(8, 24, { follows: false }));
    expect(existsSync(path)).toBe(true);
    expect((await memory.status()).leftSkills).toEqual([path]);
  });

  it("finishes a promotion that died after the ledger had heard of it, and a demotion as well", async () => {
    await create("db.migrate");
    await memory.promote(["db.migrate"]);
    const path = (await memory.show("db.migrate")).path;
    const promoted = readFileSync(path, "utf8");
    writeFileSync(path, promoted.replace("status: promoted", "status: active"));
    await memory.learn();
    expect(await statusOf("db.migrate")).toBe("promoted");
    await memory.demote("db.migrate");
    writeFileSync(path, readFileSync(path, "utf8").replace("status: active", "status: promoted"));
    await memory.learn();
    expect(await statusOf("db.migrate")).toBe("active");
  });
});
