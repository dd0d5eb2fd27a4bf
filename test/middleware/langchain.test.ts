import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { MemorySaver } from "@langchain/langgraph";
import {
  type AnyAgentMiddleware,
  createAgent,
  createMiddleware,
  summarizationMiddleware,
  toolStrategy,
} from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { habitusMiddleware } from "../../src/middleware/langchain.ts";
import type { MiddlewareOptions } from "../../src/middleware/types.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import { ADVICE, openDesk, PRICE, TASK } from "./desk.ts";
import { calling, nextStep, ScriptedModel, tools } from "./langchain-desk.ts";

const GOOD: Outcome = { score: 1, by: "test", reasons: [] };

interface More {
  at?: StructuredToolInterface[];
  /** Put around ours, and inside of ours. */
  outside?: AnyAgentMiddleware[];
  inside?: AnyAgentMiddleware[];
  responseFormat?: ReturnType<typeof toolStrategy>;
}

async function openAgent(
  options: MiddlewareOptions = {},
  { at = tools, outside = [], inside = [], ...more }: More = {},
) {
  const desk = await openDesk();
  const model = new ScriptedModel();
  const problems: string[] = [];
  const habitus = habitusMiddleware(desk.memory, {
    learn: false,
    recallWithinMs: 60_000,
    onProblem: (error, doing) => problems.push(`${doing}: ${(error as Error).message}`),
    ...options,
  });
  const agent = createAgent({
    model,
    tools: at,
    systemPrompt: "You buy shares.",
    checkpointer: new MemorySaver(),
    middleware: [...outside, habitus, ...inside],
    ...(more as object),
  });
  let threads = 0;
  const ask = async (text = TASK, configurable: Record<string, unknown> = {}, config: object = {}) => {
    threads += 1;
    return (await agent.invoke(
      { messages: [new HumanMessage(text)] },
      { configurable: { thread_id: `t-${threads}`, ...configurable }, ...config },
    )) as { messages: BaseMessage[]; structuredResponse?: unknown };
  };
  const called = () => desk.log().flatMap(({ tool: name, outcome }) => (name ? [[name, outcome]] : []));
  return { ...desk, model, habitus, agent, ask, problems, called };
}

