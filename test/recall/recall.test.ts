import { describe, expect, it } from "vitest";
import type { Experience } from "../../src/model/experience.ts";
import { type Recall, type RecallOptions, recall } from "../../src/recall/recall.ts";
import { estimateTokens } from "../../src/text/estimate-tokens.ts";
import { card, fillers, indexOf, usual } from "./support.ts";

async function ask(
  task: string,
  cards: readonly Experience[],
  { limit, ...options }: Partial<RecallOptions> & { limit?: number } = {},
): Promise<Recall> {
  return recall(await indexOf(...cards, ...fillers(10)), task, { ...usual(limit), ...options });
}
const shown = (answer: Recall): string[] => answer.cards.map((each) => each.id);
const reason = (answer: Recall, id: string): string | undefined =>
  answer.explain.find((each) => each.id === id)?.leftOut;

const order = (id: string, more: Partial<Experience> = {}): Experience =>
  card({
    id,
    whenToUse: "When a stock order at the market price is asked for",
    title: `Way ${id}`,
    body: `# Way ${id}\n\n1. Do ${id} then.\n`,
    ...more,
  });

describe("what is handed over", () => {
  it("[R6] hands over at most `limit` cards, best first", async () => {
    const answer = await ask("place a stock order at the market price", [
      order("a"),
      order("b"),
      order("c"),
      order("d"),
    ]);
    expect(shown(answer)).toEqual(["a", "b", "c"]);
    expect(reason(answer, "d")).toBe("limit");
  });

  it("[R9] hands over at most one unproven card, and it is the best of them", async () => {
    const weak = order("a-weak", { tier: "provisional", whenToUse: "When a stock order is given up" });
    const best = order("b-best", { tier: "provisional", keywords: ["market price", "order"] });
    const answer = await ask("place a stock order at the market price", [weak, best, order("c-proven")]);
    expect(shown(answer).sort()).toEqual(["b-best", "c-proven"]);
    expect(reason(answer, "a-weak")).toBe("unproven slot");
  });

  it("takes a card as proven when a session of its own, a person or outcomes speak for it", async () => {
    const proven = [
      order("a", { tier: "validated" }),
      order("b", { tier: "reviewed" }),
      order("c", { tier: "provisional", value: { mean: 0.8, sd: 1 } }),
    ];
    const doubtful = order("d", { tier: "provisional", value: { mean: 0.6, sd: 1 } });
    expect(shown(await ask("stock order", proven)).sort()).toEqual(["a", "b", "c"]);
    expect(shown(await ask("stock order", [doubtful, order("e", { tier: "provisional" })]))).toHaveLength(1);
  });

  it("[R10] never hands over a card whose value is below −0.4", async () => {
    const answer = await ask("stock order", [
      order("bad", { value: { mean: -0.41, sd: 0.1 } }),
      order("odd", { value: { mean: -0.39, sd: 0.1 } }),
    ]);
    expect(shown(answer)).toEqual(["odd"]);
    expect(reason(answer, "bad")).toBe("value too low");
  });

  it("lets value decide between cards that fit, and gives a card that is about something else no slot for it", async () => {
    const helpful = order("z-helpful", { value: { mean: 1.5, sd: 0.3 } });
    expect(shown(await ask("stock order", [order("a"), helpful]))).toEqual(["z-helpful", "a"]);
    const other = card({ id: "z-other", whenToUse: "When the market is closed", value: { mean: 3, sd: 0.1 } });
    const answer = await ask("place a stock order at the market price", [order("a"), other]);
    expect(shown(answer)).toEqual(["a"]);
    expect(reason(answer, "z-other")).toBe("below floor");
  });

  it("believes of a card without outcomes what is believed of its kind", async () => {
    const worth = async (more: Partial<Experience>) => (await ask("stock order", [order("a", more)])).explain[0]!.value;
    const foreign = { ...order("x").provenance, origin: "import" };
    expect(await worth({ tier: "reviewed" })).toBeCloseTo(1.5 * 0.9, 12);
    expect(await worth({ tier: "validated", provenance: foreign })).toBeCloseTo(1.5 * 0.9, 12);
    expect(await worth({ tier: "provisional" })).toBeCloseTo(1.5 * 0.4, 12);
    expect(await worth({ tier: "provisional", provenance: foreign })).toBe(0);
    expect(await worth({ tier: "provisional", value: { mean: -0.2, sd: 1 } })).toBeCloseTo(1.5 * -0.2, 12);
  });

  it("[R11] does not show two cards that assert opposite things", async () => {
    const always = order("a", {
      title: "Run the tests before a stock order",
      body: "# Run the tests before a stock order\n",
    });
    const never = order("b", {
      title: "Never run the tests before a stock order",
      body: "# Never run the tests before a stock order\n",
    });
    const answer = await ask("stock order at the market price", [always, never]);
    expect(answer.cards).toHaveLength(1);
    const [kept] = shown(answer);
    expect(reason(answer, kept === "a" ? "b" : "a")).toBe(`opposes ${kept}`);
  });

  it("sees opposites in steps and in Korean, too", async () => {
    const one = order("a", {
      whenToUse: "배포할 때",
      title: "배포 절차",
      body: "# 배포 절차\n\n1. 배포 전에 테스트를 실행한다.\n",
    });
    const other = order("b", {
      whenToUse: "배포할 때",
      title: "빠른 배포",
      body: "# 빠른 배포\n\n1. 배포 전에 테스트를 실행하지 않는다.\n",
    });
    expect((await ask("배포", [one, other])).cards).toHaveLength(1);
  });

  it("leaves out what the agent already has, and says so", async () => {
    const answer = await ask("stock order", [order("a"), order("b")], { exclude: ["a"] });
    expect(shown(answer)).toEqual(["b"]);
    expect(reason(answer, "a")).toBe("already shown");
  });

  it("leaves out cards whose tools are not at hand, and says so", async () => {
    const answer = await ask("stock order", [order("a", { tools: ["place_order"] }), order("b")], {
      toolsAtHand: ["Read"],
    });
    expect(shown(answer)).toEqual(["b"]);
    expect(reason(answer, "a")).toBe("tools not at hand");
  });

  it("judges fit against the best card that may be shown, not against one that may not", async () => {
    const exact = order("exact", {
      whenToUse: "stock order market price",
      keywords: ["stock", "order", "market", "price"],
      tools: ["place_stock_order_at_market_price"],
    });
    const loose = card({
      id: "loose",
      whenToUse: "When the price of something has to be found out first, wherever it may be listed today",
    });
    const answer = await ask("stock order market price", [exact, loose], { toolsAtHand: [] });
    expect(shown(answer)).toEqual(["loose"]);
  });
});

