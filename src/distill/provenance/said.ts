import { foldText } from "../../text/scripts.ts";
import type { Leaf } from "./values.ts";
import { numberIn } from "./values.ts";

/** What the user has said so far in one conversation, and whether a value was in it. Errs towards "said": such a value then counts neither way. */
export interface Said {
  hear(text: string): void;
  holds(leaf: Pick<Leaf, "value" | "key">): boolean;
}

/** UTF-16 units of one prompt that are read. */
const MAX_PROMPT = 50_000;

export function nothingSaid(): Said {
  const texts: string[] = [];
  const words = new Set<string>();
  const numbers = new Set<number>();
  const days = new Set<string>();
  /** For each value, true, or the number of texts that were searched in vain. */
  const searched = new Map<string, true | number>();

  return {
    hear(text) {
      if (text === "") return;
      const folded = foldText(text, MAX_PROMPT).toLowerCase();
      texts.push(` ${spaced(folded)} `);
      for (const [word] of folded.matchAll(WORD)) words.add(word);
      for (const number of numbersIn(folded)) numbers.add(number);
      for (const day of daysIn(folded)) days.add(day);
    },
    holds(leaf) {
      const before = searched.get(leaf.key);
      if (before === true || before === texts.length) return before === true;
      const found = finds(leaf.value, texts.slice(before ?? 0));
      searched.set(leaf.key, found || texts.length);
      return found;
    },
  };

  function finds(value: number | string, fresh: readonly string[]): boolean {
    const number = typeof value === "number" ? value : numberIn(value);
    if (number !== undefined && numbers.has(Math.abs(number))) return true;
    const folded = foldText(String(value), MAX_PROMPT).toLowerCase();
    const day = /^(\d{4})-(\d{2})-(\d{2})/.exec(folded);
    if (day && days.has(`${Number(day[2])}-${Number(day[3])}`)) return true;
    const wanted = spaced(folded).trim();
    if (wanted === "") return false;
    const first = WORD_ONCE.exec(wanted)?.[0];
    if (first !== undefined && !words.has(first)) return false;
    return fresh.some((text) => holdsWhole(text, wanted));
  }
}

/** Latin letters and digits stand together as a word; Hangul, Kana and Han need no space, so any place in them is a boundary. */
const WORD_CLASS = "[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{M}\\p{N}]";
const WORD = new RegExp(`${WORD_CLASS}+`, "gu");
const WORD_ONCE = new RegExp(`${WORD_CLASS}+`, "u");
const STARTS_IN_WORD = new RegExp(`^${WORD_CLASS}`, "u");

/** Words with one space between them: `san_francisco`, `San Francisco` and `"San Francisco"` are the same. */
function spaced(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ");
}

function holdsWhole(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + wanted.length] ?? " ";
    const cutsBefore = STARTS_IN_WORD.test(wanted) && STARTS_IN_WORD.test(before);
    const cutsAfter = STARTS_IN_WORD.test(wanted.at(-1)!) && STARTS_IN_WORD.test(after);
    if (!cutsBefore && !cutsAfter) return true;
  }
  return false;
}

