import { stripParticle } from "../text/korean.ts";
import { languageOf } from "../text/language.ts";
import { foldText, HAN, HANGUL, KANA } from "../text/scripts.ts";

/** UTF-16 units of a prompt that are read: what is asked stands at its beginning. */
const MAX_PROMPT = 4_000;

/**
 * The words by which a person would ask for this again, in order and as a person would write them: small letters, no function
 * words. Nothing that is one task's value and not its kind: no numbers, no names (capitals inside a sentence), nothing in quotes.
 * Korean words lose their particle; Japanese and Chinese, which have no spaces, are cut into words by the runtime's dictionary.
 */
export function promptWords(prompt: string): string[] {
  const text = foldText(prompt, MAX_PROMPT).replaceAll(QUOTED, " ");
  const language = IS_CJK.test(text) ? languageOf(text) : "en";
  const words: string[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (IS_HANGUL.test(run)) addWord(stripParticle(run), words);
    else if (IS_KANA_OR_HAN.test(run)) for (const piece of contentRuns(run, language)) addWord(piece, words);
    else if (!/[\d_]/.test(run) && !isName(run, text, index)) addWord(run.toLowerCase().replace(/['’]s$/, ""), words);
  }
  return words;
}

/** AAPL and LAX anywhere; Apple inside a sentence. The first word of a sentence has its capital from there. */
function isName(word: string, text: string, index: number): boolean {
  if (!/^\p{Lu}/u.test(word)) return false;
  if (word.length > 1 && !/\p{Ll}/u.test(word)) return true;
  return !/(?:^|[.!?:;\n"“)\]]|[-*•])\s*$/u.test(text.slice(Math.max(0, index - 20), index));
}

const QUOTED =
  /(?<![\p{L}\p{N}])'[^'\n]{1,200}'(?![\p{L}\p{N}])|"[^"\n]{1,200}"|“[^”\n]{1,200}”|‘[^’\n]{1,200}’|`[^`\n]{1,200}`|「[^」\n]{1,200}」|『[^』\n]{1,200}』|《[^》\n]{1,200}》/gu;
const RUN = new RegExp(`[${HANGUL}]+|[${KANA}${HAN}]+|[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_]|['’](?=\\p{L}))*`, "gu");
const IS_CJK = new RegExp(`[${HANGUL}${KANA}${HAN}]`, "u");
const IS_HANGUL = new RegExp(`^[${HANGUL}]`, "u");
const IS_KANA_OR_HAN = new RegExp(`^[${KANA}${HAN}]`, "u");

/** Katakana words and runs of Han; hiragana between them is grammar. Runs that may be several words are cut by the dictionary. */
function contentRuns(run: string, language: string): string[] {
  const pieces: string[] = [];
  for (const [piece] of run.matchAll(/[\p{Script=Katakana}\u30fc]+|[\p{Script=Han}\p{Script=Bopomofo}]+/gu)) {
    if (/^\p{Script=Katakana}/u.test(piece) || (language === "ja" && piece.length <= JAPANESE_COMPOUND))
      pieces.push(piece);
    else for (const { segment } of segmenterFor(language).segment(piece)) pieces.push(segment);
  }
  return pieces;
}

/** Kanji in a row that are mostly one word: 会議室, 自動更新. */
const JAPANESE_COMPOUND = 4;

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(language: string): Intl.Segmenter {
  const locale = language === "ja" ? "ja" : "zh";
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: "word" });
  segmenters.set(locale, segmenter);
  return segmenter;
}

function addWord(word: string, words: string[]): void {
  const length = [...word].length;
  const short = IS_CJK.test(word) ? 2 : 3;
  if (length >= short && length <= 24 && !FUNCTION_WORDS.has(word)) words.push(word);
}

const FUNCTION_WORDS = new Set(
  [
    "the and for with that this from into onto have has had having can could would should will shall may might must not but",
    "you your yours our ours their theirs its his her hers they them she him who whom whose which what when where why how",
    "are was were been being does did done doing just please also then than there here these those some any all each both",
    "about after before again once more most other such only own same very too let lets make sure need want like now i'd i'm",
    "i'll i've don't it's that's let's you're we're we'll one two new use using get give given take out off over under between",
    "every due yes yeah okay ahead sure correct proceed hello hey hi everything something anything now",
    "because while during through until against further onto per via upon within without yet still ever never thanks thank",
    "그리고 하지만 그러나 그래서 이 그 저 것 수 등 좀 더 및 제 내 나 너 우리 해줘 해주세요 주세요 줘 하세요 있는 없는 하는 된 할 한 후 전",
    "请 的 了 是 在 我 你 他 她 它 和 或 与 也 就 都 把 被 给 吗 呢 吧 这 那 这个 那个 一个 我们 你们 帮我 我的 现在 然后",
    "事 時 場合 今 私 方 中 後 前 上 下 何",
  ].flatMap((line) => line.split(" ")),
);
