import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createNodeSurroundings } from "../../src/adapters/node-surroundings.ts";
import { TOOL_GONE_AFTER_DAYS } from "../../src/learn/stale.ts";
import { openMemory } from "../../src/open-memory.ts";
import { createWorld, DAY_MS, KEY, order, orders } from "./memory-in-memory.ts";

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), "habitus-stale-"));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

const put = (root: string, path: string, text = "") => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
};

describe("cards whose things are gone", () => {
  it("[L37] are kept back while a file of the project is gone, and come back with it", async () => {
    const root = folder();
    put(root, "package.json", "{}");
    put(root, "src/billing/totals.ts");
    const memory = await openMemory({ home: folder(), cwd: root });
    const { id } = await memory.create({
      whenToUse: "When invoice totals are changed",
      title: "Round totals once",
      body: "1. Round in `src/billing/totals.ts` alone.\n2. Write `out/report.json` for whoever asks.",
    });
    const recalled = async () =>
      (await memory.recall("change invoice totals", { record: false })).cards.map((card) => card.id);
    await memory.learn();
    expect(await recalled()).toEqual([id]);
    expect((await memory.status()).stale).toEqual([]);

    renameSync(join(root, "src/billing"), join(root, "src/invoices"));
    await memory.learn();
    expect(await recalled()).toEqual([]);
    const advice = await memory.recall("change invoice totals", { record: false });
    expect(advice.explain.find((each) => each.id === id)?.leftOut).toBe("stale: src/billing/totals.ts is gone");
    expect((await memory.status()).stale).toEqual([{ id, reason: "src/billing/totals.ts is gone" }]);
    expect((await memory.list()).stale).toEqual({ [id]: "src/billing/totals.ts is gone" });
    expect((await memory.show(id)).stale).toBe("src/billing/totals.ts is gone");

    renameSync(join(root, "src/invoices"), join(root, "src/billing"));
    await memory.status();
    expect(await recalled()).toEqual([id]);
    await memory.close();
  });

  it("[L37] are kept back while the project asks for another major version", async () => {
    const root = folder();
    put(root, "package.json", JSON.stringify({ dependencies: { next: "^14.2.0" } }));
    const memory = await openMemory({ home: folder(), cwd: root });
    const card = await memory.create({
      whenToUse: "When a Next route caches too long",
      keywords: ["next@14"],
      body: "1. Set revalidate.",
    });
    await memory.learn();
    expect((await memory.status()).stale).toEqual([]);
    await memory.close();
    put(root, "package.json", JSON.stringify({ dependencies: { next: "~15.0.1" } }));
    const later = await openMemory({ home: folders[1]!, cwd: root });
    expect((await later.status()).stale).toEqual([{ id: card.id, reason: "it is about next 14, the project has 15" }]);
    expect((await later.recall("a next route caches too long", { record: false })).cards).toEqual([]);
    await later.close();
  });

  it("[L37] are kept back when their tool is not used any more, unless it is at hand, until it is used again", async () => {
    const world = createWorld();
    const { memory } = world;
    const report = await memory.acquire(orders(0, 6));
    const id = report.decisions.find(({ key }) => key === KEY)!.card!;
    const session = (n: number) => ({
      ...order(100 + n),
      turns: [
        { user: "look around", steps: [{ tool: "Read", input: { path: "a" }, result: "x", outcome: "ok" as const }] },
      ],
    });
    const task = "Order some shares at the market price";
    const recalled = async (toolsAtHand?: string[]) =>
      (await memory.recall(task, { record: false, ...(toolsAtHand && { toolsAtHand }) })).cards.map((card) => card.id);
    for (let n = 0; n < TOOL_GONE_AFTER_DAYS - 1; n++) {
      world.pass(DAY_MS);
      await memory.acquire([session(n)]);
    }
    expect(await recalled()).toEqual([id]);
    world.pass(DAY_MS);
    await memory.acquire([session(99)]);
    expect(await recalled()).toEqual([]);
    expect(await recalled(["get_quote", "order_shares", "Read"])).toEqual([id]);
    world.pass(DAY_MS);
    await memory.acquire([order(7)]);
    expect(await recalled()).toEqual([id]);
  });
});

describe("the folder of a project", () => {
  it("says of paths below it whether they exist, and of others nothing", async () => {
    const root = folder();
    put(root, "src/a.ts");
    const { exists } = createNodeSurroundings(root);
    expect(await Promise.all(["src/a.ts", "src/b.ts", "../x", "/etc/passwd"].map(exists))).toEqual([
      true,
      false,
      undefined,
      undefined,
    ]);
    expect(await createNodeSurroundings(join(root, "gone")).exists("src/a.ts")).toBeUndefined();
  });

  it("says which major version is asked for, where only one is", async () => {
    const root = folder();
    put(
      root,
      "package.json",
      JSON.stringify({ dependencies: { next: "^14.2.0", any: "*", many: ">=3" }, engines: { node: "20.x" } }),
    );
    put(root, "requirements.txt", "django==4.2.1\nrequests>=2\n");
    const { majorOf } = createNodeSurroundings(root);
    expect(await Promise.all(["next", "Node", "django", "any", "many", "requests", "none"].map(majorOf))).toEqual([
      14,
      20,
      4,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    put(root, "package.json", "{ broken");
    expect(await createNodeSurroundings(root).majorOf("next")).toBeUndefined();
  });
});

describe("forgetting", () => {
  it("[L38] retires what is beyond the quota, with the reason, and can bring it back", async () => {
    const { memory } = createWorld({ maxCards: 2 });
    for (const [id, confidence] of [
      ["low", 0.3],
      ["mid", 0.5],
      ["high", 0.7],
    ] as const) {
      await memory.create({ id, whenToUse: `When ${id} is asked for`, confidence });
    }
    // What a person writes is reviewed; these are as if they were not.
    for (const id of ["low", "mid", "high"]) {
      const text = await memory.text(id);
      await memory.edit(id, text.replace(/^tier: .*$/m, "tier: provisional"), text);
    }
    const { retired } = await memory.learn();
    expect(retired.map(({ id }) => id)).toEqual(["low"]);
    expect(retired[0]!.reason).toContain("max_cards");
    expect((await memory.list("active")).cards.map(({ id }) => id)).toEqual(["high", "mid"]);
    expect((await memory.restore("low", "needed")).status).toBe("active");
  });

  it("[L39] a card that is learned again after it was retired keeps its record", async () => {
    const world = createWorld();
    const { memory } = world;
    const report = await memory.acquire(orders(0, 6));
    const id = report.decisions.find(({ key }) => key === KEY)!.card!;
    world.pass(DAY_MS);
    for (const n of [1, 2, 3]) {
      const advice = await memory.recall("Order some shares at the market price", { session: `a${n}` });
      await memory.record(advice, { score: 1, by: "user", reasons: [] });
    }
    const before = (await memory.show(id)).experience;
    expect(before).toMatchObject({ freq: 3, utility: 3 });
    await memory.retire(id, "not now");
    await memory.acquire(orders(10, 14));
    const kept = (await memory.show(id)).experience;
    expect(kept).toMatchObject({ status: "retired", freq: 3, utility: 3 });
    expect((await memory.log(id)).filter(({ type }) => type === "born")).toHaveLength(1);
    await memory.restore(id, "now");
    const back = (await memory.show(id)).experience;
    expect(back).toMatchObject({ status: "active", freq: 3, utility: 3 });
    expect(back.confidence).toBeGreaterThan(before.confidence);
  });
});
