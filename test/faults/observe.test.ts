import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { takeHookEvent } from "../../src/adapters/hook-intake.ts";
import type { Observation } from "../../src/model/observation.ts";
import { openMemory } from "../../src/open-memory.ts";

/** What FAULTS asks of observing, each as its smallest reproduction. Payloads have the shape of the recorded ones. */

let base: string;
let home: string;
let cwd: string;
let nowMs: number;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "habitus-faults-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  home = join(base, "home");
  cwd = join(base, "app");
  mkdirSync(cwd);
  execFileSync("git", ["init", "-q"], { cwd });
  nowMs = Date.UTC(2026, 10, 30, 12);
});

const send = (payload: object, options: { env?: Record<string, string>; event?: string } = {}) => {
  nowMs += 10;
  return takeHookEvent(home, JSON.stringify(payload), { env: options.env ?? {}, event: options.event }, nowMs);
};
const payload = (event: string | undefined, fields: object = {}) => ({
  session_id: "s-1",
  cwd,
  ...(event !== undefined && { hook_event_name: event }),
  ...fields,
});
const call = (id: string, tool = "Bash", fields: object = {}) => ({
  tool_name: tool,
  tool_use_id: id,
  tool_input: { command: "ls" },
  ...fields,
});
const end = (id: string, fields: object) => payload("PostToolUse", { ...call(id), ...fields });

async function withMemory<T>(
  work: (memory: Awaited<ReturnType<typeof openMemory>>) => Promise<T>,
  at = cwd,
): Promise<T> {
  const memory = await openMemory({ home, cwd: at, env: {} });
  try {
    return await work(memory);
  } finally {
    await memory.close();
  }
}

const recordedIn = (folder: string): Observation[] => {
  const path = join(folder, "observations");
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .flatMap((name) => readFileSync(join(path, name), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line));
};
const recorded = async () => recordedIn(await withMemory(async (memory) => (await memory.status()).home));

describe("A4: the result is read from where the host puts it", () => {
  it("as object, text or list, and from the other spelling; null is none", async () => {
    await send(end("c1", { tool_response: { stdout: "a", stderr: "", interrupted: false } }));
    await send(end("c2", { tool_response: "plain text" }));
    await send(end("c3", { tool_response: [{ type: "text", text: "x" }] }));
    await send(end("c4", { tool_response: null }));
    await send(end("c5", { tool_output: "by its other name" }));
    const lines = await recorded();
    expect(lines.map(({ call: id, result }) => [id, result !== undefined])).toEqual([
      ["c1", true],
      ["c2", true],
      ["c3", true],
      ["c4", false],
      ["c5", true],
    ]);
  });

  it("and twenty finished calls without one make status and doctor say so", async () => {
    for (let i = 0; i < 19; i += 1) await send(end(`c${i}`, {}));
    expect(await withMemory(async (memory) => (await memory.status()).emptyResults)).toBe(19);
    await withMemory((memory) => memory.learn());
    await send(end("c20", {}));
    expect(await withMemory(async (memory) => (await memory.status()).emptyResults)).toBe(20);
    const findings = await withMemory((memory) => memory.doctor());
    expect(findings.find(({ what }) => what.includes("without a result"))?.level).toBe("warning");
    await send(end("c21", { tool_response: "here again" }));
    expect(await withMemory(async (memory) => (await memory.status()).emptyResults)).toBe(0);
  });
});

describe("A5: the phase is what the payload says", () => {
  it("without argument and environment a start is a start", async () => {
    await send(payload("PreToolUse", call("c1")));
    expect(await recorded()).toMatchObject([{ event: "tool_start", call: "c1", input: { command: "ls" } }]);
  });

  it("the payload outweighs the argument, and with neither nothing is guessed", async () => {
    await send(payload("PreToolUse", call("c1")), { event: "PostToolUse" });
    await send(payload(undefined, call("c2")), { event: "PreToolUse" });
    await send(payload(undefined, call("c3")));
    expect((await recorded()).map(({ event, call: id }) => [event, id])).toEqual([
      ["tool_start", "c1"],
      ["tool_start", "c2"],
    ]);
    const { left } = await withMemory((memory) => memory.status());
    expect(left).toEqual([{ kind: "dropped", reason: "no hook_event_name", times: 1 }]);
  });
});

