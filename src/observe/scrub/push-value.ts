import type { Span } from "./span.ts";
import { isBetweenQuotes, isPlaceholder, isPlainWord, isReference } from "./value.ts";

/** Adds a span for a value that stands where secrets stand, unless it only stands for one. */
export function pushValue(spans: Span[], text: string, start: number, end: number, kind: string, rule: string): void {
  const value = text.slice(start, end);
  if (value.length < 1 || isPlaceholder(value) || isReference(value) || isPlainWord(value) || isBetweenQuotes(value))
    return;
  spans.push({ start, end, kind, rule });
}
