import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { takeHookEvent } from "../../src/adapters/hook-intake.ts";
import { findSources } from "../../src/adapters/import-sources.ts";
import type { Observation } from "../../src/model/observation.ts";
import { type OpenOptions, openMemory } from "../../src/open-memory.ts";
import { filesBelow } from "../e2e/hosts/place.ts";

let base: string;
let home: string;
let cwd: string;
let transcript: string;
const SESSION = "0b1d6c1e-0000-4000-8000-000000000001";

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "habitus-reconcile-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  home = join(base, "home");
  cwd = join(base, "app");
  mkdirSync(cwd);
  transcript = join(base, `${SESSION}.jsonl`);
});

async function withMemory<T>(work: (memory: Awaited<ReturnType<typeof openMemory>>) => Promise<T>): Promise<T> {
  const memory = await openMemory({ home, cwd, env: {} } satisfies OpenOptions);
  try {
    return await work(memory);
  } finally {
    await memory.close();
  }
}

const lines = (): Observation[] =>
  filesBelow(join(home, "projects"))
    .filter((path) => /observations[\\/][^\\/]+\.jsonl$/.test(path))
    .flatMap((path) => readFileSync(path, "utf8").split("\n").filter(Boolean))
    .map((line) => JSON.parse(line));

const hook = (event: string, fields: object = {}) =>
  takeHookEvent(
    home,
    JSON.stringify({ session_id: SESSION, cwd, transcript_path: transcript, hook_event_name: event, ...fields }),
    { env: {} },
    Date.now(),
  );

/** Records as Claude Code writes them. */
const record = (type: string, message: object, more: object = {}) =>
  `${JSON.stringify({ type, uuid: Math.random().toString(36), sessionId: SESSION, cwd, timestamp: new Date().toISOString(), message, ...more })}\n`;
const typed = (text: string) => record("user", { role: "user", content: text });
const called = (id: string, command: string) =>
  record("assistant", {
    role: "assistant",
    id: `m-${id}`,
    content: [{ type: "tool_use", id, name: "Bash", input: { command } }],
  });
const returned = (id: string, content: string, failed = false) =>
  record("user", { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, is_error: failed }] });
const call = (id: string, command: string, content = "done") => called(id, command) + returned(id, content);

const tool = (id: string, command: string) => ({ tool_name: "Bash", tool_use_id: id, tool_input: { command } });
const ran = async (id: string, command: string, answer = "done") => {
  await hook("PreToolUse", tool(id, command));
  await hook("PostToolUse", { ...tool(id, command), tool_response: answer });
};

/** What `learn` would read: turns with their words and calls. */
async function trajectories() {
  const { createGrouper } = await import("../../src/observe/group.ts");
  const grouper = createGrouper({ idleMs: 60_000 });
  const given = lines().flatMap((value, at) => grouper.add({ value, file: "f", start: at, next: at + 1 }));
  return [...given, ...grouper.flush(Number.POSITIVE_INFINITY)].map(({ trajectory }) =>
    trajectory.turns.map(({ user, steps }) => [user, ...steps.map((step) => `${step.call}:${step.outcome}`)]),
  );
}

