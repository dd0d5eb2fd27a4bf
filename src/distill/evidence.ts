import type { Language } from "../text/language.ts";
import { addSmallest, mergeSmallest, mergeTables, rowOf, shortHash, type TaskTable } from "./sketch.ts";
import { ENDED, MAX_WORDS, type TrajectoryContext } from "./trajectory-context.ts";

/** A place in a log that supports a finding. */
export interface Example {
  trajectory: string;
  task: string;
  session: string;
  /** Turn in which it happened, counted from 0. */
  turn: number;
  /** What the miner noted about this place; "" for most. */
  tag: string;
}

/** What a finding can show for itself: where, when, in which words and language. Bounded; plain JSON. */
export interface Evidence {
  /** Encoded {@link Example}s, attempts that ended well first, otherwise by hash; at most {@link MAX_REFS}. */
  refs: string[];
  /** Words of the requests, by task; a bounded sample. */
  words: TaskTable<string>;
  /** Trajectories by language. */
  languages: Partial<Record<Language, number>>;
  /** RFC 3339, of the earliest and latest trajectory that had a time. */
  first?: string;
  last?: string;
}

/** As many as a card's provenance keeps. */
const MAX_REFS = 20;
/** Tasks whose words are kept: enough to see what their requests have in common. */
const MAX_WORD_TASKS = 8;

export function emptyEvidence(): Evidence {
  return { refs: [], words: {}, languages: {} };
}

/** @param tag  what tells places of one evidence apart, such as the kind of repair; short */
export function addEvidence(evidence: Evidence, context: TrajectoryContext, turn: number, tag = ""): void {
  const { trajectory } = context;
  addSmallest(evidence.refs, encodeRef(context, turn, tag), MAX_REFS);
  addWords(evidence.words, context, turn, MAX_WORD_TASKS);
  if (context.hasUserText) evidence.languages[context.language] = (evidence.languages[context.language] ?? 0) + 1;
  const { started } = trajectory;
  if (started !== undefined) {
    if (evidence.first === undefined || started < evidence.first) evidence.first = started;
    if (evidence.last === undefined || started > evidence.last) evidence.last = started;
  }
}

/** Keeps the words of one request a task; among several the one with the smallest hash, so order does not matter. */
export function addWords(table: TaskTable<string>, context: TrajectoryContext, turn: number, limit: number): void {
  const text = context.wordsAt(turn).slice(0, MAX_WORDS).join(" ");
  if (text === "") return;
  const row = rowOf(table, context.task, limit, () => text);
  if (row !== undefined) table[context.task] = smallerByHash(row, text);
}

export function smallerByHash(a: string, b: string): string {
  if (a === b) return a;
  return shortHash(a) <= shortHash(b) ? a : b;
}

export function mergeEvidence(a: Evidence, b: Evidence): Evidence {
  const languages: Evidence["languages"] = { ...a.languages };
  for (const [language, count] of Object.entries(b.languages)) {
    languages[language as Language] = (languages[language as Language] ?? 0) + count;
  }
  const first = [a.first, b.first].filter((at) => at !== undefined).sort()[0];
  const last = [a.last, b.last]
    .filter((at) => at !== undefined)
    .sort()
    .at(-1);
  return {
    refs: mergeSmallest(a.refs, b.refs, MAX_REFS),
    words: mergeTables(a.words, b.words, MAX_WORD_TASKS, smallerByHash),
    languages,
    ...(first !== undefined && { first }),
    ...(last !== undefined && { last }),
  };
}

/** The examples, attempts that ended well first. */
export function examplesOf(evidence: Evidence): Example[] {
  return evidence.refs.map((ref) => {
    const [, , turn, tag, trajectory, task, session] = JSON.parse(ref) as StoredRef;
    return { trajectory, task, session, turn, tag };
  });
}

/** The language that most of the users' requests were in; `en` when there were none. */
export function majorityLanguage(languages: Evidence["languages"]): Language {
  const ranked = Object.entries(languages).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return (ranked[0]?.[0] as Language | undefined) ?? "en";
}

/** `[how it ended, hash of the id, turn, tag, trajectory, task, session]`: sorts as text by how it ended, then evenly spread. */
type StoredRef = [number, string, number, string, string, string, string];

const RANK: Readonly<Record<number, number>> = { [ENDED.well]: 0, [ENDED.unknown]: 1, [ENDED.badly]: 2 };

function encodeRef({ trajectory, ended }: TrajectoryContext, turn: number, tag: string): string {
  const { id, task, session } = trajectory;
  return JSON.stringify([RANK[ended]!, shortHash(id), turn, tag, id, task, session] satisfies StoredRef);
}
