import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { contentKey } from "../../src/memory/dream/content-key.ts";
import type { Memory } from "../../src/memory.ts";
import type { Experience } from "../../src/model/experience.ts";
import { openMemory } from "../../src/open-memory.ts";
import { renderCard } from "../../src/store/card.ts";
import { orders } from "./memory-in-memory.ts";
import { type Store, store, times } from "./store-on-disk.ts";

/** Two ways to say one thing. */
const LINT = {
  id: "git.lint-first",
  whenToUse: "Before committing changes to the TypeScript code",
  title: "Run the linter before every commit",
  body: "1. Run `npm run lint`.\n2. Fix what it reports, then commit.",
  keywords: ["lint"],
};
const TWIN = {
  id: "lint.before-commit",
  whenToUse: "Before you commit changes to TypeScript code",
  title: "Run the linter before each commit",
  body: "1. Run `npm run lint`.\n2. Fix whatever it reports and then commit.",
  keywords: ["commit"],
};

/** A card as a model would have written it from these sessions. */
async function distilled({ ports, memory }: Store, given: typeof LINT, sessions: string[]): Promise<void> {
  const card: Experience = {
    ...given,
    body: `# ${given.title}\n\n${given.body}\n`,
    format: 1,
    kind: "success",
    status: "active",
    tier: "provisional",
    scope: "project",
    confidence: 0.5,
    freq: 0,
    utility: 0,
    tools: [],
    created: new Date(ports.clock.now()).toISOString(),
    provenance: { origin: "lens", sessions, trajectories: [], author: "lens/success@1 m", derivedFrom: [] },
  };
  await ports.cards.write(card.id, "experiences", renderCard(card), null);
  await ports.ledger.append([{ type: "born", card: card.id, confidence: 0.5, sessions, by: card.provenance.author }]);
  await memory.list();
}

