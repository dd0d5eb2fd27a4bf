import { stemmer } from "stemmer";
import { commonTokens, isCommonGram } from "./common.ts";
import { isParticle, stripParticle } from "./korean.ts";
import { isAscii, letterPattern } from "./letters.ts";
import { cutAtCodePoint, foldAccents, foldText, HAN, HANGUL, KANA } from "./scripts.ts";

/** Changes whenever the same text gives other tokens, so that an index built with the old ones is rebuilt. */
export const TOKENISER_VERSION = "2";

/** UTF-16 units of a text that are read; a card is a hundredth of it. */
const MAX_TEXT = 200_000;
/** A longer token is a blob, not a word: its beginning still finds its equal. */
const MAX_TOKEN = 64;
/** An identifier with more pieces than these is a hash or a key: only its whole is kept. */
const MAX_PIECES = 12;

/**
 * What the index, the dedup and the ids compare instead of words, in order of appearance, repeats included.
 *
 * - an identifier, path or flag: whole (its pieces joined: `src/auth/session-store.ts`, `session-store.ts`, `session-store`) and every
 *   piece: `getUserById`, `get_user_by_id` and `get-user-by-id` share all tokens, and share the pieces with "get user by id"
 * - a Latin word: its stem; accents folded
 * - Hangul, and Kana with Han: two-character grams; each Han character also alone; the Korean word also without its particle
 * - any other script: the word
 *
 * Tokens hold letters, marks, digits and `_` only, so an FTS5 tokenizer with those as token characters keeps each whole.
 * Contract: never throws; time linear in the text, of which the first 200,000 units are read; `[]` when there is no letter or digit.
 */
export function tokenize(text: string): string[] {
  const tokens: string[] = [];
  scan(text, (token) => tokens.push(token));
  return tokens;
}

/**
 * The distinct tokens that tell what a text is about: no function words, no words that requests are made with, no grams across a
 * particle or an ending, no single Han character. A judgement by short lists in four languages; for weighing matches, not for indexing.
 */
export function tellingTokens(text: string): Set<string> {
  const telling = new Set<string>();
  scan(text, (token, tells) => {
    if (tells && !COMMON.has(token)) telling.add(token);
  });
  return telling;
}

type Sink = (token: string, tells: boolean) => void;

function scan(text: string, add: Sink): void {
  const folded = foldText(text, MAX_TEXT);
  const words = folded.replace(contraction(folded), "").replace(apostrophe(folded), "");
  for (const [found] of words.matchAll(chunk(words))) addChunk(found, add);
}

