import { type AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MemorySaver, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { createReactAgent, ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { habitusNodes, type LangGraphOptions } from "../../src/middleware/langgraph.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import { ADVICE, openDesk, PRICE, TASK } from "./desk.ts";
import { ScriptedModel, tools } from "./langchain-desk.ts";

const GOOD: Outcome = { score: 1, by: "test", reasons: [] };

async function openGraph(kind: "own graph" | "react agent", options: LangGraphOptions = {}, at = tools) {
  const desk = await openDesk();
  const model = new ScriptedModel();
  const problems: string[] = [];
  const habitus = habitusNodes(desk.memory, {
    learn: false,
    recallWithinMs: 60_000,
    tools: ["get_quote", "place_order"],
    onProblem: (error, doing) => problems.push(`${doing}: ${(error as Error).message}`),
    ...options,
  });
  const checkpointer = new MemorySaver();
  const graph =
    kind === "own graph"
      ? new StateGraph(MessagesAnnotation)
          .addNode("model", habitus.callModel(model))
          .addNode("tools", new ToolNode(at))
          .addEdge(START, "model")
          .addConditionalEdges("model", toolsCondition)
          .addEdge("tools", "model")
          .compile({ checkpointer })
      : createReactAgent({
          llm: model,
          tools: at,
          checkpointer,
          preModelHook: habitus.preModelHook,
          postModelHook: habitus.postModelHook,
        });
  let threads = 0;
  const ask = async (text = TASK, configurable: Record<string, unknown> = {}) => {
    threads += 1;
    const config = { configurable: { thread_id: `t-${threads}`, ...configurable } };
    return (await graph.invoke({ messages: [new HumanMessage(text)] }, config)) as { messages: BaseMessage[] };
  };
  return { ...desk, model, habitus, graph, ask, problems };
}

describe.each(["own graph", "react agent"] as const)("a turn of a graph (%s)", (kind) => {
  it("[B1] is given advice once, the same at each step, and what it did and how it ended is on record without the advice", async () => {
    const { ask, model, habitus, log, rows, problems } = await openGraph(kind);
    const state = await ask();
    expect(model.shown).toHaveLength(3);
    const asked = model.shown.map((messages) => messages.find(({ type }) => type === "human")!.text);
    expect(asked[0]).toContain(ADVICE);
    expect(new Set(asked).size).toBe(1);
    expect(JSON.stringify(state.messages)).not.toContain("habitus-advice");
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

  it("keeps the errors of tools as errors", async () => {
    const { ask, habitus, log } = await openGraph(kind, { recall: false });
    await ask();
    await habitus.flush();
    expect(log().filter(({ tool: name }) => name)).toMatchObject([
      { tool: "place_order", outcome: "error", error: expect.stringContaining("price is stale") },
    ]);
  });

  it("keeps what a tool calls an error itself as an error", async () => {
    const refusing = tool(
      async (_, config) =>
        new ToolMessage({
          status: "error",
          content: "no",
          tool_call_id: (config as { toolCall: { id: string } }).toolCall.id,
        }),
      { name: "place_order", schema: z.object({ amount: z.number(), price: z.number() }) },
    );
    const { ask, habitus, log } = await openGraph(kind, { recall: false }, [refusing]);
    await ask();
    await habitus.flush();
    expect(log().filter(({ tool: name }) => name)).toMatchObject([
      { tool: "place_order", outcome: "error", error: "no" },
    ]);
  });

  it("streams as before, and is remembered", async () => {
    const { graph, habitus, log } = await openGraph(kind);
    const config = { configurable: { thread_id: "streamed" }, streamMode: "values" as const };
    let last: { messages: BaseMessage[] } | undefined;
    for await (const state of await graph.stream({ messages: [new HumanMessage(TASK)] }, config)) last = state as never;
    await habitus.outcome(last!, GOOD);
    expect(log().flatMap(({ tool: name }) => name ?? [])).toEqual(["get_quote", "place_order"]);
  });

  it("[B2] keeps its own calls and outcome beside others with the same words", async () => {
    const { ask, habitus, log, rows } = await openGraph(kind);
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

  it("of a thread goes on from a checkpoint that holds no advice, and gets advice of its own", async () => {
    const { graph, model, habitus, log } = await openGraph(kind);
    const config = { configurable: { thread_id: "long" } };
    await graph.invoke({ messages: [new HumanMessage(TASK)] }, config);
    await graph.invoke({ messages: [new HumanMessage("Now buy 5 shares of MSFT at the current price")] }, config);
    const humans = model.shown.at(-1)!.filter(({ type }) => type === "human");
    expect(humans.map(({ text }) => text.includes(ADVICE))).toEqual([false, true]);
    await habitus.flush();
    const sessions = [...new Set(log().map(({ session }) => session))];
    expect(sessions).toHaveLength(2);
    expect(sessions.every((name) => name.startsWith("langgraph:long/turn-"))).toBe(true);
  });

  it("[B3] goes on when the memory fails, while the model's own errors stay the caller's", async () => {
    const { ask, memory, habitus, model, problems } = await openGraph(kind);
    memory.recall = async () => Promise.reject(new Error("index is gone"));
    memory.recorder = async () => Promise.reject(new Error("disk full"));
    const state = await ask();
    expect(state.messages.at(-1)!.text).toBe("Done.");
    await habitus.outcome(state, GOOD);
    expect(problems).toEqual(["recall: index is gone", "outcome: disk full"]);
    model.step = () => {
      throw new Error("model is down");
    };
    await expect(ask()).rejects.toThrow("model is down");
  });

  it("[B4] is left alone when it is switched off, and so is the record", async () => {
    let on = false;
    const { ask, model, habitus, log, rows } = await openGraph(kind, { enabled: () => on });
    const state = await ask();
    expect(await habitus.attemptOf(state)).toBeUndefined();
    on = true;
    await ask(TASK, { habitus: { off: true } });
    await habitus.flush();
    expect(JSON.stringify(model.shown)).not.toContain(ADVICE);
    expect(log()).toEqual([]);
    expect((await rows()).recalled).toEqual([]);
  });
});

it("a run that was cut off before the answer is complete once its outcome is told", async () => {
  const { graph, habitus, log } = await openGraph("own graph");
  const config = { configurable: { thread_id: "cut" }, recursionLimit: 4 };
  await expect(graph.invoke({ messages: [new HumanMessage(TASK)] }, config)).rejects.toThrow(/[Rr]ecursion/);
  const { values } = await graph.getState(config);
  await habitus.outcome(values as { messages: BaseMessage[] }, { score: 0, by: "test", reasons: [] });
  expect(log().flatMap(({ tool: name, outcome }) => (name ? [[name, outcome]] : []))).toEqual([
    ["get_quote", "ok"],
    ["place_order", "ok"],
  ]);
});
