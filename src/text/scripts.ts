import { isAscii } from "./letters.ts";

/** Classes for regular expressions, to be put inside `[…]` with the `u` flag. */
export const HANGUL = "\\p{Script=Hangul}";
export const KANA = "\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc"; // U+30FC lengthens a vowel in both and belongs to neither
export const HAN = "\\p{Script=Han}\\p{Script=Bopomofo}";

/**
 * Text as every part of habitus compares it: compatibility forms folded (NFKC: full width, half-width kana, ligatures),
 * invisible characters gone, at most `maxLength` UTF-16 units before folding and after it. Case is kept. Linear in `maxLength`.
 */
export function foldText(text: string, maxLength: number): string {
  // Nothing of ASCII folds into anything else.
  if (isAscii(text)) return text.slice(0, maxLength);
  const bounded = cutAtCodePoint(text, maxLength)
    // No script needs more marks on one letter than these; stacks of thousands only cost time.
    .replace(/(\p{M}{4})\p{M}+/gu, "$1")
    // Format characters (zero width, direction, soft hyphen), variation selectors and the keycap: they change no word.
    .replace(/\p{Cf}|\p{Variation_Selector}|\u20e3/gu, "");
  return cutAtCodePoint(bounded.normalize("NFKC"), maxLength);
}

/** At most `maxLength` UTF-16 units, never half of a surrogate pair. */
export function cutAtCodePoint(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength);
}

/** Latin letters lose their accents (café, cafe); marks of other scripts are part of the word. */
export function foldAccents(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text) || !/\p{Script=Latin}/u.test(text)) return text;
  return text
    .normalize("NFD")
    .replaceAll(/(\p{Script=Latin})\p{Mn}+/gu, "$1")
    .normalize("NFC");
}
