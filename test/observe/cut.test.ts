import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../src/model/json.ts";
import { MAX_OBSERVATION_BYTES, type Observation, parseObservation } from "../../src/model/observation.ts";
import { cutObservation, shortenName } from "../../src/observe/cut.ts";
import { textHash } from "../../src/text/hash.ts";
import { anyJson, anyText, seeded } from "./support.ts";

const LIMIT = 32 * 1024;

describe("cutting an observation", () => {
  it("[O6] leaves a line that fits as it is", () => {
    const observation = toolEnd({ result: { stdout: "ok" } });
    expect(cutObservation(observation)).toEqual(observation);
    expect(cutObservation(observation)).not.toHaveProperty("cut");
  });

  it("[O6] keeps head and tail of a long text, and says how much there was and what it was", () => {
    const stdout = `BEGIN${"x".repeat(200_000)}END`;
    const cut = cutObservation(toolEnd({ input: { command: "make" }, result: { stdout, code: 0 } }));
    const result = cut.result as { stdout: string; code: number };
    expect(result.stdout.startsWith("BEGINx")).toBe(true);
    expect(result.stdout.endsWith("xEND")).toBe(true);
    expect(result.stdout).toContain("200008 bytes");
    expect(result.code).toBe(0);
    expect(cut.input).toEqual({ command: "make" });
    expect(cut.cut).toEqual([{ path: "result.stdout", bytes: 200_008, hash: textHash(stdout) }]);
    // Not cut more than needed: most of the line is used.
    expect(bytesOf(cut)).toBeGreaterThan(MAX_OBSERVATION_BYTES * 0.85);
  });

  it("[O6] cuts the long values and leaves the short ones beside them whole", () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({
      id: at,
      body: at === 7 ? "y".repeat(300_000) : `row ${at}`,
    }));
    const cut = cutObservation(toolEnd({ result: rows }));
    const kept = cut.result as Array<{ id: number; body: string }>;
    expect(kept.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(kept.filter(({ body }) => body.includes("cut")).map(({ id }) => id)).toEqual([7]);
    expect(cut.cut?.map(({ path }) => path)).toEqual(["result.7.body"]);
  });

  it("[O6] keeps first and last items of a list that is too long", () => {
    const items = Array.from({ length: 50_000 }, (_, at) => at);
    const cut = cutObservation(toolEnd({ result: { items } }));
    const kept = (cut.result as { items: Json[] }).items;
    expect(kept[0]).toBe(0);
    expect(kept.at(-1)).toBe(49_999);
    expect(kept).toContain("[50000 items, cut]");
    expect(cut.cut).toEqual([
      { path: "result.items", bytes: JSON.stringify(items).length, hash: textHash(JSON.stringify(items)) },
    ]);
  });

  it("[O6] notes many cuts in one value as one", () => {
    const result = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`file${at}`, "z".repeat(5_000)]));
    const cut = cutObservation(toolEnd({ result }));
    expect(cut.cut?.map(({ path }) => path)).toEqual(["result"]);
    expect(Object.keys(cut.result as JsonObject)).toHaveLength(200);
  });

  it("cuts on code points: no half of a pair is left at the seam", () => {
    const cut = cutObservation(toolEnd({ result: "😀".repeat(50_000) }));
    expect(cut.result as string).not.toMatch(/\p{Surrogate}/u);
  });

  it("mends halves of pairs, in keys too, even when nothing is too long", () => {
    expect(cutObservation(toolEnd({ result: { "\ud83d": "\ude00 text" } })).result).toEqual({
      "\ufffd": "\ufffd text",
    });
  });

  it("keeps names that are absurdly long apart instead of letting them fill the line", () => {
    const [a, b] = [`${"n".repeat(100_000)}a`, `${"n".repeat(100_000)}b`];
    const cut = cutObservation({ ...toolEnd({ result: "x" }), tool: a, call: a, session: b });
    expect(bytesOf(cut)).toBeLessThanOrEqual(MAX_OBSERVATION_BYTES);
    expect(cut.tool).toBe(shortenName(a));
    expect(cut.session).not.toBe(cut.tool);
  });

  it("[O6] any observation fits, is whole JSON and valid Unicode, keeps its names, and is cut only once", () => {
    fc.assert(
      fc.property(
        bulky,
        bulky,
        anyText,
        fc.constantFrom(LIMIT, MAX_OBSERVATION_BYTES),
        (input, result, error, limit) => {
          const observation = toolEnd({ input, result, error: error.repeat(50) });
          const cut = cutObservation(observation, limit);
          const line = JSON.stringify(cut);
          expect(new TextEncoder().encode(`${line}\n`).length).toBeLessThanOrEqual(limit);
          expect(parseObservation(line)).toEqual(cut);
          expect(line).not.toMatch(/\\ud[89a-f]/i);
          expect(Array.isArray(cut.result)).toBe(Array.isArray(result));
          expect({ ...cut, input: 0, result: 0, error: 0, cut: 0 }).toEqual({
            ...observation,
            input: 0,
            result: 0,
            error: 0,
            cut: 0,
          });
          expect(cutObservation(cut, limit)).toEqual(cut);
        },
      ),
      seeded(300),
    );
  });
});

/** Values of every shape, some of them much too large. */
const bulky: fc.Arbitrary<Json> = fc.oneof(
  anyJson,
  fc.tuple(anyText, fc.nat(3000)).map(([text, times]) => text.repeat(times).slice(0, 300_000)),
  fc.tuple(anyJson, fc.nat(3000)).map(([item, times]) => Array.from({ length: times }, () => item)),
  fc
    .tuple(anyJson, anyText, fc.nat(1500))
    .map(([item, key, times]) => Object.fromEntries(Array.from({ length: times }, (_, at) => [`${key}${at}`, item]))),
  fc.tuple(anyText, fc.nat(60)).map(([text, depth]) => {
    let value: Json = text.repeat(400);
    for (let at = 0; at < depth; at++) value = at % 2 ? [value, text] : { [text]: value, more: text.repeat(20) };
    return value;
  }),
);

function toolEnd(fields: Partial<Observation>): Observation {
  return {
    v: 1,
    at: "2026-11-30T10:00:00.000Z",
    event: "tool_end",
    host: "claude-code",
    session: "s",
    turn: 0,
    call: "c",
    tool: "Bash",
    outcome: "ok",
    ...fields,
  };
}

function bytesOf(observation: Observation): number {
  return new TextEncoder().encode(JSON.stringify(observation)).length + 1;
}
