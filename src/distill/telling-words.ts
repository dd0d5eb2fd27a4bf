import { addWords, smallerByHash } from "./evidence.ts";
import type { GroupOf } from "./scenarios.ts";
import { mergeTables, type TaskTable } from "./sketch.ts";
import { BREAK, type TrajectoryContext } from "./trajectory-context.ts";

/** Words of a bounded sample of all requests, by task: what a word's commonness is judged by. Plain JSON. */
export type PromptSample = TaskTable<string>;

/** Tasks in the sample: a word in one of fifty requests is still seen five times. */
const SAMPLE_TASKS = 250;
/** Words and pairs of words that a card shows. */
const MAX_TELLING = 6;
/** With fewer telling words, words that most of the requests share are added. */
const FEW = 3;
const MIN_SHARE = 0.5;
/** A word tells something when requests of this kind use it at least so much more often than others. */
const MIN_LIFT = 1.8;

export function emptyPrompts(): PromptSample {
  return {};
}

export function addPrompt(sample: PromptSample, context: TrajectoryContext): void {
  context.trajectory.turns.forEach((_, turn) => {
    addWords(sample, context, turn, SAMPLE_TASKS);
  });
}

export function mergePrompts(a: PromptSample, b: PromptSample): PromptSample {
  return mergeTables(a, b, SAMPLE_TASKS, smallerByHash);
}

/** Picks words among the requests of some tasks; see {@link tellingWords}. */
export type Telling = (requests: TaskTable<string>) => string[];

/**
 * A function that picks, among the words of some requests, those by which such requests differ from all others: words and pairs
 * of neighbouring words that stand in at least two of them, by share times log lift. Variants of one task count once.
 */
export function tellingWords(sample: PromptSample, groupOf: GroupOf): Telling {
  const all = oneOfEach(sample, groupOf);
  const everywhere = countTerms(all);
  const total = all.length;
  return (table) => {
    const requests = oneOfEach(table, groupOf);
    const scored: Array<{ term: string; score: number }> = [];
    const shared: Array<{ term: string; score: number }> = [];
    for (const [term, count] of countTerms(requests)) {
      if (count < 2) continue;
      const share = count / requests.length;
      const usual = ((everywhere.get(term) ?? 0) + 1) / (total + 2);
      if (share / usual >= MIN_LIFT) scored.push({ term, score: share * Math.log(share / usual) });
      else if (share >= MIN_SHARE && !term.includes(" ")) shared.push({ term, score: share });
    }
    const best = (terms: typeof scored): string[] =>
      terms.sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1)).map(({ term }) => term);
    const telling = withoutParts(best(scored)).slice(0, MAX_TELLING);
    // Where all requests of a log are of one kind, nothing sets these apart; what they share is still how they are asked.
    return telling.length >= FEW ? telling : withoutParts([...telling, ...best(shared)]).slice(0, MAX_TELLING);
  };
}

function oneOfEach(table: TaskTable<string>, groupOf: GroupOf): string[] {
  const byGroup = new Map<string, string>();
  for (const task of Object.keys(table).sort())
    if (!byGroup.has(groupOf(task))) byGroup.set(groupOf(task), table[task]!);
  return [...byGroup.values()];
}

/** In how many requests each word, and each pair of neighbours, stands. */
function countTerms(requests: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const request of requests) {
    const words = request.split(" ");
    const pairs = words.slice(1).map((word, i) => `${words[i]} ${word}`);
    for (const term of new Set([...words, ...pairs].filter((each) => !each.includes(BREAK))))
      counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

/** Drops a word that a better pair already holds, and a pair whose words were both better alone. */
function withoutParts(terms: readonly string[]): string[] {
  const kept: string[] = [];
  for (const term of terms) {
    const words = term.split(" ");
    const held = (word: string): boolean => kept.some((other) => other.split(" ").includes(word));
    if (!words.every(held)) kept.push(term);
  }
  return kept;
}
