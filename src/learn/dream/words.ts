import { stemmer } from "stemmer";
import { stripParticle } from "../../text/korean.ts";
import type { Language } from "../../text/language.ts";
import { foldText } from "../../text/scripts.ts";
import { koreanStem } from "./korean-stem.ts";
import { chinesePieces, ENGLISH_LIGHT, ENGLISH_SAME, JAPANESE_LIGHT, KOREAN_LIGHT } from "./light-words.ts";

/** One word that says something. */
export interface Word {
  /** Comparable form: the stem of a word, a name as it is; with `!` in front when it is denied. */
  key: string;
  /** What says which part it plays, such as a particle or a preposition; "" when only its place does. */
  role: string;
}

/** Characters of a text that are read; a card is a tenth of it. */
const MAX_TEXT = 20_000;

/**
 * The words of a text that say something, in order: names and flags whole, words by their stem, Chinese by its characters. Words
 * that a rephrasing may add, drop or exchange are left out, and so are endings. A list of names, "a, b and c", is sorted.
 *
 * @param language  of the card as a whole: what has no Kana may be Japanese all the same
 *
 * Made for one question: do two texts say the same? What it cannot reduce stays as it is, so a doubt keeps texts apart.
 */
export function wordsOf(text: string, language: Language): Word[] {
  const words: Word[] = [];
  const reading: Reading = { words, role: "", denied: false };
  for (const { 0: run, groups } of sortLists(
    foldText(text, MAX_TEXT).replaceAll(/only then|then only/gi, "then"),
  ).matchAll(RUNS)) {
    if (groups?.latin !== undefined) readLatin(groups.latin, reading);
    else if (groups?.hangul !== undefined) readKorean(groups.hangul, reading);
    else if (groups?.kana !== undefined) readJapanese(groups.kana, reading);
    else if (groups?.han !== undefined)
      language === "ja" ? readJapanese(groups.han, reading) : readChinese(groups.han, reading);
    else if (ENDS_CLAUSE.test(run)) Object.assign(reading, { role: "", denied: false });
  }
  return words;
}

interface Reading {
  words: Word[];
  /** Said before the word that it belongs to. */
  role: string;
  denied: boolean;
}

const HAN_CHARACTERS = "\\p{Script=Han}々";
/** A run with Kana in it, or one that touches such a run, is Japanese. */
const RUNS = new RegExp(
  [
    "(?<latin>[\\p{Script=Latin}\\p{N}_][\\p{Script=Latin}\\p{N}_./:@+#'’%-]*|--?[A-Za-z][\\w-]*)",
    "(?<hangul>\\p{Script=Hangul}+)",
    `(?<kana>[${HAN_CHARACTERS}ー]*[\\p{Script=Hiragana}\\p{Script=Katakana}ー][${HAN_CHARACTERS}\\p{Script=Hiragana}\\p{Script=Katakana}ー]*)`,
    `(?<han>[${HAN_CHARACTERS}]+)`,
    "[.;。；,，、\\n]",
  ].join("|"),
  "gu",
);
const ENDS_CLAUSE = /[.;。；,，\n]/;

/** "a.json, b.json and c.json" is the same list in any order. */
function sortLists(text: string): string {
  return text.replaceAll(LIST, (list) => {
    const names = list.split(BETWEEN).filter((name) => name !== "");
    return `${[...names].sort().join(" , ")} `;
  });
}

const NAME = "`?[\\w./-]*\\w[_./]\\w[\\w./-]*`?";
const JOINT = "\\s*(?:[,、]\\s*(?:and\\s+)?|\\s+and\\s+|と|와\\s|과\\s|和|及)\\s*";
const LIST = new RegExp(`${NAME}(?:${JOINT}${NAME})+`, "gu");
const BETWEEN = new RegExp(JOINT, "u");

