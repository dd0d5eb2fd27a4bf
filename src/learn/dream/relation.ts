import type { Experience } from "../../model/experience.ts";
import { ruleKey } from "../../model/rule.ts";
import { languageOf } from "../../text/language.ts";
import { isOpposite, type Stance, stanceOf } from "../../text/polarity.ts";
import { type Assertion, areOpposite, assertionOf, jaccard, namesIn, numbersIn } from "../../text/similarity.ts";
import { tokenize } from "../../text/tokens.ts";
import { isNameLike, type Word, wordsOf } from "./words.ts";

/** The part of a card that is compared. */
export type Comparable = Pick<Experience, "title" | "whenToUse" | "body" | "tools" | "rule">;

export type Relation =
  | { is: "same"; why: string }
  | { is: "opposite"; why: string }
  /** What keeps them apart. */
  | { is: "different"; why: string };

/** A card prepared for being held against many others. */
export interface Prepared {
  card: Comparable;
  steps: string;
  /** Words of title, situation and steps. */
  title: readonly Word[];
  when: readonly Word[];
  clauses: ReadonlyArray<readonly Word[]>;
  keys: ReadonlySet<string>;
  numbers: string;
  names: string;
  /** Tokens of the situation. */
  situation: ReadonlySet<string>;
  /** What the title asserts. */
  assertion: Assertion;
  /** How title, situation and steps stand to what they speak of; read when a pair has come that far. */
  stances: () => { title: Stance; when: Stance; steps: Stance };
}

/** Share of common tokens of the situations from which two cards are about one matter, 0..1. A guess, as in `text/similarity.ts`. */
export const SAME_SITUATION_AT = 0.5;

export function prepare(card: Comparable): Prepared {
  const steps = stepsOf(card.body);
  const all = `${card.title}\n${card.whenToUse}\n${steps}`;
  const language = languageOf(all);
  const title = wordsOf(card.title, language);
  const when = wordsOf(card.whenToUse, language);
  const clauses = steps
    .split("\n")
    .map((step) => wordsOf(step, language))
    .filter((clause) => clause.length > 0);
  return {
    card,
    steps,
    title,
    when,
    clauses,
    keys: new Set([...title, ...when, ...clauses.flat()].map(({ key }) => key)),
    numbers: [...new Set(numbersIn(all))].join(" "),
    names: namesIn(all).join(" "),
    situation: new Set(tokenize(card.whenToUse)),
    assertion: assertionOf(withoutFlags(card.title)),
    stances: once(() => ({
      title: stanceOf(withoutFlags(card.title)),
      when: stanceOf(withoutFlags(card.whenToUse)),
      steps: stanceOf(withoutFlags(steps)),
    })),
  };
}

/**
 * What two cards are to each other. "Same" is a promise that nothing is lost when one of them goes: their words, names, numbers,
 * denials, tools and order agree, but for words that say nothing. Whatever is in doubt is "different".
 */
export function relationOf(a: Prepared, b: Prepared): Relation {
  if (a.card.rule && b.card.rule) return ofRules(a.card, b.card);
  if (!sameTools(a.card, b.card)) return { is: "different", why: "they are about different tools" };
  if (isOppositeOf(a, b)) return { is: "opposite", why: "one denies what the other asks for" };
  const apart = whatDiffers(a, b);
  return apart === undefined
    ? { is: "same", why: "they say the same, word for word but for words that say nothing" }
    : { is: "different", why: apart };
}

/** Rules are compared by the machine. */
function ofRules(a: Comparable, b: Comparable): Relation {
  if (JSON.stringify(a.rule) === JSON.stringify(b.rule)) return { is: "same", why: "they hold the same rule" };
  return {
    is: "different",
    why:
      ruleKey(a.rule!) === ruleKey(b.rule!) ? "their rules answer the same question otherwise" : "their rules differ",
  };
}

function whatDiffers(a: Prepared, b: Prepared): string | undefined {
  if (a.clauses.length === 0 || b.clauses.length === 0 || a.title.length === 0 || b.title.length === 0)
    return "one of them says nothing that could be compared";
  if (a.numbers !== b.numbers) return "their numbers differ";
  if (a.names !== b.names) return "their names differ";
  const other = [...symmetricDifference(a.keys, b.keys)];
  if (other.length > 0) return `their words differ: ${other.slice(0, 4).join(", ")}`;
  if (countsOf(a.clauses) !== countsOf(b.clauses)) return "their steps say some words more often";
  const direction = whatTurns(a, b);
  if (direction !== undefined) return `${direction} plays another part`;
  if (isBefore(a.card.title) !== isBefore(b.card.title) || isBefore(a.card.whenToUse) !== isBefore(b.card.whenToUse))
    return "they are for other moments";
  if (isBefore(a.steps) !== isBefore(b.steps)) return "their steps are for other moments";
  const [left, right] = [a.stances(), b.stances()];
  if (
    isOpposite(left.title, right.title) ||
    isOpposite(left.when, right.when) ||
    isOpposite(left.steps, right.steps) ||
    areOpposite(a.assertion, b.assertion)
  )
    return "one denies what the other asks for";
  if (isReordered(namesOf(a.title), namesOf(b.title)) || isReordered(namesOf(a.when), namesOf(b.when)))
    return "their names stand in another order";
  if (isReordered(a.clauses.flat(), b.clauses.flat())) return "their steps stand in another order";
  return undefined;
}

