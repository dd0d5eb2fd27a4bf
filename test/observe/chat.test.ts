import { describe, expect, it } from "vitest";
import { turnsOfChat } from "../../src/observe/chat.ts";

describe("a chat", () => {
  it("[O8] keeps calls of one message in one batch and joins each answer by id, in any order", () => {
    const turns = turnsOfChat([
      { role: "system", content: "policy" },
      user("go"),
      assistant(call("a", "read", '{"path":"x"}'), call("b", "read", '{"path":"y"}')),
      answer("b", "two"),
      answer("a", "one"),
      assistant(call("c", "write", "{}")),
      answer("c", '{"error":"read-only"}'),
      { role: "assistant", content: "done" },
      user("again"),
      assistant(call("d", "write", "")),
    ]);
    expect(turns).toEqual([
      {
        user: "go",
        steps: [
          { call: "a", tool: "read", input: { path: "x" }, outcome: "ok", result: "one", batch: 0 },
          { call: "b", tool: "read", input: { path: "y" }, outcome: "ok", result: "two", batch: 0 },
          {
            call: "c",
            tool: "write",
            input: {},
            outcome: "error",
            error: "read-only",
            result: { error: "read-only" },
            batch: 1,
          },
        ],
      },
      { user: "again", steps: [{ call: "d", tool: "write", input: {}, outcome: "unknown", batch: 0 }] },
    ]);
  });

  it("[O5] keeps broken names and arguments that are not JSON as they are", () => {
    const [turn] = turnsOfChat([
      user("go"),
      assistant(call("a", "echo<|channel|>commentary", '{"x": '), call("b", "f", '"text"')),
    ]);
    expect(turn?.steps.map(({ tool, input }) => [tool, input])).toEqual([
      ["echo<|channel|>commentary", '{"x": '],
      ["f", '"text"'],
    ]);
  });

  it("[O5] a call nobody answered is unknown, and an answer to nobody is left out", () => {
    const [turn] = turnsOfChat([
      user("go"),
      answer("z", "stray"),
      assistant(call("a", "f", "{}")),
      answer("b", "stray"),
    ]);
    expect(turn?.steps).toEqual([{ call: "a", tool: "f", input: {}, outcome: "unknown", batch: 0 }]);
  });

  it("an id that a log uses twice names only the first call, and answers go to the call that waits", () => {
    const [turn] = turnsOfChat([
      user("go"),
      assistant(call("1", "f", "{}")),
      answer("1", "one"),
      assistant(call("1", "g", "{}")),
      answer("1", "two"),
    ]);
    expect(turn?.steps.map(({ call: id, tool, result }) => [id, tool, result])).toEqual([
      ["1", "f", "one"],
      [undefined, "g", "two"],
    ]);
  });

  it("reads functions of older logs, parts of content, and calls before the first user message", () => {
    const turns = turnsOfChat([
      { role: "assistant", function_call: { name: "look", arguments: '{"at":"sky"}' } },
      { role: "function", name: "look", content: "blue" },
      {
        role: "user",
        content: [
          { type: "text", text: "one" },
          { type: "image_url", image_url: { url: "data:" } },
          { type: "text", text: "two" },
        ],
      },
    ]);
    expect(turns).toEqual([
      { user: "", steps: [{ tool: "look", input: { at: "sky" }, outcome: "ok", result: "blue", batch: 0 }] },
      { user: "one\ntwo", steps: [] },
    ]);
  });

  it("survives messages that are no messages", () => {
    expect(turnsOfChat([null, 3, "x", {}, { role: "assistant", tool_calls: [null, {}] }, { role: "tool" }])).toEqual([
      {
        user: "",
        steps: [
          { tool: "", input: {}, outcome: "unknown", batch: 0 },
          { tool: "", input: {}, outcome: "unknown", batch: 0 },
        ],
      },
    ]);
  });
});

function user(content: string) {
  return { role: "user", content };
}

function assistant(...tool_calls: unknown[]) {
  return { role: "assistant", content: null, tool_calls };
}

function call(id: string, name: string, args: string) {
  return { id, type: "function", function: { name, arguments: args } };
}

function answer(tool_call_id: string, content: string) {
  return { role: "tool", tool_call_id, content };
}
