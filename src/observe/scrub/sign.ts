import type { Standing } from "./judge.ts";
import type { KeyClass } from "./key-name.ts";

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

/** What ties a value to a key name. */
export interface Sign {
  /** Where the value may begin. */
  at: number;
  style: Standing["style"];
  /** The sign itself; a blank where none is written. */
  sign: string;
  /** The closing quote of the key, `"` in JSON. */
  keyQuote: string;
  /** Only a quoted value counts. */
  quotedOnly?: boolean;
}

/** Where the name ends with all its closing quotes and brackets, and where blanks after it end. */
interface Tail {
  at: number;
  bareAt: number;
  closers: string;
  keyQuote: string;
}

type Finder = (text: string, key: KeyPlace, tail: Tail) => Sign | undefined;

/** The ways in which a value is tied to a name, from the plainest to the loosest. The first that fits counts. */
const FINDERS: readonly Finder[] = [
  optional,
  element,
  fallback,
  sign,
  flag,
  call,
  pairMember,
  declared,
  said,
  quotedAfter,
  tokenAfter,
];

/** @returns undefined when nothing is assigned to the name here */
export function findSign(text: string, key: KeyPlace): Sign | undefined {
  if (text[key.start - 1] === "{" && text[key.start - 2] === "$") return shellDefault(text, key);
  const tail = tailOf(text, key);
  for (const find of FINDERS) {
    const found = find(text, key, tail);
    if (found) return found;
  }
  return undefined;
}

/** `토큰 값: x`, `トークンの値：x`, `char pass[] = "x"`, `Dim pwd As String = "x"`. */
const NAME_REST = /^(?:[ \t]?(?:값|문자열|の値|値|文字列|值|串)|\[\w{0,6}\]| As \w{3,8}(?= ?=))/;
const CLOSERS = "\"'`])*_”」』】";

function tailOf(text: string, key: KeyPlace): Tail {
  let at = key.end;
  let keyQuote = "";
  while (at < key.end + 6 && CLOSERS.includes(text[at] ?? " ")) {
    if ("\"'`".includes(text[at] ?? " ")) keyQuote = text[at] ?? "";
    at++;
  }
  const closers = text.slice(key.end, at);
  at += NAME_REST.exec(text.slice(at, at + 12))?.[0].length ?? 0;
  const note = /^[ \t]?[（(][^()（）\n]{1,30}[)）](?=\s*[:=：＝→])/.exec(text.slice(at, at + 36));
  if (note) at += note[0].length;
  return { at, bareAt: skipBlanks(text, at), closers, keyQuote };
}

/** `${PASSWORD:-x}`: what a shell takes when the variable is not set. */
function shellDefault(text: string, key: KeyPlace): Sign | undefined {
  const match = /^:?[-=]/.exec(text.slice(key.end, key.end + 2));
  return match ? { at: key.end + match[0].length, style: "env", sign: "=", keyQuote: "" } : undefined;
}

/** `token?: string`, `password!: string`. */
function optional(text: string, _key: KeyPlace, { bareAt, keyQuote }: Tail): Sign | undefined {
  if (text[bareAt] !== "?" && text[bareAt] !== "!") return undefined;
  if (text[bareAt] === "?" && text[bareAt + 1] === "=")
    return { at: skipBlanks(text, bareAt + 2), style: "env", sign: "=", keyQuote };
  return text[bareAt + 1] === ":"
    ? { at: skipBlanks(text, bareAt + 2), style: "pair", sign: ":", keyQuote }
    : undefined;
}

