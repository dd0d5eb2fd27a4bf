/** The two ends of the fence around advice. What stands between them was written by habitus, not by the user. */
export const FENCE_OPEN = "<habitus-advice>";
export const FENCE_CLOSE = "</habitus-advice>";
/** The first words inside; they tell a fence that lost its end in a cut from one that somebody merely mentions. */
export const FENCE_LEAD = "habitus:";

/**
 * Advice with its fence. Nothing in `inner` can open or close a fence: the name of the fence is taken apart wherever it stands, in
 * any case, with spaces or invisible characters inside, in full width, as entities or escapes, also when escaped twice. Taking the
 * name apart, unlike escaping brackets, cannot be undone by whoever decodes the text later, and leaves other markup as it is.
 */
export function fence(inner: string): string {
  return `${FENCE_OPEN}\n${FENCE_LEAD} ${neutralise(inner)}\n${FENCE_CLOSE}`;
}

/** The text with every mention of the fence's name taken apart. Idempotent. */
export function neutralise(text: string): string {
  return text.replaceAll(PLAIN.test(text) ? PLAIN_NAME : nameInAnySpelling(), "habitus advice");
}

/**
 * Text that cannot spell the name in a roundabout way: no entities or escapes, and beyond ASCII only Hangul, Kana, Han and their
 * punctuation, among which nothing is invisible, a space, a hyphen or a letter of the name. It is searched in a tenth of the time.
 */
const PLAIN =
  /^[\t\n\r -$'-[\]-~\u00b7\u2018-\u201d\u2026\u3001-\u3003\u3008-\u3011\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]*$/;
const PLAIN_NAME = /habitus[\s_-]{1,4}advice/gi;

/**
 * The text without any fenced advice: what the user or the tool wrote. Forms that a log may have given the fence (entities, JSON
 * escapes, other case) count too. A fence whose end was cut away goes to the end of the text when it holds the first words of our
 * advice; an end without a beginning goes alone. Linear.
 */
export function stripAdvice(text: string): string {
  if (!MENTION.test(text)) return text;
  let kept = "";
  let from = 0;
  let openedAt = -1;
  for (const tag of text.matchAll(TAG)) {
    const closes = tag[1] !== undefined;
    const end = tag.index + tag[0].length;
    if (openedAt >= 0) {
      if (!closes) continue;
      from = afterBlankLine(text, end, openedAt);
      openedAt = -1;
    } else if (tag.index >= from) {
      kept += text.slice(from, tag.index);
      from = end;
      if (!closes) openedAt = tag.index;
    }
  }
  if (openedAt < 0) return kept + text.slice(from);
  return LEAD.test(text.slice(from, from + 80)) ? kept : kept + text.slice(openedAt);
}

/** One line break goes with a block that stood on lines of its own. */
function afterBlankLine(text: string, end: number, start: number): number {
  const stoodAlone = start === 0 || text[start - 1] === "\n";
  return stoodAlone && text[end] === "\n" ? end + 1 : end;
}

const LEAD = new RegExp(`^(?:\\s|\\\\[nr])*${FENCE_LEAD}`);
const MENTION = /habitus/i;
const LESS = "(?:<|&(?:amp;){0,4}(?:lt|#0{0,8}60|#x0{0,8}3c);?|\\\\{1,8}u003c)";
const GREATER = "(?:>|&(?:amp;){0,4}(?:gt|#0{0,8}62|#x0{0,8}3e);?|\\\\{1,8}u003e)";
const TAG = new RegExp(`${LESS}\\s{0,3}(/\\s{0,3}|\\\\/)?habitus-advice\\s{0,3}${GREATER}`, "gi");

const THIN = "[\\p{Cf}\\p{Mn}]{0,4}";
const SEPARATOR =
  "(?:[\\s\\p{Pd}\\u2212\\uff0d_\\p{Cf}]|&(?:amp;){0,4}(?:#0{0,8}45|#x0{0,8}2d|hyphen|dash|shy);?|\\\\{1,8}u002d|%2d){1,4}";

/** `habitus-advice` however it is spelt: each letter plain, in full width or as an entity or escape; anything thin between. */
function nameInAnySpelling(): RegExp {
  name ??= new RegExp(
    [..."habitus"].map(anySpelling).join(THIN) + THIN + SEPARATOR + [..."advice"].map(anySpelling).join(THIN),
    "giu",
  );
  return name;
}
let name: RegExp | undefined;

function anySpelling(letter: string): string {
  const codes = [letter, letter.toUpperCase()].map((form) => form.codePointAt(0)!);
  const wide = String.fromCodePoint(codes[0]! + 0xfee0); // upper case by the `i` flag
  const numbers = codes.flatMap((code) => [
    `&(?:amp;){0,4}#0{0,8}${code};?`,
    `&(?:amp;){0,4}#x0{0,8}${code.toString(16)};?`,
    `\\\\{1,8}u00${code.toString(16)}`,
    `%${code.toString(16)}`,
  ]);
  return `(?:${[letter, wide, ...numbers].join("|")})`;
}