function readLatin(run: string, reading: Reading): void {
  const name = run.replace(/[.:'’,-]+$/, "").replace(/['’]s$/, "");
  const lower = name.toLowerCase().replaceAll("’", "'");
  if (lower === "") return;
  if (DENIES.test(lower)) {
    reading.denied = true;
    return;
  }
  if (PREPOSITIONS.has(lower)) {
    reading.role = lower;
    return;
  }
  if (ENGLISH_LIGHT.has(lower)) return;
  const isName = isNameLike(name);
  const stem = isName ? lower : stemmer(lower);
  add(isName ? stem : (ENGLISH_SAME.get(stem) ?? stem), reading);
}

/** Only code is written so. */
export function isNameLike(word: string): boolean {
  return /[_./:@#\d-]|[a-z][A-Z]/.test(word);
}

const DENIES =
  /^(?:not|never|no|without|avoid(?:s|ed|ing)?|cannot|neither|nor|forbid(?:s|den)?|prohibit(?:s|ed)?|\w+n't|don'?t|isnt)$/;
/** Prepositions that say what part the next word plays. */
const PREPOSITIONS = new Set("to into onto from out over than via through by as against towards instead".split(" "));

function add(word: string, reading: Reading): void {
  reading.words.push({ key: `${reading.denied ? "!" : ""}${word}`, role: reading.role });
  reading.role = "";
  reading.denied = false;
}

/** The word that was said last is denied or gets its part: Korean and Japanese say so behind it. */
function mark(reading: Reading, change: Partial<{ denied: boolean; role: string }>): void {
  const last = reading.words.at(-1);
  if (!last) return;
  if (change.denied && !last.key.startsWith("!")) last.key = `!${last.key}`;
  if (change.role !== undefined && last.role === "") last.role = change.role;
}

function readKorean(word: string, reading: Reading): void {
  if (/^(?:않|말[고아]?|마[라세]|못|안$|금지|없)/u.test(word)) {
    mark(reading, { denied: true });
    return;
  }
  if (KOREAN_LIGHT.has(word)) return;
  const noun = stripParticle(word);
  if (KOREAN_LIGHT.has(noun)) return;
  const stem = koreanStem(noun);
  if (stem === "" || KOREAN_LIGHT.has(stem)) {
    // A particle on its own follows a Latin word: `get_quote`의.
    mark(reading, { role: word });
    return;
  }
  add(stem, reading);
  mark(reading, { role: word.slice(noun.length) });
}

const JAPANESE_PARTS = new RegExp(`[${HAN_CHARACTERS}]+|[\\p{Script=Katakana}ー]+|\\p{Script=Hiragana}+`, "gu");
const JAPANESE_DENIES =
  /(?:ない(?!と(?:いけ|だめ))|せず|ずに|ません(?!か)|するな|てはいけ|だめ|ぬ$|わず$|かず$|さず$|まず$|らず$)/u;

function readJapanese(run: string, reading: Reading): void {
  let afterKanji = false;
  for (const [part] of run.matchAll(JAPANESE_PARTS)) {
    if (!/^\p{Script=Hiragana}/u.test(part)) {
      if (/^(?:禁止|不可)$/u.test(part)) mark(reading, { denied: true });
      else if (!JAPANESE_LIGHT.words.has(part)) add(part, reading);
      afterKanji = !/^[\p{Script=Katakana}ー]/u.test(part);
      continue;
    }
    if (JAPANESE_DENIES.test(part)) mark(reading, { denied: true });
    // What follows Kanji is the ending of the word, then particles; elsewhere a word may begin.
    const particle = JAPANESE_LIGHT.particle.exec(part)?.[0] ?? "";
    mark(reading, { role: particle });
    if (!afterKanji) {
      const rest = part.replaceAll(JAPANESE_LIGHT.kana, "");
      if (rest.length > 1 && !JAPANESE_DENIES.test(rest)) add(rest, reading);
    }
    afterKanji = false;
  }
}

function readChinese(run: string, reading: Reading): void {
  for (const piece of chinesePieces(run)) {
    if (piece === "!") reading.denied = true;
    else if (piece.length > 1) reading.role = piece.slice(1);
    else add(piece, reading);
  }
}