/** Every card by its place, what it says, and its numbers. */
async function everything({ memory, ports }: Store) {
  const { cards } = await memory.list();
  const rows = cards.map(async ({ id, status, confidence, freq, utility }) => {
    const text = (await ports.cards.read(id))!.text;
    return [id, { status, confidence, freq, utility, text: contentKey(text) }] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}
const inUse = (all: Awaited<ReturnType<typeof everything>>) =>
  Object.fromEntries(Object.entries(all).filter(([, { status }]) => status !== "retired"));

describe("revoking a session after a dream", () => {
  it("[L73] whose card was merged into another leaves that one as a memory has it that never saw the session", async () => {
    const [world, never] = [await store(), await store()];
    for (const each of [world, never]) await each.memory.create(LINT);
    await distilled(world, TWIN, ["s-bad"]);
    const { units } = await world.memory.dream();
    expect(units.map(({ kind }) => kind)).toEqual(["corroborate"]);
    expect((await world.card(LINT.id)).keywords).toEqual(["lint", "commit"]);
    const planned = await world.memory.revoke("s-bad", { dryRun: true });
    const report = await world.memory.revoke("s-bad", {});
    expect(report.retired.map(({ id }) => id)).toEqual([TWIN.id]);
    expect({ ...report, dryRun: true }).toEqual(planned);
    expect(inUse(await everything(world))).toEqual(inUse(await everything(never)));
    expect((await world.memory.dream()).units).toEqual([]);
  });

  it("[L73] that the remaining card rested on brings the other one back", async () => {
    const [world, never] = [await store(), await store()];
    await distilled(world, LINT, ["s-bad"]);
    world.pass(60_000);
    never.pass(60_000);
    for (const each of [world, never]) await distilled(each, TWIN, ["s-good"]);
    await world.memory.dream();
    expect(Object.keys(inUse(await everything(world)))).toEqual([LINT.id]);
    const report = await world.memory.revoke("s-bad", {});
    expect([report.retired.map(({ id }) => id), report.restored]).toEqual([[LINT.id], [TWIN.id]]);
    expect(inUse(await everything(world))).toEqual(inUse(await everything(never)));
  });

  it("[L73] loses no card whose support was merged in, when a person has changed it since", async () => {
    const world = await store();
    await world.memory.create(LINT);
    await distilled(world, TWIN, ["s-bad"]);
    await world.memory.dream();
    const text = await world.memory.text(LINT.id);
    await world.memory.edit(LINT.id, text.replace("then commit.", "then commit it."), text);
    await world.memory.revoke("s-bad", {});
    const card = await world.card(LINT.id);
    expect([card.status, card.provenance.derivedFrom, card.confidence]).toEqual(["active", [], 0.5]);
    expect(card.body).toContain("then commit it.");
    expect((await world.card(TWIN.id)).status).toBe("retired");
  });

  it("[L73] that a correction rested on gives the card its earlier words back", async () => {
    const world = await store();
    const tabs = {
      ...LINT,
      id: "indent",
      title: "Always indent Python code with tabs",
      whenToUse: "When writing Python code",
    };
    await distilled(world, { ...tabs, body: "1. Indent every Python line with tabs." }, ["s-old"]);
    const before = await everything(world);
    world.pass(86_400_000);
    const spaces = { ...tabs, id: "indent.spaces", title: "Never indent Python code with tabs" };
    await distilled(world, { ...spaces, body: "1. Do not indent any Python line with tabs." }, ["s-1", "s-2"]);
    expect((await world.memory.dream()).units.map(({ kind }) => kind)).toEqual(["correct"]);
    expect((await world.card("indent")).title).toBe(spaces.title);
    await world.memory.revoke("s-1", {});
    const card = await world.card("indent");
    expect([card.title, card.confidence]).toEqual([tabs.title, 0.5]);
    expect((await world.card("indent.spaces")).status).toBe("active");
    await world.memory.revoke("s-2", {});
    expect(inUse(await everything(world))).toEqual(before);
    expect((await world.memory.dream()).units).toEqual([]);
  });

  it("[L73] takes back what its outcomes wrote into cards", async () => {
    const world = await store();
    await world.memory.create(LINT);
    const before = (await world.card(LINT.id)).body;
    await world.happened([
      ...times(12, (i) => ({ ids: [LINT.id], score: i === 0 ? 0 : 1, session: "s-bad" })),
      ...times(12, (i) => ({ ids: [], score: i < 3 ? 1 : 0 })),
    ]);
    expect((await world.memory.dream()).units.map(({ kind }) => kind)).toEqual(["refine"]);
    expect((await world.card(LINT.id)).body).toContain("it helps with");
    await world.memory.revoke("s-bad", {});
    expect((await world.card(LINT.id)).body).toBe(before);
    expect((await world.memory.dream()).units).toEqual([]);
  });
});

describe("revoking a session after a promotion", () => {
  async function onDisk(): Promise<{ memory: Memory; base: string; skill: string }> {
    const base = mkdtempSync(join(tmpdir(), "habitus-revoke-promoted-"));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    for (const folder of [".claude", "app"]) mkdirSync(join(base, folder));
    const memory = await openMemory({
      home: join(base, "home"),
      cwd: join(base, "app"),
      env: { HOME: base, PATH: "" },
    });
    onTestFinished(() => memory.close());
    return { memory, base, skill: join(base, ".claude", "skills", "price", "SKILL.md") };
  }
  const statuses = async (memory: Memory) => (await memory.list()).cards.map(({ id, status }) => [id, status]);

  it("[L74] takes the skill down with the card that rested on it", async () => {
    const { memory, skill } = await onDisk();
    await memory.acquire(orders(0, 2));
    const [card] = (await memory.list("active")).cards;
    await memory.promote([card!.id], { name: "price" });
    expect(existsSync(skill)).toBe(true);
    const report = await memory.revoke("s1");
    expect(report.retired.map(({ id }) => id)).toEqual([card!.id]);
    expect(existsSync(skill)).toBe(false);
    expect(await statuses(memory)).toEqual([[card!.id, "retired"]]);
  });

  it("[L74] leaves the skill of a card that others show as well, and its numbers are those of a memory that never saw it", async () => {
    const [{ memory, skill }, never] = [await onDisk(), await onDisk()];
    await memory.acquire(orders(0, 8));
    await never.memory.acquire(orders(0, 7));
    const [card] = (await memory.list("active")).cards;
    for (const each of [memory, never.memory]) await each.promote([card!.id], { name: "price" });
    await memory.revoke("s7");
    expect(existsSync(skill)).toBe(true);
    const [mine, other] = [await memory.show(card!.id), await never.memory.show(card!.id)].map(({ experience }) => {
      const { status, confidence, freq, utility, tier, rule, provenance } = experience;
      return { status, confidence, freq, utility, tier, rule, sessions: provenance.sessions };
    });
    expect(mine).toEqual(other);
  });

  it("[L74] takes the copy for all projects back with the card that rested on it", async () => {
    const { memory, base } = await onDisk();
    await memory.acquire(orders(0, 2));
    const [card] = (await memory.list("active")).cards;
    await memory.promote([card!.id], { to: "global" });
    const copy = join(base, "home", "global", "experiences", `${card!.id}.md`);
    expect(existsSync(copy)).toBe(true);
    await memory.revoke("s1");
    expect(existsSync(copy)).toBe(false);
    expect(await statuses(memory)).toEqual([[card!.id, "retired"]]);
  });
});
