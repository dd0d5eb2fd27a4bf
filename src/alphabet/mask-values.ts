/** What stands for any value of a user: a name in quotes, a number, a path, a hash. */
export const MASK = "*";

/** Sentence marks of Chinese, Japanese and Korean, where a path inside running text ends. */
const CJK_STOPS = "、。，；：！？（）「」『』【】《》";

/** Exception names and `errno` names are the vocabulary of errors, not a user's. */
const ERROR_NAME = /^(?:[A-Za-z]\w*)?(?:Error|Exception|Fault|Warning|Interrupt)$/;
const ERRNO_NAME = /^(?:E[A-Z]{3,14}|ERR(?:_[A-Z]+)+|SIG[A-Z]{3,6})$/;

/** Numbered diagnostics of compilers, linters and databases. Anything else with a digit in it is a value. */
const DIAGNOSTIC_CODE = new RegExp(
  `^(?:${[
    "TS\\d{4,5}",
    "(?:E|CS|CA|FS|IDE|MSB|NU|LNK|NETSDK)\\d{4}",
    "[EFW]\\d{3}",
    "(?:UP|SIM|PL[CERW]|ANN|ARG|PTH|RUF|TRY|PERF|RET|ASYNC|BLE|DTZ|PIE|PT|TID|TC)\\d{3,4}",
    "SC\\d{4}",
    "ORA-\\d{5}",
    "PGRST\\d{3}",
  ].join("|")})$`,
);

const URL_LIKE = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s'"`<>)\]}]+/gi;
const MAIL_LIKE = /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+/g;
/** A run of non-space that holds a slash between, before or after name characters. */
const SLASHED = new RegExp(
  `[^\\s'"\`<>(){}\\[\\],;=|${CJK_STOPS}]*[/\\\\][^\\s'"\`<>(){}\\[\\],;|${CJK_STOPS}]*(?:\\(\\d+(?:,\\d+)?\\))?`,
  "gu",
);
/** Words of prose that hold a slash. */
const SLASHED_PROSE = /^(?:and\/or|I\/O|i\/o|n\/a|N\/A|TCP\/IP|read\/write|yes\/no|true\/false)$/;

/** A word in Latin letters, the only ones that names in code are spelled in; its place in `file(1,2)` goes with it. */
const WORD = /[\p{Script=Latin}\p{N}_][\p{Script=Latin}\p{N}_.@$~+-]*(?:\(\d+(?:,\d+)?\))?(?=(\(?))/gu;
/** What stands before three digits that say how a request ended. */
const STATUS_LABEL = /\b(?:HTTP|status(?: code)?|response code)[ :=]{1,3}$/i;

/**
 * Replaces what differs from user to user by `*`: quoted pieces, addresses, paths, file names, numbers, hashes, identifiers in a
 * programmer's spelling. Words of prose stay, whatever their language; so do the names of exceptions, `errno` and diagnostics.
 *
 * Contract: works on one line, in time linear in its length; masking twice is masking once.
 */
export function maskValues(line: string): string {
  let masked = maskOnce(line);
  for (let round = 0; round < 4; round++) {
    const again = maskOnce(masked);
    if (again === masked) break;
    masked = again;
  }
  return masked;
}

function maskOnce(line: string): string {
  const masked = maskQuoted(line)
    .replace(URL_LIKE, MASK)
    .replace(MAIL_LIKE, MASK)
    .replace(/<[^<>]*>/g, MASK)
    .replace(/\bHTTP\/\d(?:\.\d)? /g, "HTTP ")
    .replace(/^\/(?:[a-z]+\/){1,4}([a-z]{2,12}): /, "$1: ")
    .replace(SLASHED, (path) => (SLASHED_PROSE.test(path) ? path : maskPath(path)))
    .replace(WORD, (word: string, call: string, at: number, whole: string) => {
      const isStatus = /^[1-5]\d\d$/.test(word) && STATUS_LABEL.test(whole.slice(Math.max(0, at - 20), at));
      return isStatus ? word : maskWord(word, call === "(");
    });
  return tidyMasks(masked);
}

/** `'…'`, `"…"`, `` `…` `` and their typographic kin become `*`; an apostrophe inside a word is no quote; an open quote runs to the end. */
function maskQuoted(line: string): string {
  const closers: Readonly<Record<string, string>> = {
    "'": "'",
    '"': '"',
    "`": "`",
    "“": "”",
    "„": "“",
    "‘": "’",
    "«": "»",
    "「": "」",
    "『": "』",
    "《": "》",
  };
  let out = "";
  let at = 0;
  while (at < line.length) {
    const opener = line[at] as string;
    const closer = closers[opener];
    const isApostrophe = (opener === "'" || opener === "‘") && /[A-Za-z0-9]/.test(line[at - 1] ?? " ");
    if (closer === undefined || isApostrophe) {
      out += opener;
      at++;
      continue;
    }
    at = closingAt(line, at + 1, closer) + 1;
    out += MASK;
  }
  return out;
}

function closingAt(line: string, from: number, closer: string): number {
  for (let at = from; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === closer && !(closer === "'" && /[A-Za-z]/.test(line[at + 1] ?? " "))) return at;
  }
  return line.length;
}

/** The colon that ends a path in `path: reason` belongs to the sentence. */
function maskPath(path: string): string {
  const tail = /[:.!?]+$/.exec(path)?.[0] ?? "";
  return MASK + tail;
}

function maskWord(word: string, isCalled: boolean): string {
  const end = /[.@$~+-]+$/.exec(word)?.[0] ?? "";
  const name = end === "" ? word : word.slice(0, -end.length);
  return (isValue(name, isCalled) ? (errorNameAtEnd(name) ?? MASK) : name) + end;
}

function isValue(name: string, isCalled: boolean): boolean {
  if (DIAGNOSTIC_CODE.test(name) || ERRNO_NAME.test(name) || ERROR_NAME.test(name)) return false;
  if (/\p{N}/u.test(name)) return true;
  if (isCalled) return name.length > 60;
  if (/[._@$~+]/.test(name)) return true;
  if (/\p{Ll}\p{Lu}/u.test(name)) return true;
  return /^[a-f]{8,}$/.test(name) || name.length > 40;
}

/** `java.lang.NullPointerException` says which package it came from; the name at its end is enough. */
function errorNameAtEnd(name: string): string | undefined {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return last !== name && ERROR_NAME.test(last) ? last : undefined;
}

/** `program: subject: reason`, the way command-line tools complain; the second group is the subject. */
const COMPLAINT = /^([a-z][a-z-]{0,20}): ([^\s:*]{1,80}): (?!not found)/;
const SPEAKS_OF_LEVEL = /^(?:error|warning|fatal|panic|note|failed|undefined|line|rejected|denied)$/i;

/** Masks that touch are one, the subject of a complaint is a value, and so is a list of names at the end. */
function tidyMasks(line: string): string {
  return line
    .replace(COMPLAINT, (all, program: string, subject: string) =>
      SPEAKS_OF_LEVEL.test(program) || SPEAKS_OF_LEVEL.test(subject) ? all : `${program}: ${MASK}: `,
    )
    .replace(/(?<=: )[^\s:,.]{1,60}(?:, [^\s:,.]{1,60}){1,200}(?=[.!]?$)/u, MASK)
    .replace(/\*(?:[\s:,(){}[\]=|*-]{0,3}\*)+/g, MASK);
}
