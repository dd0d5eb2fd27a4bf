import { isAscii } from "./letters.ts";
import { isOpposite, isSameStance, type Stance, stanceOf } from "./polarity.ts";
import { foldText } from "./scripts.ts";
import { tokenize } from "./tokens.ts";

/** Share of common tokens from which two texts may say the same. 0..1; a guess on the safe side: a card kept twice is seen, one lost is not. */
export const SAME_AT = 0.7;
/** Share of common tokens from which two texts speak about the same thing, so that a "never" in one of them makes them opposites. 0..1, a guess. */
const SAME_TOPIC_AT = 0.5;

/** Share of tokens that two texts have in common (Jaccard), 0..1. Empty never equals empty: 0 when either has no token. */
export function similarity(a: string, b: string): number {
  return jaccard(new Set(tokenize(a)), new Set(tokenize(b)));
}

/** Share of members in common, 0..1; 0 when either set is empty. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const member of a) if (b.has(member)) common += 1;
  return common / (a.size + b.size - common);
}

/** {@link jaccard} ≥ `share`, and sooner where the sizes alone rule it out. */
export function isShareAtLeast(share: number, a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  return few.size / many.size >= share && jaccard(few, many) >= share;
}

export interface Comparison {
  /** Share of tokens in common, 0..1. */
  similarity: number;
  /** True only when nothing below speaks against it. */
  same: boolean;
  /** What keeps similar texts apart: other numbers, other names, the opposite, another order; or simply other words. */
  apart?: "words" | "numbers" | "names" | "polarity" | "order";
}

/**
 * Whether two texts say the same thing, in words. Numbers, names in code, negations, opposites and the order of "A before B" must
 * agree, however similar the rest is: losing a rule to its opposite is worse than keeping one twice.
 * @param sameAt  share of common tokens that is enough, 0..1, default {@link SAME_AT}
 */
export function compareTexts(a: string, b: string, sameAt: number = SAME_AT): Comparison {
  const share = similarity(a, b);
  const apart =
    share === 0 || share < sameAt
      ? "words"
      : !sameMembers(numbersIn(a), numbersIn(b))
        ? "numbers"
        : !sameMembers(namesIn(a), namesIn(b))
          ? "names"
          : !isSameStance(stanceOf(a), stanceOf(b))
            ? "polarity"
            : isReversed(orderIn(a), orderIn(b))
              ? "order"
              : undefined;
  return apart ? { similarity: share, same: false, apart } : { similarity: share, same: true };
}

/** True when two texts speak about the same thing and one denies what the other asserts, or asks for the other order. */
export function opposes(a: string, b: string): boolean {
  return areOpposite(assertionOf(a), assertionOf(b));
}

/** A text prepared for being held against many others. */
export interface Assertion {
  stance: Stance;
  /** Tokens of what it is about. */
  topic: ReadonlySet<string>;
  order: Order | undefined;
}

export function assertionOf(text: string): Assertion {
  const stance = stanceOf(text);
  return { stance, topic: new Set(tokenize(stance.topic)), order: orderIn(text) };
}

/** {@link opposes} for prepared texts. */
export function areOpposite(a: Assertion, b: Assertion): boolean {
  return (
    (isOpposite(a.stance, b.stance) || (a.order !== undefined && b.order !== undefined)) &&
    isShareAtLeast(SAME_TOPIC_AT, a.topic, b.topic) &&
    (isOpposite(a.stance, b.stance) || isReversed(a.order, b.order))
  );
}

/** Numbers of a text, those inside names too: `TS2345`, `1.5`, `v2.4.1`; thousands without their commas. Sorted. */
export function numbersIn(text: string): string[] {
  const numbers =
    foldText(text, 200_000)
      .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, "")
      .match(/\p{N}+(?:\.\p{N}+)*/gu) ?? [];
  return numbers.sort();
}

/** Names that only code has (`place_order`, `startEngine`, `src/a.ts`, `--force`), lower-case, each once, sorted. */
export function namesIn(text: string): string[] {
  const runs = foldText(text, 200_000).match(/[A-Za-z0-9_./-]+/g) ?? [];
  const names = runs.map((run) => run.replace(/[./-]{1,9}$/, "")).filter((run) => IS_NAME.test(run));
  return [...new Set(names.map((name) => name.toLowerCase()))].sort();
}

/** Joined by `_`, `/` or a capital inside; a flag; or with a file ending. */
const IS_NAME = /[A-Za-z0-9]_[A-Za-z0-9]|[a-z][A-Z]|\w\/\w|^--[a-z]|[A-Za-z0-9_]\.[a-z]{1,5}$/;

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((member, i) => member === b[i]);
}

/** True when "A before B" stands against "B before A": each side is closer to the other's other side. */
function isReversed(a: Order | undefined, b: Order | undefined): boolean {
  if (!a || !b) return false;
  const straight = jaccard(a.first, b.first) + jaccard(a.second, b.second);
  const crossed = jaccard(a.first, b.second) + jaccard(a.second, b.first);
  return crossed > straight;
}

/** The tokens of the two sides of the first "before" or "after" in a text, in the order of doing. */
interface Order {
  first: ReadonlySet<string>;
  second: ReadonlySet<string>;
}

function orderIn(text: string): Order | undefined {
  const folded = foldText(text, 2_000).toLowerCase();
  for (const { pattern, order } of isAscii(folded) ? LATIN_ORDERS : [...LATIN_ORDERS, ...CJK_ORDERS]) {
    const sides = pattern.exec(folded)?.groups;
    if (!sides) continue;
    const [x, y] = [new Set(tokenize(sides.x!)), new Set(tokenize(sides.y!))];
    return order === "x-first" ? { first: x, second: y } : { first: y, second: x };
  }
  return undefined;
}

type OrderForm = { pattern: RegExp; order: "x-first" | "y-first" };

const LATIN_ORDERS: readonly OrderForm[] = [
  { pattern: /^\W*before (?<y>[^,]+), *(?<x>.+)/su, order: "x-first" },
  { pattern: /^\W*after (?<y>[^,]+), *(?<x>.+)/su, order: "y-first" },
  { pattern: /^(?<x>.+?) before (?<y>.+)/su, order: "x-first" },
  { pattern: /^(?<x>.+?) (?:right )?after (?<y>.+)/su, order: "y-first" },
];

const CJK_ORDERS: readonly OrderForm[] = [
  { pattern: /^(?<y>.+?) ?전에(?!\p{L})(?<x>.+)/su, order: "x-first" },
  { pattern: /^(?<y>.+?) ?(?:후|뒤)에?(?!\p{L})(?<x>.+)/su, order: "y-first" },
  { pattern: /^(?<y>.+?)(?:する|の)?前に?[,、，]?(?<x>.+)/su, order: "x-first" },
  { pattern: /^(?<y>.+?)(?:した|の)?後[にで]?[,、，]?(?<x>.+)/su, order: "y-first" },
  { pattern: /先(?<x>.+?)(?:再|然后|然後)(?<y>.+)/su, order: "x-first" },
  { pattern: /^(?<y>.+?)(?:之前|前)[,、，]?先?(?<x>.+)/su, order: "x-first" },
  { pattern: /^(?<y>.+?)(?:之后|之後|后)[,、，]?再?(?<x>.+)/su, order: "y-first" },
];