describe("a turn of an agent", () => {
  it("[B1] is given advice once, the same at each step, and what it did and how it ended is on record without the advice", async () => {
    const { ask, agent, model, habitus, log, rows, problems } = await openAgent();
    const state = await ask();
    expect(model.shown).toHaveLength(3);
    const asked = model.shown.map((messages) => messages.find(({ type }) => type === "human")!.text);
    expect(asked[0]).toContain(ADVICE);
    expect(new Set(asked).size).toBe(1);
    expect(model.shown.map((messages) => messages[0]!.text)).toEqual(Array(3).fill("You buy shares."));
    expect(JSON.stringify(state.messages)).not.toContain("habitus-advice");
    const kept = await agent.graph.getState({ configurable: { thread_id: "t-1" } });
    expect(JSON.stringify(kept.values)).not.toContain("habitus-advice");
    const named = await habitus.attemptOf(state);
    expect(named?.cards).toEqual(["quote.first"]);
    await habitus.outcome(state, GOOD);

    const lines = log();
    expect(lines.map(({ event, tool: name }) => name ?? event)).toEqual([
      "session_start",
      "prompt",
      "get_quote",
      "place_order",
      "turn_end",
      "feedback",
      "session_end",
    ]);
    expect(lines[2]).toMatchObject({ input: { symbol: "AAPL" }, result: { price: PRICE }, outcome: "ok" });
    expect(JSON.stringify(lines)).not.toContain("habitus-advice");
    const { recalled, outcomes } = await rows();
    expect(recalled).toMatchObject([{ attempt: named?.attempt, shown: ["quote.first"], session: lines[0].session }]);
    expect(outcomes).toMatchObject([{ attempt: named?.attempt, score: 1 }]);
    expect(problems).toEqual([]);
  });

  it("[B1] is given cards whose tools the agent has, and no others", async () => {
    const { ask, memory, model } = await openAgent();
    await memory.create({
      id: "broker.first",
      title: "Ask the broker before an order",
      whenToUse: "When shares are to be bought at the current price",
      tools: ["call_broker"],
    });
    await ask();
    expect(JSON.stringify(model.shown[0])).toContain("get_quote");
    expect(JSON.stringify(model.shown[0])).not.toContain("broker");
  });

  it("leaves the errors of tools to the agent as it does without, and keeps them as errors", async () => {
    const { ask, called } = await openAgent({ recall: false });
    const { messages } = await ask();
    const shown = messages.find(({ type }) => type === "tool") as ToolMessage;
    expect(shown).toMatchObject({ status: "error" });
    expect(shown.text).toContain("price is stale");
    expect(messages.at(-1)!.text).toBe("Done.");
    expect(called()).toEqual([]);
  });

  it("puts what its tools answered on record, errors included, once it is told how it ended or when the program ends", async () => {
    const { ask, habitus, log } = await openAgent({ recall: false });
    await ask();
    await habitus.flush();
    expect(log().filter(({ tool: name }) => name)).toMatchObject([
      { tool: "place_order", outcome: "error", error: expect.stringContaining("price is stale") },
    ]);
  });

  it("streams as before, and is remembered", async () => {
    const { agent, habitus, called } = await openAgent();
    const config = { configurable: { thread_id: "streamed" }, streamMode: "values" as const };
    let last: unknown;
    for await (const state of await agent.stream({ messages: [new HumanMessage(TASK)] }, config)) last = state;
    await habitus.outcome(last as { messages: BaseMessage[] }, GOOD);
    expect(called()).toEqual([
      ["get_quote", "ok"],
      ["place_order", "ok"],
    ]);
  });

  it("[B2] keeps its own calls and outcome beside others with the same words", async () => {
    const { ask, habitus, log, rows } = await openAgent();
    const states = await Promise.all(Array.from({ length: 6 }, () => ask()));
    const attempts = await Promise.all(states.map(async (state) => (await habitus.attemptOf(state))!.attempt));
    expect(new Set(attempts).size).toBe(6);
    await Promise.all(states.map((state, i) => habitus.outcome(state, { score: i % 2, by: "test", reasons: [] })));
    const { recalled, outcomes } = await rows();
    for (const [i, attempt] of attempts.entries()) {
      expect(outcomes).toContainEqual(expect.objectContaining({ attempt, score: i % 2 }));
      const { session } = recalled.find((row) => "attempt" in row && row.attempt === attempt) as { session: string };
      const own = log().filter((line) => line.session === session);
      const ids = states[i]!.messages.flatMap(
        (message) => (message as AIMessage).tool_calls?.map(({ id }) => id) ?? [],
      );
      expect(own.flatMap(({ call }) => call ?? [])).toEqual(ids);
    }
  });

  it("[B3] goes on when the memory fails, while the model's own errors stay the caller's", async () => {
    const { ask, memory, habitus, model, problems } = await openAgent();
    memory.recall = async () => Promise.reject(new Error("index is gone"));
    memory.recorder = async () => Promise.reject(new Error("disk full"));
    const state = await ask();
    expect(state.messages.at(-1)!.text).toBe("Done.");
    await habitus.outcome(state, GOOD);
    expect(problems).toEqual(["recall: index is gone", "outcome: disk full"]);
    class QuotaError extends Error {
      override name = "QuotaError";
    }
    model.step = () => {
      throw new QuotaError("no tokens are left");
    };
    // LangChain wraps what comes through a middleware.
    const error = (await ask().catch((each: unknown) => each)) as Error;
    expect([error.name, error.message]).toEqual(["QuotaError", "no tokens are left"]);
    expect(error.cause).toBeInstanceOf(QuotaError);
  });

  it("[B4] is left alone when it is switched off, and so is the record", async () => {
    let on = false;
    const { ask, model, habitus, log, rows } = await openAgent({ enabled: () => on });
    const state = await ask();
    expect(await habitus.attemptOf(state)).toBeUndefined();
    on = true;
    await ask(TASK, { habitus: { off: true } });
    await ask(TASK, {}, { context: { habitus: { off: true } } });
    await habitus.flush();
    expect(JSON.stringify(model.shown)).not.toContain(ADVICE);
    expect(log()).toEqual([]);
    expect((await rows()).recalled).toEqual([]);
  });

  it("takes names from the run's settings and from its context", async () => {
    const { ask, habitus, log, rows } = await openAgent();
    await ask(TASK, { habitus: { family: "orders", task: "desk:buy" } });
    await ask(TASK, {}, { context: { habitus: { family: "buying" } } });
    await habitus.flush();
    expect((await rows()).recalled).toMatchObject([{ family: "orders" }, { family: "buying" }]);
    expect(log().filter(({ event }) => event === "session_start")[0].input).toMatchObject({ task: "desk:buy" });
    expect(log()[0].session).toMatch(/^langchain:t-1\/turn-/);
  });

  it("needs as many steps of the graph as without", async () => {
    const { memory } = await openDesk();
    const habitus = habitusMiddleware(memory, { learn: false, recall: false });
    const parts = { model: new ScriptedModel(), tools };
    const least = async (run: (limit: number) => Promise<{ messages: BaseMessage[] }>) => {
      for (let limit = 1; ; limit += 1) {
        const state = await run(limit).catch((error: Error) => error);
        if (!(state instanceof Error)) return [limit, state.messages.length];
        expect(state.message).toMatch(/[Rr]ecursion/);
      }
    };
    const input = () => ({ messages: [new HumanMessage(TASK)] });
    const bare = createAgent(parts);
    const watched = createAgent({ ...parts, middleware: [habitus] });
    const needed = await least((recursionLimit) => bare.invoke(input(), { recursionLimit }));
    expect(await least((recursionLimit) => watched.invoke(input(), { recursionLimit }))).toEqual(needed);
    await habitus.flush();
  });
});

