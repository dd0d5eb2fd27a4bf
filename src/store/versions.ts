import { createTwoFilesPatch } from "diff";

/** Lines around a change that a unified diff shows. */
const CONTEXT_LINES = 3;

/**
 * What changed from one text of a card to another, as a unified diff with three lines of context; "" when nothing did.
 * A change of line ends alone is shown as well.
 * @param names  what the two texts are called in the head of the diff
 */
export function changeBetween(before: string, after: string, names: { from: string; to: string }): string {
  if (before === after) return "";
  // The library writes names as git does: every letter beyond ASCII as an octal number.
  const hunks = createTwoFilesPatch("", "", before, after, undefined, undefined, {
    context: CONTEXT_LINES,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: false },
  });
  return `--- ${oneLine(names.from)}\n+++ ${oneLine(names.to)}\n${hunks}`;
}

function oneLine(name: string): string {
  return name.replace(/\p{Cc}/gu, " ");
}
