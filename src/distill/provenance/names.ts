import { wordsOfName } from "../identifiers.ts";

/** Names that many unrelated things have; alone they agree about nothing. */
const GENERIC = new Set(
  "id name value type status result data content text message title key number code date time count index item list info description".split(
    " ",
  ),
);

/**
 * True when parameter and field plainly speak of the same thing: `price` and `price`; `booking_id` and `booking_id`;
 * `tweet_id` and the `id` that `post_tweet` returned; `id` of `cancel_booking` and `booking_id`.
 */
export function namesAgree(tool: string, param: string, from: { tool: string; field: string }): boolean {
  const wanted = lastWords(param);
  const given = lastWords(from.field);
  if (wanted.length === 0 || given.length === 0) return false;
  if (sameWords(wanted, given)) {
    if (wanted.length > 1 || !GENERIC.has(wanted[0]!)) return true;
    return sharesNoun(around(tool, param), around(from.tool, from.field));
  }
  return completes(given, wanted, around(from.tool, from.field)) || completes(wanted, given, around(tool, param));
}

/** The words of the last named part of a path: `passengers[].first_name` → first, name. */
function lastWords(path: string): string[] {
  return wordsOfName(lastNamedPart(path)).map(singular);
}

/** `first_name` of `passengers[].first_name`, `flights` of `flights[]`; "" when nothing in the path has a name. */
export function lastNamedPart(path: string): string {
  const parts = path.replaceAll("[]", "").split(".");
  return parts.filter((part) => !/^[*$]*$/.test(part)).at(-1) ?? "";
}

/** All the words that stand around a name: those of its tool and of the path above it. */
function around(tool: string, path: string): Set<string> {
  return new Set([...wordsOfName(tool), ...wordsOfName(path)].map(singular));
}

/** `short` is the end of `long`, and what `long` says more is said around `short`. */
function completes(short: readonly string[], long: readonly string[], aroundShort: ReadonlySet<string>): boolean {
  const extra = long.length - short.length;
  if (extra <= 0 || !sameWords(long.slice(extra), short)) return false;
  return long.slice(0, extra).every((word) => aroundShort.has(word));
}

const VERBS = new Set(
  "get set add create make update delete remove cancel list search find fetch send book place post buy".split(" "),
);

function sharesNoun(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((word) => b.has(word) && !GENERIC.has(word) && !VERBS.has(word));
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i]);
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us")
    ? word.slice(0, -1)
    : word;
}