/** Every number that the text may mean: 1,000 · $1,000.50 · 5k · 2.5 million · 15만 · 3億 · 二十 · twenty-five · 50 % (also 0.5). */
export function numbersIn(text: string): number[] {
  const found: number[] = [];
  for (const { 0: all, 1: digits, 2: unit } of text.matchAll(DIGITS)) {
    const number = Number(digits!.replaceAll(/[,\s']/g, ""));
    found.push(number);
    if (all.endsWith("%")) found.push(number / 100);
    const scale = unit && SCALES[unit.trim()];
    if (scale) found.push(rounded(number * scale));
  }
  found.push(...mixedHan(text), ...wordNumbers(text));
  return found;
}

const DIGITS =
  /(\d{1,3}(?:[,']\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(\s?(?:thousand|million|billion|hundred|k|m|bn|千|百|万|萬|億|亿|천|백|만|억)(?![a-z]))?\s?%?/gu;
const SCALES: Readonly<Record<string, number>> = {
  hundred: 1e2,
  百: 1e2,
  백: 1e2,
  thousand: 1e3,
  k: 1e3,
  千: 1e3,
  천: 1e3,
  万: 1e4,
  萬: 1e4,
  만: 1e4,
  million: 1e6,
  m: 1e6,
  億: 1e8,
  亿: 1e8,
  억: 1e8,
  billion: 1e9,
  bn: 1e9,
};

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

const HAN_DIGITS = "零一二三四五六七八九";
/** 十二 · 二百五十 · 3万5千 · 两千: digits in either script with Han or Korean multipliers. */
function mixedHan(text: string): number[] {
  const joined = text.replaceAll(/(?<=[만억万萬億亿]) (?=[\d一二三四五六七八九])/gu, "");
  return [
    ...joined.matchAll(/[\d.一二三四五六七八九两兩十百千万萬億亿백천만억]{2,}|[二三四五六七八九两兩十]/gu),
  ].flatMap(([run]) => {
    if (/^[\d.]+$/.test(run)) return [];
    let total = 0;
    let section = 0;
    let digit: number | undefined;
    for (const [part] of run.matchAll(/[\d.]+|./gu)) {
      if (/^[\d.]/.test(part)) digit = Number(part);
      else if (part === "两" || part === "兩") digit = 2;
      else if (HAN_DIGITS.includes(part)) digit = HAN_DIGITS.indexOf(part);
      else {
        const scale = part === "十" ? 10 : SCALES[part]!;
        if (scale >= 1e4) {
          total += (section + (digit ?? (section === 0 ? 1 : 0))) * scale;
          section = 0;
        } else section += (digit ?? 1) * scale;
        digit = undefined;
      }
    }
    const value = total + section + (digit ?? 0);
    return Number.isFinite(value) ? [rounded(value)] : [];
  });
}

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const WORDED = new RegExp(
  `\\b(?:${[...UNITS, ...TENS.slice(2), "hundred", "thousand", "million", "dozen"].join("|")})(?:[\\s-]+(?:and\\s+)?(?:${[...UNITS, ...TENS.slice(2), "hundred", "thousand", "million", "dozen"].join("|")}))*\\b`,
  "gu",
);

/** twenty-five · one hundred and fifty · two thousand · a dozen */
function wordNumbers(text: string): number[] {
  return [...text.matchAll(WORDED)].map(([run]) => {
    let total = 0;
    let section = 0;
    for (const word of run.split(/[\s-]+/).filter((part) => part !== "and")) {
      if (word === "hundred") section = (section || 1) * 100;
      else if (word === "dozen") section = (section || 1) * 12;
      else if (word === "thousand" || word === "million") {
        total += (section || 1) * (word === "thousand" ? 1e3 : 1e6);
        section = 0;
      } else section += TENS.includes(word) ? TENS.indexOf(word) * 10 : UNITS.indexOf(word);
    }
    return total + section;
  });
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH_NAME = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
const MONTH_FIRST = new RegExp(`\\b${MONTH_NAME}\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b`, "gu");
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH_NAME}`, "gu");
const NUMERIC_DAY = /(?<!\d)(\d{1,2})\s?[月월/.-]\s?(\d{1,2})(?!\d)/gu;

/** Days of the year as `month-day`: May 20th · 20 May · 5/20 · 5월 20일 · 5月20日. */
function daysIn(text: string): string[] {
  const days: string[] = [];
  for (const [, month, day] of text.matchAll(MONTH_FIRST)) days.push(`${MONTHS.indexOf(month!) + 1}-${Number(day)}`);
  for (const [, day, month] of text.matchAll(DAY_FIRST)) days.push(`${MONTHS.indexOf(month!) + 1}-${Number(day)}`);
  for (const [, a, b] of text.matchAll(NUMERIC_DAY))
    days.push(`${Number(a)}-${Number(b)}`, `${Number(b)}-${Number(a)}`);
  return days;
}
