import { expect } from "vitest";
import { createScrubber } from "../../../src/observe/scrub/scrub.ts";

const scrubber = createScrubber();

/** The text comes back as it is: alone, inside a longer one, and as JSON. */
export function expectUnchanged(text: string): void {
  for (const around of [text, `Note ${text}\nnext`, JSON.stringify({ value: text })]) {
    expect(scrubber.scrubText(around)).toBe(around);
  }
  expect(scrubber.find(text)).toEqual([]);
}