describe("nothing fits", () => {
  it("[R12] hands nothing over for an unrelated task, also when the store holds a single card", async () => {
    for (const cards of [
      [order("a")],
      [order("a"), order("b"), card({ id: "w", whenToUse: "When a file is written", tools: ["Write"] })],
    ]) {
      for (const task of [
        "Write a poem about autumn leaves",
        "What is the capital of Mongolia?",
        "오늘 날씨를 알려 줘",
        "帮我给小猫起个名字",
      ]) {
        const answer = await ask(task, cards);
        expect(answer, task).toMatchObject({ cards: [], text: "" });
      }
    }
  });

  it("takes neither a word of the body nor the name of a common tool for a sign that a card fits", async () => {
    const reader = card({
      id: "reader",
      whenToUse: "When a module changes",
      tools: ["Read"],
      body: "# t\n\n1. Mind the poem.\n",
    });
    const answer = await ask("Read a poem about autumn aloud", [reader]);
    expect(answer.cards).toEqual([]);
    expect(reason(answer, "reader")).toBe("below floor");
  });

  it("finds a card by a single Han character", async () => {
    const stock = card({ id: "stock", whenToUse: "株を買うとき" });
    expect(shown(await ask("株", [stock]))).toEqual(["stock"]);
  });

  it("finds the only card of a store by one telling word", async () => {
    const index = await indexOf(order("a"));
    expect(shown(await recall(index, "the order, please", usual()))).toEqual(["a"]);
  });

  it("asks more of a long task than one word in common", async () => {
    const long =
      "Plan the garden: dig beds, sow carrots, water tomatoes, prune roses, paint fences, build trellis, order gravel, mow lawn, rake leaves, spread mulch";
    const answer = await ask(long, [order("a")]);
    expect(answer.cards).toEqual([]);
    expect(reason(answer, "a")).toBe("below floor");
  });

  it("leaves out a card that fits far worse than the best one, though it would fit alone", async () => {
    const best = order("best", { keywords: ["stock order", "market price"], tools: ["place_stock_order"] });
    const faint = card({
      id: "faint",
      whenToUse: "When the price of a ticket changes while the customer is still choosing a seat",
    });
    const task = "place a stock order at the market price";
    expect(reason(await ask(task, [best, faint]), "faint")).toBe("below floor");
    expect(shown(await ask(task, [faint]))).toEqual(["faint"]);
  });

  it("hands nothing over when there is nothing to search for", async () => {
    expect(await ask("?!", [order("a")])).toEqual({ cards: [], text: "", explain: [] });
  });
});

