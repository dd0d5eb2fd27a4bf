import { cutAtCodePoint, foldText } from "../text/scripts.ts";
import { screen } from "./screen/screen.ts";

const MAX_QUOTE = 120;

/** An error's class as data: one line, short, no markup left that could mean anything; nothing of it when it speaks to the reader. */
export function quote(error: string): string {
  const plain = foldText(error, 400)
    .replaceAll(/[`<>[\]|#]/g, " ")
    .replaceAll(/["“”]/g, "'")
    .replaceAll(/\s+/g, " ")
    .trim();
  return screen([{ field: "evidence", text: plain }]).length > 0 ? '"…"' : `"${cutAtCodePoint(plain, MAX_QUOTE)}"`;
}
