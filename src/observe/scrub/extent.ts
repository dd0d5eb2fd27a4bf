/** Where values begin and end in running text. All functions look at each character a bounded number of times. */

/** Longest value that is read beside a key. Longer ones are documents, not secrets; shapes and PEM blocks are found elsewhere. */
const MAX_VALUE = 4096;
/** An opening bracket that nothing closes so soon is a slip of the pen. */
const MAX_BRACKET = 256;

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "”": "”",
  "‘": "’",
  "«": "»",
  "「": "」",
  "『": "』",
  "《": "》",
  "„": "“",
};

export interface Extent {
  start: number;
  end: number;
  quoted: boolean;
  /** Where reading goes on, after a closing quote. */
  next: number;
}

/** Reads values out of one text. Remembers where quotes close and long runs stop, so that hostile text stays linear. */
export class ExtentReader {
  private readonly text: string;
  private readonly closings = new Map<string, { from: number; at: number }>();
  private readonly claimed = new Map<string, number>();
  private run = { start: 0, stop: 0, inQuery: false };

  constructor(text: string) {
    this.text = text;
  }

  /**
   * A quoted value that opens at `at` (string prefixes such as `r"` and triple quotes included).
   * @returns undefined when no quote opens here or none closes within the line and {@link MAX_VALUE} characters
   */
  quoted(at: number): Extent | undefined {
    const { text } = this;
    const open = at + (/^[rRbBfFuUL@$]{1,2}(?=["'`])/.exec(text.slice(at, at + 3))?.[0].length ?? 0);
    const quote = text[open];
    const closing = quote === undefined ? undefined : CLOSING[quote];
    if (quote === undefined || closing === undefined) return undefined;
    // A command in backquotes yields the value, it is not the value.
    if (quote === "`" && text[open - 1] === "=") return undefined;
    const triple = quote.repeat(3);
    if ((quote === '"' || quote === "'") && text.startsWith(triple, open)) {
      const end = text.slice(open + 3, open + 3 + MAX_VALUE).indexOf(triple);
      return end < 0 ? undefined : { start: open + 3, end: open + 3 + end, quoted: true, next: open + 6 + end };
    }
    const start = open + 1;
    let end = open;
    do {
      end = this.nextOf(closing, end + 1);
      if (end >= text.length || end - open > MAX_VALUE) return undefined;
    } while (isEscaped(text, end, open));
    return /[\r\n]/.test(text.slice(start, end)) ? undefined : { start, end, quoted: true, next: end + 1 };
  }

  /**
   * An unquoted value from `at` on.
   * @param inQuery  the key stands after `?` or `&`, so `&` and `#` always end the value
   */
  bare(at: number, inQuery: boolean): Extent {
    const { text } = this;
    // A quote that nothing closes: the text was cut.
    const quoted = at < text.length && "\"'`“".includes(text[at] as string);
    const start = quoted ? at + 1 : at;
    const whole = quoted ? start : bracketed(text, start);
    if (whole > start) return { start, end: whole, quoted, next: whole };
    let end = withoutParticle(text, start, this.stopAfter(start, inQuery));
    while (end > start && ".,;:".includes(text[end - 1] ?? "")) end--;
    return { start, end, quoted, next: end };
  }

  private stopAfter(at: number, inQuery: boolean): number {
    const known = this.run;
    if (at > known.start && at < known.stop && inQuery === known.inQuery) return known.stop;
    const found = bareStop(this.text, at, inQuery);
    if (!found.bracket) this.run = { start: at, stop: found.stop, inQuery };
    return found.stop;
  }

  /**
   * Lets each stretch be read once for one purpose: the second program of a name among the arguments of the first, the
   * word "cookie" inside a list of cookies.
   * @returns false when an earlier claim for the same purpose covers `from`
   */
  claim(purpose: string, from: number, to: number): boolean {
    if (from < (this.claimed.get(purpose) ?? 0)) return false;
    this.claimed.set(purpose, to);
    return true;
  }

  private nextOf(char: string, from: number): number {
    const known = this.closings.get(char);
    if (known && known.from <= from && from <= known.at) return known.at;
    const found = this.text.indexOf(char, from);
    const at = found < 0 ? this.text.length : found;
    this.closings.set(char, { from, at });
    return at;
  }
}

function isEscaped(text: string, at: number, floor: number): boolean {
  let back = at - 1;
  while (back > floor && text[back] === "\\") back--;
  return (at - 1 - back) % 2 === 1;
}

/** What always ends an unquoted value, and what does so in some company only ({@link endsHere}). */
const STOP = 1;
const ASK = 2;
const WIDE_STOPS = new Set(
  [..."\u00a0\u3000\u2028\u2029\u0085，、。；：！？）」』】》〉”’“‘「『（"].map((char) => char.charCodeAt(0)),
);
const MARKS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (" \t\n\r\v\f".includes(char)) return STOP;
  return "\"'`<>\\,;&)]}|([{*#".includes(char) ? ASK : 0;
});

function bareStop(text: string, at: number, inQuery: boolean): { stop: number; bracket: boolean } {
  let limit = Math.min(text.length, at + MAX_VALUE);
  let depth = 0;
  let bracket = false;
  let end = at;
  for (; end < limit; end++) {
    const code = text.charCodeAt(end);
    const mark = code < 128 ? MARKS[code] : WIDE_STOPS.has(code) ? STOP : 0;
    if (mark === 0) continue;
    if (mark === STOP) break;
    const char = text[end];
    if (char === "(" || char === "[" || char === "{") {
      depth++;
      bracket = true;
      limit = Math.min(limit, end + MAX_BRACKET);
    } else if (char === ")" || char === "]" || char === "}") {
      if (depth === 0) break;
      depth--;
    } else if (endsHere(text, end, at, inQuery)) break;
  }
  return { stop: end, bracket };
}

function endsHere(text: string, at: number, start: number, inQuery: boolean): boolean {
  const char = text[at];
  const next = text[at + 1] ?? "";
  switch (char) {
    case '"':
      return true;
    case "'":
    case "`":
      return !/[A-Za-z0-9]/.test(next) || at === start;
    case "<":
      return at > start || next !== "<";
    case ">":
      return true;
    case "\\":
      return next === "" || "nrtbfu\"'\\/`\r\n".includes(next);
    case "*":
      return next === "*" && !/[A-Za-z0-9]/.test(text[at + 2] ?? "");
    case "#":
      return inQuery;
    case "|":
      return next === "" || next === "|" || /\s/.test(next);
    case "&":
      return (
        inQuery ||
        next === "" ||
        next === "&" ||
        /\s/.test(next) ||
        /^&(?:(?:amp;)?[\w.%[\]-]{1,60}=|(?:lt|gt|quot|apos|amp|ldquo|rdquo|nbsp|#\w{1,5});)/.test(
          text.slice(at, at + 70),
        )
      );
    default:
      // Comma and semicolon.
      return (
        next === "" || /[\s"'`[{]/.test(next) || /^[,;]["']?[\w.$-]{1,60}["']?\s?[:=]/.test(text.slice(at, at + 70))
      );
  }
}

/** `<name>`, `${NAME}`, `{{ name }}`, `$(command)`, `[REDACTED]`: read to the closing bracket. */
function bracketed(text: string, at: number): number {
  const head = text.slice(at, at + 200);
  const match =
    /^(?:\$\{\{[^}\n]*\}\}|\$\{[^{}\n]*(?:\{[^{}\n]*\}[^{}\n]*)?\}|\{\{[^}\n]*\}\}|\$\([^()\n]*(?:\([^()\n]*\))?[^()\n]*\)|<[^<>\n]{0,80}>|\[[A-Za-z][^[\]\n]{0,60}\]|<%[^%\n]*%>|#\{[^}\n]*\}|%\{[^}\n]*\}|![A-Za-z]+ +[^\s,]+)/.exec(
      head,
    );
  return match ? at + match[0].length : at;
}

/** `pw12입니다` → `pw12`: grammar in another script that hangs on an ASCII value is not part of it. */
function withoutParticle(text: string, start: number, end: number): number {
  if (end <= start || text.charCodeAt(start) > 127) return end;
  let last = end;
  while (last > start && text.charCodeAt(last - 1) >= 0x3040) last--;
  return last;
}
