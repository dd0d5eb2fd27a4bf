import { commandLines, LINE_MARKS } from "./command-lines.ts";
import { isBasicPair, tells } from "./judge.ts";
import { pushValue } from "./push-value.ts";
import type { Span } from "./span.ts";
import { isPlaceholder, isReference, looksRandom } from "./value.ts";

/** Secrets that are known by the place they stand in: addresses, key blocks, connection strings, lines of password files. */

/** Words without which a form cannot stand in a text. */
export const FORM_MARKS: readonly string[] = [
  ...LINE_MARKS,
  "tcp",
  "oracle",
  "PRIVATE",
  "Lines",
  "machine",
  "default",
  "kty",
];

/**
 * All of them, in one view of a text.
 * @param words  those of {@link FORM_MARKS} that the text holds: a form costs nothing where its mark is missing
 */
export function findForms(text: string, words: ReadonlySet<string>): Span[] {
  return [
    ...commandLines(text, words),
    ...urlPasswords(text),
    ...(words.has("tcp") || words.has("oracle") ? driverPasswords(text) : []),
    ...(words.has("PRIVATE") ? keyBlocks(text) : []),
    ...(words.has("Lines") ? puttyKeys(text) : []),
    ...infixTokens(text),
    ...pgpassLines(text),
    ...(words.has("machine") || words.has("default") ? netrcEntries(text) : []),
    ...(words.has("kty") ? webKeys(text) : []),
  ];
}

