import { describe, expect, it } from "vitest";
import { allSteps, type Trajectory } from "../../../src/model/trajectory.ts";
import { toObservations } from "../../../src/observe/record.ts";
import { importAll, textFile } from "../support.ts";

const jsonl = (name: string, ...records: unknown[]) =>
  textFile(name, records.map((record) => JSON.stringify(record)).join("\n"));
const pretty = (name: string, value: unknown) => textFile(name, JSON.stringify(value, undefined, 2));

function told(trajectory: Trajectory | undefined) {
  return trajectory?.turns.map(({ user, steps }) => [
    user,
    ...steps.map(({ tool, outcome, batch }) => `${batch} ${tool} ${outcome}`),
  ]);
}

describe("a log of the Anthropic Messages API", () => {
  const ask = { role: "user", content: "What is the weather?" };
  const use = {
    role: "assistant",
    content: [
      { type: "text", text: "Let me look." },
      { type: "tool_use", id: "t1", name: "weather", input: { city: "Seoul" } },
      { type: "tool_use", id: "t2", name: "weather", input: { city: "Busan" } },
    ],
  };
  const answer = {
    role: "user",
    content: [
      { type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: '{"sky":"clear"}' }] },
      { type: "tool_result", tool_use_id: "t2", is_error: true, content: "no such city" },
    ],
  };
  const request = (...messages: unknown[]) => ({ model: "claude-x", system: "Be brief.", max_tokens: 100, messages });

  it("[O23] is one trajectory a conversation, though each call repeats what was said before", async () => {
    const { runs, formats } = await importAll([
      jsonl(
        "log.jsonl",
        {
          timestamp: "2026-01-01T10:00:00Z",
          request: request(ask),
          response: { type: "message", ...use },
        },
        {
          timestamp: "2026-01-01T10:00:05Z",
          request: request(
            ask,
            { ...use, content: use.content.map((block) => ({ ...block, cache_control: {} })) },
            answer,
          ),
          response: { type: "message", role: "assistant", content: [{ type: "text", text: "Clear." }] },
        },
      ),
    ]);
    expect(formats["log.jsonl"]).toBe("anthropic-messages");
    expect(runs).toHaveLength(1);
    expect(told(runs[0]?.trajectory)).toEqual([["What is the weather?", "0 weather ok", "0 weather error"]]);
    expect(
      allSteps((runs[0] as { trajectory: Trajectory }).trajectory).map(({ result, error }) => [result, error]),
    ).toEqual([
      [{ sky: "clear" }, undefined],
      ["no such city", "no such city"],
    ]);
    expect(runs[0]?.session).toMatchObject({
      model: "claude-x",
      started: "2026-01-01T10:00:00.000Z",
      ended: "2026-01-01T10:00:05.000Z",
    });
    expect(runs[0]?.trajectory.outcome).toBeUndefined();
  });

  it("is read from the messages of one conversation, and from bodies as text", async () => {
    const { runs, formats } = await importAll([
      pretty("conversation.json", [ask, use, answer]),
      jsonl("bodies.jsonl", { body: JSON.stringify(request(ask, use, answer)) }),
    ]);
    expect(Object.values(formats)).toEqual(["anthropic-messages", "anthropic-messages"]);
    expect(runs.map(({ trajectory }) => told(trajectory))).toEqual([
      told(runs[0]?.trajectory),
      told(runs[0]?.trajectory),
    ]);
    expect(runs[0]?.trajectory.task).toBe(runs[1]?.trajectory.task);
  });
});

