import type { Extent, ExtentReader } from "./extent.ts";
import { mustHide, type Standing } from "./judge.ts";
import type { KeyClass } from "./key-name.ts";
import type { Span } from "./span.ts";

/** A key name in the text whose class is known. */
export interface KeyPlace {
  start: number;
  /** End of the name itself, before closing quotes. */
  end: number;
  name: string;
  keyClass: KeyClass;
  /** Dashes stand before it: `--token`. */
  isFlag: boolean;
}

interface Sign {
  /** Where the value may begin. */
  at: number;
  style: Standing["style"];
  /** Blanks stood around the sign. */
  spaced: boolean;
  sign: string;
  /** The closing quote of the key, `"` in JSON. */
  keyQuote: string;
}

const CLOSERS = "\"'`])*_”」』】";
/** `=`, `:`, `=>`, `:=`, `->`, arrows and full-width forms, between key and value. */
const SIGNS = /(?:=>|:=|->|===?|=(?![=~])|:(?!:)|[：＝→⇒⟶➜]|\|(?!\|))/y;
/** `: str = "x"`, `: string = 'x'`: the type between key and value. */
const TYPED = /[ \t]*[\w.<>[\]|? ]{1,60}?[ \t]*=[ \t]*(?=[rbfu]?["'`])/y;
/** `password is x`, `password to x`, `비밀번호는 x`, `パスワードは x`, `密码是 x`. */
const SAID =
  /[ \t]*(?:(?:is|was|are|equals|set to|of|as|to)[ \t]+|[은는이가][ \t]+|[은는이가] (?=["'`])|は|为|為|是|設為|设为)[ \t]*[:：]?[ \t]*(?=["'`“「『‘A-Za-z0-9])/y;

/**
 * Reads what stands beside a key name and decides on it.
 * @returns the values to hide; empty when nothing is assigned here or the value may stay
 */
export function readAssignment(text: string, key: KeyPlace, extents: ExtentReader): Span[] {
  const sign = findSign(text, key);
  if (!sign) return [];
  if (text[sign.at] === "[" || text[sign.at] === "(") {
    const list = readList(text, sign.at, extents);
    if (list.length > 0) return list.flatMap((extent) => decide(text, key, sign, extent));
  }
  const block = yamlBlock(text, key, sign);
  if (block)
    return mustHide(text.slice(block.start, block.end).trim(), key.keyClass, key.name, {
      quoted: true,
      style: "pair",
      goesOn: false,
      inCode: false,
    })
      ? [span(key, block)]
      : [];
  const extent =
    extents.quoted(sign.at) ??
    (sign.style === "said" && !standsAsWord(text, sign.at) ? undefined : bare(text, key, sign, extents));
  return extent ? decide(text, key, sign, extent) : [];
}

function standsAsWord(text: string, at: number): boolean {
  return /[A-Za-z0-9]/.test(text[at] ?? "");
}

function bare(text: string, key: KeyPlace, sign: Sign, extents: ExtentReader): Extent | undefined {
  if (text[sign.at] === "\\") return undefined;
  const before = text[key.start - 1] ?? "";
  return extents.bare(sign.at, sign.sign === "=" && (before === "?" || before === "&"));
}

function decide(text: string, key: KeyPlace, sign: Sign, extent: Extent): Span[] {
  const value = text.slice(extent.start, extent.end);
  const fallback = /^\$\{[A-Za-z_]\w*:?[-=?]([^{}]+)\}$/.exec(value);
  if (fallback?.[1] !== undefined) {
    const start = extent.start + value.length - 1 - fallback[1].length;
    return decide(text, key, sign, { ...extent, start, end: start + fallback[1].length, quoted: false });
  }
  const standing: Standing = {
    quoted: extent.quoted,
    style: sign.style,
    goesOn: !extent.quoted && sign.style !== "env" && goesOn(text, extent.end, sign.style),
    inCode: !extent.quoted && looksLikeCode(text, key.start, extent.end, sign),
  };
  if (sign.style === "said" && !extent.quoted) standing.goesOn = true;
  return mustHide(value, key.keyClass, key.name, standing) ? [span(key, extent, jsonQuote(value, sign, extent))] : [];
}

function span(key: KeyPlace, extent: { start: number; end: number }, wrap?: string): Span {
  return {
    start: extent.start,
    end: extent.end,
    kind: key.keyClass.kind,
    rule: `key:${key.keyClass.kind}`,
    ...(wrap ? { wrap } : {}),
  };
}

/** A number in JSON becomes a string, so that the text stays JSON. */
function jsonQuote(value: string, sign: Sign, extent: Extent): string | undefined {
  return !extent.quoted && sign.keyQuote === '"' && sign.sign === ":" && /^-?[0-9.]+$/.test(value) ? '"' : undefined;
}

function findSign(text: string, key: KeyPlace): Sign | undefined {
  let at = key.end;
  let keyQuote = "";
  while (at < key.end + 6 && CLOSERS.includes(text[at] ?? " ")) {
    if ("\"'`".includes(text[at] ?? " ")) keyQuote = text[at] ?? "";
    at++;
  }
  const note = /^[ \t]?[（(][^()（）\n]{1,30}[)）](?=\s*[:=：＝→])/.exec(text.slice(at, at + 36));
  if (note) at += note[0].length;
  const bareAt = skipBlanks(text, at);
  if ((text[bareAt] === "?" || text[bareAt] === "!") && text[bareAt + 1] === ":")
    return { ...tail(bareAt + 2), style: "pair", spaced: true, sign: ":", keyQuote };
  if (text[at] === ">" && text[key.start - 1] === "<")
    return { at: at + 1, style: "pair", spaced: false, sign: ">", keyQuote: "" };
  if (text[at] === ">" && keyQuote !== "") return { at: at + 1, style: "pair", spaced: false, sign: ">", keyQuote: "" };
  SIGNS.lastIndex = bareAt;
  const match = SIGNS.exec(text);
  if (match && !(match[0].endsWith(">") && text.slice(key.end, at).includes(")")))
    return signAt(text, key, at, bareAt, match[0], keyQuote);
  if (key.isFlag && bareAt > at && text[bareAt] !== "-")
    return { at: bareAt, style: "flag", spaced: true, sign: " ", keyQuote };
  if (/(?:keys|(?:^| )pass)$/i.test(key.name)) return undefined;
  SAID.lastIndex = at;
  const said = SAID.exec(text);
  if (said) return { at: at + said[0].length, style: "said", spaced: true, sign: " ", keyQuote };
  if (bareAt > at && keyQuote === "" && "\"'`“「『".includes(text[bareAt] ?? " "))
    return { at: bareAt, style: "said", spaced: true, sign: " ", keyQuote };
  return undefined;

  function tail(from: number): { at: number } {
    return { at: skipBlanks(text, from) };
  }
}

function signAt(
  text: string,
  key: KeyPlace,
  at: number,
  bareAt: number,
  sign: string,
  keyQuote: string,
): Sign | undefined {
  // A table cell: `| password | x |`. Elsewhere the bar is a pipe or a type.
  if (sign === "|" && !/\|[ \t*`]*$/.test(text.slice(Math.max(0, key.start - 6), key.start))) return undefined;
  if (sign === ":" && keyQuote === "") {
    TYPED.lastIndex = bareAt + 1;
    const typed = TYPED.exec(text);
    if (typed && !/==|=>/.test(typed[0]))
      return { at: bareAt + 1 + typed[0].length, style: "pair", spaced: true, sign: "=", keyQuote };
  }
  const from = bareAt + sign.length;
  const to = skipBlanks(text, from);
  const spaced = bareAt > at || to > from;
  const style = key.isFlag && sign === "=" ? "flag" : sign === "=" && !spaced && keyQuote === "" ? "env" : "pair";
  return { at: to, style, spaced, sign, keyQuote };
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text[at] === " " || text[at] === "\t" || text[at] === "\u3000" || text[at] === "\u00a0"))
    at++;
  return at;
}

const FUNCTION_WORD =
  /^[ \t]+(?:is|are|was|were|has|have|must|should|can|may|will|the|a|an|to|of|for|and|or|not|with|without|in|on|at|by|from|when|if|that|this|than|characters?|days?|hours?|minutes?)(?![\w-])/i;

/** More words follow on the line. After flags other arguments follow anyway, so only words of grammar count there. */
function goesOn(text: string, from: number, style: Standing["style"]): boolean {
  const rest = text.slice(from, from + 24);
  if (style === "flag") return FUNCTION_WORD.test(rest);
  return /^[ \t]+[A-Za-z\u3040-\uffdc]/.test(rest) && !/^[ \t]+[A-Za-z_][\w.-]*[=:]/.test(rest);
}

/** Arguments, properties and statements: a comma, semicolon or bracket follows, or the line begins as code does. */
function looksLikeCode(text: string, keyStart: number, end: number, sign: Sign): boolean {
  if (sign.style === "flag") return false;
  const after = text.slice(end, end + 2);
  const before = lineBefore(text, keyStart);
  if (sign.style === "env") return /[(,]\s*$/.test(before) && /^[,)]/.test(after);
  if (CODE_LINE.test(before + text.slice(keyStart, keyStart + 8))) return true;
  if (sign.keyQuote !== "" || sign.sign === ">") return false;
  return /^(?:[,;)<]|\s[|&]|\[\])/.test(after) || (/[({,]\s*$/.test(before) && /^\s*[})]/.test(after));
}

const CODE_LINE =
  /^\s*(?:(?:const|let|var|val|return|if|elif|else|while|for|function|def|fn|func|pub|public|private|protected|static|final|readonly|async|await|new|type|interface|struct|enum|class|declare|abstract|export) |this\.|self\.|@|import [\w{*"']|from \w)/;

/** The line up to `at`, its last 200 characters at most. */
function lineBefore(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - 200), at);
  return near.slice(near.lastIndexOf("\n") + 1);
}

/** `["a", "b"]` or `('a')` after the sign. Bare items are left to the shapes. */
function readList(text: string, open: number, extents: ExtentReader): Extent[] {
  const items: Extent[] = [];
  let at = open + 1;
  while (items.length < 200) {
    while (at < text.length && /[\s,]/.test(text[at] ?? "")) at++;
    const item = extents.quoted(at);
    if (!item) return items;
    items.push(item);
    at = item.next;
  }
  return items;
}

/** `key: |` and `key: >-` in YAML: the deeper lines below. */
function yamlBlock(text: string, key: KeyPlace, sign: Sign): { start: number; end: number } | undefined {
  if (sign.sign !== ":") return undefined;
  const head = /^[|>][-+0-9]{0,2}[ \t]*\r?\n/.exec(text.slice(sign.at, sign.at + 12));
  if (!head) return undefined;
  const indent = /^[ \t]*/.exec(lineBefore(text, key.start))?.[0].length ?? 0;
  const first = sign.at + head[0].length;
  let end = first;
  while (end < text.length && end - first < 16_384) {
    const newline = text.indexOf("\n", end);
    const stop = newline < 0 ? text.length : newline;
    const line = text.slice(end, stop);
    if (line.trim() !== "" && (/^[ \t]*/.exec(line)?.[0].length ?? 0) <= indent) break;
    end = stop + 1;
  }
  const start = first + (/^[ \t]*/.exec(text.slice(first, end))?.[0].length ?? 0);
  const trimmed = text.slice(start, Math.min(end, text.length)).trimEnd().length;
  return trimmed > 0 ? { start, end: start + trimmed } : undefined;
}
