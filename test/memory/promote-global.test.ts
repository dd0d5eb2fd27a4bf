import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Memory } from "../../src/memory.ts";
import { openMemory } from "../../src/open-memory.ts";

let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "habitus-global-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
});

const home = () => join(base, "home");

async function open(name: string): Promise<Memory> {
  mkdirSync(join(base, name), { recursive: true });
  const memory = await openMemory({ home: home(), cwd: join(base, name), env: { HOME: base, PATH: "" } });
  onTestFinished(() => memory.close());
  return memory;
}

const TASK = "deploy the billing service to staging";
const deploy = (id = "deploy.dry-run") => ({
  id,
  whenToUse: "deploying the billing service to staging",
  title: "Run the deployment dry first",
  confidence: 0.8,
});
const shownBy = async (memory: Memory, task = TASK) => (await memory.recall(task)).cards.map(({ id }) => id);
const WELL = { score: 1, by: "user" as const, reasons: [] };
const BADLY = { score: 0, by: "user" as const, reasons: [] };

describe("global scope", () => {
  it("[L60] hands a card over in every project once it is promoted, and in its own one until then", async () => {
    const [one, two] = [await open("one"), await open("two")];
    await one.create(deploy());
    expect(await shownBy(two)).toEqual([]);
    expect(existsSync(join(home(), "global"))).toBe(false);
    await one.promote(["deploy.dry-run"], { to: "global" });
    expect(await shownBy(two)).toEqual(["global/deploy.dry-run"]);
    expect(await shownBy(one)).toEqual(["global/deploy.dry-run"]);
    await one.demote("deploy.dry-run");
    expect(await shownBy(two)).toEqual([]);
    expect(await shownBy(one)).toEqual(["deploy.dry-run"]);
    expect(readdirSync(join(home(), "global", "experiences"))).toEqual([]);
  });

  it("[L61] ranks global cards and a project's own in one list, and leaves out what the project says itself", async () => {
    const [one, two] = [await open("one"), await open("two")];
    await one.create(deploy());
    await one.promote(["deploy.dry-run"], { to: "global" });
    await two.create(deploy("own.dry-run"));
    const { cards, explain } = await two.recall(TASK);
    expect(cards.map(({ id }) => id)).toEqual(["own.dry-run"]);
    expect(explain.find(({ id }) => id === "global/deploy.dry-run")?.leftOut).toBe("said by own.dry-run");
  });

  it("[L62] counts the use of a global card over the ledgers of all projects", async () => {
    const [one, two] = [await open("one"), await open("two")];
    await one.create(deploy());
    await one.promote(["deploy.dry-run"], { to: "global" });
    await one.record(await one.recall(TASK), WELL);
    await two.record(await two.recall(TASK), WELL);
    await two.record(await two.recall(TASK), BADLY);
    await two.learn();
    for (const memory of [one, two]) {
      const { freq, utility, value } = (await memory.show("global/deploy.dry-run")).experience;
      expect({ freq, utility, known: value !== undefined }).toEqual({ freq: 3, utility: 2, known: true });
    }
    // The card it came from keeps its own record.
    expect((await one.show("deploy.dry-run")).experience).toMatchObject({ freq: 0, status: "promoted" });
  });

  it("says a global habit at the start of a session in every project", async () => {
    const [one, two] = [await open("one"), await open("two")];
    await one.create(deploy());
    await one.promote(["deploy.dry-run"], { to: "global" });
    const advice = await two.advise({ level: "session", session: "s1" });
    expect(advice?.cards.map(({ id }) => id)).toEqual(["global/deploy.dry-run"]);
  });

  it("takes two projects for one card: a second source joins, and the card stays until the last one leaves", async () => {
    const [one, two] = [await open("one"), await open("two")];
    for (const memory of [one, two]) await memory.create(deploy());
    await one.promote(["deploy.dry-run"], { to: "global" });
    await two.promote(["deploy.dry-run"], { to: "global" });
    const { experience } = await one.show("global/deploy.dry-run");
    expect(experience.provenance.derivedFrom).toEqual([
      `${one.project.id}/deploy.dry-run`,
      `${two.project.id}/deploy.dry-run`,
    ]);
    await one.demote("deploy.dry-run");
    expect(await shownBy(two)).toEqual(["global/deploy.dry-run"]);
    await two.demote("deploy.dry-run");
    expect(existsSync(join(home(), "global", "experiences", "deploy.dry-run.md"))).toBe(false);
  });

  it("[L63] suggests a card that two projects have come to, and no other", async () => {
    const [one, two, three] = [await open("one"), await open("two"), await open("three")];
    for (const memory of [one, two]) await memory.create(deploy());
    await one.create({ ...deploy("alone"), whenToUse: "only here", title: "Only this project needs it" });
    await three.create({ ...deploy(), title: "Never run the deployment dry first" });
    const { global } = await one.suggestions();
    expect(global).toEqual([
      { id: "deploy.dry-run", title: "Run the deployment dry first", projects: ["one", "two"], by: "words" },
    ]);
  });

  it("changes a global card from any project, and hears of it everywhere", async () => {
    const [one, two] = [await open("one"), await open("two")];
    await one.create(deploy());
    await one.promote(["deploy.dry-run"], { to: "global" });
    expect((await two.list("active")).cards.map(({ id }) => id)).toEqual(["global/deploy.dry-run"]);
    expect((await two.weaken("global/deploy.dry-run")).after).toBe(0.7);
    await two.retire("global/deploy.dry-run", "not here");
    expect(await shownBy(one)).toEqual([]);
    // Nothing speaks for the card any more, so it speaks for itself again.
    const { demoted } = await one.learn();
    expect(demoted?.map(({ cards }) => cards)).toEqual([["deploy.dry-run"]]);
    expect(await shownBy(one)).toEqual(["deploy.dry-run"]);
  });

  it("holds nothing but cards and their ledger: no observation ever", async () => {
    const one = await open("one");
    await one.create(deploy());
    await one.promote(["deploy.dry-run"], { to: "global" });
    await shownBy(one);
    await one.learn();
    expect(readdirSync(join(home(), "global")).sort()).toEqual(["experiences", "history", "ledger", "lock"]);
  });

  it("shows on a dry run what would be written, and writes nothing", async () => {
    const one = await open("one");
    await one.create(deploy());
    const { files, dryRun } = await one.promote(["deploy.dry-run"], { to: "global", dryRun: true });
    expect(dryRun).toBe(true);
    expect(files[0]?.diff).toContain("+scope: global");
    expect(existsSync(join(home(), "global", "experiences"))).toBe(false);
  });
});
