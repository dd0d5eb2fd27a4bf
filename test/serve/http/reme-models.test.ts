import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startOpenAi } from "../../model-servers/openai.ts";
import { GOOD_JUDGEMENT, KEY_POINTS, STOCK } from "../../model-servers/replies.ts";
import { type Reply, replies, type Script } from "../../model-servers/scripted.ts";
import { appOf, tempFolder } from "./app-of.ts";

const MISTAKE = {
  ...STOCK,
  title: "Never order at a remembered price",
  when_to_use: "When an order was refused because its price is stale",
  steps: ["Ask `get_stock_info` again.", "Give `place_order` the price that it just returned."],
};

/** A run as ReMe's clients send it: OpenAI's messages and a score. */
function run(task: string, score: number) {
  const call = (id: string, name: string, args: object) => ({
    role: "assistant",
    content: "",
    tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
  });
  const answer = (id: string, content: unknown) => ({
    role: "tool",
    tool_call_id: id,
    content: JSON.stringify(content),
  });
  const order = { symbol: "AAPL", amount: 100, price: score === 1 ? 227.15 : 100 };
  return {
    task_id: task,
    score,
    messages: [
      { role: "user", content: "Buy 100 shares of AAPL at the current price" },
      ...(score === 1 ? [call("a", "get_stock_info", { symbol: "AAPL" }), answer("a", { price: 227.15 })] : []),
      call("b", "place_order", order),
      answer("b", score === 1 ? { order_id: 7 } : { error: "price is stale" }),
    ],
  };
}

const points = { key_points: { json: KEY_POINTS } };
const success = { success_experiences: { json: { experiences: [STOCK] } } };
const failure = { failure_experiences: { json: { experiences: [MISTAKE] } } };
const none = { comparison_experiences: { json: { experiences: [] } } };
const judged = { judgement: { json: GOOD_JUDGEMENT } };

/** Our server with a model behind it, which is reached over HTTP. */
async function serverWith(script: Script, settings: readonly string[] = []) {
  const model = await startOpenAi(script);
  onTestFinished(() => model.close());
  const home = join(tempFolder(), "home");
  mkdirSync(home);
  writeFileSync(
    join(home, "config.yaml"),
    [
      "models:",
      "  default:",
      "    provider: openai-compatible",
      "    model: scripted-1",
      `    base_url: ${model.url}`,
      "  retries: 0",
      ...settings,
      "",
    ].join("\n"),
  );
  const { app, send } = appOf({}, home);
  const summarise = async (trajectories: object[], workspace_id = "w") =>
    send("POST", "/summary_task_memory", { workspace_id, trajectories });
  const list = async (workspace_id = "w") =>
    (await send("POST", "/vector_store", { workspace_id, action: "list" })).json.metadata.count;
  return { model, app, home, send, summarise, list };
}

