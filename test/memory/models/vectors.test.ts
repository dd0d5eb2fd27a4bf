import { describe, expect, it } from "vitest";
import { calibrate } from "../../../src/memory/models/calibrate.ts";
import { CALIBRATION } from "../../../src/memory/models/calibration-pairs.ts";
import { cosine, unit } from "../../../src/memory/models/cosine.ts";
import type { Embedder } from "../../../src/ports.ts";
import { purchase, STOCK } from "../../model-servers/replies.ts";
import { type Reply, replies, type Script } from "../../model-servers/scripted.ts";
import { GOOD, openDesk } from "../lenses/support.ts";

const GROUPS = Object.values(CALIBRATION).flat();

/** What a text means, as a good embedder would have it: same meaning, same place; the same matter, near; all else far. */
function meaningOf(text: string): number[] {
  const at = GROUPS.findIndex((group) => Object.values(group).includes(text));
  const vector = Array.from({ length: GROUPS.length + 3 }, () => 0);
  if (at >= 0) {
    vector[at] = 1;
    const group = GROUPS[at]!;
    vector[vector.length - 1] = text === group.other ? 0.9 : text === group.same ? 0.2 : 0.1;
    return vector;
  }
  const buys = /share|stock|equit|acquire|보유|매수/i.test(text);
  vector[vector.length - (buys ? 2 : 3)] = 1;
  vector[vector.length - 1] = /afterwards|list of orders/i.test(text) ? 0.9 : 0.15;
  return vector;
}

const REWORDED = {
  ...STOCK,
  title: "Equities bought at whatever they cost now need a fresh figure",
  when_to_use: "Somebody asks to acquire equities for what they are worth this minute",
  steps: ["Obtain the figure with `get_stock_info`.", "Hand that figure over as `price` to `place_order`."],
};
const UNLIKE = {
  ...STOCK,
  title: "Check the list of orders afterwards",
  when_to_use: "When a purchase of shares went through",
  steps: ["Call `get_orders` and compare."],
};

const embedding: Script = ({ messages }) => ({ json: messages.map(({ content }) => meaningOf(content)) });

async function openWithEmbedder(lens: Reply | Reply[], embed: Script = embedding) {
  const rest = replies({ ...GOOD, success_experiences: lens });
  const desk = await openDesk((call) => (call.asked === "embed" ? embed(call) : rest(call)));
  const memory = await desk.reopen({
    embed: { provider: "openai-compatible", model: "meaning-1", baseUrl: desk.server.url },
  });
  return { ...desk, memory };
}
const experience = (each: object): Reply => ({ json: { experiences: [each] } });

