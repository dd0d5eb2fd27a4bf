import { CardFormatError } from "../errors.ts";

/** Where the parts of a card lie in its text. Offsets count UTF-16 units. */
export interface CardParts {
  /** The YAML between the two `---` lines, last line end included. */
  yaml: string;
  yamlStart: number;
  /** Line of the file on which the YAML begins, counted from 1. */
  yamlLine: number;
  /** Where the Markdown begins: after the second `---` and one blank line, if there is one. */
  bodyStart: number;
  /** The Markdown, with `\n` for line ends. */
  body: string;
  /** How this file ends its lines. */
  eol: "\n" | "\r\n";
}

const FENCE = /^---[ \t]*\r?$/;

/**
 * Finds front matter and body. A byte order mark before the first `---` is allowed.
 * @throws CardFormatError
 */
export function splitCard(text: string, path: string): CardParts {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const first = lineAt(text, start);
  if (!FENCE.test(first.line) || first.next === undefined) {
    throw new CardFormatError(path, 1, 'a card begins with front matter between two lines "---"');
  }
  const eol = first.line.endsWith("\r") ? "\r\n" : "\n";
  for (let at = first.next; ; ) {
    const { line, next } = lineAt(text, at);
    if (FENCE.test(line)) {
      const bodyStart = next === undefined ? text.length : afterBlankLine(text, next);
      return {
        yaml: text.slice(first.next, at),
        yamlStart: first.next,
        yamlLine: 2,
        bodyStart,
        body: text.slice(bodyStart).replaceAll("\r\n", "\n"),
        eol,
      };
    }
    if (next === undefined)
      throw new CardFormatError(path, 1, 'the front matter that begins here is not closed by a line "---"');
    at = next;
  }
}

function lineAt(text: string, start: number): { line: string; next: number | undefined } {
  const end = text.indexOf("\n", start);
  return end === -1 ? { line: text.slice(start), next: undefined } : { line: text.slice(start, end), next: end + 1 };
}

function afterBlankLine(text: string, start: number): number {
  const { line, next } = lineAt(text, start);
  return line.trim() === "" ? (next ?? text.length) : start;
}
