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
  const reading: Reading = { words, role: "", denied: false, only: false };
  for (const { 0: run, groups } of sortLists(
    foldText(text, MAX_TEXT)
      .replaceAll(/only then|then only/gi, "then")
      .replaceAll(/\b(?:prior to|ahead of)\b/gi, "before"),
  ).matchAll(RUNS)) {
    if (groups?.latin !== undefined) readLatin(groups.latin, reading);
    else if (groups?.hangul !== undefined) readKorean(groups.hangul, reading);
    else if (groups?.kana !== undefined) readJapanese(groups.kana, reading);
    else if (groups?.han !== undefined)
      language === "ja" ? readJapanese(groups.han, reading) : readChinese(groups.han, reading);
    else if (ENDS_CLAUSE.test(run)) Object.assign(reading, { role: "", denied: false, only: false });
  }
  return words;
}

interface Reading {
  words: Word[];
  /** Said before the word that it belongs to. */
  role: string;
  denied: boolean;
  only: boolean;
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
  if (lower === "only") {
    reading.only = true;
    return;
  }
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
  reading.words.push({ key: `${reading.denied ? "!" : ""}${reading.only ? "only " : ""}${word}`, role: reading.role });
  reading.role = "";
  reading.denied = false;
  reading.only = false;
}

/** The word that was said last is denied or gets its part: Korean and Japanese say so behind it. */
function mark(reading: Reading, change: Partial<{ denied: boolean; role: string }>): void {
  const last = reading.words.at(-1);
  if (!last) return;
  if (change.denied && !last.key.startsWith("!")) last.key = `!${last.key}`;
  if (change.role !== undefined && last.role === "") last.role = change.role;
}

/** Native numerals; most of them look like verbs. */
const KOREAN_NUMERALS =
  /^(?:한|두|세|네|하나|둘|셋|넷|첫|다섯|여섯|일곱|여덟|아홉|열|스무|스물)(?=$|[을를이가은는로의])/u;

const PLAIN_PARTICLE = /^(?:은|는|이|가|을|를|에|도|만|의|에는|에서)$/u;

function readKorean(word: string, reading: Reading): void {
  const numeral = KOREAN_NUMERALS.exec(word)?.[0];
  if (numeral !== undefined) {
    add(numeral, reading);
    return;
  }
  if (/^(?:않|말[고아]?|마[라세]|못|안$|금지|없)/u.test(word)) {
    mark(reading, { denied: true });
    return;
  }
  if (KOREAN_LIGHT.has(word)) return;
  const stripped = stripParticle(word);
  // 할인 is no 할 with an ending: one syllable that says nothing is left only by a particle that cannot be part of a word.
  const noun = stripped.length === 1 && !PLAIN_PARTICLE.test(word.slice(1)) ? word : stripped;
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
const JAPANESE_DENIES = /ない(?!と(?:いけ|だめ))|せず|[わかさまらばなたが]ずに|ません(?!か)|するな|てはいけ|だめ/u;
/** 読まず: an ending; まず on its own means "first". */
const DENYING_ENDING = /^[わかさまらばなたが]ず/u;

/** From the end of a Kanji's word to the next particle, or to the end. */
const ENDING = /^[^をにはがで]*/u;

function readJapanese(run: string, reading: Reading): void {
  let afterKanji = false;
  for (const [part] of run.matchAll(JAPANESE_PARTS)) {
    if (!/^\p{Script=Hiragana}/u.test(part)) {
      if (/^(?:禁止|不可)$/u.test(part)) mark(reading, { denied: true });
      else if (!JAPANESE_LIGHT.words.has(part)) add(part, reading);
      afterKanji = !/^[\p{Script=Katakana}ー]/u.test(part);
      continue;
    }
    const denies = JAPANESE_DENIES.test(part) || (afterKanji && DENYING_ENDING.test(part));
    if (denies) mark(reading, { denied: true });
    const particle = JAPANESE_LIGHT.particle.exec(part)?.[0] ?? "";
    mark(reading, { role: particle });
    // What follows Kanji is its ending, up to a particle. Then, as without Kanji, nothing tells where a word ends, so all of it
    // counts: つける and つけて stay apart, and so do あける and しめる.
    const own = afterKanji ? part.replace(ENDING, "") : part;
    const rest = own.replace(JAPANESE_LIGHT.opening, "");
    if (rest !== "" && !denies) add(rest, reading);
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
