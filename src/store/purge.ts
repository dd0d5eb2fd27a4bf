import { MemoryError } from "../errors.ts";
import { isObject } from "../model/json.ts";
import { PURGED } from "../text/purged.ts";
import { MAX_SLUG, slug } from "../text/slug.ts";

/** Stands in the place of every occurrence where brackets would mean something: in file names and in YAML. */
export const PURGED_NAME = "purged";

/** How deep JSON inside strings of JSON is taken apart for a pattern; a text needs no limit. */
const MAX_NESTING = 4;
/** Shorter words of Latin letters stand in many ids by chance. */
const SHORTEST_ID_SPELLING = 4;

/** Finds what is to be purged, however it is spelled. */
export interface Purger {
  /** The text with each occurrence replaced, also those inside JSON that the text holds. */
  text(text: string, by?: string): string;
  /** A file name or id with each occurrence replaced, also where it stands as ids spell it (`Acme Corp` in `acme-corp.deploy`). */
  name(name: string): string;
  /** Occurrences in the text. */
  count(text: string): number;
}

/**
 * Reads what a person wants purged: a text, or a pattern between two slashes with optional flags `i`, `m`, `s`, `u`.
 *
 * A text is found composed (NFC) and decomposed (NFD), with JSON's escapes at any depth, and over a line break where it has a space.
 * @throws MemoryError `INVALID_INPUT` when it is empty, matches nothing at all, or is no pattern
 */
export function createPurger(match: string): Purger {
  const pattern = /^\/(.+)\/([a-z]*)$/s.exec(match);
  return pattern ? patternPurger(pattern[1]!, pattern[2]!) : textPurger(match);
}

/** Changes every string in a value, keys of maps included; a number that holds the match becomes a string. */
export function purgeValue(value: unknown, purger: Pick<Purger, "text">): unknown {
  if (typeof value === "string") return purger.text(value);
  if (typeof value === "number") {
    const after = purger.text(String(value));
    return after === String(value) ? value : after;
  }
  if (Array.isArray(value)) return value.map((item) => purgeValue(item, purger));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [purger.text(key), purgeValue(member, purger)]),
  );
}

function textPurger(text: string): Purger {
  if (text.trim() === "") throw new MemoryError("INVALID_INPUT", "nothing to purge: the text is empty");
  const spellings = [...new Set([text, text.normalize("NFC"), text.normalize("NFD")])];
  const pattern = new RegExp(spellings.map(anySpelling).join("|"), "g");
  const asId = idSpelling(text);
  return {
    text: (within, by = PURGED) => within.replace(pattern, () => by),
    name: (name) => {
      const after = name.replace(pattern, () => PURGED_NAME);
      return asId ? after.replace(asId, () => PURGED_NAME) : after;
    },
    count: (within) => [...within.matchAll(pattern)].length,
  };
}

/** The text as it stands in ids made from it; undefined when that would fit too much, or too little of it. */
function idSpelling(text: string): RegExp | undefined {
  const id = slug(text);
  if (
    !/[\p{L}\p{N}]/u.test(text) ||
    text.length > MAX_SLUG ||
    (id.length < SHORTEST_ID_SPELLING && /^[a-z0-9.-]*$/.test(id))
  )
    return undefined;
  return new RegExp(`(?<![\\p{L}\\p{N}])${id.replaceAll(".", "\\.")}(?![\\p{L}\\p{N}])`, "gu");
}

/** The text as a pattern that also fits what JSON or YAML make of it, at any depth of strings inside strings. */
function anySpelling(text: string): string {
  return [...text].map(spellingsOf).join("");
}

const LETTER_ESCAPES: Readonly<Record<string, string>> = { "\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f" };

function spellingsOf(character: string): string {
  if (character === "\\") return "\\\\+(?:u005[cC]|x5[cC])?";
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const escaped = units.map((unit) => `\\\\+u${anyCase(unit)}`).join("");
  const forms = [character.replace(/[\^$\\.*+?()[\]{}|/]/, "\\$&"), escaped];
  if (units.length === 1 && units[0]!.startsWith("00")) forms.push(`\\\\+x${anyCase(units[0]!.slice(2))}`);
  const letter = LETTER_ESCAPES[character];
  if (letter !== undefined) forms.push(`\\\\+${letter}`);
  if ("\"'/".includes(character)) forms.push(`\\\\+${character}`);
  if (character === "'") forms.push("''");
  if (character === " ") forms.push("[ \\t]*(?:\\r?\\n|\\\\+n)[ \\t]*");
  // The longer spelling first, so that no half of it stays.
  return `(?:${forms.reverse().join("|")})`;
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function patternPurger(source: string, flags: string): Purger {
  if (/[^imsu]/.test(flags)) {
    const asPath = `/${`/${source}/${flags}`.replace(/[\^$\\.*+?()[\]{}|/]/g, "\\$&")}/`;
    const hint = `Known are i, m, s and u. A path is written as a pattern: ${asPath}`;
    throw new MemoryError("INVALID_INPUT", `unknown flags in the pattern: "${flags}"`, hint);
  }
  let pattern: RegExp;
  try {
    pattern = new RegExp(source.normalize("NFC"), `${flags}g`);
  } catch (error) {
    throw new MemoryError("INVALID_INPUT", (error as Error).message, "Write /pattern/ as in JavaScript.", {
      cause: error,
    });
  }
  if ("".search(pattern) === 0) {
    throw new MemoryError("INVALID_INPUT", "the pattern fits an empty text, so it would fit everywhere");
  }
  const text = (within: string, by: string, depth: number): string => {
    const nested = depth < MAX_NESTING ? parseNested(within) : undefined;
    if (nested !== undefined) {
      const after = JSON.stringify(purgeValue(nested, { text: (each) => text(each, by, depth + 1) }));
      return after === JSON.stringify(nested) ? within : after;
    }
    return (
      readings(within)
        .find((reading) => reading.search(pattern) !== -1)
        ?.replace(pattern, () => by) ?? within
    );
  };
  const count = (within: string, depth: number): number => {
    const nested = depth < MAX_NESTING ? parseNested(within) : undefined;
    if (nested !== undefined) return countStrings(nested, (each) => count(each, depth + 1));
    return Math.max(...readings(within).map((reading) => [...reading.matchAll(pattern)].length));
  };
  return {
    text: (within, by = PURGED) => text(within, by, 0),
    name: (name) => name.normalize("NFC").replace(pattern, () => PURGED_NAME),
    count: (within) => count(within, 0),
  };
}

function countStrings(value: unknown, count: (text: string) => number): number {
  if (typeof value === "string") return count(value);
  if (typeof value === "number") return count(String(value));
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countStrings(item, count), 0);
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce((sum, [key, member]) => sum + count(key) + countStrings(member, count), 0);
}

/** JSON that a string holds whole; undefined when it holds none. */
function parseNested(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // it only begins like JSON
  }
}

/** The text as it is, composed, and with escapes taken off, for JSON that was cut and can be parsed no more. */
function readings(text: string): string[] {
  const found = [text, text.normalize("NFC")];
  for (let depth = 0, plain = text; depth < MAX_NESTING && plain.includes("\\"); depth += 1) {
    plain = unescaped(plain);
    found.push(plain.normalize("NFC"));
  }
  return found;
}

function unescaped(text: string): string {
  const letters: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, hex?: string, letter = "") =>
    hex === undefined ? (letters[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
