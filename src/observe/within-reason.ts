import type { Json } from "../model/json.ts";
import { cutAtCodePoint } from "../text/scripts.ts";

/**
 * UTF-16 units of a string that are kept at each end before it is scrubbed. Four times what a line can hold: whatever is cut in half here is
 * cut away again when the line is made, so no half of a secret is left.
 */
const KEPT = 256 * 1024;
/** Items of a list that are kept at each end. */
const KEPT_ITEMS = 2_000;

/**
 * The value without the middle of what no line could hold anyway: scrubbing takes time in proportion to the text, and a hook has
 * little. Values that fit a line come back as they are.
 */
export function withinReason(value: Json): Json {
  if (typeof value === "string") return value.length <= 2 * KEPT ? value : ends(value);
  if (Array.isArray(value)) {
    const few = value.length <= 2 * KEPT_ITEMS ? value : [...value.slice(0, KEPT_ITEMS), ...value.slice(-KEPT_ITEMS)];
    return few.map(withinReason);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withinReason(inner)]));
}

function ends(text: string): string {
  const left = text.length - 2 * KEPT;
  return `${cutAtCodePoint(text, KEPT)}\n[${left} characters left out]\n${text.slice(-KEPT).replace(/^[\udc00-\udfff]/, "")}`;
}