describe("a log of OpenAI chats without a score", () => {
  const messages = [
    { role: "system", content: "s" },
    { role: "user", content: "add 1 and 2" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "add", arguments: '{"a":1,"b":2}' } }],
    },
    { role: "tool", tool_call_id: "c1", content: "3" },
  ];

  it("[O23] has turns and calls, and an outcome nobody stated stays unknown", async () => {
    const { runs, formats } = await importAll([
      jsonl(
        "plain.jsonl",
        { messages },
        { messages: messages.slice(0, 2).concat({ role: "assistant", content: "3" } as never) },
      ),
      jsonl("batch.jsonl", {
        custom_id: "1",
        body: { model: "m", messages },
        response: { body: { choices: [{ message: { role: "assistant", content: "3" } }] } },
      }),
    ]);
    expect(formats).toEqual({ "plain.jsonl": "openai-chat", "batch.jsonl": "openai-chat" });
    expect(runs.map(({ trajectory }) => told(trajectory))).toEqual([
      [["add 1 and 2", "0 add ok"]],
      [["add 1 and 2"]],
      [["add 1 and 2", "0 add ok"]],
    ]);
    expect(runs.every(({ trajectory }) => trajectory.outcome === undefined)).toBe(true);
    // The same question asked three times is one task.
    expect(new Set(runs.map(({ trajectory }) => trajectory.task)).size).toBe(1);
    expect(new Set(runs.map(({ trajectory }) => trajectory.session)).size).toBe(3);
  });

  it("reads items of the responses API; calls that stand side by side are parallel", async () => {
    const input = [
      { type: "message", role: "user", content: [{ type: "input_text", text: "go" }] },
      { type: "function_call", call_id: "a", name: "f", arguments: "{}" },
      { type: "function_call", call_id: "b", name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: "b", output: "Error: no" },
      { type: "function_call_output", call_id: "a", output: "yes" },
      { type: "function_call", call_id: "c", name: "g", arguments: "{}" },
    ];
    const { runs } = await importAll([
      jsonl("r.jsonl", { model: "m", input, output: [{ type: "message", role: "assistant", content: [] }] }),
    ]);
    expect(told(runs[0]?.trajectory)).toEqual([["go", "0 f ok", "0 f error", "1 g unknown"]]);
  });

  it("keeps many conversations apart that write into one log by turns", async () => {
    const records = [1, 2, 3].flatMap((round) =>
      Array.from({ length: 10 }, (_, at) => ({
        messages: Array.from({ length: round }, (_, turn) => [
          { role: "user", content: `question ${at}, ${turn}` },
          {
            role: "assistant",
            content: "",
            tool_calls: [{ id: `c${turn}`, function: { name: "f", arguments: "{}" } }],
          },
          { role: "tool", tool_call_id: `c${turn}`, content: "ok" },
        ]).flat(),
      })),
    );
    const { runs } = await importAll([jsonl("log.jsonl", ...records)]);
    expect(runs.map(({ trajectory }) => trajectory.turns.length)).toEqual(Array.from({ length: 10 }, () => 3));
  });
});

