import { generateText, stepCountIs, streamText, ToolLoopAgent, tool, wrapLanguageModel } from "ai";
import { MockLanguageModelV3, simulateReadableStream } from "ai/test";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type HabitusMiddleware, habitusMiddleware, type MiddlewareOptions } from "../../src/middleware/ai-sdk.ts";
import type { Outcome } from "../../src/model/outcome.ts";
import { votingSession } from "../../src/model/trajectory.ts";
import { ADVICE, openDesk, PRICE, TASK } from "./desk.ts";

type Options = Parameters<MockLanguageModelV3["doGenerate"]>[0];
type Chunk =
  Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;
type Result = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;

const USAGE: Result["usage"] = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

let calls = 0;

/** Asks for the quote when it is told to, and else orders at a price that it makes up. */
function nextStep({ prompt }: Options): Result["content"] {
  const made = prompt.flatMap(({ role, content }) => (role === "assistant" ? content : [])).length;
  const isTold = JSON.stringify(prompt).includes(ADVICE);
  const plan = [...(isTold ? ["get_quote"] : []), "place_order"];
  const name = plan[made];
  if (name === undefined) return [{ type: "text", text: "Done." }];
  const input = name === "get_quote" ? { symbol: "AAPL" } : { amount: 100, price: isTold ? PRICE : 100 };
  calls += 1;
  return [{ type: "tool-call", toolCallId: `call-${calls}`, toolName: name, input: JSON.stringify(input) }];
}

function finishOf(content: Result["content"]): Result["finishReason"] {
  return content.some(({ type }) => type === "tool-call")
    ? { unified: "tool-calls", raw: undefined }
    : { unified: "stop", raw: undefined };
}

function chunksOf(part: Result["content"][number]): Chunk[] {
  if (part.type === "tool-call") return [part];
  if (part.type !== "text") return [];
  return [
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: part.text },
    { type: "text-end", id: "1" },
  ];
}

function scripted(step: (options: Options) => Result["content"] | Promise<Result["content"]> = nextStep) {
  return new MockLanguageModelV3({
    doGenerate: async (options) => {
      const content = await step(options);
      return { content, finishReason: finishOf(content), usage: USAGE, warnings: [] };
    },
    doStream: async (options) => {
      const content = await step(options);
      return {
        stream: simulateReadableStream<Chunk>({
          chunks: [
            { type: "stream-start", warnings: [] },
            ...content.flatMap(chunksOf),
            { type: "finish", finishReason: finishOf(content), usage: USAGE },
          ],
        }),
      };
    },
  });
}

const tools = {
  get_quote: tool({ inputSchema: z.object({ symbol: z.string() }), execute: async () => ({ price: PRICE }) }),
  place_order: tool({
    inputSchema: z.object({ amount: z.number(), price: z.number() }),
    execute: async ({ price }) => {
      if (price !== PRICE) throw new Error("price is stale");
      return { order: 701 };
    },
  }),
};

async function openAgent(options: MiddlewareOptions = {}, given: { card?: boolean; model?: MockLanguageModelV3 } = {}) {
  const desk = await openDesk(given);
  const inner = given.model ?? scripted();
  const problems: string[] = [];
  const habitus = habitusMiddleware(desk.memory, {
    learn: false,
    // Two cores that do much else must not decide what a test sees.
    recallWithinMs: 60_000,
    onProblem: (error, doing) => problems.push(`${doing}: ${(error as Error).message}`),
    ...options,
  });
  const model = wrapLanguageModel({ model: inner, middleware: habitus });
  const ask = (prompt = TASK, habitusNames = {}) =>
    generateText({ model, tools, prompt, stopWhen: stepCountIs(5), providerOptions: { habitus: habitusNames } });
  return { ...desk, inner, habitus, model, ask, problems };
}

const GOOD: Outcome = { score: 1, by: "test", reasons: [] };
const attemptOf = (result: { providerMetadata: unknown }) =>
  (result.providerMetadata as { habitus?: { attempt: string; cards: string[] } })?.habitus;

