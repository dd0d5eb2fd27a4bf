import type { CorpusLine } from "./corpus.ts";
import { password } from "./passwords.ts";
import { type Chance, DIGITS, HEX, LOWER, UPPER } from "./random.ts";
import { base64 } from "./tokens.ts";

/**
 * A line of the corpus with other secrets in the same places: each character is drawn again from its own class, so that
 * length, signs and alphabet stay and nothing of the given value does. What must be kept stays as it is.
 */
export function mutateLine(line: CorpusLine, c: Chance): CorpusLine {
  const changes = line.mustHide.map((secret) => ({ secret, other: mutate(secret, line.kind, c) }));
  // Longest first, so that no piece is replaced inside another.
  changes.sort((a, b) => b.secret.length - a.secret.length);
  let text = line.text;
  for (const { secret, other } of changes) text = text.replaceAll(secret, other);
  return { ...line, text, mustHide: changes.map(({ other }) => other) };
}

function mutate(secret: string, kind: string, c: Chance): string {
  if (kind === "http-basic" || kind === "docker-config")
    return base64(`${c.pick(["app", "robot", "svc"])}:${password(c)}`);
  const isHex = /^[0-9a-f]+$/.test(secret) && /[a-f]/.test(secret);
  let made = "";
  const fixed = /^eyJ/.exec(secret)?.[0].length ?? 0;
  for (const [at, char] of [...secret].entries())
    made += at < fixed || isEscape(secret, at) ? char : redraw(char, isHex, c);
  return made;
}

/** `%2B` keeps its meaning. */
function isEscape(text: string, at: number): boolean {
  return /%[0-9A-F]?$/.test(text.slice(Math.max(0, at - 2), at)) && /[0-9A-F]/.test(text[at] ?? "");
}

function redraw(char: string, isHex: boolean, c: Chance): string {
  if (isHex) return c.chars(HEX, 1);
  if (/[a-z]/.test(char)) return c.chars(LOWER, 1);
  if (/[A-Z]/.test(char)) return c.chars(UPPER, 1);
  if (/[0-9]/.test(char)) return c.chars(DIGITS, 1);
  if (/[\uac00-\ud7a3]/.test(char)) return String.fromCharCode(c.whole(0xac00, 0xd7a3));
  if (/[\u4e00-\u9fff]/.test(char)) return String.fromCharCode(c.whole(0x4e00, 0x9fa5));
  if (/[\u3041-\u3096]/.test(char)) return String.fromCharCode(c.whole(0x3041, 0x3096));
  return char;
}
