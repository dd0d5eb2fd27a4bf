import { createReadStream, existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { actionOf } from "../../src/alphabet/action.ts";
import { endedKey } from "../../src/alphabet/action-key.ts";
import { allSteps } from "../../src/model/trajectory.ts";
import { importFiles } from "../../src/observe/import-files.ts";

const SHARED = process.env.HABITUS_SHARED ?? resolve(import.meta.dirname, "../../../shared");
const FIXTURES = join(SHARED, "host-bench", "fixtures");

/** What the scripted model did in the tour of each host, told in the one alphabet. */
const TOURS: Readonly<Record<string, readonly string[]>> = {
  "claude/transcripts/tour.jsonl": [
    "read src/**/*.js => ok",
    'cat *.txt => error "cat: *: No such file or directory"',
    'edit src/**/*.js => error "String to replace not found in file."',
    "edit src/**/*.js => ok",
    "mcp bench recall => ok",
    'mcp bench recall => error "scripted MCP failure"',
    "agent => ok",
  ],
  "codex/transcripts/tour.rollout.jsonl": [
    "ls => ok",
    'cat *.txt => error "cat: *: No such file or directory"',
    "edit src/**/*.js => ok",
    "mcp bench recall => ok",
    'mcp bench recall => error "scripted MCP failure"',
  ],
  "opencode/transcripts/tour.export.json": [
    "read src/**/*.js => ok",
    'cat *.txt => error "cat: *: No such file or directory"',
    "edit src/**/*.js => ok",
    "agent => ok",
  ],
  "gemini/transcripts/tour.chat.jsonl": [
    "read src/**/*.js => ok",
    'cat *.txt => error "cat: *: No such file or directory"',
    "edit src/**/*.js => ok",
    "mcp bench recall => ok",
  ],
};

async function keysIn(path: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { item } of importFiles([{ path, open: () => createReadStream(path, "utf8") }])) {
    if ("trajectory" in item) keys.push(...allSteps(item.trajectory).map((step) => endedKey(actionOf(step))));
  }
  return keys;
}

describe.skipIf(!existsSync(FIXTURES))(
  "the transcripts of real coding agents (skipped where they are not beside the repository)",
  () => {
    it.each(Object.entries(TOURS))("[O47] tell the same work in the same letters: %s", async (file, expected) => {
      const keys = await keysIn(join(FIXTURES, file));
      expect(keys.filter((key) => expected.includes(key))).toEqual(expected);
    });

    it("[O47] hold no call that the alphabet does not know, except a tool that does not exist and one of an unmarked server", async () => {
      const files = readdirSync(FIXTURES, { recursive: true, encoding: "utf8" }).filter((path) =>
        /transcripts[\\/].*\.jsonl?$/.test(path),
      );
      const kinds = new Set<string>();
      for (const file of files) {
        const path = join(FIXTURES, file);
        for await (const { item } of importFiles([{ path, open: () => createReadStream(path, "utf8") }])) {
          if (!("trajectory" in item)) continue;
          for (const step of allSteps(item.trajectory)) if (actionOf(step).kind === "other") kinds.add(step.tool);
        }
      }
      expect([...kinds].sort()).toEqual(["NoSuchTool", "bench_recall"]);
    });
  },
);