describe("a turn", () => {
  it("[B1] is given advice once, the same at each step, and what it did and how it ended is on record without the advice", async () => {
    const { ask, inner, habitus, log, rows, problems } = await openAgent();
    const result = await ask();
    expect(attemptOf(result)?.cards).toEqual(["quote.first"]);
    expect(inner.doGenerateCalls).toHaveLength(3);
    const asked = inner.doGenerateCalls.map(({ prompt }) => JSON.stringify(prompt[0]));
    expect(asked[0]).toContain(ADVICE);
    expect(new Set(asked).size).toBe(1);
    expect(result.steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName))).toEqual([
      "get_quote",
      "place_order",
    ]);
    await habitus.outcome(result, GOOD);

    const lines = log();
    expect(lines.map(({ event, tool }) => tool ?? event)).toEqual([
      "session_start",
      "prompt",
      "get_quote",
      "place_order",
      "turn_end",
      "feedback",
      "session_end",
    ]);
    expect(lines[2]).toMatchObject({ input: { symbol: "AAPL" }, result: { price: PRICE }, outcome: "ok" });
    expect(lines[1].input).toBe(TASK);
    expect(JSON.stringify(lines)).not.toContain("habitus-advice");
    const { recalled, outcomes } = await rows();
    expect(recalled).toMatchObject([
      { attempt: attemptOf(result)?.attempt, shown: ["quote.first"], session: lines[0].session },
    ]);
    expect(outcomes).toMatchObject([{ attempt: attemptOf(result)?.attempt, score: 1 }]);
    expect(problems).toEqual([]);
  });

  it("hides secrets before it goes on record", async () => {
    const secret = `sk-proj-${"a1B2c3D4e5F6".repeat(4)}`;
    const model = scripted(({ prompt }) =>
      prompt.some(({ role }) => role === "tool")
        ? [{ type: "text", text: "Done." }]
        : [{ type: "tool-call", toolCallId: "1", toolName: "get_quote", input: JSON.stringify({ symbol: secret }) }],
    );
    const { ask, habitus, log } = await openAgent({}, { model });
    await ask(`${TASK} with the key ${secret}`);
    await habitus.flush();
    expect(JSON.stringify(log())).toContain("get_quote");
    expect(JSON.stringify(log())).not.toContain(secret);
  });

  it("keeps the errors of tools as errors", async () => {
    const { ask, habitus, log } = await openAgent({}, { card: false });
    await habitus.outcome(await ask(), { score: 0, by: "test", reasons: ["refused"] });
    expect(log().filter(({ tool }) => tool)).toMatchObject([
      { tool: "place_order", outcome: "error", error: expect.stringContaining("price is stale") },
    ]);
    expect(log().find(({ event }) => event === "feedback").input.score).toBe(0);
  });

  it("that its caller stops before the answer is complete once its outcome is told", async () => {
    const { model, habitus, log } = await openAgent();
    const result = await generateText({ model, tools, prompt: TASK, stopWhen: stepCountIs(2) });
    expect(log()).toEqual([]);
    await habitus.outcome(result, GOOD);
    expect(log().filter(({ tool }) => tool)).toMatchObject([
      { tool: "get_quote", outcome: "ok" },
      { tool: "place_order", outcome: "ok", result: { order: 701 } },
    ]);
  });

  it("of a conversation gets advice of its own, and puts the one before on record", async () => {
    const { model, habitus, inner, log, rows } = await openAgent();
    const providerOptions = { habitus: { conversation: "c-1" } };
    const first = await generateText({ model, tools, prompt: TASK, stopWhen: stepCountIs(5), providerOptions });
    const messages = [
      { role: "user" as const, content: TASK },
      ...first.response.messages,
      { role: "user" as const, content: "Now buy 5 shares of MSFT at the current price" },
    ];
    const before = inner.doGenerateCalls.length;
    const second = await generateText({ model, tools, messages, stopWhen: stepCountIs(5), providerOptions });
    const prompt = inner.doGenerateCalls[before]!.prompt;
    expect(JSON.stringify(prompt[0])).not.toContain(ADVICE);
    expect(JSON.stringify(prompt.at(-1))).toContain(ADVICE);
    expect(attemptOf(second)?.attempt).not.toBe(attemptOf(first)?.attempt);
    await habitus.flush();
    // The second turn repeats no call: its caller's history holds them, and the model answers at once.
    const sessions = [...new Set(log().map(({ session }) => session))];
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatch(/^ai-sdk:c-1\/turn-/);
    expect(votingSession(sessions[0])).toBe("ai-sdk:c-1");
    expect((await rows()).recalled).toHaveLength(2);
  });

  it("is named by its caller where the caller knows better", async () => {
    const { ask, habitus, log, rows } = await openAgent();
    await ask(TASK, { task: "desk:buy", family: "orders" });
    await habitus.flush();
    expect(log()[0].input.task).toBe("desk:buy");
    expect((await rows()).recalled).toMatchObject([{ family: "orders" }]);
  });

  it("streams as before, and is remembered", async () => {
    const { model, habitus, log, rows } = await openAgent();
    const result = streamText({ model, tools, prompt: TASK, stopWhen: stepCountIs(5) });
    let text = "";
    for await (const delta of result.textStream) text += delta;
    expect(text).toBe("Done.");
    await habitus.outcome(result, GOOD);
    expect(log().flatMap(({ tool }) => tool ?? [])).toEqual(["get_quote", "place_order"]);
    expect((await rows()).outcomes).toHaveLength(1);
  });

  it("of an agent is remembered the same way", async () => {
    const { model, habitus, log } = await openAgent();
    const agent = new ToolLoopAgent({ model, tools, stopWhen: stepCountIs(5) });
    await habitus.outcome(await agent.generate({ prompt: TASK }), GOOD);
    expect(log().flatMap(({ tool }) => tool ?? [])).toEqual(["get_quote", "place_order"]);
  });
});

