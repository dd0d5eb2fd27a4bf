import { foldText } from "../text/scripts.ts";
import { tellingTokens, tokenize } from "../text/tokens.ts";

/** What is searched for. */
export interface Query {
  /** The distinct tokens of a task in the order of the text, then the names that its words may stand for. */
  terms: readonly string[];
  /** For a term, the word or words of the task that it came from; for people to read. */
  wordOf(term: string): string;
}

/** Tokens that are searched; a prompt with more of them is about many things, and its beginning says which. A guess. */
const MAX_TERMS = 128;
/** Words whose neighbours are tried as names. A guess, as {@link MAX_TERMS}. */
const MAX_WORDS = 64;

export function queryOf(task: string): Query {
  const tokens = [...new Set(tokenize(task))].slice(0, MAX_TERMS);
  const names = namesInWords(task);
  for (const token of tokens) names.delete(token);
  const terms = [...tokens, ...names.keys()];
  let words: Map<string, string> | undefined;
  return {
    terms,
    wordOf: (term) => {
      words ??= wordsByTerm(task, new Set(tokens));
      return names.get(term) ?? words.get(term) ?? term;
    },
  };
}

/**
 * Two or three neighbouring words, joined as the tokeniser joins the pieces of a name: who wants to "place an order" needs
 * `place_order`. With the words that each came from. Plurals are also tried in the singular.
 */
function namesInWords(task: string): Map<string, string> {
  const words = (
    foldText(task, 20_000)
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  )
    .filter((word) => VERBS.has(word) || tellingTokens(word).size > 0)
    .slice(0, MAX_WORDS);
  const names = new Map<string, string>();
  for (const length of [2, 3]) {
    for (let i = 0; i + length <= words.length; i++) {
      const neighbours = words.slice(i, i + length);
      names.set(neighbours.join(""), neighbours.join(" "));
      names.set(neighbours.map((word) => word.replace(/s$/, "")).join(""), neighbours.join(" "));
    }
  }
  return names;
}

/** Verbs that names of tools begin with and that are too common to tell anything else. */
const VERBS = new Set(["get", "set", "find", "make", "show", "look", "see"]);

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
