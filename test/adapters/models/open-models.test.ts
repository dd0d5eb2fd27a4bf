import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createModelUse } from "../../../src/adapters/models/model-use.ts";
import { openModels } from "../../../src/adapters/models/open-models.ts";
import { askObject } from "../../../src/ask/ask-object.ts";
import { meterModels } from "../../../src/ask/meter.ts";
import { completeModelsOptions, type ModelsOptions } from "../../../src/options/models.ts";
import { startAnthropic } from "../../model-servers/anthropic.ts";
import { startOpenAi } from "../../model-servers/openai.ts";
import { type Reply, replies, type Script, type ScriptedServer } from "../../model-servers/scripted.ts";

const PROTOCOLS = [
  { provider: "openai-compatible" as const, start: startOpenAi },
  { provider: "anthropic" as const, start: startAnthropic },
];
const KEY = "sk-test-0123456789abcdef";
const ENV = { THE_KEY: KEY };
const schema = z.object({ answer: z.number() });
const open: ScriptedServer[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

describe.each(PROTOCOLS)("a model over $provider", ({ provider, start }) => {
  async function serve(script: Script | Record<string, Reply | Reply[]>, options: Partial<ModelsOptions> = {}) {
    const server = await start(typeof script === "function" ? script : replies(script));
    open.push(server);
    const model = { provider, model: "scripted-1", baseUrl: server.url, keyEnv: "THE_KEY" };
    const models = openModels(completeModelsOptions({ summarise: model, ...options }), ENV)!;
    const ask = (signal?: AbortSignal) =>
      askObject(models.summarise!, {
        name: "answer",
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "What is 6 by 7? Reply in JSON." },
        ],
        schema,
        signal,
      });
    return { server, ask };
  }

  it("is sent the key, the system's words and the shape that is wanted", async () => {
    const { server, ask } = await serve({ answer: { json: { answer: 42 } } });
    expect(await ask()).toEqual({ answer: 42 });
    const call = server.asked("answer")[0]!;
    expect(call.system).toBe("Be brief.");
    expect(call.model).toBe("scripted-1");
    expect(JSON.stringify(call.headers)).toContain(KEY);
    expect(JSON.stringify(call.body)).toContain('"answer":{"type":"number"}');
  });

  it.each<[string, Reply]>([
    ["prose around the JSON", 'Gladly! Here it is: {"answer": 42}. Anything else?'],
    ["a code block", 'Sure.\n```json\n{"answer": 42}\n```'],
    ["thoughts before it", '<think>{"answer": 1} or…</think>{"answer": 42}'],
  ])("is understood through %s", async (_, reply) => {
    const { server, ask } = await serve({ answer: reply });
    expect(await ask()).toEqual({ answer: 42 });
    expect(server.calls).toHaveLength(1);
  });

  it.each<[string, Reply, RegExp]>([
    ["half a JSON", '{"answer": 4', /not complete/],
    ["wrong types", '{"answer": "42"}', /answer: /],
    ["two different answers", '{"answer": 41} or {"answer": 42}', /2 JSON values/],
    ["nothing", "", /empty/],
    ["no JSON", "Forty-two.", /no JSON/],
    ["a refusal", { text: "I cannot help with that.", finish: "refusal" }, /declined/],
    ["a reply cut at its limit", { text: '{"answer":', finish: "length" }, /max_tokens/],
  ])("that gives %s is asked once more and then refused with the reason", async (_, reply, reason) => {
    const { server, ask } = await serve(() => reply);
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_FAILED", message: expect.stringMatching(reason) });
    expect(server.calls).toHaveLength(2);
    expect(server.calls[1]!.user).toMatch(reason);
  });

  it("that mends its reply is believed", async () => {
    let n = 0;
    const { ask } = await serve(() => (n++ === 0 ? '{"answer": "forty-two"}' : { json: { answer: 42 } }));
    expect(await ask()).toEqual({ answer: 42 });
  });

  it("that is busy is asked again after the time that it names, and not before", async () => {
    let n = 0;
    const times: number[] = [];
    const { ask } = await serve(() => {
      times.push(Date.now());
      return n++ === 0 ? { status: 429, headers: { "retry-after": "1" } } : { json: { answer: 42 } };
    });
    expect(await ask()).toEqual({ answer: 42 });
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990);
  });

  it("that asks for more patience than there is is left alone", async () => {
    const { server, ask } = await serve(() => ({ status: 429, headers: { "retry-after": "3600" } }));
    await expect(ask()).rejects.toThrow(/scripted-1: HTTP 429: scripted 429; it asks to wait 3600 s/);
    expect(server.calls).toHaveLength(1);
  });

  it.each<[string, Reply, RegExp]>([
    ["fails", { status: 500, headers: { "retry-after-ms": "1" } }, /HTTP 500.*tried 3 times/],
    ["hangs up", { hangUp: true }, /scripted-1: /],
  ])("that %s is tried as often as it may be and then given up, with the reason", async (_, reply, reason) => {
    const { server, ask } = await serve(() => reply, { retries: 2, maxWaitSeconds: 5 });
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_FAILED", message: expect.stringMatching(reason) });
    expect(server.calls).toHaveLength(3);
  });

  it("that does not answer in time is given up", async () => {
    const { server, ask } = await serve(() => ({ stall: true }), { timeoutSeconds: 0.2 });
    await expect(ask()).rejects.toThrow(/no answer within 0.2 s/);
    expect(server.calls).toHaveLength(1);
  });

  it("can be interrupted while it thinks and while it is waited for", async () => {
    for (const reply of [{ stall: true as const }, { status: 503, headers: { "retry-after": "30" } }]) {
      const abort = new AbortController();
      const { server, ask } = await serve(() => reply);
      const asked = ask(abort.signal);
      while (server.calls.length === 0) await new Promise((done) => setTimeout(done, 5));
      abort.abort();
      await expect(asked).rejects.toMatchObject({ name: "AbortError" });
      expect(server.calls).toHaveLength(1);
    }
  });

  it("never has its key repeated, whatever the server says", async () => {
    const { ask } = await serve(() => ({
      status: 401,
      body: { error: { message: `bad key ${KEY} (sk-tes***cdef)` } },
    }));
    const error = await ask().catch((each: unknown) => each as Error);
    expect(error).toMatchObject({ code: "MODEL_FAILED", message: expect.stringContaining("HTTP 401: bad key") });
    const everything = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String((error as Error).cause);
    expect(everything).not.toContain("0123456789");
    expect(everything).not.toContain("sk-tes");
  });

  it("without its key is not asked, and the message names the variable", async () => {
    const model = { provider, model: "m", baseUrl: "http://127.0.0.1:9", keyEnv: "NOT_SET" };
    const models = openModels(completeModelsOptions({ judge: model }), {})!;
    await expect(models.judge!.generate({ messages: [{ role: "user", content: "x" }] })).rejects.toThrow(/NOT_SET/);
  });
});

