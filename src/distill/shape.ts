import type { Experience } from "../model/experience.ts";

/** Words of a body that a reader still takes in while working; mined cards have 50 to 200. A guess. */
const MAX_WORDS = 600;
const MAX_TRIGGER = 400;
const MAX_TITLE = 160;
const MAX_KEYWORDS = 40;

type Shaped = Pick<Experience, "title" | "whenToUse" | "body" | "keywords">;

/** In words, why this is not a card; undefined when it has the shape of one. */
export function shapeProblem({ title, whenToUse, body, keywords }: Shaped): string | undefined {
  if (!HAS_WORD.test(whenToUse)) return "when_to_use is empty: nobody could ever recall it";
  if (!HAS_WORD.test(title)) return "it has no title";
  if ([...whenToUse].length > MAX_TRIGGER) return `when_to_use is longer than ${MAX_TRIGGER} characters`;
  if ([...title].length > MAX_TITLE) return `the title is longer than ${MAX_TITLE} characters`;
  if (/\n/.test(whenToUse.trim())) return "when_to_use has more than one line";
  if (keywords.length > MAX_KEYWORDS) return `it has more than ${MAX_KEYWORDS} keywords`;
  if (!HAS_WORD.test(body.replace(/^\s*#\s.*$/m, ""))) return "it has a title and nothing to do";
  const words = countWords(body);
  return words > MAX_WORDS ? `it has ${words} words, more than ${MAX_WORDS}` : undefined;
}

const HAS_WORD = /[\p{L}\p{N}]/u;

const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Words as a reader counts them: between spaces; of Han and Kana, which have none, two characters to a word. */
export function countWords(text: string): number {
  const cjk = text.match(HAN_OR_KANA)?.length ?? 0;
  const rest = text
    .replaceAll(HAN_OR_KANA, " ")
    .split(/\s+/)
    .filter((word) => HAS_WORD.test(word)).length;
  return rest + Math.ceil(cjk / 2);
}
