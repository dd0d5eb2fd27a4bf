import { createScrubber } from "../observe/scrub/scrub.ts";

/** A place in a text that would be hidden before it is stored; never the secret itself. */
export interface HiddenPlace {
  kind: string;
  /** What recognised it. */
  rule: string;
  /** Counted from 1. */
  line: number;
  /** UTF-16 units from the start of the line, counted from 1. */
  column: number;
  length: number;
}

/** What storing this text would hide, and the text as it would be stored. */
export function scrubTest(text: string): { places: HiddenPlace[]; scrubbed: string } {
  const scrubber = createScrubber();
  const places = scrubber.find(text).map(({ kind, rule, start, end }) => {
    const before = text.slice(0, start);
    const lineStart = before.lastIndexOf("\n") + 1;
    return { kind, rule, line: before.split("\n").length, column: start - lineStart + 1, length: end - start };
  });
  return { places, scrubbed: scrubber.scrubText(text) };
}