describe("A7: failures are seen", () => {
  it("by the failure event, by a code in the result, and by the text of a host that marks nothing", async () => {
    await send(
      payload("PostToolUseFailure", { ...call("c1"), error: "Exit code 3\ncat: x: No such file", is_interrupt: false }),
    );
    await send(end("c2", { tool_response: { stdout: "", stderr: "boom", code: 2 } }));
    await send(end("c3", { tool_response: "Exit code: 1\nnot found" }));
    await send(end("c4", { tool_response: { stdout: "ok", stderr: "a warning", interrupted: false } }));
    await send(payload("PostToolUseFailure", { ...call("c5"), error: "stopped", is_interrupt: true }));
    await send(end("c6", { tool_response: { code: 200, message: "success", data: [1] } }));
    await send(end("c7", { tool_response: "错误：找不到模块" }));
    expect((await recorded()).map(({ call: id, outcome }) => [id, outcome])).toEqual([
      ["c1", "error"],
      ["c2", "error"],
      ["c3", "error"],
      ["c4", "ok"],
      ["c5", "interrupted"],
      ["c6", "ok"],
      ["c7", "error"],
    ]);
  });
});

describe("A12: an event without a folder lands nowhere by accident", () => {
  it("joins its session's project, also when the folder is gone; a session that never had one is counted apart", async () => {
    const gone = join(base, "gone");
    await send({ ...payload("UserPromptSubmit", { prompt: "begin" }), cwd: undefined });
    for (let i = 0; i < 10; i += 1) await send(payload("PreToolUse", call(`c${i}`)));
    await send({ ...payload("PreToolUse", call("none")), cwd: undefined });
    await send({ ...payload("PreToolUse", call("deleted")), cwd: gone });
    await send({ session_id: "homeless", hook_event_name: "UserPromptSubmit", prompt: "hi" });
    expect(await recorded()).toHaveLength(13);
    expect(existsSync(join(home, "global", "observations"))).toBe(false);
    expect(await withMemory(async (memory) => (await memory.status()).unassigned)).toBe(1);
    expect(readdirSync(join(home, "projects")).filter((name) => name !== "unassigned")).toHaveLength(1);
  });
});

describe("A12: hooks of one session that come first at once", () => {
  it("agree on its project, and what came before is in it once", async () => {
    const other = join(base, "other");
    mkdirSync(other);
    const first = payload("UserPromptSubmit", { prompt: "begin" });
    for (let round = 0; round < 10; round += 1) {
      const session_id = `s-${round}`;
      await send({ ...first, session_id, cwd: undefined });
      await Promise.all(
        [cwd, other, cwd, other].map((folder, n) =>
          send({ ...payload("PreToolUse", call(`c${n}`)), session_id, cwd: folder }),
        ),
      );
    }
    const found = readdirSync(join(home, "projects"))
      .filter((name) => name !== "unassigned")
      .map((name) => recordedIn(join(home, "projects", name)));
    for (let round = 0; round < 10; round += 1) {
      const lines = found.map((all) => all.filter(({ session }) => session === `s-${round}`));
      expect(lines.map(({ length }) => length).sort(), `round ${round}`).toEqual(lines.length === 1 ? [5] : [0, 5]);
    }
  });
});

describe("A13: two folders of one name are two projects", () => {
  it("what was stored in one is not told in the other, word for word", async () => {
    const [first, second] = [join(base, "a", "app"), join(base, "b", "app")];
    for (const folder of [first, second]) mkdirSync(folder, { recursive: true });
    await withMemory((memory) => memory.create({ whenToUse: "rotating the signing key of the customer" }), first);
    const ask = (folder: string) =>
      withMemory(
        async (memory) => (await memory.recall("rotating the signing key of the customer")).cards.length,
        folder,
      );
    expect([await ask(first), await ask(second)]).toEqual([1, 0]);
  });
});

