import type { Experience } from "../../model/experience.ts";
import { languageOf } from "../../text/language.ts";
import { type Stance, stanceOf } from "../../text/polarity.ts";
import { type Assertion, assertionOf, namesIn, numbersIn } from "../../text/similarity.ts";
import { tokenize } from "../../text/tokens.ts";
import { type Turns, turnsOf } from "./turns.ts";
import { type Word, wordsOf } from "./words.ts";

/** The part of a card that is compared. */
export type Comparable = Pick<Experience, "title" | "whenToUse" | "body" | "tools" | "rule">;

/** A card prepared for being held against many others: what is read once is read here. */
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
  /** Its tools, each once, sorted. */
  tools: string;
  /** Tokens of the situation. */
  situation: ReadonlySet<string>;
  /** What the title asserts. */
  assertion: Assertion;
  /** By what it could turn another one round. */
  turns: Turns;
  /** Title and steps by their words without denials, and which of those are denied. Read when a pair has come that far, as all below. */
  sentences: () => { title: Sentence; clauses: readonly Sentence[] };
  /** How title, situation and steps stand to what they speak of. */
  stances: () => { title: Stance; when: Stance; steps: Stance };
  /** Which of them name a moment before something. */
  moments: () => { title: boolean; when: boolean; steps: boolean };
  /** Each word of the steps as often as it stands there. */
  counts: () => string;
  /** By word, where it goes to or comes from. */
  directions: () => ReadonlyMap<string, string>;
}

export interface Sentence {
  words: ReadonlySet<string>;
  denied: ReadonlySet<string>;
}

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
  const assertion = assertionOf(withoutFlags(card.title));
  return {
    card,
    steps,
    title,
    when,
    clauses,
    keys: new Set([...title, ...when, ...clauses.flat()].map(({ key }) => key)),
    numbers: [...new Set(numbersIn(all))].join(" "),
    names: namesIn(all).join(" "),
    tools: [...new Set(card.tools)].sort().join(" "),
    situation: new Set(tokenize(card.whenToUse)),
    assertion,
    turns: turnsOf(assertion, [title, ...clauses]),
    sentences: once(() => ({ title: sentenceOf(title), clauses: clauses.map(sentenceOf) })),
    stances: once(() => ({
      title: assertion.stance,
      when: stanceOf(withoutFlags(card.whenToUse)),
      steps: stanceOf(withoutFlags(steps)),
    })),
    moments: once(() => ({
      title: isBefore(card.title),
      when: isBefore(card.whenToUse),
      steps: isBefore(steps),
    })),
    counts: once(() => countsOf(clauses)),
    directions: once(() => directionsOf([...title, ...when, ...clauses.flat()])),
  };
}

function sentenceOf(words: readonly Word[]): Sentence {
  return {
    words: new Set(words.map(({ key }) => key.replace("!", ""))),
    denied: new Set(words.flatMap(({ key }) => (key[0] === "!" ? [key.slice(1)] : []))),
  };
}

/** The "no" of `--no-cache` denies nothing. */
function withoutFlags(text: string): string {
  return text.replaceAll(/(?<![\w-])--?[A-Za-z][\w-]*/g, (flag) => flag.replaceAll(/[^A-Za-z]/g, ""));
}

/** How often each word stands in the steps: a condition that is made of words which the card has anyway adds none, but one more. */
function countsOf(clauses: ReadonlyArray<readonly Word[]>): string {
  return clauses
    .flat()
    .map(({ key }) => key)
    .sort()
    .join(" ");
}

function directionsOf(words: readonly Word[]): Map<string, string> {
  const directions = new Map<string, Set<string>>();
  for (const { key, role } of words) {
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
