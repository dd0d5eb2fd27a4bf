import { isAscii } from "./letters.ts";
import { foldText, HAN, HANGUL, KANA } from "./scripts.ts";

export const LANGUAGES = ["en", "ko", "ja", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The language of a text by its script alone: Hangul is Korean, Kana Japanese, Han without Kana Chinese, all else English.
 * Identifiers and quotations may be mixed in: a Latin word weighs no more than one Hangul, Kana or Han character.
 * A title of Han characters only counts as Chinese, even when its author wrote Japanese.
 */
export function languageOf(text: string): Language {
  if (isAscii(text)) return "en";
  const sample = foldText(text, 20_000);
  const hangul = count(sample, IN_HANGUL);
  const kana = count(sample, IN_KANA);
  const han = count(sample, IN_HAN);
  if (hangul + kana + han === 0 || hangul + kana + han < count(sample, LATIN_WORD)) return "en";
  if (hangul >= kana + han) return "ko";
  return kana * 5 >= han ? "ja" : "zh";
}

const IN_HANGUL = new RegExp(`[${HANGUL}]`, "gu");
const IN_KANA = new RegExp(`[${KANA}]`, "gu");
const IN_HAN = new RegExp(`[${HAN}]`, "gu");
const LATIN_WORD = /[\p{Script=Latin}\p{N}_]+/gu;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