/** The titles, or two steps, speak of the same and one of them denies it, or names the other side of a pair of opposites. */
function isOppositeOf(a: Prepared, b: Prepared): boolean {
  if (jaccard(a.situation, b.situation) < SAME_SITUATION_AT) return false;
  if (areOpposite(a.assertion, b.assertion)) return true;
  return deny(a.title, b.title) || a.clauses.some((clause) => b.clauses.some((other) => deny(clause, other)));
}

/** Share of words in common from which two sentences speak of the same, so that a denial in one of them turns it round. A guess. */
const SAME_SENTENCE_AT = 0.6;

function deny(a: readonly Word[], b: readonly Word[]): boolean {
  const plain = (words: readonly Word[]) => new Set(words.map(({ key }) => key.replace("!", "")));
  const [left, right] = [plain(a), plain(b)];
  if (left.size < 2 || right.size < 2 || jaccard(left, right) < SAME_SENTENCE_AT) return false;
  const denied = (words: readonly Word[]) =>
    new Set(words.flatMap(({ key }) => (key[0] === "!" ? [key.slice(1)] : [])));
  const [no, other] = [denied(a), denied(b)];
  return [...left].some((word) => right.has(word) && no.has(word) !== other.has(word));
}

/** The "no" of `--no-cache` denies nothing. */
function withoutFlags(text: string): string {
  return text.replaceAll(/(?<![\w-])--?[A-Za-z][\w-]*/g, (flag) => flag.replaceAll(/[^A-Za-z]/g, ""));
}

function sameTools(a: Comparable, b: Comparable): boolean {
  return [...new Set(a.tools)].sort().join(" ") === [...new Set(b.tools)].sort().join(" ");
}

/**
 * True when words that both have change places and nothing but their place says what part they play. Words with the same particle or
 * preposition on both sides may move.
 */
function isReordered(a: readonly Word[], b: readonly Word[]): boolean {
  const places = new Map(onceIn(b).map(({ key }, at) => [key, at]));
  const roles = new Map(b.map(({ key, role }) => [key, role]));
  const common = onceIn(a).filter(({ key }) => places.has(key));
  const free = ({ key, role }: Word) => role !== "" && roles.get(key) === role;
  return common.some((first, i) =>
    common
      .slice(i + 1)
      .some((second) => places.get(first.key)! > places.get(second.key)! && !free(first) && !free(second)),
  );
}

/** How often each word stands in the steps: a condition that is made of words which the card has anyway adds none, but one more. */
function countsOf(clauses: ReadonlyArray<readonly Word[]>): string {
  return clauses
    .flat()
    .map(({ key }) => key)
    .sort()
    .join(" ");
}

/** A word that one card goes from and the other goes to, or that only one of them goes to; undefined when there is none. */
function whatTurns(a: Prepared, b: Prepared): string | undefined {
  const [left, right] = [directionsOf(a), directionsOf(b)];
  return [...new Set([...left.keys(), ...right.keys()])].find((key) => left.get(key) !== right.get(key));
}

function directionsOf({ title, when, clauses }: Prepared): Map<string, string> {
  const directions = new Map<string, Set<string>>();
  for (const { key, role } of [...title, ...when, ...clauses.flat()]) {
    const direction = DIRECTIONS.find(([pattern]) => pattern.test(role))?.[1];
    if (direction !== undefined) directions.set(key, new Set([...(directions.get(key) ?? []), direction]));
  }
  return new Map([...directions].map(([key, set]) => [key, [...set].sort().join(" ")]));
}

const DIRECTIONS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:from|out)$|^から|^より|^에서|^부터|^@?[从]$/u, "from"],
  [/^(?:to|into|onto|towards)$|^へ|^まで|^(?:으)?로|^까지|^에게|^@?[到往向]$/u, "to"],
  [/^(?:over|against|instead|than)$/u, "over"],
];

function isBefore(text: string): boolean {
  return stanceOf(text.replaceAll(/\b(?:prior to|ahead of)\b/gi, "before")).sides[0] === 1;
}

/** A word that comes again has no one place. */
function onceIn(words: readonly Word[]): Word[] {
  return words.filter(({ key }) => words.filter((other) => other.key === key).length === 1);
}

/** In a title or a situation ordinary words change places with the voice of the verb; names do not. */
function namesOf(words: readonly Word[]): Word[] {
  return words.filter(({ key }) => isNameLike(key));
}

function symmetricDifference(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  return new Set([...[...a].filter((key) => !b.has(key)), ...[...b].filter((key) => !a.has(key))]);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What the card tells to do: the body without its heading, its sections and the marks of its list. */
export function stepsOf(body: string): string {
  const [steps = ""] = body.replace(/^\s*#\s.*(?:\n|$)/, "").split(/^## /m);
  return steps.replaceAll(/^\s*(?:\d+\.|[-*])\s+/gm, "").trim();
}
