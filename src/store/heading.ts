const ATX = /^ {0,3}#{1,6}(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
/** Lines that begin something else than a paragraph, so that no underline can make them a heading. */
const NOT_PARAGRAPH = /^(?: {4}|\t| {0,3}(?:>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|([-_*])[ \t]*(?:\1[ \t]*){2,}$))/;

/**
 * The text of the first heading of a Markdown body, its inline marks as they are; undefined when there is none.
 * What looks like a heading inside a code fence or an HTML comment is none.
 */
export function firstHeading(body: string): string | undefined {
  let fence: string | undefined;
  let inComment = false;
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
    const opened = FENCE.exec(line)?.[1];
    const heading = ATX.exec(line);
    if (heading?.[1]?.trim()) return heading[1].trim();
    if (/^ {0,3}<!--/.test(line)) inComment = !line.includes("-->");
    if (opened !== undefined) fence = opened;
    const isText = opened === undefined && !heading && !line.trimStart().startsWith("<") && line.trim() !== "";
    if (!isText || (NOT_PARAGRAPH.test(line) && paragraph.length === 0)) paragraph = [];
    else paragraph.push(line.trim());
  }
  return undefined;
}

function closes(line: string, fence: string): boolean {
  const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return closing !== undefined && closing[0] === fence[0] && closing.length >= fence.length;
}