/** I'd is no id: what is left of an English verb after an apostrophe goes, while don't stays one word. */
const contraction = letterPattern("(?<=[\\p{L}])['’](?:d|ll|m|re|s|ve)(?![\\p{L}\\p{N}])", "gi");
const apostrophe = letterPattern("(?<=[\\p{L}])['’](?=[\\p{L}])", "g");
const WORD_CHARACTER = "[\\p{L}\\p{M}\\p{N}_]";
const chunk = letterPattern(`${WORD_CHARACTER}+(?:[-./\\\\:@#~]+${WORD_CHARACTER}+)*`, "g");
/** From the loosest joint to the tightest; a whole is kept at every level that joins something. */
const JOINTS = [/[/\\:@#~]+/, /\.+/, /[-_]+/];

/** A stretch without spaces: one word, or pieces held together by joints. */
function addChunk(text: string, add: Sink): void {
  if (!isAscii(text) && cjk().some.test(text)) {
    for (const piece of text.split(/[-_./\\:@#~]+/)) addMixed(piece, add);
    return;
  }
  addLevel(foldAccents(text), 0, add);
}

function addLevel(text: string, level: number, add: Sink): void {
  const joint = JOINTS[level];
  if (!joint) {
    addWord(text, add);
    return;
  }
  const parts = text.split(joint).filter(hasContent);
  if (parts.length > 1) addWhole(parts, add);
  for (const part of parts) addLevel(part, level + 1, add);
}

const content = letterPattern("[\\p{L}\\p{N}]");

function hasContent(text: string): boolean {
  return content(text).test(text);
}

function addWhole(parts: readonly string[], add: Sink): void {
  let whole = "";
  for (const part of parts) {
    // Digits keep a mark between them: 2.41 is not 24.1.
    whole += /\d$/.test(whole) && /^\d/.test(part) ? `_${part}` : part;
    if (whole.length > MAX_TOKEN) return;
  }
  add(whole.replaceAll(betweenWords(whole), "").toLowerCase(), true);
}

const betweenWords = letterPattern("[^\\p{L}\\p{M}\\p{N}_]", "g");

/** A word without joints: camelCase and digits make pieces of their own. */
function addWord(word: string, add: Sink): void {
  const pieces = word.length > MAX_TOKEN ? [] : (word.match(piecesOf(word)) ?? []).filter(hasContent);
  if (pieces.length === 1) {
    add(stem(word.toLowerCase()), word.length > 1);
    return;
  }
  add(cutAtCodePoint(word, MAX_TOKEN).toLowerCase(), true);
  if (pieces.length > MAX_PIECES) return;
  // One letter or digit out of a longer name tells nothing.
  for (const piece of pieces) add(stem(piece.toLowerCase()), piece.length > 1);
}

// In this order: digits · a plural of capitals (URLs) · capitals up to the last one before a small letter (XML in XMLHttp) ·
// a word with at most one capital · whatever letters are left.
const piecesOf = letterPattern(
  "[\\p{N}]+|[\\p{Lu}\\p{Lt}]{2,}s(?![\\p{L}])|[\\p{Lu}\\p{Lt}]+(?![\\p{Ll}\\p{Lo}\\p{Lm}\\p{M}])|[\\p{Lu}\\p{Lt}]?[\\p{Ll}\\p{Lo}\\p{Lm}\\p{M}]+|[\\p{L}]+",
  "g",
);

const stems = new Map<string, string>();
const MAX_STEMS = 50_000;

/** Porter's stem of an ASCII word. A pure function: the memo only saves time. */
function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let found = stems.get(word);
  if (found === undefined) {
    found = stemmer(word);
    if (found.endsWith("y")) found = stemmer(found); // "deployment" stops at "deploy", "deploy" goes on to "deploi"
    if (stems.size >= MAX_STEMS) stems.clear();
    stems.set(word, found);
  }
  return found;
}

/** Made when the first text needs them: see {@link letterPattern}. */
function cjk() {
  cjkPatterns ??= {
    some: new RegExp(`[${HANGUL}${KANA}${HAN}]`, "u"),
    run: new RegExp(`[${HANGUL}]+|[${KANA}${HAN}]+|[^${HANGUL}${KANA}${HAN}]+`, "gu"),
    hangul: new RegExp(`^[${HANGUL}]`, "u"),
    kanaOrHan: new RegExp(`^[${KANA}${HAN}]`, "u"),
    han: new RegExp(`^[${HAN}]`, "u"),
    hiragana: /^\p{Script=Hiragana}/u,
  };
  return cjkPatterns;
}
let cjkPatterns: Readonly<Record<"some" | "run" | "hangul" | "kanaOrHan" | "han" | "hiragana", RegExp>> | undefined;

/** A piece in which Hangul, Kana or Han may touch each other or Latin: API를, CSVの文字コード. */
function addMixed(piece: string, add: Sink): void {
  const { run: runs, hangul, kanaOrHan } = cjk();
  for (const { 0: run, index } of piece.matchAll(runs)) {
    if (hangul.test(run)) {
      if (index === 0 || !isParticle(run)) addHangul(run, add);
    } else if (kanaOrHan.test(run)) addKanaAndHan(run, add);
    else if (hasContent(run)) addWord(foldAccents(run), add);
  }
}

function addHangul(word: string, add: Sink): void {
  const stemLength = stripParticle(word).length;
  if (word.length === 1) add(word, true);
  for (let i = 1; i < word.length; i++) add(word.slice(i - 1, i + 1), i < Math.max(2, stemLength));
  if (stemLength === 1 && word.length > 1) add(word.slice(0, 1), true);
}

function addKanaAndHan(run: string, add: Sink): void {
  const { han, hiragana } = cjk();
  const characters = [...run];
  for (const character of characters) if (han.test(character)) add(character, false);
  if (characters.length === 1 && !han.test(run) && !hiragana.test(run)) add(run, true);
  for (let i = 1; i < characters.length; i++) {
    const gram = characters[i - 1]! + characters[i]!;
    add(gram, !isCommonGram(gram));
  }
}

const COMMON = commonTokens((word) => stem(word));
