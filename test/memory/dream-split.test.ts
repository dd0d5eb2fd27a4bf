import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { foldLedger } from "../../src/learn/record.ts";
import { store, times } from "./store-on-disk.ts";

const CACHE = {
  id: "cache.clear",
  whenToUse: "When the page looks stale",
  title: "Clear the cache first",
  body: "1. Run `cache clear`.",
};
/** Tasks whose words tell their kind: `interface` and `messages`. */
const PAGE = "the page looks stale in the browser, see why";
const MAIL = "the page looks stale, answer the email in my inbox";

type Store = Awaited<ReturnType<typeof store>>;

/** A card that helps with pages and hurts with messages, by so many attempts that a dream sees it. */
async function harmful(world: Store, { session }: { session?: string } = {}) {
  await world.memory.create(CACHE);
  const some = (task: string, ids: string[], well: number, badly: number, by?: string) =>
    times(well + badly, (i) => ({ task, ids, score: i < well ? 1 : 0, session: by }));
  for (const { task, ids, score, session: by } of [
    ...some(PAGE, [CACHE.id], 11, 1),
    ...some(PAGE, [], 4, 8),
    ...some(MAIL, [CACHE.id], 1, 11, session),
    ...some(MAIL, [], 9, 3),
  ]) {
    const attempt = await world.shown(ids, {
      task,
      family: undefined,
      ...(by !== undefined && { session: by }),
    } as never);
    await world.ports.ledger.append([{ type: "outcome", attempt, score, by: "test", reasons: [] }]);
  }
}

const recalled = async (world: Store, task: string, family?: string) => {
  const { cards, explain } = await world.memory.recall(task, {
    record: false,
    ...(family !== undefined && { family }),
  });
  return { shown: cards.map(({ id }) => id), leftOut: explain.map(({ id, leftOut }) => [id, leftOut]) };
};

describe("a card that was split", () => {
  it("[L71] is kept out of the kind of task that it hurts, and recall says why", async () => {
    const world = await store();
    await harmful(world);
    expect((await recalled(world, MAIL)).shown).toEqual([CACHE.id]);
    const { units } = await world.memory.dream();
    expect(units.map(({ kind }) => kind)).toEqual(["create"]);
    expect(units[0]!.changes[0]!.diff).toContain("+not_for: [messages]");
    expect(await recalled(world, MAIL)).toEqual({ shown: [], leftOut: [[CACHE.id, "not for messages"]] });
    expect((await recalled(world, PAGE)).shown).toEqual([CACHE.id]);
    // Who names the kind of task is believed before the words are.
    expect((await recalled(world, PAGE, "messages")).shown).toEqual([]);
    expect((await recalled(world, MAIL, "interface")).shown).toEqual([CACHE.id]);
    expect((await world.memory.dream()).units).toEqual([]);
    await world.memory.undoDream();
    expect((await recalled(world, MAIL)).shown).toEqual([CACHE.id]);
  });

  it("[L71] goes where a person lets it, and no dream says otherwise", async () => {
    const world = await store();
    await harmful(world);
    await world.memory.dream();
    const path = join(world.folder, "experiences", `${CACHE.id}.md`);
    writeFileSync(path, readFileSync(path, "utf8").replace("not_for: [messages]", "not_for: [interface, trading]"));
    expect((await recalled(world, MAIL)).shown).toEqual([CACHE.id]);
    expect((await recalled(world, PAGE)).leftOut).toEqual([[CACHE.id, "not for interface"]]);
    expect((await world.memory.dream()).units).toEqual([]);
    expect((await world.card(CACHE.id)).notFor).toEqual(["interface", "trading"]);
  });

  it("[L71] leaves a half that is for that kind of task alone, should somebody restore it", async () => {
    const world = await store();
    await harmful(world);
    await world.memory.dream();
    await world.memory.restore(`${CACHE.id}.unhelpful`, "let me see");
    expect((await recalled(world, PAGE)).shown).toEqual([CACHE.id]);
    expect((await recalled(world, PAGE)).leftOut).toContainEqual([`${CACHE.id}.unhelpful`, "not for interface"]);
    // Now its own record keeps it back, nothing else does.
    expect((await recalled(world, MAIL)).leftOut).toContainEqual([`${CACHE.id}.unhelpful`, "value too low"]);
    expect((await world.memory.dream()).units).toEqual([]);
  });

  it("[L71] hands that on to a card into which it is merged", async () => {
    const world = await store();
    await harmful(world);
    await world.memory.dream();
    await world.memory.create({ ...CACHE, id: "cache.clear-twin" });
    await world.memory.reinforce(CACHE.id);
    const { units } = await world.memory.dream();
    expect(units.map(({ kind }) => kind)).toEqual(["corroborate"]);
    expect((await world.card(units[0]!.changes[0]!.card)).notFor).toEqual(["messages"]);
    expect((await recalled(world, MAIL)).shown).toEqual([]);
  });

  it("[L72] is whole again when the session that spoke against it is revoked, with the numbers of a memory that never saw it", async () => {
    const world = await store();
    await harmful(world, { session: "s-bad" });
    await world.memory.dream();
    await world.memory.revoke("s-bad", {});
    const { units } = await world.memory.dream();
    expect(units.map(({ kind, reason }) => [kind, reason])).toEqual([
      ["refine", expect.stringContaining(`${CACHE.id} was kept out of "messages"`)],
    ]);
    expect((await recalled(world, MAIL)).shown).toEqual([CACHE.id]);
    const card = await world.card(CACHE.id);
    expect(card.notFor).toBeUndefined();
    expect(card.body).not.toContain("messages");
    expect((await world.memory.dream()).units).toEqual([]);

    const never = await store();
    await harmful(never);
    const rows = [];
    for await (const row of never.ports.ledger.read()) rows.push(row);
    const bad = new Set(
      rows.flatMap((row) =>
        row.type === "recalled" && row.task === MAIL && row.shown.length > 0 ? [row.attempt] : [],
      ),
    );
    const unseen = await foldLedger(rows.filter((row) => !("attempt" in row && bad.has(row.attempt))));
    const fold = await foldLedger(world.ports.ledger.read());
    const numbers = ({ cards }: typeof fold) => {
      const { freq, utility, judged, judgedWell, confidence } = cards.get(CACHE.id)!;
      return { freq, utility, judged, judgedWell, confidence };
    };
    expect(numbers(fold)).toEqual(numbers(unseen));
  });

  it("[L72] is split again by new evidence after that", async () => {
    const world = await store();
    await harmful(world, { session: "s-bad" });
    await world.memory.dream();
    await world.memory.revoke("s-bad", {});
    await world.memory.dream();
    await world.happened(times(12, (i) => ({ ids: [CACHE.id], score: i === 0 ? 1 : 0, family: "messages" })));
    expect((await world.memory.dream()).units.map(({ kind }) => kind)).toEqual(["create"]);
    expect((await recalled(world, MAIL)).shown).toEqual([]);
    const fold = await foldLedger(world.ports.ledger.read());
    expect(fold.cards.get(`${CACHE.id}.unhelpful`)).toMatchObject({ freq: 12, utility: 1 });
    expect(fold.cards.get(CACHE.id)).toMatchObject({ freq: 12, utility: 11 });
  });
});
