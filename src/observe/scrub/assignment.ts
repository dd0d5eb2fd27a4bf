import type { Extent, ExtentReader } from "./extent.ts";
import { mustHide, type Standing } from "./judge.ts";
import { findSign, type KeyPlace, type Sign } from "./sign.ts";
import type { Span } from "./span.ts";

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
  if (block) return decide(text, key, sign, block);
  const at = literalStart(text, sign.at);
  const extent =
    extents.quoted(at) ??
    (sign.quotedOnly ? undefined : bare(text, key, isTagged(text, sign.at) ? { ...sign, at } : sign, extents));
  return extent ? decide(text, key, sign, extent) : [];
}

const TAG = /^(?:!![a-z]{2,10}|&[\w-]{1,40})[ \t]+/;

function isTagged(text: string, at: number): boolean {
  return (text[at] === "!" || text[at] === "&") && TAG.test(text.slice(at, at + 60));
}

const WRAPPER =
  /^(?:\[\]byte|Buffer\.from|(?:new )?(?:String|SecretString|SecretStr|SecureString|Secret|Password)(?:::(?:from|new)|\.of)?|bytes|str|b64decode|atob|crypt|hash|sensitive|env|PASSWORD|password|some|Some|Optional\.of|process\.env\.\w{1,60}[ \t]*(?:\|\||\?\?)[ \t]*|r#|[A-Za-z_.]{1,60}\((["'`])[A-Za-z_]{1,60}\1,[ \t]*|[A-Za-z_.]{1,60}\(["'`][A-Za-z_]{1,60}["'`]\)[ \t]*(?:\|\||\?\?|or)[ \t]*)\(?[ \t]*(?=[rbfu]?["'`])/;

/** `!!str x` in YAML; `Buffer.from("x")`, `SecretStr("x")`, `getenv("NAME", "x")`, `env.NAME || "x"`: the literal inside is the value. */
function literalStart(text: string, at: number): number {
  if (isTagged(text, at)) return at + (TAG.exec(text.slice(at, at + 60))?.[0].length ?? 0);
  return at + (WRAPPER.exec(text.slice(at, at + 160))?.[0].length ?? 0);
}

function bare(text: string, key: KeyPlace, sign: Sign, extents: ExtentReader): Extent | undefined {
  const first = text[sign.at] ?? "";
  // Plurals count things, `tokens = 2 * limit`, unless their values are written out.
  if (/(?:tokens|passwords)$/i.test(key.name)) return undefined;
  if (first === "\\" || (!/[A-Za-z0-9]/.test(first) && (sign.style === "said" || sign.style === "loose")))
    return undefined;
  const before = text[key.start - 1] ?? "";
  return extents.bare(sign.at, sign.sign === "=" && (before === "?" || before === "&"));
}

function decide(text: string, key: KeyPlace, sign: Sign, extent: Extent): Span[] {
  const value = text.slice(extent.start, extent.end);
  // `${NAME:-x}`: the default is the value.
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
function yamlBlock(text: string, key: KeyPlace, sign: Sign): Extent | undefined {
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
  return trimmed > 0 ? { start, end: start + trimmed, quoted: true, next: start + trimmed } : undefined;
}
