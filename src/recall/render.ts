import type { Experience } from "../model/experience.ts";
import { estimateTokens } from "../text/estimate-tokens.ts";
import { fence, neutralise } from "../text/fence.ts";
import { languageOf } from "../text/language.ts";
import { cutAtCodePoint } from "../text/scripts.ts";
import { PHRASES } from "./phrases.ts";
import { evidenceOf, stepsOf } from "./steps.ts";

/** What the advice is an answer to, when it is not a task. */
export interface Occasion {
  level: "tool" | "failure";
  /** The call by its name, such as `npm test`; "" when it has none that may be shown. */
  call: string;
}

/** Advice that grows card by card within a budget. */
export interface AdviceBuilder {
  /** Takes the card in, with as many of its steps as fit. @returns false, and changes nothing, when not even the first step fits */
  add(experience: Experience): boolean;
  /** The whole advice with its fence; "" when nothing was taken in. At most `maxTokens` by estimate. */
  text(): string;
}

/**
 * Dated, scoped habits with their evidence, fenced. Nothing in a card can close the fence, begin a card of its own or swallow what follows.
 * The first card decides the language of the opening words; each card is labelled in its own.
 */
export function buildAdvice(maxTokens: number, occasion?: Occasion): AdviceBuilder {
  const parts: string[] = [];
  let language: keyof typeof PHRASES = "en";
  const lead = () => {
    const { lead: general, occasions } = PHRASES[language];
    return occasion ? `${general}\n${occasions[occasion.level](oneLine(occasion.call, MAX_CALL))}` : general;
  };
  const assemble = (cards: readonly string[]): string => fence([lead(), ...cards].join("\n\n"));
  return {
    add(experience) {
      if (parts.length === 0) language = languageOf(`${experience.title}\n${experience.whenToUse}`);
      const part = renderCard(experience, (text) => estimateTokens(assemble([...parts, text])) <= maxTokens);
      if (part === undefined) return false;
      parts.push(part);
      return true;
    },
    text: () => (parts.length === 0 ? "" : assemble(parts)),
  };
}

/** One card as advice, cut at a step so that it fits; undefined when not even a part of its first step does. */
export function renderCard(experience: Experience, hasRoomFor: (text: string) => boolean): string | undefined {
  const phrases = PHRASES[languageOf(`${experience.title}\n${experience.whenToUse}`)];
  const head = [
    `### ${oneLine(experience.title || experience.whenToUse, MAX_TITLE)}`,
    ...(experience.title ? [`${phrases.when}: ${oneLine(experience.whenToUse, MAX_WHEN)}`] : []),
  ];
  const foot = [`${phrases.evidence}: ${evidenceLine(experience)}`, `id: ${oneLine(experience.id, MAX_TITLE)}`];
  const steps = stepsOf(experience.body).map(tame);
  const assemble = (shown: readonly string[]): string => {
    const cut = shown.length < steps.length ? [phrases.more(experience.id)] : [];
    return neutralise(
      [...head, ...(shown.length > 0 ? [`${phrases.steps}:`, ...shown] : []), ...cut, ...foot].join("\n"),
    );
  };
  const fits = (shown: readonly string[]): boolean => hasRoomFor(assemble(shown));
  let count = steps.length;
  while (count > 1 && !fits(steps.slice(0, count))) count -= 1;
  const shown = steps.slice(0, count);
  if (fits(shown)) return assemble(shown);
  const shortened = shorten(steps[0] ?? "", (text) => fits([text]));
  return shortened === undefined ? undefined : assemble([shortened]);
}

const MAX_TITLE = 160;
const MAX_CALL = 80;
const MAX_WHEN = 300;
const MAX_EVIDENCE = 200;
/** Fewer characters of a step say nothing. A guess. */
const MIN_STEP = 60;

/** Counts, age and record on one line: `2026-03-01 to 2026-03-05, held in 9 of 9 tasks, 30 of 31 times · since 2026-03-05 · …` */
function evidenceLine(experience: Experience): string {
  const phrases = PHRASES[languageOf(`${experience.title}\n${experience.whenToUse}`)];
  const { confidence, freq, utility, scope, created, body, rule } = experience;
  const counts = evidenceOf(body);
  return [
    ...(counts ? [oneLine(counts, MAX_EVIDENCE)] : []),
    ...(rule && "error" in rule && rule.error !== undefined ? [phrases.quoted(oneLine(experience.id, MAX_TITLE))] : []),
    phrases.since(created.slice(0, 10)),
    phrases.scope[scope],
    phrases.confidence(Math.round(confidence * 100) / 100),
    ...(freq > 0 ? [phrases.record({ freq, utility })] : []),
  ].join(" · ");
}

/** White space becomes single spaces; what is too long ends in `…`. */
export function oneLine(text: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= maxLength ? line : `${cutAtCodePoint(line, maxLength - 1)}…`;
}

/** A heading inside a step would look like the next card. */
function tame(step: string): string {
  return step.replaceAll(/^(\s{0,3})(#{1,6}\s)/gm, "$1\\$2");
}

/** The longest beginning that fits, found by halving; undefined when it would be too short to say anything. */
function shorten(step: string, fits: (text: string) => boolean): string | undefined {
  let low = 0;
  let high = step.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(`${cutAtCodePoint(step, middle)}…`)) low = middle;
    else high = middle - 1;
  }
  return low < MIN_STEP ? undefined : `${cutAtCodePoint(step, low).trimEnd()}…`;
}
