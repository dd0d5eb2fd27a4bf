import { wordsOfName } from "./identifiers.ts";
import { promptWords } from "./words.ts";

const MAX_HINTS = 4;

/**
 * Words of an error's class that tell it from others. In the order of the alphabet, so that no sentence of a tool comes through.
 * @param name  of what failed: its words are no hint
 */
export function errorHints(error: string, name: string): string[] {
  const own = new Set(wordsOfName(name));
  const words = promptWords(error.toLowerCase().replaceAll(/\S*[*<>|`]\S*/g, " ")).filter((word) => !own.has(word));
  return [...new Set(words)].slice(0, MAX_HINTS).sort();
}
