/** The text without every block `<tag>…</tag>`; a block that is never closed stays. Linear in the text. */
export function withoutBlocks(text: string, tag: string): string {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  if (!text.includes(open)) return text;
  let kept = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf(open, from);
    const end = start < 0 ? -1 : text.indexOf(close, start);
    if (end < 0) return (kept + text.slice(from)).trim();
    kept += text.slice(from, start);
    from = end + close.length;
  }
}

/** What stands inside the first block `<tag>…</tag>`. */
export function insideBlock(text: string, tag: string): string | undefined {
  const start = text.indexOf(`<${tag}>`);
  const end = start < 0 ? -1 : text.indexOf(`</${tag}>`, start);
  return end < 0 ? undefined : text.slice(start + tag.length + 2, end);
}

/** The inside of a block that is the whole text, else the text. */
export function unwrap(text: string, tag: string): string {
  const trimmed = text.trim();
  const isWhole = trimmed.startsWith(`<${tag}>`) && trimmed.endsWith(`</${tag}>`);
  return isWhole ? trimmed.slice(tag.length + 2, -(tag.length + 3)).trim() : text;
}
