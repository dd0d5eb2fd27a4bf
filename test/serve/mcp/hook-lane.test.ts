import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHookLane } from "../../../src/serve/mcp/hook-lane.ts";

/** @returns whether the line was taken, and what was answered */
async function ask(text: string, call = async (fields: object): Promise<object> => ({ content: [], fields })) {
  const written: string[] = [];
  const taken = createHookLane(call, { name: "us" }, (line) => written.push(line))(Buffer.from(`${text}\n`));
  await new Promise(setImmediate);
  for (const line of written) expect(line.endsWith("\n") && !line.slice(0, -1).includes("\n")).toBe(true);
  return { taken, answers: written.map((line) => JSON.parse(line)) };
}

const hookCall = (id: unknown, fields: unknown, more: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "hook", arguments: fields, ...more },
});

describe("the lane for calls of hooks", () => {
  it("answers each with its own id and whatever text it holds", async () => {
    const ids = fc.oneof(fc.integer(), fc.string());
    await fc.assert(
      fc.asyncProperty(ids, fc.dictionary(fc.string(), fc.string({ unit: "binary" })), async (id, fields) => {
        const sent = JSON.parse(JSON.stringify(fields));
        const { taken, answers } = await ask(JSON.stringify(hookCall(id, fields)));
        expect(taken).toBe(true);
        expect(answers).toEqual([{ jsonrpc: "2.0", id: id === 0 ? 0 : id, result: { content: [], fields: sent } }]);
      }),
    );
  });

  it("takes spaces, other orders of keys, a line end of Windows, and what clients add of their own", async () => {
    const text =
      `{ "params" : {"arguments": {"a": "1"}, "_meta": {"progressToken": 4, "vendor/id": "x"}, "name": "hook"},
      "method": "tools/call", "id": 7, "jsonrpc": "2.0" }\r`.replaceAll("\n", " ");
    expect((await ask(text)).answers).toMatchObject([{ id: 7, result: { fields: { a: "1" } } }]);
  });

  it("answers a protocol without sessions as that wants it", async () => {
    const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": {} };
    const { answers } = await ask(JSON.stringify(hookCall(1, { a: 1 }, { _meta: meta })));
    const result = { content: [], fields: { a: 1 }, resultType: "complete" };
    expect(answers).toEqual([
      { jsonrpc: "2.0", id: 1, result: { ...result, _meta: { "io.modelcontextprotocol/serverInfo": { name: "us" } } } },
    ]);
  });

  it("says what went wrong, as an error of the protocol", async () => {
    const failing = async () => {
      throw new Error("no luck");
    };
    const { taken, answers } = await ask(JSON.stringify(hookCall(1, {})), failing);
    expect(taken).toBe(true);
    expect(answers).toEqual([{ jsonrpc: "2.0", id: 1, error: { code: -32603, message: "no luck" } }]);
  });

  it("leaves everything else to the library", async () => {
    const others = [
      "",
      "{",
      "null",
      '["tools/call", "hook"]',
      JSON.stringify({ ...hookCall(1, {}), jsonrpc: "1.0" }),
      JSON.stringify({ ...hookCall(1, {}), id: undefined }),
      JSON.stringify({ ...hookCall(1, {}), id: null }),
      JSON.stringify({ ...hookCall(1, {}), method: "tools/list" }),
      JSON.stringify(hookCall(1, { text: '"tools/call" "hook"' })).replace('"name":"hook"', '"name":"recall"'),
      JSON.stringify(hookCall(1, "text")),
      JSON.stringify(hookCall(1, [])),
      JSON.stringify(hookCall(1, {}, { _meta: { "io.modelcontextprotocol/protocolVersion": "2027-01-31" } })),
      JSON.stringify([hookCall(1, {})]),
    ];
    for (const text of others) expect(await ask(text)).toEqual({ taken: false, answers: [] });
  });
});
