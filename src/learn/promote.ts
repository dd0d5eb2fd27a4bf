import type { Experience } from "../model/experience.ts";
import { jaccard } from "../text/similarity.ts";
import { slug } from "../text/slug.ts";
import { tellingTokens } from "../text/tokens.ts";
import { familyOf } from "./family.ts";
import { NO_FAMILY } from "./policy/attempt-row.ts";

/** Confidence from which a card may become part of a skill (DESIGN §4). 0..1. */
export const PROMOTE_AT = 0.7;
/** Related cards that make a skill worth suggesting, and sessions that must have ended well (DESIGN §4). */
export const ENOUGH_CARDS = 3;
export const ENOUGH_SESSIONS = 2;
/** A longer skill is read by nobody. A guess. */
const MOST_CARDS = 8;

/** Shares of tools and of telling words from which two cards count as near in that respect. 0..1; guesses. */
const NEAR_TOOLS = 1 / 3;
const NEAR_WORDS = 0.12;
/** So many words in common are enough by themselves. 0..1; a guess. */
const SAME_WORDS = 0.35;

/** A card as the rules below look at it. */
export interface Promotable {
  card: Pick<
    Experience,
    "id" | "title" | "whenToUse" | "keywords" | "tools" | "kind" | "status" | "confidence" | "taskQuery"
  >;
  /** Kind of task in which it is used; absent: taken from its words and tools. */
  family?: string;
  /** In words, what stands open against it. */
  conflict?: string;
}

/** Why two cards belong together. */
export interface Relation {
  a: string;
  b: string;
  /** Shares in common, 0..1. */
  tools: number;
  words: number;
  /** The kind of task that both are about. */
  family?: string;
}

/** Cards that could become one skill. */
export interface SkillGroup {
  /** Ids, the most confident first, ties by id. */
  cards: string[];
  relations: Relation[];
}

export interface SkillSuggestion extends SkillGroup {
  /** A name for it. */
  name: string;
  /** Sessions that ended well and in which one of the cards was shown, or its pattern seen. */
  sessions: string[];
  /** The least of the cards' confidences, 0..1. */
  confidence: number;
}

/**
 * Groups of three or more cards that belong together and are sure enough to become a skill, the largest first.
 * Cards that something stands open against are left out, and a group of failures alone is none: what went wrong does not say what is right.
 */
export function skillGroups(cards: readonly Promotable[]): SkillGroup[] {
  const sure = cards
    .filter(({ card, conflict }) => card.status === "active" && card.confidence >= PROMOTE_AT && !conflict)
    .map(profileOf)
    .sort((a, b) => b.card.confidence - a.card.confidence || (a.card.id < b.card.id ? -1 : 1));
  const free = new Set(sure);
  const groups: SkillGroup[] = [];
  for (const seed of sure) {
    if (!free.has(seed)) continue;
    const members = grow(seed, free);
    if (members.length < ENOUGH_CARDS || members.every(({ card }) => card.kind === "failure")) continue;
    for (const member of members) free.delete(member);
    groups.push({ cards: members.map(({ card }) => card.id), relations: relationsAmong(members) });
  }
  return groups.sort((a, b) => b.cards.length - a.cards.length || (a.cards[0]! < b.cards[0]! ? -1 : 1));
}

/**
 * The groups that success speaks for as well.
 * @param wellIn  for a card, the sessions that ended well with it
 */
export function suggestSkills(
  groups: readonly SkillGroup[],
  cards: readonly Promotable[],
  wellIn: (id: string) => Iterable<string>,
): SkillSuggestion[] {
  const byId = new Map(cards.map((promotable) => [promotable.card.id, promotable.card]));
  return groups.flatMap((group) => {
    const members = group.cards.map((id) => byId.get(id)!);
    const sessions = [...new Set(group.cards.flatMap((id) => [...wellIn(id)]))].sort();
    if (sessions.length < ENOUGH_SESSIONS) return [];
    const confidence = Math.min(...members.map((card) => card.confidence));
    return [{ ...group, name: skillNameOf(members), sessions, confidence }];
  });
}

interface Profile {
  card: Promotable["card"];
  tools: ReadonlySet<string>;
  words: ReadonlySet<string>;
  family: string;
}

function profileOf({ card, family }: Promotable): Profile {
  return {
    card,
    tools: new Set(card.tools.map((tool) => tool.toLowerCase())),
    words: tellingTokens([card.title, card.whenToUse, ...card.keywords].join("\n")),
    family: family ?? familyOf(card.taskQuery ?? `${card.whenToUse}\n${card.title}`, card.tools),
  };
}

/** Takes in whatever is related to at least half of those that are in already: a chain of neighbours is no matter of its own. */
function grow(seed: Profile, free: ReadonlySet<Profile>): Profile[] {
  const members = [seed];
  for (const other of free) {
    if (members.length === MOST_CARDS) break;
    if (other === seed) continue;
    const related = members.filter((member) => relationOf(member, other) !== undefined).length;
    if (related * 2 >= members.length) members.push(other);
  }
  return members;
}

function relationsAmong(members: readonly Profile[]): Relation[] {
  return members.flatMap((a, i) => members.slice(i + 1).flatMap((b) => relationOf(a, b) ?? []));
}

/** Two of three must speak for it (tools, words, kind of task), or many words alone. */
function relationOf(a: Profile, b: Profile): Relation | undefined {
  const tools = jaccard(a.tools, b.tools);
  const words = jaccard(a.words, b.words);
  const family = a.family !== NO_FAMILY && a.family === b.family ? a.family : undefined;
  const near = Number(tools >= NEAR_TOOLS) + Number(words >= NEAR_WORDS) + Number(family !== undefined);
  if (near < 2 && words < SAME_WORDS) return undefined;
  return { a: a.card.id, b: b.card.id, tools, words, ...(family !== undefined && { family }) };
}

/** Longest name that every host takes, in characters: Codex refuses 65. `slug` stays below it. */
export const LONGEST_NAME = 64;

/**
 * A readable name for a skill of these cards: of one, its id; of several, what most of them have in common. Letters of every script
 * stay: the hosts list them. Small letters, digits and hyphens, at most 64 characters.
 */
export function skillNameOf(cards: ReadonlyArray<Pick<Experience, "id" | "keywords" | "tools">>): string {
  if (cards.length === 1) return asSkillName(cards[0]!.id);
  const counts = new Map<string, number>();
  for (const { keywords, tools } of cards)
    for (const word of new Set([...keywords, ...tools])) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = [...counts]
    .filter(([, count]) => count * 2 > cards.length)
    .sort(([a, countA], [b, countB]) => countB - countA || a.length - b.length || (a < b ? -1 : 1))
    .slice(0, WORDS_IN_NAME);
  return asSkillName(common.length > 0 ? common.map(([word]) => word).join(" ") : cards[0]!.id);
}

const WORDS_IN_NAME = 3;

/** The text as a name that every host takes: a {@link slug} without dots. */
export function asSkillName(text: string): string {
  return slug(text).replaceAll(/[._]+/g, "-").replaceAll(/-{2,}/g, "-").replaceAll(/^-|-$/g, "");
}
