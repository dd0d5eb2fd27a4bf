import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/json.ts";
import { MAX_OBSERVATION_BYTES, parseObservation } from "../../../src/model/observation.ts";
import { createGrouper } from "../../../src/observe/group.ts";
import { IMPORTERS } from "../../../src/observe/import-files.ts";
import { noKnowledge } from "../../../src/observe/importer.ts";
import { toObservations } from "../../../src/observe/record.ts";
import { anyJson, asLog, chunksOf, REPO, seeded } from "../support.ts";

const FIXTURES = join(REPO, "test/fixtures/transcripts");
const DATA = join(REPO, "data");

/** Real records of each format, one JSON value each. */
const RECORDS: Record<string, Json[]> = {
  "claude-code": jsonl(join(FIXTURES, "claude/tour.jsonl")),
  codex: [...jsonl(join(FIXTURES, "codex/tour.rollout.jsonl")), ...jsonl(join(FIXTURES, "codex/tour.exec-json.jsonl"))],
  "gemini-cli": jsonl(join(FIXTURES, "gemini/tour.chat.jsonl")),
  opencode: [JSON.parse(readFileSync(join(FIXTURES, "opencode/tour.export.json"), "utf8"))],
  bfcl: jsonl(join(DATA, "bfcl/golden.jsonl")).slice(0, 3),
  "tau-bench": (JSON.parse(readFileSync(join(DATA, "tau-airline/gpt-4o-airline.json"), "utf8")) as Json[]).slice(0, 2),
  reme: [
    {
      task_id: "t",
      trial: 1,
      score: 1,
      messages: [
        { role: "user", content: "go" },
        { role: "assistant", tool_calls: [{ id: "c", function: { name: "f", arguments: "{}" } }] },
        { role: "tool", tool_call_id: "c", content: "{}" },
      ],
    },
  ],
  otel: [
    {
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: "t",
                  spanId: "s",
                  name: "chat",
                  startTimeUnixNano: "1",
                  attributes: [
                    {
                      key: "gen_ai.input.messages",
                      value: { stringValue: '[{"role":"user","parts":[{"type":"text","content":"go"}]}]' },
                    },
                  ],
                  events: [],
                },
                {
                  traceId: "t",
                  spanId: "u",
                  name: "execute_tool f",
                  attributes: [{ key: "gen_ai.tool.name", value: { stringValue: "f" } }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  "anthropic-messages": [
    {
      request: { model: "claude", messages: [{ role: "user", content: "go" }] },
      response: { type: "message", role: "assistant", content: [{ type: "tool_use", id: "c", name: "f", input: {} }] },
    },
  ],
  "openai-chat": [
    {
      model: "m",
      input: [
        { type: "message", role: "user", content: [{ type: "input_text", text: "go" }] },
        { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
      ],
    },
  ],
  observations: [
    {
      v: 1,
      at: "2026-01-01T00:00:00.000Z",
      event: "tool_end",
      session: "s",
      tool: "f",
      call: "c",
      input: {},
      result: 1,
      outcome: "ok",
    },
  ],
};

describe("records whose fields hold what they should not", () => {
  it.each(Object.entries(RECORDS))(
    "[O2] never stop an import, and whatever comes of them can be recorded: %s",
    async (name, records) => {
      const importer = IMPORTERS.find((candidate) => candidate.name === name);
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(), fc.array(fc.nat(), { minLength: 1, maxLength: 9 }), odd), {
            minLength: 1,
            maxLength: 12,
          }),
          async (changes) => {
            let lines = records;
            for (const [at, path, value] of changes) {
              const index = at % lines.length;
              lines = lines.map((line, place) => (place === index ? replaceAt(line, path, value) : line));
            }
            const text = lines.map((line) => JSON.stringify(line)).join("\n");
            for await (const item of importer?.read(chunksOf(text, 4096), { path: "f", known: noKnowledge() }) ?? []) {
              if (!("trajectory" in item)) continue;
              const observations = toObservations(item.trajectory, item.session, {
                scrub: (given) => given,
                at: "2026-01-01T00:00:00.000Z",
              });
              for (const observation of observations) {
                const line = JSON.stringify(observation);
                expect(Buffer.byteLength(line)).toBeLessThan(MAX_OBSERVATION_BYTES);
                expect(parseObservation(line)).toEqual(observation);
              }
              const grouper = createGrouper({ idleMs: 1 });
              const grouped = asLog(observations).flatMap((line) => grouper.add(line));
              expect(grouped.map(({ trajectory }) => trajectory.turns.length)).toEqual([item.trajectory.turns.length]);
            }
          },
        ),
        seeded(60),
      );
    },
  );
});

const odd: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json[]>(null, "", 0, -1, true, [], {}, "\ud83d", "x".repeat(70_000), [[[]]], { a: null }),
  anyJson,
);

/** The value with another one at a place found by walking down it. */
function replaceAt(value: Json, [step = 0, ...rest]: readonly number[], replacement: Json): Json {
  if (typeof value !== "object" || value === null) return replacement;
  const keys = Object.keys(value);
  if (keys.length === 0 || (rest.length === 0 && step % 3 === 0)) return replacement;
  const key = keys[step % keys.length] as string;
  const inner = replaceAt((value as Record<string, Json>)[key] as Json, rest, replacement);
  return Array.isArray(value)
    ? value.map((item, at) => (String(at) === key ? inner : item))
    : { ...value, [key]: inner };
}

function jsonl(path: string): Json[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Json);
}
