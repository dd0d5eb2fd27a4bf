import type { Experience } from "../../model/experience.ts";
import { ruleKey } from "../../model/rule.ts";
import { relationOf } from "./relation.ts";
import { addToSection, linesOf } from "./sections.ts";
import { type DreamCard, type DreamUnit, joinedProvenance } from "./unit.ts";

/** Cards merged in one unit: more could not be reviewed at one look. The rest comes next. A guess. */
const MOST_IN_ONE = 12;
/** Lines of evidence that a card keeps. */
const MOST_EVIDENCE = 8;
/** Words to find a card by. */
const MOST_KEYWORDS = 24;

/**
 * CORROBORATE: cards that say the same become one. Each is held against the one that stays, never against another that goes, so that
 * small differences do not add up along a chain.
 *
 * Where cards say the same their words agree as sets, so they are found by one look into a table: linear in the number of cards.
 */
export function mergeUnits(cards: readonly DreamCard[]): DreamUnit[] {
  // What did not change was held against what did not change before.
  if (!cards.some(({ isChanged }) => isChanged)) return [];
  const groups = new Map<string, DreamCard[]>();
  for (const card of cards.filter(({ card }) => card.status !== "retired")) {
    for (const key of keysOf(card)) {
      const group = groups.get(key);
      if (group) group.push(card);
      else groups.set(key, [card]);
    }
  }
  const units = new Map<string, DreamUnit>();
  const gone = new Set<string>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    // What the screen holds is nobody's to merge: it would be counted as evidence for the card that it resembles.
    const left = group.filter((each) => !gone.has(each.card.id) && !each.isAlarming).sort(byStanding);
    for (const stays of left) {
      if (gone.has(stays.card.id)) continue;
      const known = units.get(stays.card.id);
      const others = left
        .filter((other) => other !== stays && !gone.has(other.card.id) && !units.has(other.card.id))
        .filter((other) => (stays.isChanged || other.isChanged) && mayGoInto(other, stays))
        .filter((other) => relationOf(stays.prepared, other.prepared).is === "same")
        .slice(0, MOST_IN_ONE);
      if (others.length === 0 || known) continue;
      for (const other of others) gone.add(other.card.id);
      units.set(stays.card.id, unitOf(stays, others));
    }
  }
  return [...units.values()];
}

function mayGoInto(goes: DreamCard, stays: DreamCard): boolean {
  // A skill or a global card speaks for a promoted card; taking it away would leave that without its origin.
  if (goes.card.status === "promoted") return false;
  return goes.card.scope === stays.card.scope && kindsOf(goes.card) === kindsOf(stays.card);
}

/** One that is for some kinds of task alone says less than one that is for all. */
function kindsOf({ onlyFor = [] }: Experience): string {
  return [...onlyFor].sort().join("\n");
}

/** Two cards can be the same only when they share one of these: all words, or the rule. */
function keysOf({ card, prepared }: DreamCard): string[] {
  const words = `words ${[...prepared.keys].sort().join(" ")}`;
  return card.rule ? [words, `rule ${ruleKey(card.rule)}`] : [words];
}

/** Which of two stays: what is recalled, what a person wrote, what a machine can check, what was seen more, the older one. */
function byStanding(a: DreamCard, b: DreamCard): number {
  const order = (card: DreamCard) => [
    ["promoted", "active", "quarantined"].indexOf(card.card.status),
    ["reviewed", "validated", "provisional"].indexOf(card.card.tier),
    card.card.rule ? 0 : 1,
    -(card.record?.judged ?? 0),
    -(card.record?.sessions.size ?? 0),
  ];
  const [left, right] = [order(a), order(b)];
  const at = left.findIndex((rank, i) => rank !== right[i]);
  if (at >= 0) return left[at]! - right[at]!;
  if (a.card.created !== b.card.created) return a.card.created < b.card.created ? -1 : 1;
  return a.card.id < b.card.id ? -1 : 1;
}

function unitOf(stays: DreamCard, others: readonly DreamCard[]): DreamUnit {
  const ids = others.map(({ card }) => card.id);
  const merged = `merged into ${stays.card.id}, which says the same`;
  return {
    kind: "corroborate",
    reason: `${stays.card.id} and ${ids.join(", ")} say the same`,
    sources: [stays.card.id, ...ids],
    changes: [
      {
        next: joined(
          stays.card,
          others.map(({ card }) => card),
        ),
      },
      ...others.map(({ card }) => ({
        next: { ...card, status: "retired" as const },
        into: stays.card.id,
        placed: merged,
      })),
    ],
  };
}

function joined(stays: Experience, others: readonly Experience[]): Experience {
  const keywords = [...new Set([stays, ...others].flatMap((card) => card.keywords))];
  // The body of a card with a rule is its miner's: it is written anew from the counts.
  const evidence = stays.rule ? [] : others.flatMap(({ body }) => linesOf(body, "Evidence"));
  const known = new Set(linesOf(stays.body, "Evidence"));
  // What hurts there in one card hurts there in the other.
  const notFor = [...new Set([stays, ...others].flatMap((card) => card.notFor ?? []))];
  const more = evidence.filter((line, i) => !known.has(line) && evidence.indexOf(line) === i);
  return {
    ...stays,
    keywords: keywords.slice(0, Math.max(MOST_KEYWORDS, stays.keywords.length)),
    ...(notFor.length > 0 && { notFor }),
    provenance: joinedProvenance(stays, others),
    body: addToSection(stays.body, "Evidence", more.slice(0, Math.max(0, MOST_EVIDENCE - known.size))),
  };
}