describe("vectors", () => {
  it("[M11] make one card of two that say the same in other words, by a threshold that was measured", async () => {
    const { memory, server, cards } = await openWithEmbedder([experience(STOCK), experience(REWORDED)]);
    await memory.acquire([purchase(1)]);
    const { lenses } = await memory.acquire([purchase(2)]);
    expect(lenses).toMatchObject({ embedder: "meaning-1", decisions: [{ verdict: "merged" }] });
    expect(lenses!.decisions[0]!.reason).toMatch(/says the same in other words \(cosine 1\.00, the same from 0\.9\d\)/);
    expect(Object.keys(cards())).toHaveLength(1);
    const measured = server.asked("embed").slice(0, 2);
    expect(measured.flatMap(({ messages }) => messages)).toHaveLength(4 * GROUPS.length);
  });

  it("make one card of two of the same batch, and leave two that say different things about one matter", async () => {
    const { memory, cards } = await openWithEmbedder({ json: { experiences: [STOCK, REWORDED, UNLIKE] } });
    const { lenses } = await memory.acquire([purchase(1)]);
    expect(lenses!.decisions.map(({ verdict }) => verdict)).toEqual(["created", "merged", "created"]);
    expect(Object.keys(cards())).toHaveLength(2);
  });

  it("[M11] of an embedder that cannot tell decide nothing, and the report says so", async () => {
    const flat: Script = ({ messages }) => ({ json: messages.map(({ content }) => [1, content.length % 7]) });
    const { memory, cards } = await openWithEmbedder([experience(STOCK), experience(REWORDED)], flat);
    await memory.acquire([purchase(1)]);
    const { lenses } = await memory.acquire([purchase(2)]);
    expect(lenses!.notes.join()).toMatch(/meaning-1 tells only \d+ % of known duplicates in en/);
    expect(Object.keys(cards())).toHaveLength(2);
  });

  it("that cannot be had fail the batch, and recall goes on by words with a note", async () => {
    const { memory, cards } = await openWithEmbedder(experience(STOCK), () => ({ status: 500 }));
    expect((await memory.acquire([purchase(1)])).lenses!.failed).toMatch(/HTTP 500/);
    expect(cards()).toEqual({});
    const advice = await memory.recall("Buy 100 shares of AAPL at the current price");
    expect(advice.notes).toEqual([expect.stringMatching(/only words were compared: .*HTTP 500/)]);
  });

  it("find a card that shares no word with the task, and keep it for the next process", async () => {
    const { memory, server, reopen } = await openWithEmbedder(experience(STOCK));
    await memory.acquire([purchase(1)]);
    const task = "매수 부탁드립니다";
    const advice = await memory.recall(task);
    expect(advice.cards.map(({ title }) => title)).toEqual([STOCK.title]);
    expect(advice.explain[0]!.near).toBeGreaterThan(0.9);
    const next = await reopen({
      embed: { provider: "openai-compatible", model: "meaning-1", baseUrl: server.url },
    });
    const before = server.asked("embed").length;
    expect((await next.recall(task)).cards).toHaveLength(1);
    expect(
      server
        .asked("embed")
        .slice(before)
        .map(({ messages }) => messages.map(({ content }) => content)),
    ).toEqual([[task]]);
    expect((await next.recall("오늘 점심 메뉴를 골라 주세요")).cards).toEqual([]);
  });

  it("are made anew for another embedder", async () => {
    const { memory, server, reopen } = await openWithEmbedder(experience(STOCK));
    await memory.acquire([purchase(1)]);
    await memory.recall("buy shares");
    const other = await reopen({ embed: { provider: "openai-compatible", model: "meaning-2", baseUrl: server.url } });
    const before = server.asked("embed").length;
    await other.recall("buy shares");
    const sent = server.asked("embed").slice(before);
    expect(sent.flatMap(({ messages }) => messages)).toHaveLength(4 * GROUPS.length + 2);
  });
});

describe("the measured threshold", () => {
  const embedderOf = (vector: (text: string) => number[]): Embedder => ({
    name: "e",
    embed: async (texts) => ({ vectors: texts.map(vector), tokens: 0 }),
  });

  it("lies between what is the same and what is merely about the same matter", async () => {
    const { sameAt, recognised } = (await calibrate(embedderOf(meaningOf))).ko;
    expect(recognised).toBe(1);
    const same = GROUPS.map((group) => cosine(unit(meaningOf(group.text)), unit(meaningOf(group.same))));
    const other = GROUPS.map((group) => cosine(unit(meaningOf(group.text)), unit(meaningOf(group.other))));
    expect(sameAt!).toBeLessThan(Math.min(...same));
    expect(sameAt!).toBeGreaterThan(Math.max(...other));
  });

  it("is one of each language: an embedder may be at home in one and lost in another", async () => {
    const english = (text: string) => (/[^\x20-\x7e]/.test(text) ? [1, text.length % 3] : meaningOf(text));
    const padded = (text: string) => [...english(text), ...Array(GROUPS.length).fill(0)].slice(0, GROUPS.length + 3);
    const scales = await calibrate(embedderOf(padded));
    expect(scales.en.sameAt).toBeDefined();
    expect(scales.zh.sameAt).toBeUndefined();
  });

  it("does not exist for vectors of nothing", async () => {
    const { sameAt } = (await calibrate(embedderOf(() => [0, 0, 0]))).en;
    expect(sameAt).toBeUndefined();
  });
});