const USER_INFO =
  /(?:[^\s/?#@"'`<>\\:[\]{}|]|\$\{[^}\n]{0,80}\}|\{\{[^}\n]{0,80}\}\}){0,256}:((?:[^\s/@"'`<>\\]|@(?=[^\s/@"'`<>\\]{0,256}@)){1,512})@/y;
const USER_TOKEN = /([A-Za-z0-9_.~-]{20,256})@/y;

/** Databases are also addressed with a bare slash in the password; on the web a slash ends the host. */
function slashedPassword(text: string, from: number): RegExpExecArray | null {
  if (/(?:https?|wss?|file):\/\/$/i.test(text.slice(Math.max(0, from - 8), from))) return null;
  return /^[^\s/?#@"'`<>\\:]{1,64}:([^\s@"'`<>\\]{1,200})@(?=[\w.-]+(?::\d+)?(?:[/?,]|$))/.exec(
    text.slice(from, from + 400),
  );
}

/** `scheme://user:password@host`, and `https://TOKEN@host`. The user name and the host stay. */
function urlPasswords(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    if (!/[A-Za-z0-9]/.test(text[at - 1] ?? "")) continue;
    const from = at + 3;
    USER_INFO.lastIndex = from;
    const pair = USER_INFO.exec(text) ?? slashedPassword(text, from);
    if (pair?.[1] !== undefined) {
      const end = from + pair[0].length - 1;
      const user = text.slice(from, end - pair[1].length - 1);
      pushValue(spans, text, looksRandom(user) ? from : end - pair[1].length, end, "url-password", "form:url-password");
      continue;
    }
    USER_TOKEN.lastIndex = from;
    const token = USER_TOKEN.exec(text);
    if (token?.[1] !== undefined && looksRandom(token[1])) {
      spans.push({ start: from, end: from + token[1].length, kind: "url-password", rule: "form:url-token" });
    }
  }
  return spans;
}

/** `user:password@tcp(host)` and `user/password@host`, as database drivers write it. */
function driverPasswords(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf("@tcp("); at >= 0; at = text.indexOf("@tcp(", at + 5)) {
    const near = /:([^\s:@"'`]{1,128})$/.exec(text.slice(Math.max(0, at - 200), at));
    if (near?.[1] !== undefined) pushValue(spans, text, at - near[1].length, at, "url-password", "form:dsn-password");
  }
  for (let at = text.indexOf("jdbc:oracle:"); at >= 0; at = text.indexOf("jdbc:oracle:", at + 12)) {
    const near = /^jdbc:oracle:[a-z]+:[\w$#.-]{1,60}\/([^\s@"'`]{1,128})@/.exec(text.slice(at, at + 260));
    if (near?.[1] === undefined) continue;
    const end = at + near[0].length - 1;
    pushValue(spans, text, end - near[1].length, end, "url-password", "form:dsn-password");
  }
  return spans;
}

const BEGIN =
  /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----/g;
/** The longest block that is read; a private key of 16,384 bits has 13 KB. */
const MAX_BLOCK = 32_768;

/** Private key blocks, whole or with one end cut off. Quotes, diff signs, line numbers and escapes between the lines do not matter. */
function keyBlocks(text: string): Span[] {
  const spans: Span[] = [];
  let last = 0;
  for (const match of text.matchAll(BEGIN)) {
    if (match.index < last) continue;
    const from = match.index + match[0].length;
    const end = endOfBlock(text, from);
    if (end === from) continue;
    spans.push({ start: match.index, end, kind: "private-key", rule: "form:pem" });
    last = end;
  }
  for (const match of text.matchAll(/-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/g)) {
    if (match.index < last) continue;
    const start = startOfTail(text, Math.max(last, match.index - 8192), match.index);
    if (start < match.index)
      spans.push({ start, end: match.index + match[0].length, kind: "private-key", rule: "form:pem-tail" });
    last = match.index + match[0].length;
  }
  return spans;
}

const FOOT = /-----END [A-Z0-9 ]{0,40}-----|---- END SSH2[A-Z0-9 ]{0,40}----|-----BEGIN /;

function endOfBlock(text: string, from: number): number {
  const near = text.slice(from, from + MAX_BLOCK);
  const foot = FOOT.exec(near);
  if (foot && !foot[0].endsWith("BEGIN ") && /[A-Za-z0-9+/=]{16}/.test(near.slice(0, foot.index)))
    return from + foot.index + foot[0].length;
  // No foot: the text was cut, or this is a sentence about key files. Only lines of base64 are key.
  let end = from;
  for (const line of linesOf(foot ? near.slice(0, foot.index) : near)) {
    const isKey = KEY_LINE.test(line) || (end > from && LAST_KEY_LINE.test(line));
    if (!isKey && !(end === from && /^[^A-Za-z0-9]*$/.test(line)) && !LINE_BREAK.test(line)) break;
    end += line.length;
  }
  return from + text.slice(from, end).replace(/(?:\s|\\[nr])+$/, "").length;
}

const LINE_BREAK = /^(?:\\r\\n|\\n|\r?\n)$/;
/** A line of base64 behind a number, a quote or a diff sign. */
const KEY_LINE = /^[\s\d>|+#*→:"',-]{0,24}[A-Za-z0-9+/=]{24,100}["',\s\\]{0,8}$/;
const LAST_KEY_LINE = /^[\s\d>|+#*→:"',-]{0,24}[A-Za-z0-9+/=]{4,100}["',\s\\]{0,8}$/;

function linesOf(text: string): string[] {
  return text.split(/(\\r\\n|\\n|\r?\n)/);
}

/** Where the lines of base64 begin that end at `end`. */
function startOfTail(text: string, from: number, end: number): number {
  const lines = linesOf(text.slice(from, end));
  let start = end;
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] ?? "";
    if (line !== "" && !LINE_BREAK.test(line) && !LAST_KEY_LINE.test(line)) break;
    start -= line.length;
  }
  return start;
}

function puttyKeys(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf("Private-Lines:"); at >= 0; at = text.indexOf("Private-Lines:", at + 14)) {
    const body = /^Private-Lines: *\d+\s+((?:[A-Za-z0-9+/=]{4,76}\s+)+)/.exec(text.slice(at, at + 16_384));
    if (body?.[1] === undefined) continue;
    const start = at + body[0].length - body[1].length;
    spans.push({ start, end: start + body[1].trimEnd().length, kind: "private-key", rule: "form:putty" });
  }
  return spans;
}

interface Infix {
  mark: string;
  kind: string;
  before: RegExp;
  after: RegExp;
}

/** Tokens whose fixed part stands in the middle: an identity before it, the secret after it. */
const INFIXES: readonly Infix[] = [
  // Microsoft identity platform: client secrets, three characters and a digit before `Q~`.
  { mark: "Q~", kind: "azure-ad-secret", before: /[A-Za-z0-9_~.]{3}[0-9]$/, after: /^[A-Za-z0-9_~.-]{28,40}/ },
  // Telegram Bot API: numeric id, colon, 35 characters that begin with AA.
  { mark: ":AA", kind: "telegram-bot-token", before: /(?<![0-9])[0-9]{6,12}$/, after: /^[A-Za-z0-9_-]{30,40}/ },
  // Mailchimp: 32 hex digits and the data centre.
  { mark: "-us", kind: "mailchimp-key", before: /(?<![0-9a-f])[0-9a-f]{32}$/, after: /^[0-9]{1,2}(?![0-9A-Za-z])/ },
  // Azure DevOps personal access tokens carry this signature ten characters before their end.
  { mark: "AZDO", kind: "azure-devops-token", before: /[A-Za-z0-9]{70,80}$/, after: /^[A-Za-z0-9]{4}(?![A-Za-z0-9])/ },
];

function infixTokens(text: string): Span[] {
  const spans: Span[] = [];
  for (const { mark, kind, before, after } of INFIXES) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
      const head = before.exec(text.slice(Math.max(0, at - 96), at));
      if (!head) continue;
      const tail = after.exec(text.slice(at + mark.length, at + mark.length + 80));
      if (!tail || isPlaceholder(tail[0])) continue;
      spans.push({ start: at - head[0].length, end: at + mark.length + tail[0].length, kind, rule: `shape:${mark}` });
    }
  }
  return spans;
}

