/** Text that no reader can check: long runs of encoded characters. Checksums and tiny pictures are what they say they are. */
export function encodedBlob(text: string): string | undefined {
  for (const [run] of text.matchAll(RUN)) {
    if (isChecksum(run, text) || isPicture(run) || !looksEncoded(run)) continue;
    return "holds an encoded text that a person cannot read";
  }
  return ESCAPES.test(text) ? "holds an encoded text that a person cannot read" : undefined;
}

/** Shorter runs are names, paths and keys. */
const RUN = /[A-Za-z0-9+/_=-]{80,}/gu;
const ESCAPES = /(?:\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|%[0-9a-f]{2}|&#x?[0-9a-f]{2,6};){16,}/iu;

function isChecksum(run: string, text: string): boolean {
  if (/^sha(?:1|224|256|384|512)-/.test(run) && run.length <= 100) return true;
  return /^[0-9a-f]{80,128}$/i.test(run) && /\b(?:sha\d*|md5|digest|checksum|integrity)\b/i.test(text);
}

/** Beginnings of PNG, GIF, JPEG and SVG in base64. */
function isPicture(run: string): boolean {
  return run.length <= 400 && /^(?:iVBORw0KGgo|R0lGOD|\/9j\/|PHN2Zy)/.test(run);
}

/** Letters of both cases and digits, evenly mixed; a path or a long name is neither. */
function looksEncoded(run: string): boolean {
  const pieces = run.split(/[/_=-]/).filter((piece) => piece !== "");
  const longest = Math.max(...pieces.map((piece) => piece.length));
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/].filter((kind) => kind.test(run)).length;
  return (kinds === 3 && longest >= 16) || (kinds >= 2 && longest >= 64);
}
