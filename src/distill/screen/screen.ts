import { foldText } from "../../text/scripts.ts";
import { encodedBlob } from "./blobs.ts";
import { CJK_RULES } from "./cjk.ts";
import { CODE_RULES } from "./code.ts";
import { ENGLISH_RULES } from "./english.ts";
import { hiddenText } from "./hidden-text.ts";
import type { ScreenRule } from "./rule.ts";
import { SHORTCUT_RULES } from "./shortcuts.ts";

/** A piece of a card with the name of the field it stands in. */
export interface Piece {
  field: string;
  text: string;
}

/** Why a card is held. */
export interface ScreenHit {
  family: string;
  field: string;
  /** In words; completes "the card …". */
  reason: string;
  /** The sentence, shortened, or "" where showing it would do harm. */
  quote: string;
}

const RULES: readonly ScreenRule[] = [...CODE_RULES, ...ENGLISH_RULES, ...CJK_RULES, ...SHORTCUT_RULES];
/** Characters of a piece that are looked at; a longer card does not pass the shape. */
const MAX_PIECE = 20_000;
const MAX_QUOTE = 100;

/**
 * Looks for what no card may hold: orders to the reader, claims of authority, steps around a safeguard, text that hides. At most one
 * hit a family and field. `[]` means only that none of these rules applies; a plain sentence that is wrong passes (see DESIGN §4).
 */
export function screen(pieces: readonly Piece[]): ScreenHit[] {
  const hits: ScreenHit[] = [];
  for (const { field, text } of pieces) {
    const raw = text.slice(0, MAX_PIECE);
    const hidden = hiddenText(raw);
    if (hidden) hits.push({ family: "hidden-text", field, reason: hidden, quote: "" });
    const folded = foldText(raw, MAX_PIECE);
    const blob = encodedBlob(folded);
    if (blob) hits.push({ family: "encoded-blob", field, reason: blob, quote: "" });
    hits.push(...screenSentences(field, sentencesOf(folded)));
  }
  return hits;
}

function screenSentences(field: string, sentences: readonly string[]): ScreenHit[] {
  const byFamily = new Map<string, ScreenHit>();
  for (const sentence of sentences) {
    for (const rule of RULES) {
      if (byFamily.has(rule.family) || !applies(rule, sentence)) continue;
      const quote = rule.family === "secret" ? "" : sentence.trim().slice(0, MAX_QUOTE);
      byFamily.set(rule.family, { family: rule.family, field, reason: rule.reason, quote });
    }
  }
  return [...byFamily.values()];
}

/** Lines, and sentences within them; a command keeps its dots and bars. */
function sentencesOf(text: string): string[] {
  return text.split(/\n+|(?<=[.!?;])\s+(?=\S)|(?<=[。！？；])/u).filter((sentence) => sentence.trim() !== "");
}

function applies(rule: ScreenRule, sentence: string): boolean {
  if (rule.unless?.test(sentence)) return false;
  return rule.patterns.some((pattern) => {
    const match = pattern.exec(sentence);
    return match !== null && !(rule.mayBeWarning && isWarning(sentence, match.index, match.index + match[0].length));
  });
}

/** True when the clause around the match says not to do it. A comma ends a clause: "do not wait, skip the review" is no warning. */
function isWarning(sentence: string, from: number, to: number): boolean {
  const before = sentence.slice(Math.max(0, from - 60), from);
  const after = sentence.slice(to, to + 16);
  return (
    WARNED_BEFORE.test(before) ||
    WARNED_AFTER.test(after) ||
    WARNED_AFTER.test(sentence.slice(Math.max(from, to - 6), to + 16))
  );
}

const WARNED_BEFORE =
  /\b(?:do not|don't|never|must not|mustn't|should not|shouldn't|cannot|can't|may not|avoid|rather than|instead of)\b[^,;:.]*$|(?:不要|切勿|禁止|不得|别|勿|严禁|嚴禁|不可|不应|不能|不许)[^,，。;；]{0,8}$/iu;
const WARNED_AFTER =
  /^[^,，、。;；]{0,14}(?:지 ?않는다|지 ?않습니다|지 ?마|지 ?말|면 안|금지|ない(?:$|。|こと)|ません|てはいけない|てはならない|ないこと|禁止|せず(?:$|。))|^[^，。；]{0,4}(?:不得|不可|不能|禁止|不要|切勿|不许)/u;