it("a server that knows no response_format is asked without, from then on", async () => {
  const server = await startOpenAi(({ body }) =>
    body.response_format ? { status: 400, body: { error: { message: "unknown field" } } } : { json: { answer: 42 } },
  );
  open.push(server);
  const model = { provider: "openai-compatible" as const, model: "old", baseUrl: server.url };
  const { summarise } = openModels(completeModelsOptions({ default: model }), {})!;
  const question = { name: "answer", messages: [{ role: "user" as const, content: "?" }], schema };
  expect(await askObject(summarise!, question)).toEqual({ answer: 42 });
  expect(await askObject(summarise!, question)).toEqual({ answer: 42 });
  expect(server.calls.map(({ body }) => "response_format" in body)).toEqual([true, false, false]);
});

it("at most so many calls run at the same time as are allowed", async () => {
  let running = 0;
  let most = 0;
  const server = await startOpenAi(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setTimeout(done, 20));
    running -= 1;
    return "ok";
  });
  open.push(server);
  const model = { provider: "openai-compatible" as const, model: "m", baseUrl: server.url };
  const { judge } = openModels(completeModelsOptions({ default: model, concurrency: 3 }), {})!;
  await Promise.all(Array.from({ length: 12 }, () => judge!.generate({ messages: [{ role: "user", content: "?" }] })));
  expect(server.calls).toHaveLength(12);
  expect(most).toBe(3);
});

