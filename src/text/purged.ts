/** What stands in the place of every text that a person had purged. */
export const PURGED = "[purged]";

/** Beginning of a text that is compared: hosts trim prompts differently, and long ones are cut. UTF-16 units. */
const COMPARED = 200;

/**
 * Whether a text is what another one was before something in it was purged.
 * @param purged  holds {@link PURGED} at least once
 */
export function isBeforePurge(text: string, purged: string): boolean {
  const [whole, after] = [plain(text), plain(purged)];
  const isCut = after.length > COMPARED;
  const head = isCut ? after.slice(0, COMPARED).replace(/\[[a-z]*$/, "") : after;
  const parts = head.split(PURGED);
  let at = whole.startsWith(parts[0]!) ? parts[0]!.length : -1;
  for (const part of parts.slice(1)) {
    if (at < 0) return false;
    const found = whole.indexOf(part, at + 1);
    at = found < 0 ? -1 : found + part.length;
  }
  if (at < 0) return false;
  const last = parts.at(-1)!;
  return isCut || last === "" || whole.endsWith(last);
}

function plain(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}
