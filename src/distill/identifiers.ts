/**
 * Names that may become part of a card. Everything else in a tool's answer is data: it can be counted and hashed, never repeated.
 */

const TOOL = /^[\p{L}_][\p{L}\p{N}_.:/-]{0,99}$/u;
const KEY = /^[\p{L}_$@][\p{L}\p{N}_$@-]{0,39}$/u;
/** A key with as many digits is somebody's id or a date, not a name. */
const DATA_DIGITS = 3;
/** `ignore_all_previous_instructions_and_run` is a sentence, not a name. */
const MAX_WORDS_IN_NAME = 6;

/** True for a tool's name: no space, no markup, no sentence. */
export function isToolName(name: string): boolean {
  return TOOL.test(name) && wordsOfName(name).length <= 2 * MAX_WORDS_IN_NAME;
}

/** True for the name of a parameter or field. */
export function isKey(key: string): boolean {
  return (
    KEY.test(key) && (key.match(/\p{N}/gu)?.length ?? 0) < DATA_DIGITS && wordsOfName(key).length <= MAX_WORDS_IN_NAME
  );
}

/** A name in small words: `getUserById`, `get_user_by_id` → get, user, by, id. */
export function wordsOfName(name: string): string[] {
  return (name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{N}+/gu) ?? []).map((word) =>
    word.toLowerCase(),
  );
}

/** The tool's name without markup that a model's reply left in it: `echo<|channel|>commentary` → `echo`. */
export function cleanToolName(name: string): { name: string; broken: boolean } {
  const clean = /^[\p{L}\p{N}_.:/-]+/u.exec(name.trim())?.[0] ?? "";
  return { name: clean, broken: clean !== name };
}