describe("[O60] what hooks missed of a session is filled in from its transcript", () => {
  it("at its place, once, marked and counted", async () => {
    await hook("SessionStart", { source: "startup" });
    await hook("UserPromptSubmit", { prompt: "first" });
    await ran("c1", "ls");
    await ran("c4", "git status");
    writeFileSync(
      transcript,
      typed("first") +
        call("c1", "ls") +
        call("c2", "cat x") +
        typed("not that one") +
        called("c3", "cat y") +
        returned("c3", "no such file", true) +
        call("c4", "git status"),
    );
    const report = await withMemory((memory) => memory.reconcile({ quietMs: 0 }));
    expect(report).toMatchObject({ compared: 1, found: 0, filled: { calls: 2, corrected: 0, prompts: 1 } });
    await hook("SessionEnd");
    expect(await trajectories()).toEqual([
      [
        ["first", "c1:ok", "c2:ok"],
        ["not that one", "c3:error", "c4:ok"],
      ],
    ]);
    const before = lines().length;
    await withMemory((memory) => memory.reconcile({ quietMs: 0 }));
    appendFileSync(transcript, record("system", {}, { subtype: "turn_duration" }));
    await withMemory((memory) => memory.reconcile({ quietMs: 0 }));
    expect(lines()).toHaveLength(before);
    const { filled } = await withMemory((memory) => memory.status());
    expect(filled).toEqual({ sessions: 0, calls: 2, corrected: 0, prompts: 1 });
  });

  it("also when its prompt was missed, and after the session's end, beside other sessions", async () => {
    await ran("c1", "ls");
    await hook("SessionEnd");
    await takeHookEvent(
      home,
      JSON.stringify({ session_id: "another", cwd, hook_event_name: "UserPromptSubmit", prompt: "else" }),
      { env: {} },
      Date.now() + 20_000,
    );
    writeFileSync(transcript, typed("first") + call("c1", "ls") + call("c2", "make"));
    await withMemory((memory) => memory.reconcile({ quietMs: 0 }));
    const seen: string[] = [];
    await withMemory(async (memory) => {
      const report = await memory.learn({ includeOpen: true });
      seen.push(`${report.trajectories} ${report.calls}`);
    });
    expect(seen).toEqual(["2 2"]);
  });

  it("before its end is written down, when the end comes by a hook", async () => {
    await hook("UserPromptSubmit", { prompt: "first" });
    await ran("c1", "ls");
    writeFileSync(transcript, typed("first") + call("c1", "ls") + call("c2", "make"));
    await takeHookEvent(
      home,
      JSON.stringify({ session_id: SESSION, cwd, transcript_path: transcript, hook_event_name: "SessionEnd" }),
      { env: {}, compare: (_, session) => withMemory((memory) => memory.reconcile({ session, quietMs: 0 })) },
      Date.now(),
    );
    expect(
      lines()
        .map(({ event }) => event)
        .slice(-2),
    ).toEqual(["tool_end", "session_end"]);
  });

  it("before it is learned from, also when its end could not wait for that", async () => {
    await hook("UserPromptSubmit", { prompt: "first" });
    await ran("c1", "ls");
    writeFileSync(transcript, typed("first") + call("c1", "ls") + call("c2", "make"));
    // Somebody else held the lock when the session ended, so its end stands before what was missed.
    await hook("SessionEnd");
    const report = await withMemory((memory) => memory.learn());
    expect(report).toMatchObject({ trajectories: 1, calls: 2, compared: { filled: { calls: 1 } } });
  });

  it("but not while it is being written, unless somebody wants that", async () => {
    await hook("UserPromptSubmit", { prompt: "first" });
    writeFileSync(transcript, typed("first") + call("c1", "ls"));
    expect(await withMemory((memory) => memory.reconcile())).toMatchObject({ compared: 0 });
    expect(await withMemory((memory) => memory.reconcile({ quietMs: 0 }))).toMatchObject({ compared: 1 });
  });
});

describe("[O61] a call that hooks told otherwise is corrected", () => {
  it("by a later line of the same call, such as an exit code that only the rollout has", async () => {
    await hook("UserPromptSubmit", { prompt: "first" });
    await ran("c1", "make check", "2 failed");
    await hook("PreToolUse", tool("c2", "ls"));
    writeFileSync(
      transcript,
      typed("first") + called("c1", "make check") + returned("c1", "2 failed", true) + call("c2", "ls"),
    );
    const report = await withMemory((memory) => memory.reconcile({ quietMs: 0 }));
    expect(report.filled).toEqual({ calls: 0, corrected: 2, prompts: 0 });
    expect(await trajectories()).toEqual([[["first", "c1:error", "c2:ok"]]]);
  });
});

