import { tokenize } from "../text/tokens.ts";

/** What is searched for: the distinct tokens of a task, in the order of the text. */
export interface Query {
  terms: readonly string[];
  /** For a term, the word of the task that it came from; for people to read. */
  wordOf(term: string): string;
}

/** Terms that are searched; a prompt with more of them is about many things, and its beginning says which. A guess. */
const MAX_TERMS = 128;

export function queryOf(task: string): Query {
  const terms = [...new Set(tokenize(task))].slice(0, MAX_TERMS);
  let words: Map<string, string> | undefined;
  return {
    terms,
    wordOf: (term) => {
      words ??= wordsByTerm(task, new Set(terms));
      return words.get(term) ?? term;
    },
  };
}

/** Grams stand for themselves: the "word" around them is half a sentence in Chinese and Japanese. */
function wordsByTerm(task: string, terms: ReadonlySet<string>): Map<string, string> {
  const words = new Map<string, string>();
  for (const word of task.slice(0, 20_000).split(/[\s,;()[\]{}"'`]+/)) {
    if (word.length > 80 || /[^\x20-\x7e]/.test(word)) continue;
    const plain = word.replaceAll(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, "");
    const [whole, ...pieces] = tokenize(word);
    if (whole !== undefined && terms.has(whole) && !words.has(whole)) words.set(whole, plain);
    for (const piece of pieces) {
      const spelt = plain.match(/[A-Za-z]+|\d+/g)?.find((part) => tokenize(part).includes(piece));
      if (terms.has(piece) && !words.has(piece)) words.set(piece, spelt?.toLowerCase() ?? piece);
    }
  }
  return words;
}