describe("OpenTelemetry spans", () => {
  const attributes = (values: Record<string, unknown>) =>
    Object.entries(values).map(([key, value]) => ({
      key,
      value: typeof value === "number" ? { intValue: String(value) } : { stringValue: String(value) },
    }));
  const span = (fields: Record<string, unknown>, values: Record<string, unknown>) => ({
    traceId: "t1",
    spanId: "s1",
    name: "chat m",
    startTimeUnixNano: "1767261600000000000",
    endTimeUnixNano: "1767261601500000000",
    status: {},
    attributes: attributes(values),
    ...fields,
  });
  const request = (...spans: unknown[]) => ({ resourceSpans: [{ resource: {}, scopeSpans: [{ scope: {}, spans }] }] });
  const input = [
    { role: "system", parts: [{ type: "text", content: "s" }] },
    { role: "user", parts: [{ type: "text", content: "What is the weather?" }] },
  ];
  const use = {
    role: "assistant",
    parts: [{ type: "tool_call", id: "c1", name: "weather", arguments: { city: "Paris" } }],
  };
  const answer = { role: "tool", parts: [{ type: "tool_call_response", id: "c1", response: '{"sky":"rain"}' }] };
  const chat = (id: string, from: unknown[], to: unknown[], more: Record<string, unknown> = {}) =>
    span(
      { spanId: id },
      {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "m",
        "gen_ai.input.messages": JSON.stringify(from),
        "gen_ai.output.messages": JSON.stringify(to),
        ...more,
      },
    );
  const tool = span(
    { spanId: "s2", name: "execute_tool weather" },
    { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "weather", "gen_ai.tool.call.id": "c1" },
  );
  const root = span({ spanId: "s0", name: "invoke_agent a" }, { "gen_ai.operation.name": "invoke_agent" });
  const trace = [
    chat("s1", input, [use]),
    tool,
    chat("s3", [...input, use, answer], [{ role: "assistant", parts: [{ type: "text", content: "Rain." }] }]),
    root,
  ];
  const once = [["What is the weather?", "0 weather ok"]];

  it("[O24] current names: messages give the call and its result, the tool's own span its time", async () => {
    const files = [
      jsonl("lines.jsonl", request(...trace.slice(0, 2)), request(...trace.slice(2))),
      pretty("request.json", request(...trace)),
      jsonl("spans.jsonl", ...trace),
      jsonl("any-order.jsonl", ...[...trace].reverse()),
    ];
    const { runs, formats, problems } = await importAll(files);
    expect(problems).toEqual([]);
    expect(new Set(Object.values(formats))).toEqual(new Set(["otel"]));
    expect(runs.map(({ trajectory }) => told(trajectory))).toEqual([once, once, once, once]);
    expect(allSteps((runs[0] as { trajectory: Trajectory }).trajectory)).toEqual([
      {
        call: "c1",
        tool: "weather",
        input: { city: "Paris" },
        result: { sky: "rain" },
        outcome: "ok",
        ms: 1500,
        batch: 0,
      },
    ]);
    expect(runs[0]?.session).toMatchObject({
      model: "m",
      started: "2026-01-01T10:00:00.000Z",
      ended: "2026-01-01T10:00:01.500Z",
    });
    expect(new Set(runs.map(({ trajectory }) => trajectory.session)).size).toBe(1);
  });

  it("[O24] without recorded content the spans of tools stand alone, failures included", async () => {
    const failed = span(
      {
        spanId: "s4",
        name: "execute_tool write",
        startTimeUnixNano: "1767261602000000000",
        status: { code: 2, message: "disk full" },
      },
      {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "write",
        "gen_ai.tool.call.arguments": '{"path":"x"}',
        "error.type": "IOError",
      },
    );
    const { runs } = await importAll([
      jsonl("spans.jsonl", request(failed, tool, span({}, { "gen_ai.operation.name": "chat" }))),
    ]);
    expect(told(runs[0]?.trajectory)).toEqual([["", "undefined weather ok", "undefined write error"]]);
    expect(allSteps((runs[0] as { trajectory: Trajectory }).trajectory)[1]).toMatchObject({
      input: { path: "x" },
      error: "disk full",
    });
  });

  it.each([
    [
      "flat names of OpenLLMetry",
      {
        "gen_ai.prompt.0.role": "user",
        "gen_ai.prompt.0.content": "What is the weather?",
        "gen_ai.prompt.1.role": "assistant",
        "gen_ai.prompt.1.tool_calls.0.id": "c1",
        "gen_ai.prompt.1.tool_calls.0.name": "weather",
        "gen_ai.prompt.1.tool_calls.0.arguments": '{"city":"Paris"}',
        "gen_ai.prompt.2.role": "tool",
        "gen_ai.prompt.2.content": '{"sky":"rain"}',
        "gen_ai.prompt.2.tool_call_id": "c1",
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.content": "Rain.",
      },
    ],
    [
      "OpenInference",
      {
        "openinference.span.kind": "LLM",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "What is the weather?",
        "llm.input_messages.1.message.role": "assistant",
        "llm.input_messages.1.message.tool_calls.0.tool_call.id": "c1",
        "llm.input_messages.1.message.tool_calls.0.tool_call.function.name": "weather",
        "llm.input_messages.1.message.tool_calls.0.tool_call.function.arguments": '{"city":"Paris"}',
        "llm.input_messages.2.message.role": "tool",
        "llm.input_messages.2.message.tool_call_id": "c1",
        "llm.input_messages.2.message.content": '{"sky":"rain"}',
      },
    ],
    [
      "the AI SDK",
      {
        "ai.prompt.messages": JSON.stringify([
          { role: "user", content: [{ type: "text", text: "What is the weather?" }] },
          {
            role: "assistant",
            content: [{ type: "tool-call", toolCallId: "c1", toolName: "weather", input: { city: "Paris" } }],
          },
          {
            role: "tool",
            content: [
              {
                type: "tool-result",
                toolCallId: "c1",
                toolName: "weather",
                output: { type: "json", value: { sky: "rain" } },
              },
            ],
          },
        ]),
        "ai.response.text": "Rain.",
      },
    ],
  ])("[O24] older and other names: %s", async (_, values) => {
    const { runs } = await importAll([jsonl("spans.jsonl", request(span({}, values)))]);
    expect(told(runs[0]?.trajectory)).toEqual(once);
    expect(allSteps((runs[0] as { trajectory: Trajectory }).trajectory)[0]).toMatchObject({
      call: "c1",
      input: { city: "Paris" },
      result: { sky: "rain" },
    });
  });

  it("[O24] events of earlier conventions, on the span and as log records", async () => {
    const events: Array<[string, Record<string, unknown>]> = [
      ["gen_ai.user.message", { content: "What is the weather?" }],
      [
        "gen_ai.assistant.message",
        {
          tool_calls: JSON.stringify([
            { id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Paris"}' } },
          ]),
        },
      ],
      ["gen_ai.tool.message", { id: "c1", content: '{"sky":"rain"}' }],
      ["gen_ai.choice", { index: 0, message: JSON.stringify({ role: "assistant", content: "Rain." }) }],
    ];
    const onSpan = span(
      { events: events.map(([name, values]) => ({ name, attributes: attributes(values) })) },
      { "gen_ai.operation.name": "chat" },
    );
    const records = events.map(([eventName, values]) => ({
      traceId: "t1",
      spanId: "s1",
      timeUnixNano: "1767261600000000000",
      eventName,
      body: { kvlistValue: { values: attributes(values) } },
    }));
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] };
    const { runs } = await importAll([jsonl("spans.jsonl", request(onSpan)), jsonl("logs.jsonl", logs)]);
    expect(runs.map(({ trajectory }) => told(trajectory))).toEqual([once, once]);
  });

  it("[O24] spans as an SDK prints them, one object after the other", async () => {
    const printed = [
      {
        name: "chat m",
        context: { trace_id: "0xabc", span_id: "0x1" },
        parent_id: null,
        start_time: "2026-01-01T10:00:00Z",
        end_time: "2026-01-01T10:00:02Z",
        status: { status_code: "OK" },
        attributes: { "gen_ai.input.messages": JSON.stringify([...input, use, answer]) },
        events: [],
      },
      {
        name: "GET /",
        context: { trace_id: "0xabc", span_id: "0x2" },
        attributes: { "http.method": "GET" },
        events: [],
      },
    ];
    const { runs } = await importAll([
      textFile("out.json", printed.map((one) => JSON.stringify(one, undefined, 4)).join("\n")),
    ]);
    expect(runs.map(({ trajectory }) => told(trajectory))).toEqual([once]);
    expect(runs[0]?.session).toMatchObject({ started: "2026-01-01T10:00:00.000Z", ended: "2026-01-01T10:00:02.000Z" });
  });

  it("a conversation over several traces is one trajectory; other agents' steps carry their name", async () => {
    const named = { "gen_ai.conversation.id": "conv-1", "gen_ai.agent.name": "main" };
    const second = { role: "user", parts: [{ type: "text", content: "And tomorrow?" }] };
    const delegated = [{ role: "user", parts: [{ type: "text", content: "look up the weather" }] }, use, answer];
    const { runs } = await importAll([
      jsonl(
        "spans.jsonl",
        chat("s1", [...input, use, answer], [], named),
        { ...chat("s2", [...input, use, answer, second], [], named), traceId: "t2" },
        { ...chat("s3", delegated, [], { "gen_ai.agent.name": "helper" }), traceId: "t2" },
      ),
    ]);
    expect(runs).toHaveLength(1);
    expect(told(runs[0]?.trajectory)).toEqual([
      ["What is the weather?", "0 weather ok"],
      ["And tomorrow?", "0 weather ok"],
    ]);
    expect(allSteps((runs[0] as { trajectory: Trajectory }).trajectory).map(({ agent }) => agent)).toEqual([
      undefined,
      "helper",
    ]);
  });

  it("a file without any span of models or tools says so", async () => {
    const { runs, passed } = await importAll([
      jsonl("spans.jsonl", request(span({ name: "GET /" }, { "http.method": "GET" }))),
    ]);
    expect(runs).toEqual([]);
    expect(passed).toEqual({ "spans.jsonl": "nothing to import: no spans of models or tools" });
  });
});

