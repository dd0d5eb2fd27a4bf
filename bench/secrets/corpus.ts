import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "../../src/model/json.ts";
import { leftOver } from "./measure.ts";

/** One line of the secret corpus; its page says what the fields promise. The text is joined here and nowhere written down. */
export interface CorpusLine {
  id: string;
  kind: string;
  text: string;
  mustHide: string[];
  mustKeep: string[];
  /** Byte position from the start. */
  cut?: number;
  cutFromEnd?: number;
}

/** @returns undefined when the corpus is not there: it is kept outside the repository */
export function readCorpus(repo: string): CorpusLine[] | undefined {
  const path = join(process.env.HABITUS_SHARED ?? join(repo, "..", "shared"), "data", "secrets-a.jsonl");
  if (!existsSync(path)) return undefined;
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const row = JSON.parse(line) as {
        id: string;
        kind: string;
        parts: string[];
        must_hide?: string[];
        must_keep?: string[];
        cut?: number;
        cut_from_end?: number;
      };
      return {
        id: row.id,
        kind: row.kind,
        text: row.parts.join(""),
        mustHide: row.must_hide ?? [],
        mustKeep: row.must_keep ?? [],
        ...(row.cut === undefined ? {} : { cut: row.cut }),
        ...(row.cut_from_end === undefined ? {} : { cutFromEnd: row.cut_from_end }),
      };
    });
}

export interface Scrubs {
  scrub(value: Json): Json;
  scrubText(text: string): string;
}

export interface Way {
  name: string;
  /** Puts the text where this way has it, scrubs, and takes the text out again; also gives all that would be stored. */
  run(scrubber: Scrubs, line: CorpusLine): { text: string; stored: string };
}

function same(text: string): { text: string; stored: string } {
  return { text, stored: text };
}

function inJson(scrubber: Scrubs, text: string, layers: number): { text: string; stored: string } {
  let wrapped = text;
  for (let layer = 0; layer < layers; layer++) wrapped = JSON.stringify({ level: layer, value: wrapped });
  const stored = scrubber.scrubText(wrapped);
  let inner = stored;
  for (let layer = 0; layer < layers; layer++) inner = (JSON.parse(inner) as { value: string }).value;
  return { text: inner, stored };
}

/** Every way in which the corpus wants its texts tried. */
export const WAYS: readonly Way[] = [
  { name: "alone", run: (s, { text }) => same(s.scrubText(text)) },
  { name: "json value", run: (s, { text }) => pick(s.scrub({ event: "tool_end", result: text }), "result") },
  { name: "json text", run: (s, { text }) => inJson(s, text, 1) },
  { name: "json in json text", run: (s, { text }) => inJson(s, text, 2) },
  { name: "json in json in json text", run: (s, { text }) => inJson(s, text, 3) },
  {
    name: "string in a json value",
    run: (s, { text }) => unwrap(pick(s.scrub({ result: JSON.stringify({ value: text }) }), "result")),
  },
  { name: "ascii json text", run: (s, { text }) => unwrap(same(s.scrubText(ascii(JSON.stringify({ value: text }))))) },
  {
    name: "tool input",
    run: (s, { text }) =>
      pick(s.scrub({ description: "write it down", command: `cat <<'EOF'\n${text}\nEOF` }), "command"),
  },
  { name: "error message", run: (s, { text }) => same(s.scrubText(`Error: command failed: ${text} (exit code 1)`)) },
  { name: "file name", run: (s, { text }) => same(s.scrubText(`logs/${text}.txt`)) },
  { name: "twice, glued", run: (s, { text }) => same(s.scrubText(text + text)) },
  { name: "twice, two lines", run: (s, { text }) => same(s.scrubText(`${text}\n${text}`)) },
];

function pick(value: Json, key: string): { text: string; stored: string } {
  return { text: (value as Record<string, string>)[key] ?? "", stored: JSON.stringify(value) };
}

function unwrap(outer: { text: string; stored: string }): { text: string; stored: string } {
  return { text: (JSON.parse(outer.text) as { value: string }).value, stored: outer.stored };
}

function ascii(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Scrubbed, then cut at the corpus's byte position: both halves are stored. */
export function scrubThenCut(scrubber: Scrubs, line: CorpusLine): string[] {
  const bytes = Buffer.from(scrubber.scrubText(line.text), "utf8");
  const at = line.cut ?? bytes.length - (line.cutFromEnd ?? 0);
  return [bytes.subarray(0, at).toString("utf8"), bytes.subarray(at).toString("utf8")];
}

export interface Finding {
  id: string;
  kind: string;
  way: string;
  problem: "left" | "harmed" | "unreadable";
  /** What was left or lost, cut short. */
  what: string;
}

/** Runs one line one way. */
export function tryLine(scrubber: Scrubs, line: CorpusLine, way: Way): Finding[] {
  const found = (problem: Finding["problem"], what: string): Finding => ({
    id: line.id,
    kind: line.kind,
    way: way.name,
    problem,
    what: what.slice(0, 24),
  });
  let result: { text: string; stored: string };
  try {
    result = way.run(scrubber, line);
  } catch (error) {
    return [found("unreadable", (error as Error).message)];
  }
  const left = line.mustHide
    .map((secret) => leftOver(result.text, secret) ?? leftOver(result.stored, secret))
    .find((run) => run !== undefined);
  const lost = line.mustKeep.find((text) => !result.text.includes(text));
  return [...(left === undefined ? [] : [found("left", left)]), ...(lost === undefined ? [] : [found("harmed", lost)])];
}
