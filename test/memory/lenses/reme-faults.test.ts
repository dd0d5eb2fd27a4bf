import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GOOD_JUDGEMENT, purchase, STOCK } from "../../model-servers/replies.ts";
import type { Reply } from "../../model-servers/scripted.ts";
import { GOOD, openDesk } from "./support.ts";

const TASK = "Buy 100 shares of AAPL at the current price";
const ID = "ask-for-the-quote-before-an-order-at-the-market-price";

// What ReMe 0.2 gets wrong, each as a test of what must be right here.
describe("a fault of ReMe's that is none here:", () => {
  it("what does not help is forgotten, and can be had back", async () => {
    const { memory, reopen } = await openDesk();
    await memory.acquire([purchase(1)]);
    const strict = await reopen({}, { policy: "reme" });
    // Two of five ended well: 2/5 is not above β.
    for (const score of [1, 0, 1, 0, 0]) {
      const advice = await strict.recall(TASK);
      expect(advice.cards.map(({ id }) => id)).toEqual([ID]);
      await strict.record(advice, { score, by: "benchmark", reasons: [] });
    }
    expect((await strict.recall(TASK)).cards).toEqual([]);
    expect((await strict.list("retired")).cards.map(({ id, freq, utility }) => ({ id, freq, utility }))).toEqual([
      { id: ID, freq: 5, utility: 2 },
    ]);
    await strict.restore(ID, "second chance");
    expect((await strict.recall(TASK)).cards).toHaveLength(1);
  });

  it("a card is compared with the stored ones, also after a restart", async () => {
    const { memory, reopen, cards } = await openDesk();
    await memory.acquire([purchase(1)]);
    const { lenses } = await (await reopen()).acquire([purchase(2)]);
    expect(lenses!.decisions.map(({ verdict }) => verdict)).toEqual(["merged"]);
    expect(Object.keys(cards())).toHaveLength(1);
  });

  it("searching changes no score: the judge's stays what it was, and so does every byte of the card", async () => {
    const { memory, home } = await openDesk();
    await memory.acquire([purchase(1)]);
    const file = join(home, "projects", memory.project.id, "experiences", `${ID}.md`);
    const hash = () => createHash("sha256").update(readFileSync(file)).digest("hex");
    const before = hash();
    for (let i = 0; i < 5; i++) await memory.recall(TASK);
    expect(hash()).toBe(before);
    expect(readFileSync(file, "utf8")).toContain(`judged ${GOOD_JUDGEMENT.score} by`);
  });

  it("a judge who cannot be understood has not said yes", async () => {
    const { memory, cards } = await openDesk({ ...GOOD, judgement: "valid, I would say" });
    expect((await memory.acquire([purchase(1)])).lenses!.decisions[0]!.verdict).toBe("rejected");
    expect(cards()).toEqual({});
  });

  it("an exhausted model is no sign that there was nothing to learn", async () => {
    const nothing = await openDesk({ ...GOOD, success_experiences: { json: { experiences: [] } } });
    expect((await nothing.memory.acquire([purchase(1)])).lenses).toMatchObject({ decisions: [], notes: [] });
    expect((await nothing.memory.acquire([purchase(1)])).lenses!.attempts).toBe(0);

    const exhausted = await openDesk({ ...GOOD, success_experiences: { status: 500 } });
    expect((await exhausted.memory.acquire([purchase(1)])).lenses!.failed).toMatch(/HTTP 500/);
    exhausted.server.play(({ asked }) => (GOOD[asked] as Reply) ?? { status: 500 });
    expect((await exhausted.memory.acquire([purchase(1)])).lenses!.attempts).toBe(1);
  });

  it("key points are used for failures and comparisons as well", async () => {
    const { memory, server } = await openDesk();
    await memory.acquire([purchase(1, { task: "a" }), purchase(2, { task: "a", score: 0 })]);
    for (const lens of ["success", "failure", "comparison"]) {
      expect(server.asked(`${lens}_experiences`)[0]!.user, lens).toContain("<key_points>");
    }
  });

  it("one failed judgement of a batch does not break the others, and a look-up is by name", async () => {
    const drafts = [
      STOCK,
      {
        ...STOCK,
        title: "Log out after the last order",
        when_to_use: "After the last call",
        tools: ["logout"],
        steps: ["Call `logout`."],
      },
    ];
    const { memory } = await openDesk(({ asked, messages }) => {
      if (asked === "success_experiences") return { json: { experiences: drafts } };
      if (asked === "judgement" && messages[0]!.content.includes("Log out after")) return "?";
      return (GOOD[asked] as Reply) ?? { status: 500 };
    });
    const { lenses } = await memory.acquire([purchase(1)]);
    expect(lenses!.decisions.map(({ verdict }) => verdict).sort()).toEqual(["created", "rejected"]);
    const created = lenses!.decisions.find(({ verdict }) => verdict === "created")!;
    expect((await memory.show(created.card!)).experience.id).toBe(created.card);
  });

  it("an outcome that comes twice counts once, and a graded or late one counts for its own attempt", async () => {
    const { memory } = await openDesk();
    await memory.acquire([purchase(1)]);
    const first = await memory.recall(TASK);
    const second = await memory.recall(TASK);
    for (let i = 0; i < 3; i++) await memory.record(first, { score: 0.7, by: "judge", reasons: [] });
    await memory.record(second.attempt, { score: 0.2, by: "test", reasons: [] });
    const card = (await memory.list()).cards.find(({ id }) => id === ID)!;
    expect(card).toMatchObject({ freq: 2, utility: 1 });
  });
});
