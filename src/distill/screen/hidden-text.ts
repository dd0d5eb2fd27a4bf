/**
 * Text that a person does not see and a model does read: invisible characters, comments that speak, elements that are not shown.
 * Looked for in the raw text, before anything is folded.
 */
export function hiddenText(text: string): string | undefined {
  if (INVISIBLE.test(text.replaceAll(EMOJI_JOINT, ""))) return "holds characters that nobody can see";
  for (const [, comment] of text.matchAll(COMMENT)) {
    if (SPEAKS.test(comment!)) return "holds a comment that is hidden from people and speaks to the reader";
  }
  return HIDDEN_ELEMENT.test(text) ? "holds markup that hides a sentence from people" : undefined;
}

/** Zero width, direction marks and overrides, word joiners, tags; not the joiner and selector that emoji are made with. */
const INVISIBLE = new RegExp(
  [
    "\\u00ad|\\u034f|\\u061c|\\u115f|\\u1160|\\u17b4|\\u17b5|\\u180e|\\u3164|\\ufeff|\\uffa0",
    "[\\u200b-\\u200f]|[\\u202a-\\u202e]|[\\u2060-\\u206f]|[\\u{e0000}-\\u{e007f}]",
  ].join("|"),
  "u",
);
const EMOJI_JOINT = /(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)\u200d(?=\p{Extended_Pictographic})/gu;

const COMMENT = /<!--([\s\S]{1,4000}?)(?:-->|$)/gu;
/** Words of duty and address; comments of linters and generators hold none. */
const SPEAKS =
  /\b(?:must|should|shall|always|never|ignore|agents?|assistants?|you|please|do not|don't|instructions?|approve|run|execute|delete|push)\b|하세요|하십시오|해야|하라|마라|무시|しなさい|ください|すること|してはいけない|無視|必须|必須|请|不要|忽略|务必|应当/iu;

const HIDDEN_ELEMENT =
  /<[a-z][\w-]{0,20}\b[^>\n]{0,200}(?:\shidden\b|\saria-hidden\s*=\s*["']?true|style\s*=\s*["'][^"'>\n]{0,200}(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0|font-size\s*:\s*0|color\s*:\s*(?:transparent|white|#fff)))/iu;
