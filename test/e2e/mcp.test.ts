import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { TOOL_NAMES } from "../../src/serve/mcp/tools.ts";
import { processesOf } from "../faults/broken-homes.ts";
import { CLI, type Sandbox, sandbox } from "./habitus.ts";

/** The official client against the built server, over real pipes. */
async function connected(box: Sandbox) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, "mcp"],
    cwd: box.cwd,
    env: box.env as Record<string, string>,
    stderr: "pipe",
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });
  return { client, transport, call };
}

// biome-ignore lint/suspicious/noExplicitAny: what a tool gives is what its test checks
const textOf = (result: any): string => result.content.map((part: { text: string }) => part.text).join("\n");

// biome-ignore lint/suspicious/noExplicitAny: as above
const attemptOf = (result: any): string => result.structuredContent.attempt;

describe("[C8] the MCP server, spoken to by the official client", () => {
  it("lists its tools with schemas and what each does to the world, and says who it is", async () => {
    const { client } = await connected(sandbox());
    expect(client.getServerVersion()?.name).toBe("habitus");
    expect(client.getInstructions()).toContain("recall");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([...TOOL_NAMES].sort());
    for (const { name, inputSchema, outputSchema, annotations, description } of tools) {
      expect(inputSchema.type).toBe("object");
      expect(description).toBeTruthy();
      expect(annotations?.openWorldHint).toBe(false);
      if (name !== "hook") expect(outputSchema?.type).toBe("object");
    }
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(reading.sort()).toEqual(["list_cards", "show_card", "why"]);
  });

  it("carries a lesson from its proposal over a person's decision to recall, outcome and reasons", async () => {
    const box = sandbox();
    const { call } = await connected(box);
    const lesson = {
      when_to_use: "npm test fails because tables are missing",
      title: "Run npm run db:migrate before npm test",
      body: "1. Run `npm run db:migrate`.\n2. Run `npm test` again.",
      keywords: ["npm test", "migrate"],
    };
    const proposed = (await call("propose_card", lesson)).structuredContent as { verdict: string; id: string };
    expect(proposed).toMatchObject({ verdict: "waits", id: "run-npm-run-db-migrate-before-npm-test" });
    expect((await call("propose_card", lesson)).structuredContent).toMatchObject({
      verdict: "merged",
      id: proposed.id,
    });
    expect((await call("recall", { task: "npm test fails" })).structuredContent).toMatchObject({ cards: [] });

    box.ok("review", "--accept", proposed.id);
    const recalled = await call("recall", { task: "npm test fails, tables are missing" });
    const { attempt, cards } = recalled.structuredContent as { attempt: string; cards: Array<{ id: string }> };
    expect(cards.map(({ id }) => id)).toEqual([proposed.id]);
    expect(textOf(recalled)).toContain(attempt);
    expect(textOf(recalled)).toContain(proposed.id);
    const outcome = await call("record_outcome", { outcome: "good", attempt, said_by: "user", reason: "it passed" });
    expect(outcome.structuredContent).toMatchObject({ attempt, score: 1, cards: [proposed.id] });
    expect(textOf(await call("show_card", { id: proposed.id }))).toContain("db:migrate");
    expect(textOf(await call("why", { id: proposed.id }))).toContain(proposed.id);
    const listed = (await call("list_cards")).structuredContent as { total: number; cards: Array<{ freq: number }> };
    expect(listed).toMatchObject({ total: 1, cards: [{ freq: 1 }] });
  });

  it("tells an agent how to repair what it got wrong, and goes on", async () => {
    const { call } = await connected(sandbox());
    const wrong: Array<[string, Record<string, unknown>, RegExp]> = [
      ["show_card", { id: "nope" }, /NOT_FOUND.*\n.*list/],
      ["why", { id: "nope" }, /NOT_FOUND/],
      ["recall", { task: "   " }, /INVALID_INPUT/],
      ["recall", {}, /task/],
      ["recall", { task: "x", limit: 0 }, /limit/],
      ["record_outcome", { outcome: "good" }, /NOT_FOUND/],
      ["record_outcome", { outcome: 7 }, /outcome/],
      ["propose_card", { when_to_use: "when", title: "Do", body: "# Do" }, /nothing to do/],
    ];
    for (const [name, args, words] of wrong) {
      const result = await call(name, args);
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(words);
    }
    await expect(call("no_such_tool")).rejects.toThrow(/no_such_tool/);
    expect((await call("list_cards")).structuredContent).toMatchObject({ total: 0 });
  });

  it("tells what the latest sessions did, to phrase lessons from, and no word of what tools returned", async () => {
    const box = sandbox();
    const { call } = await connected(box);
    const hook = (fields: object) => call("hook", { session_id: "s1", cwd: box.cwd, ...fields });
    await hook({ hook_event_name: "UserPromptSubmit", prompt: "Run the tests" });
    const one = { tool_name: "Bash", tool_use_id: "t1", tool_input: JSON.stringify({ command: "npm test" }) };
    await hook({ hook_event_name: "PreToolUse", ...one });
    const error = "Exit code 1\nError: Cannot find module './secret-plan'";
    await hook({ hook_event_name: "PostToolUseFailure", ...one, error, is_interrupt: "false" });
    await hook({ hook_event_name: "SessionEnd", reason: "other" });
    const report = await call("learn_report");
    expect(report.structuredContent).toMatchObject({
      sessions: [{ session: "s1", prompts: ["Run the tests"], steps: [expect.stringContaining("npm test => error")] }],
    });
    expect(textOf(report)).not.toContain("secret-plan");
  });

  it("answers hooks of the session's project, and tools speak of that project, wherever the server was started", async () => {
    const box = sandbox();
    const app = join(box.cwd, "app");
    mkdirSync(app);
    const { call } = await connected(box);
    const hook = (fields: object) => call("hook", { session_id: "s1", cwd: app, transcript_path: "", ...fields });
    expect(await hook({ hook_event_name: "UserPromptSubmit", prompt: "Release the package" })).toMatchObject({
      content: [],
    });
    box.ok("--project", "app", "create", "release.tag", "--trigger", "Release the package", "--title", "Tag first");
    const reply = textOf(await hook({ hook_event_name: "UserPromptSubmit", prompt: "Release the package" }));
    expect(JSON.parse(reply).hookSpecificOutput.additionalContext).toContain("release.tag");
    expect((await call("list_cards")).structuredContent).toMatchObject({ cards: [{ id: "release.tag" }] });
  });

  it("answers many calls at once, each with its own answer", async () => {
    const { call } = await connected(sandbox());
    const all: unknown[] = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        if (n % 4 === 0) return attemptOf(await call("recall", { task: `task number ${n}` }));
        if (n % 4 === 1) return textOf(await call("show_card", { id: `card-${n}` }));
        if (n % 4 === 2)
          return (await call("hook", { hook_event_name: "Stop", session_id: `s${n}`, cwd: "/tmp" })).content;
        return textOf(await call("list_cards"));
      }),
    );
    expect(new Set(all.filter((_, n) => n % 4 === 0)).size).toBe(10);
    for (const [n, text] of all.entries()) if (n % 4 === 1) expect(text).toContain(`card-${n}`);
  });

  it("takes a hook of 20 MB", async () => {
    const { call } = await connected(sandbox());
    const output = "x".repeat(20_000_000);
    const fields = {
      hook_event_name: "PostToolUse",
      session_id: "s",
      cwd: "/tmp",
      tool_name: "Bash",
      tool_use_id: "t",
    };
    expect(await call("hook", { ...fields, tool_response: output })).toMatchObject({ content: [] });
    expect((await call("list_cards")).structuredContent).toMatchObject({ total: 0 });
  });
});

