import { describe, expect, it } from "vitest";
import type { Insight } from "../../../src/index.ts";
import type { Trajectory } from "../../../src/model/trajectory.ts";
import { purchase, STOCK } from "../../model-servers/replies.ts";
import { GOOD, openDesk } from "./support.ts";

const REFLECTION = { json: { insight: "Ask for the quote before ordering.", experience: STOCK } };
const SCRIPT = { ...GOOD, reflection: REFLECTION };
const FAILED = purchase(1, { task: "buy", score: 0 });

/** An agent that succeeds at its n-th retry. */
function agent(succeedsAt: number) {
  const insights: Insight[] = [];
  const retry = async (insight: Insight): Promise<Trajectory> => {
    insights.push(insight);
    const score = insight.retry >= succeedsAt ? 1 : 0;
    return purchase(10 + insight.retry, { task: "buy", score, session: `retry-${insight.retry}` });
  };
  return { insights, retry };
}

describe("reflection", () => {
  it("[M10] keeps the lesson of a failure when a retry succeeds, with both attempts as its evidence", async () => {
    const { memory, server, cards } = await openDesk(SCRIPT);
    const { insights, retry } = agent(2);
    const report = await memory.reflect(FAILED, retry);
    expect(report).toMatchObject({
      succeeded: true,
      tries: [{ score: 0 }, { score: 1 }],
      lesson: { lens: "reflection", verdict: "created", score: 0.85 },
    });
    expect(insights.map(({ text }) => text)).toEqual(Array(2).fill("Ask for the quote before ordering."));
    expect(server.asked("reflection")).toHaveLength(2);
    expect(server.asked("reflection")[1]!.user).toContain("1. Ask for the quote before ordering.");
    expect(server.asked("judgement")).toHaveLength(1);
    const text = Object.values(cards())[0]!;
    expect(text).toContain("author: lens/reflection@1 scripted-1");
    expect(text).toContain("retry-2");
    expect((await memory.recall("Buy 100 shares of AAPL at the current price")).cards).toHaveLength(1);
  });

  it("keeps nothing when no retry succeeds, and tries three times and no more", async () => {
    const { memory, server, cards } = await openDesk(SCRIPT);
    const { insights, retry } = agent(9);
    const report = await memory.reflect(FAILED, retry);
    expect(report).toMatchObject({ succeeded: false, tries: [{ score: 0 }, { score: 0 }, { score: 0 }] });
    expect(insights).toHaveLength(3);
    expect(server.asked("judgement")).toHaveLength(0);
    expect(cards()).toEqual({});
  });

  it("is done once for each failure", async () => {
    const { memory, server } = await openDesk(SCRIPT);
    await memory.reflect(FAILED, agent(1).retry);
    const calls = server.calls.length;
    const again = agent(1);
    expect((await memory.reflect(FAILED, again.retry)).notes).toEqual(["this attempt was reflected on before"]);
    expect(again.insights).toEqual([]);
    expect(server.calls).toHaveLength(calls);
  });

  it("leaves out the weakest card that the failed attempt was shown, one more each time", async () => {
    const { memory } = await openDesk(SCRIPT);
    for (const [id, confidence] of [
      ["weak", 0.3],
      ["strong", 0.9],
      ["middling", 0.6],
    ] as const) {
      await memory.create({
        id,
        whenToUse: `When ${id}`,
        title: `Do ${id}`,
        body: `1. Do the ${id} thing.`,
        confidence,
      });
    }
    const failed = { ...FAILED, recalled: ["strong", "weak", "middling", "gone"] };
    const { insights, retry } = agent(3);
    await memory.reflect(failed, retry);
    expect(insights.map(({ without }) => without)).toEqual([
      ["weak"],
      ["weak", "middling"],
      ["weak", "middling", "strong"],
    ]);
    const kept = agent(1);
    await memory.reflect({ ...failed, session: "s-9", id: "t-9" }, kept.retry, { dropWeakest: false });
    expect(kept.insights[0]!.without).toEqual([]);
  });

  it("that the model fails keeps nothing, says why, and can be made again", async () => {
    const { memory, server, cards } = await openDesk({ ...SCRIPT, reflection: "hm" });
    const report = await memory.reflect(FAILED, agent(1).retry);
    expect(report).toMatchObject({ succeeded: false, failed: expect.stringMatching(/no JSON/) });
    server.play(({ asked }) => (asked === "judgement" ? { status: 500 } : REFLECTION));
    const judged = await memory.reflect(FAILED, agent(1).retry);
    expect(judged).toMatchObject({ succeeded: false, failed: expect.stringMatching(/HTTP 500/) });
    expect(judged.lesson).toBeUndefined();
    expect(cards()).toEqual({});
  });

  it("hands an error of the caller's agent to the caller", async () => {
    const { memory, cards } = await openDesk(SCRIPT);
    const retry = () => Promise.reject(new RangeError("the agent broke"));
    await expect(memory.reflect(FAILED, retry)).rejects.toThrow(RangeError);
    expect(cards()).toEqual({});
  });

  it("is for known failures only", async () => {
    const { memory } = await openDesk(SCRIPT);
    await expect(memory.reflect(purchase(1), agent(1).retry)).rejects.toThrow(/ended with 1; only a failure/);
    await expect(memory.reflect(FAILED, agent(1).retry, { maxRetries: 0 })).rejects.toThrow(/maxRetries/);
  });
});