describe("budget", () => {
  const steps = Array.from(
    { length: 12 },
    (_, i) => `${i + 1}. Step number ${i + 1} of a long recipe with many words in it.`,
  );
  const long = (id: string): Experience => order(id, { body: `# Way ${id}\n\n${steps.join("\n")}\n` });

  it("[R7] keeps within the token budget, the fence included", async () => {
    for (const maxTokens of [120, 200, 400, 800]) {
      const answer = await ask("stock order", [long("a"), long("b"), long("c")], { maxTokens });
      expect(estimateTokens(answer.text), `${maxTokens}`).toBeLessThanOrEqual(maxTokens);
    }
  });

  it("cuts at a step, keeps the evidence and says where the rest is", async () => {
    const { text } = await ask("stock order", [long("a")], { maxTokens: 200 });
    expect(text).toContain("1. Step number 1 of a long recipe with many words in it.\n");
    expect(text).not.toContain("12. Step");
    expect(text).toContain("habitus show a");
    expect(text).toMatch(/Evidence: /);
    for (const line of text.split("\n").filter((each) => /^\d+\./.test(each))) expect(steps).toContain(line);
  });

  it("leaves out a card that has no room, and lets a shorter one have it", async () => {
    const answer = await ask(
      "stock order at the market price",
      [long("a"), order("b", { whenToUse: "When a stock order is asked for" })],
      { maxTokens: 60 },
    );
    expect(answer).toMatchObject({ cards: [], text: "" });
    expect(reason(answer, "a")).toBe("budget");
  });

  it("counts Korean as what it costs", async () => {
    const korean = card({
      id: "ko",
      whenToUse: "주식을 살 때",
      title: "현재가를 조회한다",
      body: `# 현재가를 조회한다\n\n${"1. 종목의 현재가를 먼저 조회하고 그 값으로 주문한다.\n".repeat(30)}`,
    });
    const { text } = await ask("주식", [korean], { maxTokens: 300 });
    expect(text).not.toBe("");
    expect([...text].filter((character) => /\p{Script=Hangul}/u.test(character)).length).toBeLessThan(300);
  });
});

describe("recall as a whole", () => {
  it("[R13] writes nothing and answers the same when asked twice", async () => {
    const index = await indexOf(order("a"), order("b"), ...fillers(5));
    const frozen = new Proxy(index, {
      get(target, name: keyof typeof index) {
        if (["put", "remove", "setNote"].includes(name)) throw new Error(`recall called ${name}`);
        return Reflect.get(target, name) as unknown;
      },
    });
    const first = await recall(frozen, "stock order", usual());
    expect(await recall(frozen, "stock order", usual())).toEqual(first);
    expect(first.cards).not.toEqual([]);
  });

  it("does not depend on the order in which cards were indexed", async () => {
    const cards = [order("a"), order("b"), order("c"), order("d")];
    const forward = await recall(await indexOf(...cards), "stock order", usual());
    const backward = await recall(await indexOf(...cards.reverse()), "stock order", usual());
    expect(backward.explain.map((each) => each.id)).toEqual(forward.explain.map((each) => each.id));
    expect(backward.text).toBe(forward.text);
  });
});

describe("explain", () => {
  it("[R14] says for each card of the shortlist which words matched where, its record, and why it is in or out", async () => {
    const answer = await ask("placing a stock order", [
      order("a", { tools: ["place_order"], freq: 4, utility: 3, value: { mean: 0.9, sd: 0.4 } }),
      order("b", { tier: "provisional" }),
      order("c", { tier: "provisional" }),
    ]);
    expect(answer.explain.map(({ id, rank, shown, leftOut }) => ({ id, rank, shown, leftOut }))).toEqual([
      { id: "a", rank: 1, shown: true, leftOut: undefined },
      { id: "b", rank: 2, shown: true, leftOut: undefined },
      { id: "c", rank: 3, shown: false, leftOut: "unproven slot" },
    ]);
    const [first] = answer.explain;
    expect(first!.record).toEqual({
      tier: "reviewed",
      confidence: 0.5,
      freq: 4,
      utility: 3,
      value: { mean: 0.9, sd: 0.4 },
    });
    expect(first!.score).toBeCloseTo(first!.similarity + first!.value, 10);
    expect(first!.value).toBeGreaterThan(0);
    expect(first!.fields.find((each) => each.field === "tools")!.terms).toEqual(["placing", "order"]);
    expect(first!.fields.reduce((sum, each) => sum + each.contribution, 0)).toBeCloseTo(first!.similarity, 10);
  });

  it("names every card once, ranks without gaps, and shows exactly the cards handed over", async () => {
    const answer = await ask(
      "stock order",
      Array.from({ length: 30 }, (_, i) => order(`k${i}`)),
    );
    expect(answer.explain.map((each) => each.rank)).toEqual(answer.explain.map((_, i) => i + 1));
    expect(new Set(answer.explain.map((each) => each.id)).size).toBe(answer.explain.length);
    expect(answer.explain.filter((each) => each.shown).map((each) => each.id)).toEqual(shown(answer));
    expect(answer.explain).toHaveLength(20);
  });
});
