import { describe, expect, it } from "vitest";
import { FIELD_WEIGHTS, tokensOf } from "../../src/recall/fields.ts";
import { retrieve } from "../../src/recall/retrieve.ts";
import { card, fillers, indexOf } from "./support.ts";

const idsOf = (hits: Awaited<ReturnType<typeof retrieve>>): string[] => hits.map((hit) => hit.card.experience.id);

describe("fields", () => {
  it("[R1] finds a card by every field", async () => {
    const fields = {
      "by-when": { whenToUse: "When the zebra crosses" },
      "by-title": { title: "Photograph zebras" },
      "by-keyword": { keywords: ["zebra"] },
      "by-tool": { tools: ["feed_zebra"] },
      "by-task": { taskQuery: "paint a zebra" },
      "by-generalized": { generalizedQuery: "zebra care" },
      "by-body": { body: "# x\n\n1. Count the zebras.\n" },
    };
    const cards = Object.entries(fields).map(([id, field]) => card({ id, title: "Something else", ...field }));
    const index = await indexOf(...cards, ...fillers(20));
    expect(new Set(idsOf(await retrieve(index, "zebra", { topK: 20 })))).toEqual(new Set(Object.keys(fields)));
  });

  it("ranks the situation and the tool above a mention in the body", async () => {
    const index = await indexOf(
      card({ id: "body", title: "A", body: "# A\n\n1. Mind the zebra.\n" }),
      card({ id: "situation", title: "A", whenToUse: "When a zebra is near" }),
      ...fillers(20),
    );
    expect(idsOf(await retrieve(index, "zebra", { topK: 2 }))).toEqual(["situation", "body"]);
    expect(Math.min(...Object.values(FIELD_WEIGHTS))).toBe(FIELD_WEIGHTS.body);
  });

  it("finds a card by what its tool does, where the host has told", () => {
    const descriptions = new Map([["mv", "Moves a file to another folder"]]);
    expect(tokensOf(card({ id: "a", tools: ["mv"] }), descriptions).tools).toEqual(
      expect.arrayContaining(["mv", "folder"]),
    );
    expect(tokensOf(card({ id: "a", tools: ["mv"] })).tools).toEqual(["mv"]);
  });

  // FAULTS A16
  it("[R2] finds Korean, Japanese and Chinese cards by a word of two characters", async () => {
    const index = await indexOf(
      card({ id: "ko", whenToUse: "배포 전에 테스트를 실행한다" }),
      card({ id: "ja", whenToUse: "デプロイ前にテスト" }),
      card({ id: "zh", whenToUse: "部署前先跑测试" }),
      ...fillers(5),
    );
    for (const [query, id] of [
      ["배포", "ko"],
      ["テスト", "ja"],
      ["部署", "zh"],
    ] as const) {
      expect(idsOf(await retrieve(index, query, { topK: 1 })), query).toEqual([id]);
    }
  });
});

describe("retrieve", () => {
  it("[R3] honours topK and asks neither for value nor for a slot", async () => {
    const harmful = Array.from({ length: 6 }, (_, i) =>
      card({ id: `z${i}`, whenToUse: "When a zebra is near", tier: "provisional", value: { mean: -2, sd: 0.1 } }),
    );
    const index = await indexOf(...harmful, ...fillers(20));
    expect(await retrieve(index, "zebra", { topK: 4 })).toHaveLength(4);
    expect(await retrieve(index, "zebra", { topK: 50 })).toHaveLength(6);
  });

  it("breaks ties by id", async () => {
    const index = await indexOf(
      ...["c", "a", "b"].map((id) => card({ id, whenToUse: "When a zebra is near", title: "t", body: "# t" })),
    );
    expect(idsOf(await retrieve(index, "zebra", { topK: 3 }))).toEqual(["a", "b", "c"]);
  });

  it("[R4] leaves out quarantined, retired and promoted cards, even on an exact match", async () => {
    const index = await indexOf(
      card({ id: "q", whenToUse: "When a zebra is near", status: "quarantined" }),
      card({ id: "r", whenToUse: "When a zebra is near", status: "retired" }),
      card({ id: "p", whenToUse: "When a zebra is near", status: "promoted" }),
      ...fillers(5),
    );
    expect(
      idsOf(await retrieve(index, "When a zebra is near", { topK: 10 })).filter((id) => !id.startsWith("filler")),
    ).toEqual([]);
  });

  it("leaves out what it is told to", async () => {
    const index = await indexOf(
      card({ id: "a", whenToUse: "When a zebra is near" }),
      card({ id: "b", whenToUse: "When a zebra is near" }),
    );
    expect(idsOf(await retrieve(index, "zebra", { topK: 1, exclude: ["a"] }))).toEqual(["b"]);
  });

  it("finds nothing for a task without a letter", async () => {
    const index = await indexOf(...fillers(3));
    expect(await retrieve(index, "?! 👍", { topK: 3 })).toEqual([]);
  });
});

describe("tools at hand", () => {
  const cards = [
    card({ id: "both", whenToUse: "When a zebra is near", tools: ["get_price", "place_order"] }),
    card({ id: "none", whenToUse: "When a zebra is near" }),
    card({
      id: "repair",
      whenToUse: "When a zebra is near",
      tools: ["place_order", "login", "get_price"],
      rule: { type: "fix-call", tool: "place_order", error: "*", fix: ["login", "get_price"] },
    }),
  ];

  async function withTools(...toolsAtHand: string[]): Promise<string[]> {
    return idsOf(await retrieve(await indexOf(...cards), "zebra", { topK: 5, toolsAtHand })).sort();
  }

  it("[R5] leaves a card out when one of its tools is missing; a card without tools stays", async () => {
    expect(await withTools("get_price", "place_order")).toEqual(["both", "none", "repair"]);
    expect(await withTools("place_order")).toEqual(["none"]);
    expect(await withTools()).toEqual(["none"]);
  });

  it("needs only one of the calls that mend an error", async () => {
    expect(await withTools("place_order", "login")).toEqual(["none", "repair"]);
  });

  it("sees through a server's prefix and the case", async () => {
    expect(await withTools("mcp__trading__get_price", "mcp__trading__Place_Order")).toContain("both");
  });

  it("reads on until enough cards have their tools at hand", async () => {
    const foreign = Array.from({ length: 60 }, (_, i) =>
      card({ id: `a${i}`, whenToUse: "When a zebra is near", tools: ["absent"] }),
    );
    const index = await indexOf(
      ...foreign,
      card({ id: "zz", whenToUse: "When a zebra is near, at last and after all the others" }),
    );
    expect(idsOf(await retrieve(index, "zebra", { topK: 1, toolsAtHand: [] }))).toEqual(["zz"]);
  });
});