it("[B2] turns side by side keep their own calls and outcomes, even for the same words", async () => {
  const { ask, habitus, log, rows } = await openAgent();
  const results = await Promise.all(Array.from({ length: 8 }, () => ask()));
  await Promise.all(
    results.map((result, i) => habitus.outcome(result, { score: i % 2, by: "test", reasons: [`run ${i}`] })),
  );
  const attempts = results.map((result) => attemptOf(result)!.attempt);
  expect(new Set(attempts).size).toBe(8);
  const { recalled, outcomes } = await rows();
  for (const [i, attempt] of attempts.entries()) {
    expect(outcomes).toContainEqual(expect.objectContaining({ attempt, score: i % 2, reasons: [`run ${i}`] }));
    const { session } = recalled.find((row) => "attempt" in row && row.attempt === attempt) as { session: string };
    const own = log().filter((line) => line.session === session);
    expect(own.flatMap(({ tool }) => tool ?? [])).toEqual(["get_quote", "place_order"]);
    expect(own.find(({ event }) => event === "feedback").input).toMatchObject({ reasons: [`run ${i}`] });
    const ids = results[i]!.steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolCallId }) => toolCallId));
    expect(own.flatMap(({ call }) => call ?? [])).toEqual(ids);
  }
});

describe("[B3] nothing that goes wrong in the memory reaches the agent", () => {
  const broken = async (
    change: (desk: Awaited<ReturnType<typeof openAgent>>) => void,
    options: MiddlewareOptions = {},
  ) => {
    const agent = await openAgent(options);
    change(agent);
    const result = await agent.ask();
    expect(result.text).toBe("Done.");
    await agent.habitus.outcome(result, GOOD);
    await agent.habitus.flush();
    return agent;
  };

  it("a recall that fails", async () => {
    const { problems, log } = await broken(({ memory }) => {
      memory.recall = async () => Promise.reject(new Error("index is gone"));
    });
    expect(problems).toEqual(["recall: index is gone"]);
    expect(log().flatMap(({ tool }) => tool ?? [])).toEqual(["place_order"]);
  });

  it("a recall that takes too long", async () => {
    const { problems, inner } = await broken(
      ({ memory }) => {
        memory.recall = () => new Promise(() => undefined);
      },
      { recallWithinMs: 20 },
    );
    expect(problems).toEqual(["recall: no advice within 20 ms"]);
    expect(JSON.stringify(inner.doGenerateCalls)).not.toContain(ADVICE);
  });

  it("a record that fails, a listener that throws, and learning that fails", async () => {
    const heard: string[] = [];
    await broken(
      ({ memory }) => {
        memory.recorder = async () => Promise.reject(new Error("disk full"));
      },
      {
        onProblem: (_, doing) => {
          heard.push(doing);
          throw new Error("the listener is broken, too");
        },
      },
    );
    expect(heard).toContain("outcome");
    const { problems } = await broken(
      ({ memory }) => {
        memory.learn = async () => Promise.reject(new Error("locked"));
      },
      { learn: true },
    );
    expect(problems).toEqual(["learn: locked"]);
  });

  it("a switch that throws", async () => {
    const { problems, log } = await broken(() => undefined, {
      enabled: () => {
        throw new Error("no settings");
      },
    });
    expect(problems[0]).toBe("enabled: no settings");
    expect(log()).toEqual([]);
  });

  it("while the model's own errors stay the caller's", async () => {
    const model = scripted(() => Promise.reject(new Error("model is down")));
    const { model: wrapped } = await openAgent({}, { model });
    await expect(generateText({ model: wrapped, prompt: TASK, maxRetries: 0 })).rejects.toThrow("model is down");
  });

  it("an outcome that nobody can place", async () => {
    const { habitus, problems } = await openAgent();
    expect(await habitus.outcome({}, GOOD)).toBeUndefined();
    expect(await habitus.outcome("no-such-attempt", GOOD)).toBeUndefined();
    expect(problems).toHaveLength(2);
  });
});

