import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openMemory } from "../../../src/open-memory.ts";
import { answerHook, createHookAnswerer } from "../../../src/serve/hooks/answer-hook.ts";
import { payloadOf } from "../../../src/serve/mcp/hook-payload.ts";
import { asToolFields, checkReply, envOf, type RecordedPayload, readPayloads } from "./payloads.ts";

const PAYLOADS = readPayloads(join(import.meta.dirname, "..", "..", "fixtures", "hooks.jsonl"));

let home: string;
const env = {};

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "habitus-hooks-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
});

/** Cards for what the recorded sessions do: they list a folder, read a file that is missing, and change a greeting. */
async function withCards(): Promise<void> {
  const memory = await openMemory({ home, cwd: "/home/dev/app" });
  await memory.create({
    id: "greet.check",
    whenToUse: "Changing what greet says and running the checks",
    title: "Run the checks after changing greet",
    confidence: 0.8,
  });
  await memory.create({
    id: "cat.missing",
    whenToUse: "cat fails: missing.txt: No such file or directory",
    title: "List the folder before reading missing.txt",
    keywords: ["cat", "missing.txt", "no such file"],
  });
  await memory.create({
    id: "ls.src",
    whenToUse: "Before listing with ls",
    title: "Sources lie in src and lib",
    keywords: ["ls"],
    tools: ["Bash"],
  });
  await memory.close();
}

const contextOf = (reply: string): string =>
  reply === "" ? "" : (JSON.parse(reply).hookSpecificOutput?.additionalContext ?? "");
const recorded = (host: string, name: string): RecordedPayload =>
  PAYLOADS.find((each) => each.host === host && each.name === name)!;
const answered = (each: RecordedPayload, fields: object = {}) =>
  answerHook(home, JSON.stringify({ ...each.payload, ...fields }), { env });

/** Ids of the calls that are on record, in the order of their lines. */
function callsWritten(): string[] {
  const files = readdirSync(join(home, "projects"), { recursive: true, encoding: "utf8" });
  const logs = files.filter((path) => path.endsWith(".jsonl") && path.includes("observations"));
  const lines = logs.flatMap((path) =>
    readFileSync(join(home, "projects", path), "utf8")
      .split("\n")
      .filter(Boolean),
  );
  return lines.map((line) => JSON.parse(line).call);
}

describe("[C1] every payload that real clients send", () => {
  for (const form of ["command", "mcp_tool"] as const) {
    it(`is accepted in the ${form} form, and every reply is one that its host takes`, async () => {
      await withCards();
      const answerer = createHookAnswerer(home, { deadlineMs: 60_000 });
      const spoke: string[] = [];
      for (const one of PAYLOADS) {
        // Each in a session of its own, or what one was told the next would not be.
        const each = { ...one, payload: { ...one.payload, session_id: `${one.host} ${one.name}` } };
        const { payload, host, event } =
          form === "command"
            ? { payload: JSON.stringify(each.payload), host: undefined, event: undefined }
            : payloadOf(asToolFields(each));
        const reply = await answerer.answer(payload, { env: form === "command" ? envOf(each) : {}, host, event });
        checkReply(each, reply);
        if (reply !== "") spoke.push(`${one.host} ${one.payload.hook_event_name as string}`);
      }
      await answerer.close();
      // Silence would pass as well; these had something to say.
      expect(new Set(spoke)).toEqual(
        new Set([
          "claude-code SessionStart",
          "claude-code UserPromptSubmit",
          "claude-code PreToolUse",
          "claude-code PostToolUseFailure",
          "claude-code PostToolBatch",
          "codex SessionStart",
          "codex UserPromptSubmit",
          "codex PreToolUse",
          "codex PostToolUse",
          "gemini-cli SessionStart",
          "gemini-cli BeforeAgent",
          "gemini-cli AfterTool",
        ]),
      );
      const logs = readdirSync(join(home, "projects"), { recursive: true, encoding: "utf8" });
      expect(logs.some((path) => path.includes("observations"))).toBe(true);
    });
  }

  it("comes to the same in both forms", () => {
    for (const each of PAYLOADS.filter(({ host }) => host !== "gemini-cli")) {
      const { payload } = payloadOf(asToolFields(each));
      expect(each.payload).toMatchObject(
        Object.fromEntries(Object.entries(payload).filter(([key]) => key !== "tool_response")),
      );
    }
  });
});

