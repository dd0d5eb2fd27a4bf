import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { asData } from "../../src/ask/as-data.ts";
import { askObject, askText } from "../../src/ask/ask-object.ts";
import { extractJson } from "../../src/ask/extract-json.ts";
import type { LanguageModel, ModelReply, ModelRequest } from "../../src/ports.ts";

/** A port object of a library user's own: no server, replies one after the other. */
function scripted(...replies: Array<Partial<ModelReply>>): LanguageModel & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    name: "own",
    requests,
    generate: async (request) => {
      requests.push(request);
      return { text: "", finish: "stop", inputTokens: 0, outputTokens: 0, ...replies[requests.length - 1] };
    },
  };
}

describe("the JSON in a reply", () => {
  const value = fc.oneof(
    fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
    fc.array(fc.jsonValue(), { minLength: 1 }),
  );
  const prose = fc.string().map((text) => text.replaceAll(/[{}[\]"`<>]/g, ""));

  it("is found alone, in a code block and between prose, whatever it holds", () => {
    fc.assert(
      fc.property(value, prose, prose, (json, before, after) => {
        const text = JSON.stringify(json);
        const expected = { value: JSON.parse(text) };
        expect(extractJson(text)).toEqual(expected);
        expect(extractJson(`${before}${text}${after}`)).toEqual(expected);
        if (!text.includes("`"))
          expect(extractJson(`${before}\n\`\`\`json\n${text}\n\`\`\`\n${after}`)).toEqual(expected);
      }),
    );
  });

  it("that is cut anywhere is not taken for a whole one", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string(), { minKeys: 1 }), fc.nat(), (json, at) => {
        const text = JSON.stringify({ all: json });
        const cut = text.slice(0, 1 + (at % (text.length - 1)));
        expect(extractJson(cut)).toHaveProperty("problem");
      }),
    );
  });

  it("never makes it throw or hang, whatever the reply is", () => {
    fc.assert(fc.property(fc.string({ maxLength: 2_000, unit: "binary" }), (text) => void extractJson(text)));
    expect(extractJson("{".repeat(200_000))).toHaveProperty("problem");
    expect(extractJson("<think>".repeat(50_000))).toHaveProperty("problem");
  });
});

describe("asking", () => {
  const schema = z.object({ n: z.number() });
  const question = { name: "n", messages: [{ role: "user" as const, content: "?" }], schema };

  it("sends the first reply back with what is wrong with it, once", async () => {
    const model = scripted({ text: '{"n": "one"}' }, { text: '{"n": 1}' });
    expect(await askObject(model, question)).toEqual({ n: 1 });
    expect(model.requests[1]!.messages.slice(1)).toMatchObject([
      { role: "assistant", content: '{"n": "one"}' },
      { role: "user", content: expect.stringMatching(/n: .*expected number/i) },
    ]);
  });

  it("takes no text that was cut, refused or empty", async () => {
    const ask = (reply: Partial<ModelReply>) => askText(scripted(reply), { name: "t", messages: question.messages });
    await expect(ask({ text: "half a sen", finish: "length" })).rejects.toThrow(/max_tokens/);
    await expect(ask({ text: "No.", finish: "refusal" })).rejects.toThrow(/declined/);
    await expect(ask({ text: " <think>hm</think> " })).rejects.toThrow(/empty/);
    expect(await ask({ text: "<think>hm</think>Yes." })).toBe("Yes.");
  });
});

describe("a text as data", () => {
  it("cannot open or close a block of a prompt", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("<", "</", "＜", " ", "/", "attempt", "ATTEMPT", "task", "candidate", ">", "x"), {
          maxLength: 30,
        }),
        (parts) => {
          const text = asData("attempt", parts.join(""));
          expect(text.match(/[<＜]\s*\/?\s*attempt\b/gi)).toHaveLength(2);
          expect(text.match(/[<＜]\s*\/?\s*(?:task|candidate)\b/gi)).toBeNull();
        },
      ),
    );
  });

  it("keeps its head and its tail when it is too long", () => {
    const text = asData("task", `begin ${"x".repeat(50_000)} end`, 1_000);
    expect(text.length).toBeLessThan(1_100);
    expect(text).toMatch(/begin[\s\S]*more[\s\S]*end/);
  });
});
