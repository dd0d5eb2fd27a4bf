import type { Json } from "../../model/json.ts";
import { isObject } from "../../model/json.ts";
import { isKey } from "../identifiers.ts";
import { leavesOf } from "../provenance/values.ts";

/** One argument that is not the same in two calls, and every kind of change that describes the difference. */
export interface ArgumentChange {
  param: string;
  /** From {@link CHANGE_KINDS}, the most telling first; never empty. */
  kinds: ChangeKind[];
}

export const CHANGE_KINDS = [
  "clean-name",
  "retry",
  "renamed",
  "added",
  "removed",
  "string-to-number",
  "number-to-string",
  "string-to-boolean",
  "array-to-scalar",
  "scalar-to-array",
  "drop-folder",
  "add-folder",
  "only-folder",
  "letter-case",
  "trimmed",
  "reformatted",
  "shortened",
  "lengthened",
  "lower",
  "higher",
  "value-from-result",
  "other-value",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/**
 * What changed between two calls of one tool.
 * @param returned  whether a value (by its key) stood in a result before the second call
 * @returns undefined when either is not an object of arguments; otherwise the changes, empty when there is none
 */
export function changesBetween(
  before: Json,
  after: Json,
  returned: (key: string) => boolean,
): ArgumentChange[] | undefined {
  if (!isObject(before) || !isObject(after)) return undefined;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => !same(before[name], after[name]));
  const renamed = renaming(before, after, differing);
  if (renamed) return [renamed];
  return differing.map((name) => ({
    param: isKey(name) ? name : "*",
    kinds: kindsOf(before[name] as Json | undefined, after[name] as Json | undefined, returned),
  }));
}

/** One argument gone, another come, with the same value: it was called by the wrong name. */
function renaming(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  differing: string[],
): ArgumentChange | undefined {
  const [gone, come] = [differing.find((name) => !(name in after)), differing.find((name) => !(name in before))];
  if (differing.length !== 2 || gone === undefined || come === undefined || !isKey(come)) return undefined;
  return same(before[gone], after[come]) ? { param: come, kinds: ["renamed"] } : undefined;
}

function kindsOf(before: Json | undefined, after: Json | undefined, returned: (key: string) => boolean): ChangeKind[] {
  if (before === undefined) return ["added", ...fromResult(after, returned)];
  if (after === undefined) return ["removed"];
  const kinds: ChangeKind[] = [...retyped(before, after)];
  if (typeof before === "string" && typeof after === "string") kinds.push(...rewritten(before, after));
  if (typeof before === "number" && typeof after === "number") kinds.push(after < before ? "lower" : "higher");
  kinds.push(...fromResult(after, returned));
  return kinds.length > 0 ? kinds : ["other-value"];
}

function retyped(before: Json, after: Json): ChangeKind[] {
  if (typeof before === "string" && typeof after === "number") return ["string-to-number"];
  if (typeof before === "number" && typeof after === "string") return ["number-to-string"];
  if (typeof before === "string" && typeof after === "boolean") return ["string-to-boolean"];
  if (Array.isArray(before) && !Array.isArray(after)) return ["array-to-scalar"];
  if (!Array.isArray(before) && Array.isArray(after)) return ["scalar-to-array"];
  return [];
}

function rewritten(before: string, after: string): ChangeKind[] {
  const bare = (text: string): string => text.replaceAll(/^[\s'"`]+|[\s'"`]+$/gu, "");
  const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  if (after !== "" && /[/\\]$/.test(before.slice(0, -after.length)) && before.endsWith(after)) return ["drop-folder"];
  if (before !== "" && /[/\\]$/.test(after.slice(0, -before.length)) && after.endsWith(before)) return ["add-folder"];
  if (after !== "" && before.startsWith(after) && /^[/\\]./.test(before.slice(after.replace(/[/\\]$/, "").length)))
    return ["only-folder"];
  if (bare(before) === bare(after)) return ["trimmed"];
  if (before.toLowerCase() === after.toLowerCase()) return ["letter-case"];
  if (letters(before) === letters(after)) return ["reformatted"];
  if (after.length >= 3 && before.includes(after)) return ["shortened"];
  if (before.length >= 3 && after.includes(before)) return ["lengthened"];
  return [];
}

function fromResult(after: Json | undefined, returned: (key: string) => boolean): ChangeKind[] {
  const leaves = leavesOf(after);
  return leaves.length > 0 && leaves.every((leaf) => returned(leaf.key)) ? ["value-from-result"] : [];
}

/**
 * True when the second call plausibly means the same as the first: an argument kept its value, or changed in a way that keeps
 * what it speaks of; or the only one there is was looked up. Two calls with nothing in common are two errands, and the second's
 * success repairs nothing.
 */
export function isSameErrand(before: Json, after: Json, changes: readonly ArgumentChange[] | undefined): boolean {
  if (!changes) return JSON.stringify(before) === JSON.stringify(after);
  const names = new Set([...Object.keys(before as object), ...Object.keys(after as object)]);
  if (changes.length < names.size || names.size === 0) return true;
  const telling = (kind: ChangeKind): boolean =>
    kind !== "other-value" && (kind !== "value-from-result" || names.size === 1);
  return changes.some(({ kinds }) => kinds.some(telling));
}

function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}