it("an embedder gives one vector a text, and refuses what does not match", async () => {
  const server = await startOpenAi(({ messages }) => ({ json: messages.map(({ content }) => [content.length, 1]) }));
  open.push(server);
  const model = { provider: "openai-compatible" as const, model: "e", baseUrl: server.url };
  const { embed } = openModels(completeModelsOptions({ embed: model, retries: 0 }), {})!;
  const texts = Array.from({ length: 130 }, (_, i) => "x".repeat(i + 1));
  const { vectors, tokens } = await embed!.embed(texts);
  expect(vectors.map(([length]) => length)).toEqual(texts.map(({ length }) => length));
  expect(tokens).toBe(130 * 7);
  server.play(() => ({ json: [[1, 2]] }));
  await expect(embed!.embed(["a", "b"])).rejects.toThrow();
});

describe("the budget", () => {
  const folder = () => mkdtempSync(join(tmpdir(), "habitus-use-"));
  const clock = { now: () => Date.UTC(2026, 10, 30, 12) };
  const most = { calls: 5, tokens: 1000 };

  it("of a day holds over processes that reserve at the same moment", async () => {
    const home = folder();
    const processes = Array.from({ length: 4 }, () => createModelUse(home, clock));
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, i) => processes[i % 4]!.reserve({ calls: 1, tokens: 10 }, most)),
    );
    expect(taken.filter((id) => id !== undefined).length).toBeLessThanOrEqual(5);
    expect((await processes[0]!.today()).calls).toBeLessThanOrEqual(5);
    rmSync(home, { recursive: true });
  });

  it("of a day gives back what a call did not need, and begins anew at midnight", async () => {
    const home = folder();
    let now = clock.now();
    const use = createModelUse(home, { now: () => now });
    const id = await use.reserve({ calls: 1, tokens: 900 }, most);
    expect(await use.reserve({ calls: 1, tokens: 900 }, most)).toBeUndefined();
    await use.settle(id!, { calls: 1, tokens: 100 });
    expect(await use.reserve({ calls: 1, tokens: 900 }, most)).toBeDefined();
    now += 86_400_000;
    expect(await use.today()).toEqual({ calls: 0, tokens: 0 });
    now += 40 * 86_400_000;
    await use.reserve({ calls: 1, tokens: 1 }, most);
    expect(readdirSync(home)).toEqual(["2027-01-10.jsonl"]);
    rmSync(home, { recursive: true });
  });

  it("of a run stops before the call that would not fit, retries included, and counts what was used", async () => {
    let n = 0;
    const server = await startOpenAi(() => (n++ === 0 ? { status: 500, headers: { "retry-after-ms": "1" } } : "ok"));
    open.push(server);
    const model = { provider: "openai-compatible" as const, model: "m", baseUrl: server.url, maxTokens: 16 };
    const opened = openModels(completeModelsOptions({ default: model }), {})!;
    const budget = { runCalls: 3, runTokens: 100_000, dayCalls: 100, dayTokens: 100_000 };
    const home = folder();
    const metered = meterModels(opened, budget, createModelUse(home, clock));
    const say = () => metered.models.act!.generate({ messages: [{ role: "user", content: "hello" }] });
    await say();
    expect(metered.used()).toEqual({ calls: 2, tokens: 120 });
    await say();
    await expect(say()).rejects.toThrow(/budget of this run is used up: 3 of 3 calls/);
    expect(server.calls).toHaveLength(3);
    expect(readFileSync(join(home, "2026-11-30.jsonl"), "utf8")).not.toContain("hello");
    rmSync(home, { recursive: true });
  });
});
