import { readAssignment } from "./assignment.ts";
import { commandSecrets, PROGRAM_TAILS } from "./commands.ts";
import { ExtentReader } from "./extent.ts";
import { FORM_MARKS, findForms, schemeCredentials, secretOfPair } from "./forms.ts";
import { authorizationSecret, cookieSecrets } from "./headers.ts";
import { classifyKey, type KeyClass, NAME_TAILS } from "./key-name.ts";
import { findCjkNames, hasCjk } from "./key-words-cjk.ts";
import { ShapeFinder } from "./shapes.ts";
import type { Span } from "./span.ts";
import { TailTable } from "./tail-table.ts";

const OTHER = 0;
const ALNUM = 1;
const UNDERSCORE = 2;
const CHAR_KIND = Uint8Array.from({ length: 128 }, (_, code) => {
  if ((code >= 48 && code < 58) || (code >= 65 && code < 91) || (code >= 97 && code < 123)) return ALNUM;
  return code === 95 ? UNDERSCORE : OTHER;
});

/** What may follow a key name: a sign, a closing quote or bracket, or a blank. */
const AFTER_NAME = Uint8Array.from({ length: 128 }, (_, code) =>
  " \t\n\r\"'`=:<>|[])*?!\\(-_".includes(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * One pass over one view of a text: shapes where a word begins, key names where a word ends; then the forms, each of which
 * looks for a mark of its own. Time grows with the length of the stretch and with nothing else.
 *
 * @param from  where keys and shapes may begin; their values may end after `to`
 */
export function scanView(text: string, from = 0, to = text.length): Span[] {
  const spans: Span[] = [];
  const shapes = new ShapeFinder(text);
  const extents = new ExtentReader(text);
  const marks = new Set<string>();
  let wordStart = -1;
  let shapeEnd = 0;
  let previous = OTHER;
  for (let at = from; at <= to; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    const kind = code < 128 ? (CHAR_KIND[code] as number) : OTHER;
    if (kind === ALNUM && previous !== ALNUM && at >= shapeEnd) {
      const shape = shapes.at(at);
      if (shape) {
        spans.push(shape);
        shapeEnd = shape.end;
        const pair = shape.kind === "aws-access-key-id" ? secretOfPair(text, shape.end) : undefined;
        if (pair) spans.push(pair);
      }
    }
    if (kind !== OTHER) {
      if (wordStart < 0) wordStart = at;
    } else if (wordStart >= 0) {
      if (at - wordStart > 1 && wordStart >= shapeEnd) {
        if (MARK_TAILS.mayEnd(text, wordStart, at)) noteMark(marks, text.slice(wordStart, at));
        if (code > 127 || AFTER_NAME[code] === 1) addAll(spans, atWordEnd(text, wordStart, at, extents));
      }
      wordStart = -1;
    }
    previous = kind;
  }
  const stretch = from === 0 && to >= text.length ? text : text.slice(from, to + FORM_REACH);
  if (hasCjk(stretch)) addAll(spans, atCjkNames(text, stretch, from, extents));
  for (const form of findForms(stretch, marks)) spans.push({ ...form, start: form.start + from, end: form.end + from });
  return spans;
}

const MARK_TAILS = new TailTable(() => FORM_MARKS);
const MARKS: ReadonlySet<string> = new Set(FORM_MARKS);

function noteMark(marks: Set<string>, word: string): void {
  if (MARKS.has(word)) marks.add(word);
}

function addAll(spans: Span[], found: readonly Span[]): void {
  for (const span of found) spans.push(span);
}

/** A form that begins within the stretch may end this far behind it. */
const FORM_REACH = 16_384;

const NOTHING: readonly Span[] = [];

function atWordEnd(text: string, start: number, end: number, extents: ExtentReader): readonly Span[] {
  if (end - start < 14 && PROGRAM_TAILS.mayEnd(text, start, end)) {
    const found = commandSecrets(text, programStart(text, start), end, extents);
    if (found.length > 0) return found;
  }
  if (!NAME_TAILS.mayEnd(text, start, end) || !mayAssign(text, start, end)) return NOTHING;
  return atNameEnd(text, start, end, extents);
}

/** After blanks comes a sign, a quote, a verb, or the word was a flag; otherwise it is one of many words in a sentence. */
function mayAssign(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(end) !== 32) return true;
  let at = end + 1;
  while (text.charCodeAt(at) === 32 && at < end + 64) at++;
  const code = text.charCodeAt(at);
  if (code > 127 || BEFORE_VALUE[code] === 1 || text.charCodeAt(start - 1) === 45) return true;
  return isSchemeWord(text, start, end) || hasDigit(text, at);
}

/** Signs and quotes, and the first letters of the verbs that {@link readAssignment} knows. */
const BEFORE_VALUE = Uint8Array.from({ length: 128 }, (_, code) =>
  "\"'`=:<>|?(-iwaetosfpgbA\\".includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Only a word with a digit may be a value without any sign before it. */
function hasDigit(text: string, from: number): boolean {
  for (let at = from; at < from + 64; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code < 58) return true;
    if (!(code > 32)) return false;
  }
  return false;
}

function isSchemeWord(text: string, start: number, end: number): boolean {
  const first = text.charCodeAt(start) | 32;
  return first === 98 && (end - start === 5 || end - start === 6);
}

/** `redis-cli` is two words to the scanner. */
function programStart(text: string, start: number): number {
  let from = start;
  while (from > 0 && start - from < 12) {
    const code = text.charCodeAt(from - 1);
    if (code > 127 || (CHAR_KIND[code] === OTHER && code !== 45)) break;
    from--;
  }
  return from;
}

function atNameEnd(text: string, wordStart: number, end: number, extents: ExtentReader): readonly Span[] {
  const word = text.slice(Math.max(wordStart, end - 60), end);
  const lower = word.toLowerCase();
  if (lower === "bearer" || lower === "basic") {
    const found = schemeCredentials(text, end, lower);
    if (found) return [found];
  }
  if (lower.endsWith("authorization")) {
    const found = authorizationSecret(text, end);
    if (found.length > 0) return found;
  }
  if (lower.endsWith("cookie") || lower.endsWith("cookies")) {
    const found = cookieSecrets(text, end, extents);
    if (found.length > 0) return found;
  }
  const start = nameStart(text, wordStart, end);
  // Inside a mark that an earlier pass wrote.
  if (text.startsWith("[hidden:", start - 8)) return NOTHING;
  const name = text.slice(start, end);
  const keyClass = inContext(classifyKey(name), text[start - 1]);
  // The user name of an address: `https://x-access-token:…@host`.
  if (!keyClass || (text[start - 1] === "/" && text[start - 2] === "/")) return NOTHING;
  const spans = readAssignment(text, { start, end, name, keyClass, isFlag: isFlag(text, start, name) }, extents);
  return spans;
}

/** In an address, a signature lets whoever holds it in; elsewhere it only proves where a text comes from. */
function inContext(keyClass: KeyClass | undefined, before: string | undefined): KeyClass | undefined {
  if (keyClass?.kind !== "signature") return keyClass;
  return before === "?" || before === "&" || before === ";" ? { ...keyClass, demand: "telling" } : undefined;
}

/** `--token x`, `-storepass x`, `/password:x`. A short option with its value glued to it is no name. */
function isFlag(text: string, start: number, name: string): boolean {
  if (text[start - 1] === "/") return /\s/.test(text[start - 2] ?? " ") && text[start + name.length] === ":";
  return name.startsWith("--") || /^-[a-z][a-z0-9-]*$/.test(name);
}

const NAME_CHAR = Uint8Array.from({ length: 128 }, (_, code) => (/[\w.$-]/.test(String.fromCharCode(code)) ? 1 : 0));

/** The whole key: dotted, hyphenated, or two words (`API key`, `client secret`) where the first is no sentence. */
function nameStart(text: string, wordStart: number, end: number): number {
  let start = wordStart;
  while (start > 0 && end - start < 80) {
    const code = text.charCodeAt(start - 1);
    if (code > 127 || NAME_CHAR[code] === 0) break;
    start--;
  }
  if (text[start - 1] === " " && text[start] !== "-") {
    let first = start - 1;
    while (first > 0 && start - first < 16 && /[A-Za-z0-9]/.test(text[first - 1] ?? "")) first--;
    const word = text.slice(first, start - 1);
    if (word !== "" && !/[\w.$-]/.test(text[first - 1] ?? "") && !NO_PART_OF_A_NAME.has(word)) start = first;
  }
  return start;
}

/** Types, modifiers and verbs that stand before a name without being part of it: `String token`, `export TOKEN`. */
const NO_PART_OF_A_NAME = new Set(
  "String string str char byte bytes const let var val final static public protected readonly text int export set define the a an my your with using use and or as is".split(
    " ",
  ),
);

function atCjkNames(text: string, stretch: string, from: number, extents: ExtentReader): Span[] {
  return findCjkNames(stretch).flatMap(({ start, end, keyClass, name }) =>
    readAssignment(text, { start: start + from, end: end + from, name, keyClass, isFlag: false }, extents),
  );
}
