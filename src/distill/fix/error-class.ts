import { errorClass } from "../../alphabet/error-class.ts";
import type { Json } from "../../model/json.ts";
import { leavesOf } from "../provenance/values.ts";

/** Class of every error that comes from a tool name with markup in it, whatever the executor says about it. */
export const BROKEN_NAME = "broken name";

/** Characters of a message in which the call's own values are looked for. */
const MAX_READ = 4_000;

/**
 * The class of one call's error: the call's own argument values become `*` too, even where nothing marks them as values.
 * @returns one line of at most 160 characters; never empty
 */
export function failureClass(error: string, input: Json): string {
  // Plain words of the arguments stay: the message may use them for itself.
  const values = leavesOf(input)
    .map((leaf) => String(leaf.value).trim())
    .filter((value) => value.length >= 2 && value.length <= 120 && /[^\p{L}\s]/u.test(value))
    .sort((a, b) => b.length - a.length);
  const masked = values.reduce((rest, value) => rest.replaceAll(value, "*"), error.slice(0, MAX_READ));
  return errorClass(masked) || "*";
}
