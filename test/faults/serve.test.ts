import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openMemory } from "../../src/open-memory.ts";
import { answerHook, createHookAnswerer } from "../../src/serve/hooks/answer-hook.ts";
import { payloadOf } from "../../src/serve/mcp/hook-payload.ts";
import { asToolFields, checkReply, envOf, readPayloads } from "../serve/hooks/payloads.ts";
import { BROKEN_HOMES } from "./broken-homes.ts";

/** What FAULTS asks of serving: nothing that is wrong with us may trouble the agent, and our advice is no experience. */

const PAYLOADS = readPayloads(join(import.meta.dirname, "..", "fixtures", "hooks.jsonl"));

let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "habitus-serve-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
});

describe("[C6] A1: the memory blocks the agent", () => {
  for (const [state, makeBroken] of Object.entries(BROKEN_HOMES)) {
    it(`with a home that is ${state}, 300 events are answered with nothing or a valid reply`, async (context) => {
      const broken = await makeBroken(base);
      if ("skip" in broken) return context.skip(broken.skip);
      onTestFinished(() => broken.mend());
      const answerer = createHookAnswerer(broken.home);
      for (let n = 0; n < 300; n += 1) {
        const each = PAYLOADS[n % PAYLOADS.length]!;
        const { payload, host } = payloadOf(asToolFields(each));
        checkReply(each, await answerer.answer(payload, { env: {}, host }));
      }
      await answerer.close();
      for (const each of PAYLOADS.filter(({ payload }) => payload.hook_event_name !== "SessionEnd"))
        checkReply(each, await answerHook(broken.home, JSON.stringify(each.payload), { env: envOf(each) }));
      await broken.mend();
    });
  }

  it("takes what is no payload for nothing", async () => {
    for (const text of ["", "{", "null", "[]", '"x"', '{"hook_event_name":3}', "\uFEFF{}", '{"session_id":"\\ud800"}'])
      expect(await answerHook(join(base, "home"), text, { env: {} })).toBe("");
  });

  it("answers in time where the work hangs, and heals by itself", async () => {
    const home = join(base, "home");
    const memory = await openMemory({ home, cwd: "/home/dev/app" });
    await memory.create({ id: "greet.check", whenToUse: "Changing greet and running the checks", title: "Run checks" });
    await memory.close();
    const prompt = JSON.stringify(PAYLOADS.find(({ name }) => name === "UserPromptSubmit")!.payload);
    const hurried = createHookAnswerer(home, { deadlineMs: 0 });
    expect(await hurried.answer(prompt, { env: {} })).toBe("");
    await hurried.close();
    expect(
      await answerHook(home, prompt.replace(/"session_id":"[^"]*"/, '"session_id":"later"'), { env: {} }),
    ).toContain("greet.check");
  });
});

describe("[C7] A15: the advice comes back as experience", () => {
  it("twenty sessions that quote the advice back move no rule, no evidence and no confidence", async () => {
    const home = join(base, "home");
    const cwd = join(base, "app");
    const env = {};
    const session = (id: string) => {
      const common = { session_id: id, cwd };
      const send = (event: string, fields: object = {}) =>
        answerHook(home, JSON.stringify({ ...common, hook_event_name: event, ...fields }), { env });
      const call = async (command: string, response: string) => {
        const one = { tool_name: "Bash", tool_use_id: `${id} ${command}`, tool_input: { command } };
        await send("PreToolUse", one);
        await send("PostToolUse", { ...one, tool_response: { stdout: response, stderr: "", interrupted: false } });
      };
      return { send, call };
    };
    const told = (reply: string) => (reply === "" ? "" : JSON.parse(reply).hookSpecificOutput.additionalContext);
    for (let n = 0; n < 10; n += 1) {
      const { send, call } = session(`before-${n}`);
      await send("SessionStart", { source: "startup" });
      await send("UserPromptSubmit", { prompt: `Change the parser, part ${n}` });
      for (const command of [`ls part${n}`, "git status", "npm run lint", `git commit -m "part ${n}"`, `cat x${n}`])
        await call(command, "done");
      await send("Stop");
      await send("SessionEnd", { reason: "other" });
    }
    const memory = await openMemory({ home, cwd });
    await memory.learn();
    const { cards } = await memory.list();
    expect(cards.some(({ rule }) => rule?.type === "order")).toBe(true);
    const state = async () =>
      (await memory.list()).cards.map(({ id, status, confidence, rule, body, tier, provenance }) => ({
        ...{ id, status, confidence, rule, body, tier, provenance },
      }));
    const before = await state();

    for (let n = 0; n < 20; n += 1) {
      const { send, call } = session(`after-${n}`);
      await send("SessionStart", { source: "startup" });
      const advice = told(await send("UserPromptSubmit", { prompt: "Change the parser" }));
      expect(advice).toContain("<habitus-advice>");
      await send("UserPromptSubmit", { prompt: `As you said:\n${advice}\nGo on with part ${n}.` });
      await call(`cat notes-${n}.txt`, `${advice}\nand more`);
      await send("Stop");
      await send("SessionEnd", { reason: "other" });
      await memory.learn();
    }
    expect(await state()).toEqual(before);

    // What an agent does because it was told is no evidence for what it was told either.
    const first = session("follows");
    const advice = told(await first.send("UserPromptSubmit", { prompt: "Change the parser" }));
    const id = /^id: (.+)$/m.exec(advice)?.[1];
    for (const command of ["git status", "npm run lint", 'git commit -m "as told"']) await first.call(command, "done");
    await first.send("SessionEnd", { reason: "other" });
    await memory.learn();
    const { confidence, tier, provenance } = before.find((card) => card.id === id)!;
    expect((await state()).find((card) => card.id === id)).toMatchObject({ confidence, tier, provenance });
    await memory.close();
  });
});
