import type { Json } from "../../model/json.ts";
import { isObject } from "../../model/json.ts";
import { isHidden } from "../../text/hidden.ts";
import { isKey } from "../identifiers.ts";
import { shortHash } from "../sketch.ts";

/** A scalar inside arguments or a result. */
export interface Leaf {
  /** Dotted path, array positions as `[]`, keys that are data as `*`: `passengers[].dob`, `payment_methods.*.id`; `$` for the whole. */
  path: string;
  value: number | string;
  /** Equal for equal values, whatever their type: 12446 and "12446", 220.34 and "220.340"; but not 1234 and "01234". */
  key: string;
}

const MAX_LEAVES = 2_000;
const MAX_ELEMENTS = 500;
const MAX_DEPTH = 8;
/** Longer keys are replaced by their hash, so that a file's content costs no more than a name. */
const LONG = 64;

/** The scalars of a value that can be evidence: no booleans, nothing empty. Bounded in number and depth. */
export function leavesOf(value: Json | undefined): Leaf[] {
  const leaves: Leaf[] = [];
  if (value !== undefined) collect(value, "", 0, leaves);
  return leaves;
}

function collect(value: Json, path: string, depth: number, leaves: Leaf[]): void {
  if (leaves.length >= MAX_LEAVES || depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const element of value.slice(0, MAX_ELEMENTS)) collect(element, `${path}[]`, depth + 1, leaves);
  } else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) {
      const name = isKey(key) ? key : "*";
      collect(child as Json, path === "" ? name : `${path}.${name}`, depth + 1, leaves);
    }
  } else if (typeof value === "number" || typeof value === "string") {
    const key = keyOf(value);
    if (key !== undefined) leaves.push({ path: path === "" ? "$" : path, value, key });
  }
}

/** undefined for what cannot be evidence: what was hidden, nothing, 0, 1, −1, one character, two Latin letters. */
function keyOf(value: number | string): string | undefined {
  const number = typeof value === "number" ? value : numberIn(value);
  if (number !== undefined) {
    return Number.isFinite(number) && !(Number.isInteger(number) && Math.abs(number) <= 1) ? `n:${number}` : undefined;
  }
  const text = String(value).trim();
  if (isHidden(text)) return undefined;
  if (/^(?:true|false|null|none|undefined|nan)$/i.test(text)) return undefined;
  const characters = [...text.slice(0, 4)].length;
  if (characters < 2 || (characters < 3 && /^[\x20-\x7e]*$/.test(text))) return undefined;
  return text.length > LONG ? `h:${shortHash(text)}` : `s:${text}`;
}

/** A decimal number written as text; not a code with leading zeros, and not more digits than a number can hold. */
export function numberIn(text: string): number | undefined {
  return /^[-+]?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text.trim()) ? Number(text) : undefined;
}

/**
 * True for values that two unrelated fields hardly share: 220.34, 12446, `HAT069`, a long text. False for small whole numbers and
 * plain words, which may be a choice among a few.
 */
export function isSpecific(leaf: Pick<Leaf, "value">): boolean {
  const number = typeof leaf.value === "number" ? leaf.value : numberIn(leaf.value);
  if (number !== undefined) return !Number.isInteger(number) || Math.abs(number) >= 100;
  const text = String(leaf.value).trim();
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  return (digits >= 2 && text.length >= 4) || text.length >= 20;
}
