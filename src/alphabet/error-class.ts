import { maskValues } from "./mask-values.ts";

/** The most characters of a message that are looked at, half from each end. Longer output is a log, and its errors stand at an end. */
const MAX_TEXT = 32_768;
const MAX_LINE = 400;
/** The longest class. A sentence this long already tells one error from another. */
const MAX_CLASS = 160;

/** What hosts wrap around an error before they show it to the model. */
const WRAPPERS: readonly RegExp[] = [
  /<\/?(?:tool_use_error|untrusted_context|error|stdout|stderr|bash-(?:stdout|stderr))>/g,
  /^(?:Chunk ID|Wall time|Original token count|Process Group PGID|Command|Directory|Stdout|Stderr): .*$/gm,
  /^(?:Exit Code|Exit code|exit code|Process exited with code):? -?\d+\s*$/gm,
  /^(?:Output|Stdout|Stderr|Error):[ \t]*\n/gm,
  /^Output: /gm,
];

/** Frames, carets, rules, quoted source and progress: never what went wrong. */
const NOISE: readonly RegExp[] = [
  /^at .*[:(]\d+/,
  /^at (?:async )?[\w.$<>[\] ]+ \(/,
  /^File ".*", line \d+/,
  /^[\s^~|=+*_.#-]*$/,
  /^\d* ?\|/,
  /^(?:-->|\.{3}|>|❯|⎯)/,
  /^Traceback \(most recent call last\):?$/,
  /^Node\.js v\d/,
  /^\s*(?:from|in) .*:\d+/,
  /^(?:npm|pnpm|yarn|bun) (?:ERR!|error) (?:A complete log|path|command|errno|code ELIFECYCLE|Lifecycle)/i,
  /^error: (?:script|recipe) .* (?:exited|failed)/,
  /^make(?:\[\d+\])?: \*\*\*/,
];

/** A line that names an error by its type or code. */
const NAMED: readonly RegExp[] = [
  /(?:^|[\s:])[\w.]*(?:Error|Exception)\b(?:\s*\[\w+\])?:/,
  /(?:^|[\s:])(?:fatal )?error(?:\[?\w{2,8}\]?| [A-Z]{1,6}-?\d{3,5})?:/i,
  /\b(?:error|warning) [A-Z]{1,6}\d{3,5}\b/,
  /^(?:fatal|panic|abort(?:ed)?|E {2})\b/i,
  /^E {3}\S/,
  /: (?:command not found|not found|No such file or directory|Permission denied)$/,
];

/** A line that speaks of failure in one of the languages that tools speak most. Others fall back to the first line. */
const SPOKEN =
  /\b(?:errors?|exception|fail(?:ed|ure|s)?|fatal|panic|denied|refused|cannot|can't|could not|unable|not found|no such|invalid|unexpected|undefined|unknown|unsupported|missing|must|timed? ?out|not (?:allowed|permitted|supported))\b|오류|에러|실패|없습니다|없음|거부|エラー|失敗|例外|できません|ありません|見つかりません|错误|錯誤|失败|异常|无法|找不到|不存在|拒绝/i;

/** A test that failed by name: the name is free text. */
const FAILED_TEST = /^(FAIL(?:ED|URE)?|not ok|--- FAIL|✗|✕|✘|×|●)(?:[:\s]|$)/;

/**
 * The class of an error message, in any language: the line that says what went wrong, with quoted pieces, numbers, paths, file
 * names, hashes and identifiers replaced by `*`. Two errors of one class differ in values only.
 *
 * `echo: cannot write to 'x.txt': No such file` gives `echo: cannot write to *: No such file`.
 *
 * @param text  a message, a stack trace, compiler or test output, or JSON that holds one; of any length
 * @returns one line of at most 160 characters, "" when the text says nothing; the class of a class is itself
 */
export function errorClass(text: string): string {
  let found = classOnce(text);
  for (let round = 0; round < 4; round++) {
    const again = classOnce(found);
    if (again === found) break;
    found = again;
  }
  return found;
}

function classOnce(text: string): string {
  const line = tellingLine(unwrap(boundText(text)));
  return clip(maskValues(maskTestName(line).replace(/\s+/g, " ")).trim());
}

function boundText(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT / 2)}\n${text.slice(-MAX_TEXT / 2)}`;
}

function unwrap(text: string): string {
  let plain = messageOfJson(text) ?? text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with the escape character
  plain = plain.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replace(/\r\n?/g, "\n");
  for (const wrapper of WRAPPERS) plain = plain.replace(wrapper, "");
  return plain;
}

/** `{"error": "…"}`, `{"error": {"message": "…"}}` and `{"message": "…"}` hold a message that was meant to be read. */
function messageOfJson(text: string): string | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // it only looked like JSON, so it is read as text
  }
  for (const key of ["error", "message", "detail", "stderr"]) {
    const inner: unknown = (value as Record<string, unknown>)[key];
    if (typeof inner === "string" && inner.trim() !== "") return inner;
    const message = (inner as { message?: unknown } | null | undefined)?.message;
    if (typeof message === "string") return message;
  }
  return undefined;
}

function tellingLine(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.slice(0, MAX_LINE).trim())
    .filter((line) => line !== "");
  const spoken = lines.filter((line) => !NOISE.some((noise) => noise.test(line)));
  const named = spoken.filter((line) => NAMED.some((pattern) => pattern.test(line)));
  // A Python trace ends with its error; everybody else's begins with it.
  const isPython = /^Traceback \(most recent call last\)/m.test(text);
  return (
    (isPython ? named.at(-1) : named[0]) ?? spoken.find((line) => SPOKEN.test(line)) ?? spoken[0] ?? lines[0] ?? ""
  );
}

/** Names of tests and of build targets are free text. */
function maskTestName(line: string): string {
  const marker = FAILED_TEST.exec(line)?.[1];
  if (marker !== undefined) {
    const named = /[\w.]*(?:Error|Exception)\b.*$/.exec(line)?.[0];
    return named === undefined ? `${marker} *` : `${marker} * ${named}`;
  }
  return line.replace(/^E {1,3}(?=\S)/, "").replace(/^(make)(?:\[\d+\])?: \*{3} \[.*\]/, "$1: *");
}

function clip(line: string): string {
  if (line.length <= MAX_CLASS) return line;
  const head = line.slice(0, MAX_CLASS);
  const space = head.lastIndexOf(" ");
  return (space > MAX_CLASS / 2 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, "")).trim();
}