describe("[C9] A18: nothing outlives its session", () => {
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  };
  const hook = (id: number, fields: object) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "hook", arguments: fields },
  });
  function server(box: Sandbox) {
    const child = spawn(process.execPath, [CLI, "--home", box.home, "mcp"], {
      cwd: box.cwd,
      env: box.env,
      stdio: ["pipe", "pipe", "ignore"],
    });
    child.stdin.on("error", () => undefined);
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
    const send = (...messages: object[]) =>
      child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
    const begin = () => send(initialize, { jsonrpc: "2.0", method: "notifications/initialized" });
    const answered = async (id: number) => {
      while (!out.includes(`"id":${id}`) && child.exitCode === null && child.signalCode === null)
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    return { child, ended, send, begin, answered, out: () => out };
  }
  const gone = async (home: string) => {
    for (let n = 0; n < 600 && processesOf(home).length > 0; n += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return processesOf(home);
  };

  it("the server ends when stdin does, also in the middle of a call, and the event is recorded", async () => {
    const box = sandbox();
    const { child, ended, send, begin, answered } = server(box);
    begin();
    await answered(1);
    const event = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: box.cwd, prompt: "Hello" };
    send(hook(2, event));
    child.stdin.end();
    expect(await ended).toBe(0);
    expect(await gone(box.home)).toEqual([]);
    expect(box.ok("status", "--json").json().waiting).toBe(1);
  });

  it("what a session left is learned from beside the next one", async () => {
    const box = sandbox();
    const first = server(box);
    first.begin();
    const common = { cwd: box.cwd, session_id: "one" };
    const call = { tool_name: "Bash", tool_use_id: "t", tool_input: '{"command":"npm test"}' };
    first.send(hook(2, { ...common, hook_event_name: "PreToolUse", ...call }));
    first.send(hook(3, { ...common, hook_event_name: "SessionEnd" }));
    await first.answered(3);
    first.child.kill("SIGKILL");
    const next = server(box);
    next.begin();
    next.send(hook(2, { cwd: box.cwd, session_id: "two", hook_event_name: "UserPromptSubmit", prompt: "Go on" }));
    await next.answered(2);
    const learned = () => box.ok("status", "--json").json().trajectories;
    for (let n = 0; n < 100 && learned() === 0; n += 1) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(learned()).toBe(1);
    next.child.stdin.end();
    await next.ended;
  });

  it("a hook, which goes past the protocol library, is answered like any other tool, in both protocols", async () => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    for (const _meta of [undefined, meta]) {
      const box = sandbox();
      const { child, ended, send, begin, answered, out } = server(box);
      if (_meta === undefined) begin();
      else send({ jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta } });
      await answered(1);
      const call = (id: number, name: string, fields: object) => ({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: { name, arguments: fields, ...(_meta && { _meta }) },
      });
      send(call(2, "list_cards", {}), call(3, "hook", { hook_event_name: "Stop", session_id: "s", cwd: box.cwd }));
      await Promise.all([answered(2), answered(3)]);
      child.stdin.end();
      await ended;
      const lines = out()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const [listed, hooked] = [2, 3].map((id) => lines.find((line) => line.id === id));
      const { content: _, structuredContent: __, ...rest } = listed.result;
      expect(hooked).toEqual({ jsonrpc: "2.0", id: 3, result: { ...rest, content: [] } });
      expect(rest.resultType).toBe(_meta && "complete");
    }
  });

  it("writes nothing but the protocol to stdout", async () => {
    const box = sandbox();
    const { child, ended, send, begin, answered, out } = server(box);
    begin();
    await answered(1);
    send(hook(2, { hook_event_name: "SessionStart" }), { broken: true } as object);
    child.stdin.write("this is no JSON\n");
    send(hook(3, {}));
    await answered(3);
    child.stdin.end();
    await ended;
    for (const line of out().trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });

  it("after kill -9 twenty times while it learns, no process of ours is left and the store can be used", async () => {
    const box = sandbox();
    for (let n = 0; n < 20; n += 1) {
      const { child, ended, send, begin, answered } = server(box);
      begin();
      const common = { session_id: `s${n}`, cwd: box.cwd };
      send(hook(2, { ...common, hook_event_name: "UserPromptSubmit", prompt: `Task ${n}` }));
      send(hook(3, { ...common, hook_event_name: "SessionEnd", reason: "other" }));
      await answered(n % 2 === 0 ? 3 : 2);
      child.kill("SIGKILL");
      await ended;
    }
    expect(await gone(box.home)).toEqual([]);
    expect(box.ok("learn", "--json").json().problems).toEqual([]);
  });
});
