import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "./compiled.ts";
import { REPO } from "./support.ts";

/** Size of the larger file; the smaller one is a third of it. `HABITUS_STREAM_MB=200` for the full measurement. */
const LARGE_MB = Number(process.env.HABITUS_STREAM_MB ?? 48);

/** How much more memory the larger file may take: noise of the garbage collector, where reading it whole would take 2 to 3 times. */
const MOST = 1.3;

/** With a small heap the collector works as the heap grows instead of when it likes, and a reader that keeps everything dies. */
const HEAP = "--max-old-space-size=160";

const FILLER = "lorem ipsum dolor sit amet ".repeat(60);

/** Pieces of a file that has no end: what stands before the first, between two, and after the last record. */
interface Endless {
  before?: string;
  record(at: number): string;
  between: string;
  after?: string;
  /** Of {@link LARGE_MB}: as much as the time allows, as much as a fault needs to show. Default 1. */
  share?: number;
}

const dialogue = JSON.parse(readFileSync(join(REPO, "data/tau-airline/gpt-4o-airline.json"), "utf8"))[0] as object;

const KINDS: Record<string, Endless> = {
  "ReMe-style lines": {
    between: "\n",
    record: (at) =>
      JSON.stringify({
        task_id: `t${at % 50}`,
        messages: Array.from({ length: 10 }, (_, step) => [
          {
            role: "assistant",
            tool_calls: [{ id: `c${step}`, function: { name: "f", arguments: JSON.stringify({ at, step }) } }],
          },
          { role: "tool", tool_call_id: `c${step}`, content: `${FILLER}${at}` },
        ]).flat(),
      }),
  },
  "one array of tau-bench": {
    share: 0.5,
    before: "[\n",
    between: ",\n",
    after: "\n]\n",
    record: (at) => JSON.stringify({ ...dialogue, trial: at }, undefined, 1),
  },
  "one endless session of Claude Code": {
    share: 2,
    between: "\n",
    record: (at) => {
      const base = { sessionId: "s", isSidechain: false, timestamp: new Date(1.7e12 + at * 1000).toISOString() };
      const prompt = { ...base, type: "user", uuid: `u${at}`, message: { role: "user", content: `do ${at}` } };
      const use = [{ type: "tool_use", id: `c${at}`, name: "Bash", input: { command: `ls ${at}` } }];
      const result = [{ type: "tool_result", tool_use_id: `c${at}`, content: "see below" }];
      return [
        ...(at % 20 === 0 ? [prompt] : []),
        { ...base, type: "assistant", uuid: `a${at}`, message: { id: `m${at}`, role: "assistant", content: use } },
        {
          ...base,
          type: "user",
          uuid: `r${at}`,
          message: { role: "user", content: result },
          toolUseResult: { stdout: FILLER },
        },
      ]
        .map((line) => JSON.stringify(line))
        .join("\n");
    },
  },
  "OpenTelemetry, one request a line": {
    between: "\n",
    record: (at) => {
      const tool = (step: number) => ({
        traceId: `t${at}`,
        spanId: `s${step}`,
        name: "execute_tool f",
        startTimeUnixNano: "1767261600000000000",
        attributes: [
          { key: "gen_ai.tool.call.id", value: { stringValue: `c${step}` } },
          { key: "gen_ai.tool.call.result", value: { stringValue: FILLER } },
        ],
      });
      return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [tool(0), tool(1), tool(2)] }] }] });
    },
  },
};

describe("memory", () => {
  let folder: string;
  let child: { folder: string; entry: string };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "habitus-streaming-"));
    child = compile("test/observe/streaming-child.ts");
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(child.folder, { recursive: true, force: true });
  });

  it.each(Object.entries(KINDS))("[O26] does not grow with the file: %s", (name, kind) => {
    const largeMb = LARGE_MB * (kind.share ?? 1);
    const small = measure(kind, largeMb / 3);
    const large = measure(kind, largeMb);
    console.log(
      `${name}: ${largeMb} MB took ${large.peakMb.toFixed(0)} MB, ${(largeMb / 3).toFixed(0)} MB took ${small.peakMb.toFixed(0)} MB`,
    );
    expect(large.calls).toBeGreaterThan(2.5 * small.calls);
    expect(large.problems).toBe(0);
    expect(large.peakMb / small.peakMb).toBeLessThan(MOST);
  });

  function measure(kind: Endless, mb: number): { calls: number; problems: number; peakMb: number } {
    const path = join(folder, "runs.json");
    write(path, kind, mb * 1e6);
    return JSON.parse(execFileSync(process.execPath, [HEAP, child.entry, path], { encoding: "utf8" }));
  }
});

function write(path: string, { before = "", record, between, after = "" }: Endless, bytes: number): void {
  writeFileSync(path, before);
  let written = 0;
  let at = 0;
  while (written < bytes) {
    let block = "";
    while (block.length < 1_000_000) block += `${at === 0 ? "" : between}${record(at++)}`;
    appendFileSync(path, block);
    written += block.length;
  }
  appendFileSync(path, after);
}