describe("A14 and A3: who is left out, and that it is said", () => {
  it("records an entry point nobody has heard of, and counts known automation with its reason", async () => {
    for (let i = 0; i < 50; i += 1) {
      await send(payload("PreToolUse", call(`n${i}`)), { env: { CLAUDE_CODE_ENTRYPOINT: "claude-holodeck" } });
      await send(payload("PreToolUse", call(`a${i}`)), { env: { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" } });
    }
    expect(await recorded()).toHaveLength(50);
    const { left } = await withMemory((memory) => memory.status());
    expect(left).toEqual([{ kind: "skipped", reason: "entrypoint=sdk-cli", times: 50 }]);
  });

  it("never records our own model calls or another tool's observer, and keeps subagents apart", async () => {
    await send(payload("PreToolUse", call("own")), { env: { HABITUS_INTERNAL: "1" } });
    await send({ ...payload("PreToolUse", call("foreign")), cwd: join(base, ".claude-mem", "observer-sessions") });
    await send(payload("PreToolUse", { ...call("sub"), agent_id: "agent-7" }));
    expect(await recorded()).toMatchObject([{ call: "sub", agent: "agent-7" }]);
    const { left } = await withMemory((memory) => memory.status());
    expect(left.map(({ reason }) => reason).sort()).toEqual(["another tool's observer", "our own model call"]);
  });
});

describe("A15: advice does not come back as experience", () => {
  it("in prompts and results, however often it is quoted", async () => {
    const { text, id, before } = await withMemory(async (memory) => {
      const { id } = await memory.create({ whenToUse: "building the image", title: "Build without the cache" });
      const advice = await memory.recall("building the image", { session: "s-1" });
      expect(advice.cards).toHaveLength(1);
      return { text: advice.text, id, before: (await memory.show(id)).experience };
    });
    for (let i = 0; i < 20; i += 1) await send(payload("UserPromptSubmit", { prompt: `${text}\ngo on, step ${i}` }));
    await send(end("c1", { tool_response: `output\n${text}\nmore output` }));
    for (const line of await recorded()) {
      expect(JSON.stringify(line)).not.toContain("Build without the cache");
      expect(JSON.stringify(line)).not.toContain("habitus-advice");
    }
    await withMemory(async (memory) => {
      await memory.learn({ includeOpen: true });
      const after = (await memory.show(id)).experience;
      expect({ ...after, freq: 0 }).toEqual({ ...before, freq: 0 });
      expect((await memory.list()).cards).toHaveLength(1);
    });
  });
});

describe("A17: secrets do not stay", () => {
  it("in any string of an event, however it is packed", async () => {
    const secrets = [
      ["AKIA", "FAKE0FAKE0FAKE0F"],
      ["ghp_", "FAKEfakeFAKEfakeFAKEfakeFAKEfake1234"],
      ["hunter2", "-fake-password"],
      ["비밀번호값", "-fake1234"],
    ].map((parts) => parts.join(""));
    const [cloud, token, password, korean] = secrets as [string, string, string, string];
    await send(payload("UserPromptSubmit", { prompt: `my key is ${cloud} and 비밀번호: ${korean}` }));
    await send(
      payload("PreToolUse", {
        ...call("c1"),
        tool_input: { command: `git clone https://x:${token}@example.com/r.git` },
      }),
    );
    await send(
      payload("PostToolUseFailure", { ...call("c1"), error: `cannot open postgres://u:${password}@db.example/x` }),
    );
    await send(end("c2", { tool_response: JSON.stringify({ body: JSON.stringify({ password }) }) }));
    await send(payload("UserPromptSubmit", { prompt: "reset token expiration handling" }));
    const lines = JSON.stringify(await recorded());
    for (const secret of secrets)
      expect([secret.slice(0, 4), lines.includes(secret)]).toEqual([secret.slice(0, 4), false]);
    expect(lines).toContain("reset token expiration handling");
  });
});