describe("advice in a session", () => {
  it("[C4] is given at all four levels, and never the same card twice until the context is compacted", async () => {
    await withCards();
    const start = recorded("claude-code", "SessionStart.startup");
    const { session_id } = start.payload;
    const same = { session_id };
    expect(contextOf(await answered(start))).toContain("[greet.check]");
    const prompt = recorded("claude-code", "UserPromptSubmit");
    expect(contextOf(await answered(prompt, same))).toContain("id: greet.check");
    expect(await answered(prompt, same)).toBe("");
    const before = recorded("claude-code", "PreToolUse.Bash");
    const advice = contextOf(await answered(before, same));
    expect(advice).toContain("id: ls.src");
    expect(advice).toContain("for the next step");
    expect(await answered(before, same)).toBe("");
    const failed = recorded("claude-code", "PostToolUseFailure.Bash");
    expect(contextOf(await answered(failed, same))).toContain("id: cat.missing");
    expect(await answered(failed, same)).toBe("");

    await answered(recorded("claude-code", "SessionStart.compact"), same);
    expect(contextOf(await answered(before, same))).toContain("id: ls.src");
  });

  it("[C3] is given where the host tells of a failure by the text alone", async () => {
    await withCards();
    const end = recorded("codex", "PostToolUse.Bash");
    const ran = {
      tool_input: { command: "cat missing.txt" },
      tool_response: "cat: missing.txt: No such file or directory\n",
    };
    expect(contextOf(await answered(end, ran))).toContain("id: cat.missing");
    const other = { tool_input: { command: "sort list.txt" }, tool_response: "the text of missing.txt\n" };
    expect(await answered(end, { session_id: "other", ...other })).toBe("");
  });

  it("[C3] is given after a call where the host has no hook before it, and the one about an error comes first", async () => {
    await withCards();
    const end = recorded("codex", "PostToolUse.Bash");
    const listed = { tool_input: { command: "ls src" }, tool_response: "a.js\n" };
    const advice = contextOf(await answered(end, listed));
    expect(advice).toContain("id: ls.src");
    expect(advice).toContain("for the next step");
    expect(await answered(end, listed)).toBe("");
    const failed = {
      tool_input: { command: "ls src; cat missing.txt" },
      tool_response: "a.js\ncat: missing.txt: No such file or directory\n",
    };
    expect(contextOf(await answered(end, { session_id: "other", ...failed }))).toContain("id: cat.missing");
  });

  it("[C3] is given before a call whose end the host may not tell, and not once more after it", async () => {
    const memory = await openMemory({ home, cwd: "/home/dev/app" });
    await memory.create({ whenToUse: "Before publish_build is called", title: "Renew the ticket first" });
    await memory.close();
    const call = { tool_name: "mcp__ops__publish_build", tool_input: { build: 7 }, tool_response: "done" };
    const [before, after] = [recorded("codex", "PreToolUse.Bash"), recorded("codex", "PostToolUse.Bash")];
    expect(await answered(after, call)).toBe("");
    expect(contextOf(await answered(before, call))).toContain("Renew the ticket first");
  });

  it("is told apart from that of a subagent, which has a context of its own", async () => {
    await withCards();
    const before = recorded("claude-code", "PreToolUse.Bash");
    expect(await answered(before)).not.toBe("");
    expect(await answered(before, { agent_id: "a1" })).not.toBe("");
    expect(await answered(before, { agent_id: "a1" })).toBe("");
  });

  it("[C3] is given for the call of the batch that failed and was in no event of its own", async () => {
    await withCards();
    const batch = recorded("claude-code", "PostToolBatch.Bash+Bash");
    expect(contextOf(await answered(batch))).toContain("id: cat.missing");
  });

  it("is not given twice for one failure, once for the call and once for its batch", async () => {
    await withCards();
    const memory = await openMemory({ home, cwd: "/home/dev/app" });
    await memory.create({
      whenToUse: "cat fails because a file is missing: No such file or directory",
      title: "Look for missing.txt under another name",
      keywords: ["cat", "missing.txt"],
    });
    await memory.close();
    const [failed, batch] = ["PostToolUseFailure.Bash", "PostToolBatch.Bash+Bash"].map((name) =>
      recorded("claude-code", name),
    );
    expect(await answered(failed!)).not.toBe("");
    expect(await answered(batch!)).toBe("");
  });

  it("[C2] keeps silent where it is switched off, and goes on recording", async () => {
    await withCards();
    const prompt = recorded("claude-code", "UserPromptSubmit");
    expect(await answerHook(home, JSON.stringify(prompt.payload), { env: { HABITUS_ADVISE: "off" } })).toBe("");
    const memory = await openMemory({ home, cwd: "/home/dev/app" });
    expect((await memory.status()).waiting).toBe(1);
    await memory.close();
  });

  it("is not given to sessions that are not recorded either", async () => {
    await withCards();
    const prompt = JSON.stringify(recorded("claude-code", "UserPromptSubmit").payload);
    expect(await answerHook(home, prompt, { env: { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" } })).toBe("");
    expect(await answerHook(home, prompt, { env: { HABITUS_INTERNAL: "1" } })).toBe("");
  });

  it("[C10] comes before its event is written down, which is done a moment later, before any other event is answered, and before the end", async () => {
    const answerer = createHookAnswerer(home, { deadlineMs: 60_000 });
    const before = recorded("claude-code", "PreToolUse.Bash");
    const tell = (call: string) => answerer.answer({ ...before.payload, tool_use_id: call }, { env });
    await tell("first");
    expect(callsWritten()).toEqual(["first"]);
    await tell("second");
    await tell("third");
    expect(callsWritten()).toEqual(["first"]);
    await expect.poll(callsWritten).toEqual(["first", "second", "third"]);
    await tell("fourth");
    const { session_id } = before.payload;
    await answerer.answer({ ...recorded("claude-code", "Stop").payload, session_id }, { env });
    expect(callsWritten().filter(Boolean)).toEqual(["first", "second", "third", "fourth"]);
    await tell("fifth");
    await answerer.close();
    expect(callsWritten().filter(Boolean)).toEqual(["first", "second", "third", "fourth", "fifth"]);
  });

  it("finds a card that another process wrote in the middle of a session, and hands over none that is gone", async () => {
    await withCards();
    const answerer = createHookAnswerer(home, { deadlineMs: 60_000 });
    onTestFinished(() => answerer.close());
    const before = recorded("claude-code", "PreToolUse.Bash").payload;
    const tell = (command: string) => answerer.answer({ ...before, tool_input: { command } }, { env });
    expect(await tell("zig build")).toBe("");
    expect(await tell("zig build")).toBe("");
    const other = await openMemory({ home, cwd: "/home/dev/app" });
    onTestFinished(() => other.close());
    await other.create({ id: "zig.cache", whenToUse: "Before zig build", title: "Clear the cache first" });
    await other.create({ id: "cargo.vet", whenToUse: "Before cargo build", title: "Vet it first" });
    await expect.poll(() => tell("zig build"), { timeout: 20_000, interval: 100 }).toContain("zig.cache");
    await other.retire("cargo.vet", "wrong");
    expect(await tell("cargo build")).toBe("");
    await other.create({ id: "go.deps", whenToUse: "Before go build", title: "Get the packages first" });
    await other.create({ id: "dotnet.check", whenToUse: "Before dotnet build", title: "Check it first" });
    await expect.poll(() => tell("go build"), { timeout: 20_000, interval: 100 }).toContain("go.deps");
    // The index knows the card as it was a moment ago, and a person changes it meanwhile.
    const { text } = await other.show("dotnet.check");
    const [path] = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((each) =>
      each.endsWith(join("experiences", "dotnet.check.md")),
    );
    writeFileSync(join(home, path!), `${text}\nAnd look at the log.\n`);
    expect(await tell("dotnet build")).toContain("dotnet.check");
  });

  it("[C10] does not lose the order of events that come together", async () => {
    const answerer = createHookAnswerer(home, { deadlineMs: 60_000 });
    const before = recorded("claude-code", "PreToolUse.Bash");
    const names = Array.from({ length: 20 }, (_, n) => `call${n}`);
    await Promise.all(names.map((call) => answerer.answer({ ...before.payload, tool_use_id: call }, { env })));
    await answerer.close();
    expect(callsWritten()).toEqual(names);
  });

  it("says at the start of a session, once, that there is something to learn", async () => {
    const before = recorded("claude-code", "PreToolUse.Bash");
    for (let n = 0; n < 25; n += 1) await answered(before, { session_id: "earlier", tool_use_id: `t${n}` });
    const start = recorded("claude-code", "SessionStart.startup");
    expect(JSON.parse(await answered(start)).systemMessage).toContain("26 new observations");
    expect(await answered(start)).toBe("");
    expect(contextOf(await answered(recorded("codex", "SessionStart.startup"), { turn_id: "t" }))).toContain(
      "new observations",
    );
  });

  it("learns at the end of the session, where nothing may go on after it", async () => {
    await answered(recorded("claude-code", "PreToolUse.Bash"), { session_id: "s" });
    await answered(recorded("claude-code", "SessionEnd.other"), { session_id: "s" });
    const memory = await openMemory({ home, cwd: "/home/dev/app" });
    expect((await memory.status()).trajectories).toBe(1);
    await memory.close();
  });
});