describe("[O62] a session that grew after it was imported is completed", () => {
  it("by what is new, and nothing is doubled", async () => {
    const learned = async () => {
      await withMemory(async (memory) => memory.import(await findSources([transcript])));
      return withMemory((memory) => memory.learn());
    };
    writeFileSync(transcript, typed("first") + call("c1", "ls"));
    expect(await learned()).toMatchObject({ trajectories: 1, calls: 1 });
    appendFileSync(transcript, call("c2", "make") + typed("second") + call("c3", "git status"));
    expect(await learned()).toMatchObject({ trajectories: 1, calls: 2 });
    expect(await learned()).toMatchObject({ trajectories: 0, calls: 0 });
    expect(
      lines()
        .filter(({ event }) => event === "tool_end")
        .map(({ call: id }) => id),
    ).toEqual(["c1", "c2", "c3"]);
  });

  it("and one that hooks told of is not imported a second time", async () => {
    await hook("UserPromptSubmit", { prompt: "first" });
    await ran("c1", "ls");
    await hook("SessionEnd");
    writeFileSync(transcript, typed("first") + call("c1", "ls"));
    await withMemory(async (memory) => memory.import(await findSources([transcript])));
    expect(lines().filter(({ event }) => event === "tool_end")).toHaveLength(1);
  });
});

describe("[O63] hooks and transcript together give the cards that the transcript alone gives", () => {
  it("for recorded sessions of Claude Code and Codex", async () => {
    const candidatesOf = async (record: (at: string) => Promise<void>) => {
      home = join(base, Math.random().toString(36));
      await record(home);
      const { decisions } = await withMemory((memory) => memory.learn({ includeOpen: true }));
      return decisions.map(({ key, support, hits, chances, verdict }) => ({ key, support, hits, chances, verdict }));
    };
    // Three sessions of one lesson, as a client writes them and as its hooks tell them.
    const session = (at: number) => {
      const id = `0b1d6c1e-0000-4000-8000-00000000010${at}`;
      const steps: Array<[string, string, string, boolean]> = [
        [`a${at}`, "Bash", "ls", false],
        [`b${at}`, "mcp__ops__publish", "Error: the ticket has expired", true],
        [`c${at}`, "mcp__ops__quota", "3 of 10", false],
        [`d${at}`, "mcp__ops__renew", "a ticket", false],
        [`e${at}`, "mcp__ops__publish", "published", false],
      ];
      return { id, steps };
    };
    const write = (path: string, { id, steps }: ReturnType<typeof session>) => {
      const line = (type: string, message: object) =>
        `${JSON.stringify({ type, uuid: "u", sessionId: id, cwd, timestamp: new Date().toISOString(), message })}\n`;
      const texts = steps.map(
        ([call, name, content, failed]) =>
          line("assistant", { id: call, content: [{ type: "tool_use", id: call, name, input: { target: "x" } }] }) +
          line("user", { content: [{ type: "tool_result", tool_use_id: call, content, is_error: failed }] }),
      );
      writeFileSync(path, line("user", { role: "user", content: "Publish it" }) + texts.join(""));
    };
    const sessions = [1, 2, 3].map(session);
    const paths = sessions.map(({ id }) => join(base, `${id}.jsonl`));
    for (const [at, each] of sessions.entries()) write(paths[at]!, each);

    const alone = await candidatesOf(async () => {
      await withMemory(async (memory) => memory.import(await findSources(paths)));
    });
    const both = await candidatesOf(async (at) => {
      for (const [number, { id, steps }] of sessions.entries()) {
        const tell = (event: string, fields: object) =>
          takeHookEvent(
            at,
            JSON.stringify({ session_id: id, cwd, transcript_path: paths[number], hook_event_name: event, ...fields }),
            { env: {} },
            Date.now(),
          );
        await tell("UserPromptSubmit", { prompt: "Publish it" });
        for (const [call, name, content, failed] of steps) {
          const fields = { tool_name: name, tool_use_id: call, tool_input: { target: "x" } };
          await tell("PreToolUse", fields);
          // Every third result is missed; failures come by their own event.
          if (call.startsWith("c")) continue;
          await tell(
            failed ? "PostToolUseFailure" : "PostToolUse",
            failed ? { ...fields, error: content } : { ...fields, tool_response: content },
          );
        }
      }
    });
    expect(alone.length).toBeGreaterThan(0);
    expect(both).toEqual(alone);
  });
});