describe("habitus's own observations", () => {
  it("[O25] come back as the trajectories they were recorded from, with what the sessions knew", async () => {
    const source = jsonl("runs.jsonl", {
      task_id: "t",
      trial: "2",
      score: 1,
      messages: [{ role: "user", content: "hello" }],
    });
    const first = (await importAll([source])).runs[0] as { trajectory: Trajectory; session: never };
    const lines = toObservations(first.trajectory, first.session, {
      scrub: (value) => value,
      at: "2026-01-01T00:00:00.000Z",
      project: "p",
    });
    const { runs, formats } = await importAll([jsonl("2026-01-01.jsonl", ...lines)]);
    expect(formats["2026-01-01.jsonl"]).toBe("observations");
    expect(runs).toEqual([{ trajectory: { ...first.trajectory, project: "p" }, session: first.session }]);
  });

  it("[O25] parts of a session that was silent for long get names of their own; lines of a newer version are named, not guessed at", async () => {
    const line = (at: string, fields: object) => ({
      v: 1,
      at,
      event: "prompt",
      host: "claude-code",
      session: "s",
      ...fields,
    });
    const { runs, problems } = await importAll([
      jsonl(
        "o.jsonl",
        line("2026-01-01T10:00:00.000Z", { input: "one" }),
        line("2026-01-01T10:01:00.000Z", { v: 2, input: "from the future" }),
        line("2026-01-01T12:00:00.000Z", { input: "two" }),
      ),
    ]);
    expect(runs.map(({ trajectory }) => [trajectory.session, trajectory.taskQuery, trajectory.started])).toEqual([
      ["s", "one", "2026-01-01T10:00:00.000Z"],
      ["s@2026-01-01T12:00:00.000Z", "two", "2026-01-01T12:00:00.000Z"],
    ]);
    expect(new Set(runs.map(({ trajectory }) => trajectory.id)).size).toBe(2);
    expect(problems).toEqual([{ path: "o.jsonl", line: 2, problem: '"v" is 2, expected 1' }]);
  });
});