describe("a run that does not end with the model's answer", () => {
  it("is complete once its outcome is told, by what the agent kept or by what it was given", async () => {
    const { agent, habitus, called } = await openAgent();
    const config = { configurable: { thread_id: "cut" }, recursionLimit: 4 };
    const input = { messages: [new HumanMessage(TASK)] };
    await expect(agent.invoke(input, config)).rejects.toThrow(/[Rr]ecursion/);
    expect((await habitus.attemptOf(input))?.cards).toEqual(["quote.first"]);
    const { values } = await agent.graph.getState(config);
    await habitus.outcome(values as { messages: BaseMessage[] }, { score: 0, by: "test", reasons: [] });
    expect(called()).toEqual([
      ["get_quote", "ok"],
      ["place_order", "ok"],
    ]);
  });

  it("keeps what was seen when it is told of by the message that it was given", async () => {
    const { agent, habitus, model, called, rows } = await openAgent();
    model.step = (messages) => {
      if (messages.some(({ type }) => type === "tool")) throw new Error("model is down");
      return nextStep(messages);
    };
    const input = { messages: [new HumanMessage(TASK)] };
    await expect(agent.invoke(input, { configurable: { thread_id: "x" } })).rejects.toThrow("model is down");
    await habitus.outcome(input, { score: 0, by: "test", reasons: [] });
    expect(called()).toEqual([["get_quote", "ok"]]);
    expect((await rows()).outcomes).toMatchObject([{ score: 0 }]);
  });

  it("is complete when its tool answers for it and the conversation goes on", async () => {
    const direct = [
      tools[0]!,
      tool(async () => "bought", { name: "place_order", schema: z.object({}), returnDirect: true }),
    ];
    const { agent, habitus, log } = await openAgent({}, { at: direct });
    const config = { configurable: { thread_id: "direct" } };
    await agent.invoke({ messages: [new HumanMessage(TASK)] }, config);
    await agent.invoke({ messages: [new HumanMessage("Thank you, and buy 5 shares of MSFT")] }, config);
    await habitus.flush();
    const results = log().filter(({ tool: name }) => name === "place_order");
    expect(results).toMatchObject([{ outcome: "ok", result: "bought" }, { outcome: "unknown" }]);
  });
});

describe("beside other middleware", () => {
  it("[B1] an answer in a given form is no call of a tool", async () => {
    const form = toolStrategy(z.object({ orders: z.number() }));
    const { ask, model, habitus, called } = await openAgent({}, { responseFormat: form });
    const { name } = (form as unknown as Array<{ name: string }>)[0]!;
    model.step = (messages) => {
      const next = nextStep(messages);
      return next.tool_calls?.length ? next : calling(name, { orders: 1 });
    };
    const state = await ask();
    expect(state.structuredResponse).toEqual({ orders: 1 });
    await habitus.outcome(state, GOOD);
    expect(called()).toEqual([
      ["get_quote", "ok"],
      ["place_order", "ok"],
    ]);
  });

  it("[B1] a turn goes on when the user's words are put into a summary, and nothing of it is lost", async () => {
    const summarizer = new FakeListChatModel({ responses: ["Shares are to be bought."] });
    const settings = { model: summarizer, trigger: { messages: 4 }, keep: { messages: 2 } };
    // Their types ask for an older zod, and for less exact ones than ours.
    const summary = summarizationMiddleware(settings as never) as unknown as AnyAgentMiddleware;
    const { ask, model, habitus, called, rows, problems } = await openAgent({}, { outside: [summary] });
    let asked = 0;
    model.step = (messages) => {
      asked += 1;
      if (asked > 5) return new AIMessage("Done.");
      return asked === 5
        ? calling("place_order", { amount: 1, price: PRICE })
        : calling("get_quote", { symbol: `S${asked}${messages.length}` });
    };
    const state = await ask();
    expect(JSON.stringify(state.messages)).toContain("summarization");
    expect(state.messages.some(({ text }) => text === TASK)).toBe(false);
    for (const messages of model.shown) expect(messages.filter(({ text }) => text.includes(ADVICE))).toHaveLength(1);
    await habitus.outcome(state, GOOD);
    expect(called().map(([name]) => name)).toEqual([...Array(4).fill("get_quote"), "place_order"]);
    expect((await rows()).outcomes).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it("[B3] leaves alone what others make of the request and of the reply", async () => {
    const other = createMiddleware({
      name: "Other",
      wrapModelCall: async (request, handler) => {
        const reply = await handler({
          ...request,
          systemMessage: new SystemMessage("You sell shares."),
          messages: [...request.messages.slice(0, -1), ...request.messages.slice(-1)],
        });
        return reply;
      },
      wrapToolCall: async ({ toolCall }) =>
        new ToolMessage({ content: "simulated", tool_call_id: toolCall.id ?? "", name: toolCall.name }),
    });
    for (const place of ["outside", "inside"] as const) {
      const { ask, model, habitus, log } = await openAgent({}, { [place]: [other] });
      const state = await ask();
      expect(model.shown[0]![0]!.text).toBe("You sell shares.");
      expect(model.shown[0]!.at(-1)!.text).toContain(ADVICE);
      await habitus.outcome(state, GOOD);
      expect(log().flatMap(({ tool: name, result }) => (name ? [result] : []))).toEqual(["simulated", "simulated"]);
    }
  });
});
