const ATX = /^ {0,3}#{1,6}(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const RULE = /^ {0,3}([-_*])[ \t]*(?:\1[ \t]*){2,}$/;
const INDENTED = /^(?: {4}|\t)/;
/** Begins a quotation or a list; the second form does so also right after a line of text. */
const CONTAINER = /^ {0,3}(?:>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$))/;
const EMPTY_CONTAINER = /^ {0,3}(?:>|[-+*]|\d{1,9}[.)])[ \t]*$/;
const INTERRUPTING_CONTAINER = /^ {0,3}(?:>|[-+*][ \t]+\S|1[.)][ \t]+\S)/;

/**
 * The text of the first heading of a Markdown body, its inline marks as they are; undefined when there is none.
 * What looks like a heading inside a code fence or an HTML comment is none.
 */
export function firstHeading(body: string): string | undefined {
  let fence: string | undefined;
  let inComment = false;
  let inContainer = false;
  let paragraph: string[] = [];
  for (const line of body.split("\n")) {
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined;
      continue;
    }
    if (inComment) {
      inComment = !line.includes("-->");
      continue;
    }
    if (paragraph.length > 0 && UNDERLINE.test(line)) return paragraph.join(" ");
    const title = ATX.exec(line);
    if (title?.[1]?.trim()) return title[1].trim();
    fence = FENCE.exec(line)?.[1];
    inComment = /^ {0,3}<!--/.test(line) && !line.includes("-->");
    const endsText =
      fence !== undefined || title !== null || RULE.test(line) || line.trim() === "" || /^ {0,3}</.test(line);
    const opens = !endsText && (paragraph.length > 0 ? INTERRUPTING_CONTAINER : CONTAINER).test(line);
    // What follows the text of an item or a quotation without a blank line belongs to it.
    if (endsText || EMPTY_CONTAINER.test(line)) inContainer = false;
    else if (opens) inContainer = true;
    const isText = !endsText && !opens && !inContainer && (paragraph.length > 0 || !INDENTED.test(line));
    paragraph = isText ? [...paragraph, line.trim()] : [];
  }
  return undefined;
}

function closes(line: string, fence: string): boolean {
  const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return closing !== undefined && closing[0] === fence[0] && closing.length >= fence.length;
}