const PGPASS =
  /(?:^[ \t>$#]{0,8}(?=[\w*])|(?<=[\s"'`/])(?=[\w-]+\.|localhost:|\*:))(?!\S{0,200}?\.(?:go|c|cc|cpp|h|rs|tsx?|jsx?|mjs|py|java|rb|php|cs|kt|swift|md|txt|log|css|html?|json|ya?ml):)(?:[\w*-]+(?:\.[\w-]+)*):(\d{4,5}|\*):[A-Za-z_*][\w$*.-]{0,62}:[A-Za-z_*][\w$*.@-]{0,62}:((?:[^\s:\\"'`]|\\[:\\]){3,128})(?=$|[\s"'`\\])/gm;

/** `host:port:database:user:password`, a line of its own. */
function pgpassLines(text: string): Span[] {
  const spans: Span[] = [];
  if (!/:(?:\d{4,5}|\*):/.test(text)) return spans;
  for (const match of text.matchAll(PGPASS)) {
    const password = match[2] ?? "";
    const end = match.index + match[0].length;
    pushValue(spans, text, end - password.length, end, "password", "form:pgpass");
  }
  return spans;
}

const NETRC =
  /(?<![\w-])(?:machine\s{1,40}[^\s]{1,255}|default)\s{1,40}(?:login|user)\s{1,40}[^\s]{1,255}\s{1,40}(?:account\s{1,40}[^\s]{1,255}\s{1,40})?(?:password|passwd)\s{1,40}([^\s"'`\\]{2,256})/g;

/** `machine … login … password …` on one line or several. */
function netrcEntries(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(NETRC)) {
    const password = match[1] ?? "";
    const end = match.index + match[0].length;
    pushValue(spans, text, end - password.length, end, "password", "form:netrc");
  }
  return spans;
}

/** The private members of a JSON Web Key (RFC 7517, 7518): only beside `kty`, since their names are single letters. */
function webKeys(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(/"(?:d|p|q|dp|dq|qi|k)"\s{0,8}:\s{0,8}"([A-Za-z0-9_-]{16,4096})"/g)) {
    const value = match[1] ?? "";
    const end = match.index + match[0].length - 1;
    spans.push({ start: end - value.length, end, kind: "private-key", rule: "form:jwk" });
  }
  return spans;
}

/** `Bearer x`, `Basic x`: the words alone are also English, so what follows must tell. */
export function schemeCredentials(text: string, wordEnd: number, scheme: string): Span | undefined {
  const match = /^[ \t]+([A-Za-z0-9._~+/=%|:-]{8,4096})/.exec(text.slice(wordEnd, wordEnd + 4100));
  const value = match?.[1]?.replace(/[.,:]+$/, "");
  if (!match || value === undefined || isPlaceholder(value) || isReference(value)) return undefined;
  if (scheme === "basic" ? !isBasicPair(value) : !tells(value)) return undefined;
  const start = wordEnd + match[0].length - (match[1] ?? "").length;
  return {
    start,
    end: start + value.length,
    kind: scheme === "basic" ? "http-basic" : "bearer-token",
    rule: `form:${scheme}`,
  };
}

/** The secret beside an access key id, as exports and client commands list them: forty characters of base64. */
export function secretOfPair(text: string, idEnd: number): Span | undefined {
  const match = /^[\s:,|"';=]{1,6}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/.exec(text.slice(idEnd, idEnd + 50));
  const value = match?.[1];
  if (!match || value === undefined || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return undefined;
  const end = idEnd + match[0].length;
  return { start: end - value.length, end, kind: "secret", rule: "form:aws-pair" };
}
