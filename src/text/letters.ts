/** What is left of a class of characters when a text holds ASCII alone. */
const IN_ASCII: Readonly<Record<string, string>> = {
  L: "A-Za-z",
  Lu: "A-Z",
  Ll: "a-z",
  Lt: "",
  Lm: "",
  Lo: "",
  M: "",
  N: "0-9",
};

/**
 * A pattern over the letters of all scripts. Node takes milliseconds to get such a class ready, more than a cold recall spends on
 * searching; so a text of ASCII alone is read with a twin that finds the same in it, and neither is made before it is needed.
 *
 * @param source  with general categories (`\p{L}`) within `[…]` only, and no range that leaves ASCII; an alternative that names
 *                a character or a script beyond ASCII outside of `[…]` must need it
 * @param flags   without `u`
 * @returns gives the pattern for a text; equal calls give the same object, so one with the `g` flag is for `matchAll` and `replace`
 */
export function letterPattern(source: string, flags = ""): (text: string) => RegExp {
  let whole: RegExp | undefined;
  let ascii: RegExp | undefined;
  return (text) => {
    if (!isAscii(text)) {
      whole ??= new RegExp(source, `${flags}u`);
      return whole;
    }
    ascii ??= new RegExp(asciiPart(source), flags);
    return ascii;
  };
}

/** Takes the pattern apart at each `|` that stands in no bracket, and leaves out what ASCII cannot hold. */
function asciiPart(source: string): string {
  const parts = [{ text: "", possible: true }];
  let depth = 0;
  let inClass = false;
  for (const [unit] of source.matchAll(/\\p\{[^}]*\}|\\.|[^\\]/gsu)) {
    const part = parts[parts.length - 1]!;
    if (unit === "|" && depth === 0 && !inClass) parts.push({ text: "", possible: true });
    else if (unit.startsWith("\\p{Script") || unit > "\x7f") part.possible &&= inClass;
    else part.text += unit.startsWith("\\p{") ? IN_ASCII[unit.slice(3, -1)]! : unit;
    if (unit === "[") inClass = true;
    else if (unit === "]") inClass = false;
    else if (!inClass && unit === "(") depth += 1;
    else if (!inClass && unit === ")") depth -= 1;
  }
  const possible = parts.filter((part) => part.possible).map(({ text }) => text);
  // An empty list would find everything; an empty class finds nothing.
  return possible.length > 0 ? possible.join("|") : "[]";
}

export function isAscii(text: string): boolean {
  return IS_ASCII.test(text);
}

const IS_ASCII = /^[\0-\x7f]*$/;
