import { EN } from "./words/en.ts";
import { JA } from "./words/ja.ts";
import { KO } from "./words/ko.ts";
import type { ReactionWords } from "./words/words.ts";
import { ZH } from "./words/zh.ts";

/**
 * What a prompt says about the work before it: `approves` only when the whole of it does, `complains` when it says so by itself,
 * `gives-up` when the user takes the work away, `corrects` when another way is wanted, `doubts` when it speaks of trouble that may be
 * of this work, `thanks` for politeness and bare praise, which people also say about work that turns out wrong, `acknowledges` for "ok", `moves-on` for anything else.
 */
export type Reaction =
  | "approves"
  | "complains"
  | "gives-up"
  | "corrects"
  | "doubts"
  | "thanks"
  | "acknowledges"
  | "moves-on";

/** Longer text is a task, a log or a document; only its beginning and end are the user's reaction. */
const MAX_TEXT = 1_200;
/** Of praise, the share that may be anything else, and how much. Guesses: "great work on the login page" passes, a new request does not. */
const MAX_REST = 0.34;
const MAX_REST_CHARS = 22;

const LANGUAGES: readonly ReactionWords[] = [EN, KO, JA, ZH];

/**
 * Judges what a user says after work was done. Blame outweighs praise, and praise counts only when nothing else is said with it: a wrong
 * "good" is the worst mistake.
 *
 * Every language is tried on every text, because people mix them. Quoted text and code are not the user's own words.
 */
export function reactionTo(prompt: string): Reaction {
  const text = ownWords(prompt);
  const calm = LANGUAGES.reduce((rest, words) => rest.replace(words.harmless, " "), text);
  const says = (part: "complaint" | "hearsay" | "trouble" | "givingUp") =>
    LANGUAGES.some((words) => words[part].test(calm));
  if (says("givingUp")) return "gives-up";
  if (isReplacement(text)) return "corrects";
  const blames = says("complaint") || /[👎😡🤬😠❌💩]/u.test(text);
  if (blames) return says("hearsay") ? "doubts" : "complains";
  if (isPraise(text)) return "approves";
  if (says("trouble")) return "doubts";
  return shortWord(text);
}

function ownWords(prompt: string): string {
  const text = prompt.length <= MAX_TEXT ? prompt : `${prompt.slice(0, MAX_TEXT / 2)} ${prompt.slice(-MAX_TEXT / 2)}`;
  return text
    .normalize("NFKC")
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .replace(/`[^`\n]*`|"[^"\n]{0,300}"|“[^”\n]{0,300}”|「[^」\n]{0,300}」|『[^』\n]{0,300}』|«[^»\n]{0,300}»/g, " ")
    .replace(/https?:\/\/\S+/g, " ")
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, " ")
    .trim();
}

/** "use A, not B": another way is wanted; that is no verdict on the work. */
const REPLACEMENTS: readonly RegExp[] = [
  /\b(?:use|prefer|run|switch to|go with) [\w@/.+-]+(?: [\w@/.+-]+){0,2},? (?:and )?(?:not|instead of|rather than|over) [\w@/.+-]/,
  /\bdon(?:'|’)?t use\b|\bnever use\b|\b(?:instead of|rather than) \S+,? use\b/,
  /^no,? (?:use )?[\w@/.-]+[.,!] ?not [\w@/.-]+[.!]?$/,
  /[\w@/.-]+(?:이|가|은|는)? ?(?:말고|대신(?:에)?|(?:이|가) ?아니라) ?[\w@/.-]+(?:을|를|로|으로)? ?(?:써|쓰|사용|해|이용|실행)/,
  /[\w@/.-]+(?:じゃなく(?:て)?|ではなく(?:て)?|の代わりに|より)[\w@/.-]+(?:を|で|に)?(?:使|お願い|して|し)/,
  /(?:用|使用|改用|换成|要用)[\w@/. -]+?(?:[,，、] ?)?(?:不要用?|别用|別用|而不是|不是|代替)/,
  /(?:别|別|不要)用[\w@/. -]+[,，、] ?(?:要|改)?用/,
];

function isReplacement(text: string): boolean {
  return text.length <= 200 && REPLACEMENTS.some((pattern) => pattern.test(text));
}

/** Takes praise and what may stand around it out of the text, and looks at what is left. */
function isPraise(text: string): boolean {
  const letters = countLetters(text);
  if (letters === 0) return /^[^\p{L}\p{N}]*(?:👍|🎉|✅|💯|🚀|👏|🙌|❤️)/u.test(text);
  const found = LANGUAGES.filter((words) => countLetters(text.replace(words.approval, " ")) < letters);
  if (found.length === 0) return false;
  const rest = found.reduce((left, words) => left.replace(words.approval, " ").replace(words.harmless, " "), text);
  if (LANGUAGES.some((words) => words.contrast.test(rest))) return false;
  const bare = LANGUAGES.reduce((left, words) => left.replace(words.filler, " "), rest);
  const left = countLetters(bare);
  return left <= MAX_REST_CHARS && left <= letters * MAX_REST;
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

const ACKNOWLEDGES =
  /^(?:ok(?:ay)?|k|yes|yep|yeah|sure|right|i see|got it|alright|네|넵|예|응|\u110b\u110b|\u110b\u110f|알겠(?:어|습니다|어요)|그래|오케이|はい|うん|了解(?:です|しました)?|わかりました|なるほど|好的?|嗯+|行|知道了|明白(?:了)?|收到)[\s.,!~。！]*$/u;

function shortWord(text: string): Reaction {
  if (ACKNOWLEDGES.test(text)) return "acknowledges";
  const bare = LANGUAGES.reduce((left, words) => left.replace(words.harmless, " ").replace(words.filler, " "), text);
  return countLetters(bare) === 0 && !/[?？]/.test(text) ? "thanks" : "moves-on";
}
