import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Comparable, type Prepared, prepare } from "../../../src/learn/dream/prepare.ts";
import { type Relation, relationOf } from "../../../src/learn/dream/relation.ts";

/** A labelled pair of `test/fixtures/dream-*.jsonl`. */
export interface Pair {
  id: string;
  language: "en" | "ko" | "ja" | "zh";
  label: "same" | "different" | "opposes";
  about: string;
  /** Must stay apart, though one thing alone differs. */
  hard: boolean;
  a: PairCard;
  b: PairCard;
}

interface PairCard {
  title: string;
  when_to_use: string;
  tools: string[];
  body: string;
}

export function readPairs(name: string): Pair[] {
  const text = readFileSync(join(import.meta.dirname, "..", "..", "fixtures", name), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

export function prepared(card: PairCard): Prepared {
  return prepare(cardOf(card));
}

export function cardOf({ title, when_to_use, tools, body }: PairCard): Comparable {
  return { title, whenToUse: when_to_use, tools, body: `# ${title}\n\n${body}\n` };
}

export function relationIn({ a, b }: Pair): Relation["is"] {
  return relationOf(prepared(a), prepared(b)).is;
}
