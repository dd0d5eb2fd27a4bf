/**
 * What stands where a secret was: `[hidden:<kind>]`. The kind is all it says; it carries no length and no hash, so two
 * marks of one kind cannot be told apart, nor traced to what they replaced.
 */
const MARK = /\[hidden:[a-z0-9-]{1,40}\]/g;
const WHOLE_MARK = /^\[hidden:[a-z0-9-]{1,40}\]$/;

/** @param kind  lower-case words joined by hyphens, such as `github-token` */
export function hiddenMark(kind: string): string {
  return `[hidden:${kind}]`;
}

/** True when the text is a mark and nothing else: the value itself was hidden, so it must not be compared or learned. */
export function isHidden(text: string): boolean {
  return WHOLE_MARK.test(text);
}

/** True when a part of the text, or all of it, was hidden. */
export function holdsHidden(text: string): boolean {
  return text.includes("[hidden:") && text.search(MARK) >= 0;
}

/** Where marks stand in the text, in order. */
export function hiddenPlaces(text: string): Array<{ start: number; end: number }> {
  if (!text.includes("[hidden:")) return [];
  return [...text.matchAll(MARK)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}