const ATTRIBUTES = /(?:\s[^<>\n]{0,200})?>(?:<!\[CDATA\[)?/y;

/** `<password>x</password>`, with attributes, CDATA, or as the last attribute: `<entry key="password">x</entry>`. */
function element(text: string, key: KeyPlace, { at, keyQuote }: Tail): Sign | undefined {
  if (text[key.start - 1] !== "<" && keyQuote === "") return undefined;
  ATTRIBUTES.lastIndex = at;
  const match = ATTRIBUTES.exec(text);
  if (!match || (keyQuote !== "" && match[0][0] !== ">")) return undefined;
  return { at: at + match[0].length, style: "pair", sign: ">", keyQuote: "" };
}

const FALLBACK = /[ \t]*(?:\|\||\?\?|\?:|or(?=[ \t]))[ \t]*(?=["'`])/y;

/** `process.env.API_KEY || "x"`, `os.environ.get("API_KEY") or "x"`. */
function fallback(text: string, _key: KeyPlace, { at, closers, keyQuote }: Tail): Sign | undefined {
  FALLBACK.lastIndex = at;
  const match = FALLBACK.exec(text);
  if (match && /or/.test(match[0]) && !/[)\]]/.test(closers)) return undefined;
  return match ? { at: at + match[0].length, style: "pair", sign: "||", keyQuote, quotedOnly: true } : undefined;
}

/** `=`, `:`, `=>`, `:=`, `->`, arrows and full-width forms. */
const SIGNS = /(?:<-|=>|:=|->|===?|=(?![=~])|:(?!:)|[：＝→⇒⟶➜]|\|(?!\|))/y;
/** `: str = "x"`, `: string = 'x'`: the type between key and value. */
const TYPED = /[ \t]*[\w.<>[\]|? ]{1,60}?[ \t]*=[ \t]*(?=[rbfu]?["'`])/y;

function sign(text: string, key: KeyPlace, { at, bareAt, closers, keyQuote }: Tail): Sign | undefined {
  // `【密码】x`
  if (closers.endsWith("】") && text[key.start - 1] === "【")
    return { at: bareAt, style: "pair", sign: "】", keyQuote };
  SIGNS.lastIndex = bareAt;
  const found = SIGNS.exec(text)?.[0];
  // `split('user:password') -> 'user'` says what a call gives back.
  if (found === undefined || (found.endsWith(">") && closers.includes(")"))) return undefined;
  // A table row: `| password | x |`. Elsewhere the bar is a pipe, a type or an alternative.
  if (found === "|" && !/(?:^|[\n"'`])[ \t>*]*\|[^\n]*$/.test(text.slice(Math.max(0, key.start - 200), key.start)))
    return undefined;
  if (found === ":" && keyQuote === "") {
    TYPED.lastIndex = bareAt + 1;
    const typed = TYPED.exec(text);
    if (typed && !/==|=>/.test(typed[0]))
      return { at: bareAt + 1 + typed[0].length, style: "pair", sign: "=", keyQuote };
  }
  const from = bareAt + found.length;
  const to = skipBlanks(text, from);
  const spaced = bareAt > at || to > from;
  const style = key.isFlag && found === "=" ? "flag" : found === "=" && !spaced && keyQuote === "" ? "env" : "pair";
  return { at: to, style, sign: found, keyQuote };
}

/** `--token x`. */
function flag(text: string, key: KeyPlace, { at, bareAt, keyQuote }: Tail): Sign | undefined {
  return key.isFlag && bareAt > at && text[bareAt] !== "-"
    ? { at: bareAt, style: "flag", sign: " ", keyQuote }
    : undefined;
}

/** `setPassword("x")`, `with_api_key('x')`, `PASSWORD('x')`. A function that gets something by a key has another name. */
function call(text: string, key: KeyPlace, { at, closers }: Tail): Sign | undefined {
  if (closers !== "" || text[at] !== "(") return undefined;
  const own = key.name.slice(key.name.lastIndexOf(".") + 1);
  if (!/^(?:set|with|use|update|change|PASSWORD$|password$|IDENTIFIED)/.test(own)) return undefined;
  return { at: skipBlanks(text, at + 1), style: "pair", sign: "(", keyQuote: "", quotedOnly: true };
}

const MEMBER = /["'`]?\s{0,3}[,;]?\s{0,40}["'`]?(?:value|val|content|plaintext|text)["'`]?[ \t]*[:=][ \t]*/iy;
/** `<name>password</name><value>x</value>`, `<key>password</key><string>x</string>`, `variable "password" { default = "x" }`. */
const ELEMENT_PAIR =
  /<\/(?:name|key|param-name)>\s{0,40}<(?:value|string|param-value)>|"\s{0,4}\{[^{}]{0,300}?\bdefault\s{0,8}=\s{0,8}(?=")/y;
const ARGUMENT = /["'`][ \t]*,[ \t]*(?=[rbfu]?["'`])/y;
const NAMED_BY = /(?:name|key|field|header|variable|id|k|n)["'`]?[ \t]*[:=][ \t]*["'`]?$/i;

/** `{"name": "DB_PASSWORD", "value": "x"}`, `- name: DB_PASSWORD⏎  value: x`, and two arguments: `define('DB_PASSWORD', 'x')`. */
function pairMember(text: string, key: KeyPlace, { keyQuote }: Tail): Sign | undefined {
  ELEMENT_PAIR.lastIndex = key.end;
  const element = ELEMENT_PAIR.exec(text) ?? undefined;
  if (element) return { at: key.end + element[0].length, style: "pair", sign: ">", keyQuote: "" };
  if (NAMED_BY.test(text.slice(Math.max(0, key.start - 20), key.start))) {
    MEMBER.lastIndex = key.end;
    const member = MEMBER.exec(text);
    if (member) return { at: key.end + member[0].length, style: "pair", sign: ":", keyQuote };
  }
  if (keyQuote === "") return undefined;
  ARGUMENT.lastIndex = key.end;
  const argument = ARGUMENT.exec(text);
  if (!argument || (!key.isFlag && (text[key.start - 2] === "," || text[key.start - 3] === ","))) return undefined;
  if (key.isFlag) return { at: key.end + argument[0].length, style: "flag", sign: ",", keyQuote, quotedOnly: true };
  return { at: key.end + argument[0].length, style: "loose", sign: ",", keyQuote, quotedOnly: true };
}

const DECLARES =
  /(?:^|[\s;&"'`])(?:ENV|ARG|setx|setenv|#define|set(?:[ \t]+-\w+)*|export|config(?:ure)?[ \t]+set)[ \t]+(?:[^\s"'`]{0,120}:)?$/;

/** `ENV API_KEY x`, `setx API_KEY x`, `aws configure set aws_secret_access_key x`. */
function declared(text: string, key: KeyPlace, { at, bareAt, keyQuote }: Tail): Sign | undefined {
  if (bareAt === at || key.name.includes(" ")) return undefined;
  return DECLARES.test(text.slice(Math.max(0, key.start - 160), key.start))
    ? { at: bareAt, style: "loose", sign: " ", keyQuote }
    : undefined;
}

/** `password is x`, `password for staging is x`, `비밀번호는 x`, `パスワードは x`, `密码是 x`. */
const SAID =
  /[ \t]*(?:(?:(?:for|of|on|in|at)[ \t]+(?:the[ \t]+)?[\w.-]{1,40}[ \t]+)?(?:is|was|are|equals|set to|of|as|to|provided|given|by)(?:[ \t]+|(?=:))|[은는이가을를][ \t]+|は|为|為|是|設為|设为)[ \t]*[:：]?[ \t]*(?=["'`“「『‘A-Za-z0-9])/y;

function said(text: string, key: KeyPlace, { at, keyQuote }: Tail): Sign | undefined {
  if (isPlural(key.name)) return undefined;
  SAID.lastIndex = at;
  const match = SAID.exec(text);
  return match ? { at: at + match[0].length, style: "said", sign: " ", keyQuote } : undefined;
}

/** `password "x"`, `パスワード「x」`. */
function quotedAfter(text: string, key: KeyPlace, { at, bareAt, keyQuote }: Tail): Sign | undefined {
  const quote = text[bareAt] ?? " ";
  if (keyQuote !== "" || isPlural(key.name) || !(bareAt > at ? "\"'`“‘「『" : "“‘「『").includes(quote))
    return undefined;
  return { at: bareAt, style: "said", sign: " ", keyQuote };
}

/** `use password Xy12345! to log in`: nothing but its look says that the next word is the value. */
function tokenAfter(_text: string, key: KeyPlace, { at, bareAt, keyQuote }: Tail): Sign | undefined {
  if (bareAt !== at + 1 || keyQuote !== "" || isPlural(key.name) || key.keyClass.demand === "random") return undefined;
  return { at: bareAt, style: "loose", sign: " ", keyQuote };
}

function isPlural(name: string): boolean {
  return /(?:keys|(?:^| )pass)$/i.test(name);
}

export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text[at] === " " || text[at] === "\t" || text[at] === "\u3000" || text[at] === "\u00a0"))
    at++;
  return at;
}