describe("[N17] summary_task_memory with a model", () => {
  it("makes memories of what went well and of what did not, and hands them over", async () => {
    const { model, send, summarise } = await serverWith(
      replies({ ...points, ...success, ...failure, ...none, ...judged }),
    );
    const { status, json } = await summarise([run("good", 1), run("bad", 0)]);
    expect([status, json.success, json.metadata.by]).toEqual([200, true, "lenses of scripted-1"]);
    expect(json.metadata.update_result).toEqual({ deleted_count: 0, inserted_count: 2 });
    expect(JSON.parse(json.answer)).toEqual(json.metadata.memory_list);
    const byTitle = (memories: Array<{ when_to_use: string }>) => memories.map(({ when_to_use }) => when_to_use).sort();
    expect(byTitle(json.metadata.memory_list)).toEqual([STOCK.when_to_use, MISTAKE.when_to_use].sort());
    for (const memory of json.metadata.memory_list)
      expect(memory).toMatchObject({
        workspace_id: "w",
        memory_type: "task",
        author: expect.stringContaining("scripted-1"),
      });
    expect(json.metadata.memory_list.map(({ content }: { content: string }) => content).join()).toContain(
      "get_stock_info",
    );
    // One judgement for each, and each lens saw its own run.
    expect(model.asked("judgement")).toHaveLength(2);
    expect(model.asked("success_experiences")).toHaveLength(1);
    const found = await send("POST", "/retrieve_task_memory", {
      workspace_id: "w",
      query: "buy shares at the current price",
    });
    expect(byTitle(found.json.metadata.memory_list)).toContain(STOCK.when_to_use);
    expect(found.json.answer).toContain("Memory 1 :");
  });

  it("keeps a middling score as no success, and asks no model twice about the same run", async () => {
    const { model, summarise, list } = await serverWith(
      replies({ ...points, ...success, ...failure, ...none, ...judged }),
    );
    await summarise([{ ...run("half", 0), score: 0.9 }]);
    expect(model.asked("success_experiences")).toEqual([]);
    expect(await list()).toBe(1);
    const calls = model.calls.length;
    const again = (await summarise([{ ...run("half", 0), score: 0.9 }])).json;
    expect(again).toMatchObject({ success: true, metadata: { memory_list: [] } });
    expect(model.calls).toHaveLength(calls);
    expect(await list()).toBe(1);
  });

  it("stores nothing that the judge does not let pass, and says why", async () => {
    const no = { ...GOOD_JUDGEMENT, score: 0.2, valid: false, reason: "It says nothing that could be done." };
    const { summarise, list } = await serverWith(replies({ ...points, ...success, judgement: { json: no } }));
    const { json } = await summarise([run("good", 1)]);
    expect(json).toMatchObject({ success: true, metadata: { memory_list: [], update_result: { inserted_count: 0 } } });
    expect(JSON.stringify(json.metadata.decisions)).toContain("It says nothing that could be done.");
    expect(await list()).toBe(0);
  });

  it.each([
    ["is down", { status: 500 } as Reply],
    ["refuses the key", { status: 401 } as Reply],
    ["breaks off", { hangUp: true } as Reply],
    ["never writes what it was asked for", "I would rather not." as Reply],
  ])(
    "answers that nothing was stored when the model %s, and does everything when the same is sent again",
    async (_, reply) => {
      const { model, summarise, list } = await serverWith(() => reply);
      const refused = await summarise([run("good", 1), run("bad", 0)]);
      expect(refused).toMatchObject({
        status: 502,
        json: { success: false, answer: "", error: { code: "MODEL_FAILED", hint: expect.stringContaining("same") } },
      });
      expect(await list()).toBe(0);
      model.play(replies({ ...points, ...success, ...failure, ...none, ...judged }));
      const { json } = await summarise([run("good", 1), run("bad", 0)]);
      expect(json.metadata.update_result.inserted_count).toBe(2);
      expect(await list()).toBe(2);
    },
  );

  it("asks no more than the day's budget allows", async () => {
    const { model, summarise, list } = await serverWith(replies({ ...points, ...success, ...judged }), [
      "  day_calls: 1",
    ]);
    const { status, json } = await summarise([run("good", 1)]);
    expect([status, json.success]).toEqual([502, false]);
    expect(json.error.message).toMatch(/budget|day|limit/);
    expect(model.calls.length).toBeLessThanOrEqual(1);
    expect(await list()).toBe(0);
  });

  it("ends with the client that hangs up, and leaves nothing half done", async () => {
    const { model, app, list } = await serverWith(() => ({ stall: true }));
    const leaving = new AbortController();
    const request = new Request("http://localhost/summary_task_memory", {
      method: "POST",
      headers: { authorization: "Bearer a-token-for-tests-0123456789", "content-type": "application/json" },
      body: JSON.stringify({ workspace_id: "w", trajectories: [run("good", 1)] }),
      signal: leaving.signal,
    });
    const answered = app.fetch(request);
    while (model.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    leaving.abort();
    expect((await answered).status).toBe(502);
    expect(await list()).toBe(0);
  });

  it("keeps workspaces apart, also when they are filled at the same moment", async () => {
    const { summarise, list } = await serverWith(replies({ ...points, ...success, ...judged }));
    const both = await Promise.all(["one", "two"].map((name) => summarise([run("good", 1)], name)));
    expect(
      both.map(({ json }) =>
        json.metadata.memory_list.map(({ workspace_id }: { workspace_id: string }) => workspace_id),
      ),
    ).toEqual([["one"], ["two"]]);
    expect([await list("one"), await list("two"), await list("three")]).toEqual([1, 1, 0]);
  });
});
