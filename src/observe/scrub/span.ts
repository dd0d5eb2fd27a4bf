/** A stretch of text that must be hidden. Offsets are UTF-16 units, end exclusive. */
export interface Span {
  start: number;
  end: number;
  /** What it is, as it goes into the mark. */
  kind: string;
  /** What recognised it: `shape:ghp_`, `key:password`, `form:url-password`. */
  rule: string;
  /** Written around the mark: the quotes that a number did not have. */
  wrap?: string;
}

/** How sure a rule is about the kind, surest first. When two spans overlap, the surer one names the whole. */
const SURENESS = ["shape", "form", "key"];

/**
 * @returns the same characters covered by spans that neither overlap nor touch, in order of place
 */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged[merged.length - 1];
    if (last && span.start < last.end) {
      const surer = sureness(span) < sureness(last) ? span : last;
      merged[merged.length - 1] = { ...surer, start: last.start, end: Math.max(last.end, span.end) };
    } else {
      merged.push(span);
    }
  }
  return merged;
}

function sureness(span: Span): number {
  const place = SURENESS.indexOf(span.rule.slice(0, span.rule.indexOf(":")));
  return place < 0 ? SURENESS.length : place;
}
