import { cutAtCodePoint, foldAccents, foldText } from "./scripts.ts";

/** The longest id, in UTF-16 units: as a file name it stays below every limit, in every script, with room for a temporary suffix. */
export const MAX_SLUG = 60;

/**
 * A dotted slug: words joined by `-`, namespaces by `.` where the text has a dot inside a word (`main.tf`, `place_order.price`).
 *
 * Lower case, composed (NFC); Hangul, Kana and Han stay readable. Safe as a file name on Linux, macOS and Windows.
 * Never empty: a text without letters or digits gives its code points (`card-1f389`), an empty one `card`.
 * @returns at most 60 UTF-16 units, cut at the end of a word where there is one
 */
export function slug(text: string): string {
  const folded = foldAccents(foldText(text, 2_000))
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, "")
    // Inside an identifier that begins with a small letter: startEngine, but not GitHub.
    .replaceAll(/(?<=(?<!\p{L})\p{Ll}+(?:\p{Lu}\p{Ll}+)*)(?=\p{Lu}\p{Ll})/gu, "-")
    .toLowerCase()
    .normalize("NFC");
  const words = folded
    .replaceAll(/(?<![\p{L}\p{M}\p{N}])\.|\.(?![\p{L}\p{N}])/gu, " ")
    .replaceAll(/[^\p{L}\p{M}\p{N}.]+/gu, "-")
    .replaceAll(/-*\.[-.]*/g, ".")
    .replaceAll(/^[-.\p{M}]+|[-.]+$/gu, "");
  // Cut again: stepping aside from a reserved name makes it longer.
  return cutAtWord(avoidReserved(cutAtWord(words || `card${codePoints(text)}`, MAX_SLUG)), MAX_SLUG);
}

/** @returns `base`, else `base-2`, `base-3`, … : the first that is not taken, at most 60 units */
export function uniqueSlug(base: string, isTaken: (slug: string) => boolean): string {
  let candidate = base;
  for (let n = 2; isTaken(candidate); n++) candidate = `${cutAtWord(base, MAX_SLUG - `-${n}`.length)}-${n}`;
  return candidate;
}

function cutAtWord(words: string, maxLength: number): string {
  if (words.length <= maxLength) return words;
  const cut = cutAtCodePoint(words, maxLength);
  const joint = /[-.]/.test(words[cut.length] ?? "")
    ? cut.length
    : Math.max(cut.lastIndexOf("-"), cut.lastIndexOf("."));
  return (joint > 0 ? cut.slice(0, joint) : cut).replace(/[-.]+$/, "");
}

/** Device names of Windows, which no file may bear whatever its ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;

function avoidReserved(name: string): string {
  return name.replace(RESERVED, "$&-card");
}

function codePoints(text: string): string {
  return [...cutAtCodePoint(text.trim(), MAX_SLUG)]
    .map((character) => `-${character.codePointAt(0)!.toString(16)}`)
    .join("");
}
