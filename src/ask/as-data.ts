import { cutAtCodePoint } from "../text/scripts.ts";

/**
 * A text that somebody else wrote, as a prompt shows it: between `<name>` and `</name>`, with nothing inside that could open or close
 * such a block, and at most `most` UTF-16 units (the middle goes, head and tail stay).
 */
export function asData(name: string, text: string, most = 20_000): string {
  return `<${name}>\n${shorten(withoutTags(text), most)}\n</${name}>`;
}

/** Head and tail of a text that is too long, with the number of units left out between them. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = cutAtCodePoint(text, Math.floor(most * 0.65));
  const tail = text.slice(text.length - Math.floor(most * 0.3)).replace(/^[\uDC00-\uDFFF]/, "");
  return `${head} …(${text.length - head.length - tail.length} more)… ${tail}`;
}

/** Every tag of the blocks that prompts use, in any case and spelling, loses its bracket. */
function withoutTags(text: string): string {
  return text.replaceAll(
    /[<＜](\s*\/?\s*(?:attempt|better|worse|task|cards?|candidate|key_points|reply|situation)\b)/gi,
    "‹$1",
  );
}