it("a call that failed and is tried again is one turn", async () => {
  let failures = 2;
  const model = scripted((options) => {
    failures -= 1;
    if (failures >= 0) throw new Error("overloaded");
    return nextStep(options);
  });
  const { model: wrapped, habitus, rows } = await openAgent({}, { model });
  for (let i = 0; i < 2; i++) {
    await expect(generateText({ model: wrapped, tools, prompt: TASK, maxRetries: 0 })).rejects.toThrow("overloaded");
  }
  await habitus.outcome(await generateText({ model: wrapped, tools, prompt: TASK, stopWhen: stepCountIs(5) }), GOOD);
  expect((await rows()).recalled).toHaveLength(1);
});

describe("[B4] it is switched off", () => {
  const silent = async (habitus: HabitusMiddleware, inner: MockLanguageModelV3) => {
    await habitus.flush();
    return !JSON.stringify(inner.doGenerateCalls).includes(ADVICE);
  };

  it("by an option, for one call, or while the program runs: nothing is recalled or captured", async () => {
    let on = false;
    const { ask, habitus, inner, log, rows } = await openAgent({ enabled: () => on });
    expect(attemptOf(await ask())).toBeUndefined();
    on = true;
    await ask(TASK, { off: true });
    expect(await silent(habitus, inner)).toBe(true);
    expect(log()).toEqual([]);
    expect((await rows()).recalled).toEqual([]);
    await ask();
    expect(await silent(habitus, inner)).toBe(false);
    expect(log()).not.toEqual([]);
  });

  it("for advice alone, by `recall: false` or by HABITUS_ADVISE=off: recording goes on", async () => {
    const watching = await openAgent({ recall: false });
    await watching.ask();
    expect(await silent(watching.habitus, watching.inner)).toBe(true);
    expect(watching.log().flatMap(({ tool }) => tool ?? [])).toEqual(["place_order"]);

    process.env.HABITUS_ADVISE = "off";
    try {
      const muted = await openAgent();
      await muted.habitus.outcome(await muted.ask(), { score: 0, by: "user", reasons: [] });
      expect(await silent(muted.habitus, muted.inner)).toBe(true);
      expect(muted.log().find(({ event }) => event === "feedback").input.score).toBe(0);
    } finally {
      delete process.env.HABITUS_ADVISE;
    }
  });
});

it("says by itself how a turn ended, where the program can tell", async () => {
  const { ask, habitus, log, rows } = await openAgent({
    outcomeOf: ({ turns }) => {
      const ok = turns
        .flatMap(({ steps }) => steps)
        .some(({ tool, outcome }) => tool === "place_order" && outcome === "ok");
      return { score: ok ? 1 : 0, by: "test", reasons: ["the order stands"] };
    },
  });
  await ask();
  await habitus.flush();
  expect((await rows()).outcomes).toMatchObject([{ score: 1, reasons: ["the order stands"] }]);
  expect(log().filter(({ event }) => event === "session_end")).toHaveLength(1);
});

it("asks models about a turn once, however often its outcome is told", async () => {
  const { ask, habitus, memory } = await openAgent({ learn: { addition: "full" } });
  const asked: unknown[] = [];
  memory.acquire = async (trajectories, request) => {
    asked.push([trajectories.length, request]);
    return memory.learn();
  };
  const result = await ask();
  await habitus.outcome(result, GOOD);
  await habitus.outcome(result, GOOD);
  await habitus.flush();
  expect(asked).toEqual([[1, { addition: "full" }]]);
});

it("waits for an outcome as long as it is told to, and puts the turn on record without one then", async () => {
  const { ask, log, habitus } = await openAgent({ outcomeWithinMs: 10 });
  const result = await ask();
  for (let i = 0; i < 400 && log().length === 0; i++) await new Promise((done) => setTimeout(done, 10));
  expect(log().some(({ event }) => event === "feedback")).toBe(false);
  expect(log().some(({ event }) => event === "session_end")).toBe(true);
  // A late word still counts for the cards, and does not write the turn a second time.
  expect(await habitus.outcome(result, GOOD)).toMatchObject({ cards: ["quote.first"] });
  await habitus.flush();
  expect(log().filter(({ event }) => event === "session_end")).toHaveLength(1);
});
