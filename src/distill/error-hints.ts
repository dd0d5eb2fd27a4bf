import { HAN, HANGUL, KANA } from "../text/scripts.ts";
import { wordsOfName } from "./identifiers.ts";
import { promptWords } from "./words.ts";

const MAX_HINTS = 4;

/**
 * Words of an error's class that tell it from others. In the order of the alphabet, so that no sentence of a tool comes through.
 * @param name  of what failed: its words are no hint
 */
export function errorHints(error: string, name: string): string[] {
  const own = new Set(wordsOfName(name));
  const words = promptWords(error.toLowerCase().replaceAll(MASKED, " ")).filter((word) => !own.has(word));
  return [...new Set(words)].slice(0, MAX_HINTS).sort();
}

/** What holds a masked value, up to the next space; in scripts that are written without spaces, up to the next of their letters. */
const MASKED = new RegExp(
  `[^\\s${HANGUL}${KANA}${HAN}，。、：；]*[*<>|\`][^\\s${HANGUL}${KANA}${HAN}，。、：；]*`,
  "gu",
);
