import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { readHook } from "../../../src/adapters/hook-facts.ts";
import { createEventWriter } from "../../../src/serve/hooks/event-writer.ts";

const NIGHT = Date.parse("2026-11-30T23:59:59.990Z");

let home: string;
let errors: unknown[];

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "habitus-writer-")));
  errors = [];
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
});

const writerOf = () =>
  createEventWriter(home, {
    compare: async () => undefined,
    onError: (error) => errors.push(error),
  });

const event = (name: string, fields: object = {}) =>
  readHook({ session_id: "s", cwd: "/home/dev/app", hook_event_name: name, ...fields }, { env: {} });
const call = (id: string, fields: object = {}) =>
  event("PreToolUse", { tool_name: "Read", tool_use_id: id, tool_input: { file_path: "a" }, ...fields });

/** Call ids, or names of events, file by file. */
function written(): Record<string, string[]> {
  const projects = join(home, "projects");
  if (!existsSync(projects)) return {};
  const files = readdirSync(projects, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".jsonl"));
  return Object.fromEntries(
    files.map((path) => {
      const lines = readFileSync(join(projects, path), "utf8").split("\n").filter(Boolean);
      return [path.slice(-16), lines.map((line) => JSON.parse(line).call ?? JSON.parse(line).event)];
    }),
  );
}

describe("events of hooks", () => {
  it("are written in the order in which they came, whatever they are", async () => {
    const writer = writerOf();
    const now = Date.parse("2026-11-30T10:00:00Z");
    for (const each of [event("SessionStart"), call("a"), event("UserPromptSubmit", { prompt: "go" }), call("b")])
      writer.add(each, {}, now);
    await writer.flush();
    for (const each of [call("c"), call("d"), event("Stop"), call("e")]) writer.add(each, {}, now);
    await writer.flush();
    expect(written()).toEqual({
      "2026-11-30.jsonl": ["session_start", "a", "prompt", "b", "c", "d", "turn_end", "e"],
    });
    expect(writer.placeOf("s")).toBeDefined();
  });

  it("of several sessions keep their projects", async () => {
    const writer = writerOf();
    for (let n = 0; n < 3; n += 1) {
      for (const session_id of ["one", "two"]) {
        writer.add(call(`${session_id}${n}`, { session_id, cwd: `/home/dev/${session_id}` }), {}, NIGHT);
      }
      await writer.flush();
    }
    expect(writer.placeOf("one")).not.toBe(writer.placeOf("two"));
    const folder = join(home, "projects", writer.placeOf("two")!, "observations", "2026-11-30.jsonl");
    const lines = readFileSync(folder, "utf8").split("\n").filter(Boolean);
    expect(lines.map((line) => JSON.parse(line).call)).toEqual(["two0", "two1", "two2"]);
  });

  it("lie in the file of their day also when they waited for each other over midnight", async () => {
    const writer = writerOf();
    writer.add(call("first"), {}, NIGHT);
    await writer.flush();
    writer.add(call("today"), {}, NIGHT);
    writer.add(call("tomorrow"), {}, NIGHT + 20);
    await writer.flush();
    expect(written()).toEqual({ "2026-11-30.jsonl": ["first", "today"], "2026-12-01.jsonl": ["tomorrow"] });
  });

  it("do not wait for a moment to pass where they are many, or large", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const writer = writerOf();
    writer.add(call("0"), {}, NIGHT);
    await writer.flush();
    const lines = () => written()["2026-11-30.jsonl"] ?? [];
    const breatheUntil = async (isDone: () => boolean, most: number) => {
      for (let n = 0; n < most && !isDone(); n += 1) await breathe();
      return lines();
    };
    writer.add(call("small"), {}, NIGHT);
    expect(await breatheUntil(() => false, 1_000)).toEqual(["0"]);
    writer.add(call("large", { tool_input: { file_path: "a", content: "x".repeat(300_000) } }), {}, NIGHT);
    expect(await breatheUntil(() => lines().length >= 3, 100_000)).toEqual(["0", "small", "large"]);
    const many = Array.from({ length: 50 }, (_, n) => `one of many ${n}`);
    for (const each of many.slice(0, -1)) writer.add(call(each), {}, NIGHT);
    expect(await breatheUntil(() => false, 1_000)).toHaveLength(3);
    writer.add(call(many.at(-1)!), {}, NIGHT);
    expect((await breatheUntil(() => lines().length >= 53, 100_000)).slice(3)).toEqual(many);
  });

  it("that cannot be written are told of, and keep no later one", async () => {
    writeFileSync(join(home, "projects"), "not a folder");
    const writer = writerOf();
    writer.add(call("lost"), {}, NIGHT);
    await writer.flush();
    expect(errors).toHaveLength(1);
    rmSync(join(home, "projects"));
    writer.add(call("kept"), {}, NIGHT);
    await writer.flush();
    expect(written()).toEqual({ "2026-11-30.jsonl": ["kept"] });
  });
});
