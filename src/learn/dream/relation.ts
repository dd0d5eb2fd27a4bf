import { ruleKey } from "../../model/rule.ts";
import { isOpposite } from "../../text/polarity.ts";
import { areOpposite } from "../../text/similarity.ts";
import { areOpposed } from "./opposition.ts";
import type { Comparable, Prepared } from "./prepare.ts";
import { isNameLike, type Word } from "./words.ts";

export type Relation =
  | { is: "same"; why: string }
  | { is: "opposite"; why: string }
  /** What keeps them apart. */
  | { is: "different"; why: string };

/**
 * What two cards are to each other. "Same" is a promise that nothing is lost when one of them goes: their words, names, numbers,
 * denials, tools and order agree, but for words that say nothing. Whatever is in doubt is "different".
 */
export function relationOf(a: Prepared, b: Prepared): Relation {
  if (a.card.rule && b.card.rule) return ofRules(a.card, b.card);
  if (a.tools !== b.tools) return { is: "different", why: "they are about different tools" };
  if (areOpposed(a, b)) return { is: "opposite", why: "one denies what the other asks for" };
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
  const words = [...symmetricDifference(a.keys, b.keys)];
  if (words.length > 0) return `their words differ: ${words.slice(0, 4).join(", ")}`;
  if (a.counts() !== b.counts()) return "their steps say some words more often";
  const direction = whatTurns(a, b);
  if (direction !== undefined) return `${direction} plays another part`;
  const [moments, other] = [a.moments(), b.moments()];
  if (moments.title !== other.title || moments.when !== other.when) return "they are for other moments";
  if (moments.steps !== other.steps) return "their steps are for other moments";
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

/** A word that one card goes from and the other goes to, or that only one of them goes to; undefined when there is none. */
function whatTurns(a: Prepared, b: Prepared): string | undefined {
  const [left, right] = [a.directions(), b.directions()];
  return [...new Set([...left.keys(), ...right.keys()])].find((key) => left.get(key) !== right.get(key));
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
