import type { Experience } from "../../model/experience.ts";
import type { ConventionRule } from "../../model/rule.ts";
import { languageOf } from "../../text/language.ts";
import { nearPairs } from "./near-pairs.ts";
import { areOpposed } from "./opposition.ts";
import { DREAM_PHRASES } from "./phrases.ts";
import { addToSection } from "./sections.ts";
import { type DreamCard, type DreamSources, type DreamUnit, dayOf, joinedProvenance } from "./unit.ts";

/** Two cards of which one must be wrong, where the evidence does not say which: a person decides. */
export interface Conflict {
  cards: [string, string];
  why: string;
}

/** Sessions that must show the newer way after the older was last seen. One is an accident; a person's word weighs more. Guesses. */
const NEEDED = { ours: 2, reviewed: 3 };
/** Sessions in a row that contradict a card which nothing confirms any more. A guess. */
const CONTRADICTIONS = 3;

/**
 * CORRECT: a card that newer evidence speaks against tells from now on what that evidence shows, with a note how it was wrong; one
 * that is contradicted and has no successor leaves recall.
 */
export function correctUnits({ cards, contradictedSince, now }: DreamSources): {
  units: DreamUnit[];
  conflicts: Conflict[];
} {
  const active = cards.filter(({ card }) => card.status === "active");
  const units: DreamUnit[] = [];
  const conflicts: Conflict[] = [];
  const taken = new Set<string>();
  for (const [a, b] of nearPairs(active)) {
    if (taken.has(a.card.id) || taken.has(b.card.id)) continue;
    const why = whyApart(a, b);
    if (why === undefined || a.isAlarming || b.isAlarming) continue;
    const order = whichHolds(a, b);
    if (!order) {
      if (a.isChanged || b.isChanged) conflicts.push({ cards: [a.card.id, b.card.id], why });
      continue;
    }
    units.push(correctionOf(order.wrong, order.right, why, now));
    taken.add(a.card.id).add(b.card.id);
  }
  for (const each of active) {
    const { card } = each;
    const against = contradictedSince.get(card.id) ?? [];
    if (against.length < CONTRADICTIONS || taken.has(card.id) || each.isAlarming) continue;
    units.push(withdrawalOf(card, against));
  }
  return { units, conflicts };
}

function whyApart(a: DreamCard, b: DreamCard): string | undefined {
  if (areOpposed(a.prepared, b.prepared)) return "one denies what the other asks for";
  const value = otherValue(a.card, b.card) ?? otherValue(b.card, a.card);
  return value && `one says ${value.says}, the other ${value.shows}`;
}

/** Whether a card in words names another value for the argument that a mined convention is about. */
function otherValue(worded: Experience, mined: Experience): { says: string; shows: string } | undefined {
  const { rule } = mined;
  if (worded.rule || rule?.type !== "convention" || rule.value === undefined) return undefined;
  const text = `${worded.title}\n${worded.whenToUse}\n${worded.body.split(/^## /m)[0]}`;
  if (!isAbout(worded, rule, text)) return undefined;
  const shows = String(rule.value);
  const found: readonly string[] = text.match(VALUE) ?? [];
  if (found.includes(shows)) return undefined;
  const says = found.find((value) => shapeOf(value) === shapeOf(shows));
  return says === undefined ? undefined : { says, shows };
}

/** The card names the call and the argument; or it names the call, and its values have a shape that hardly means anything else. */
function isAbout(card: Experience, { call, param, value }: ConventionRule, text: string): boolean {
  const namesCall = card.tools.includes(call) || text.includes(call);
  const namesParam = text.includes(param) || card.keywords.includes(param);
  return namesCall && (namesParam || /\d\D+\d/.test(String(value)));
}

const VALUE =
  /(?<![\p{L}\p{N}_])\d[\p{N}]*(?:[:.x×/-]\d+)*(?:[A-Za-z%]+)?(?![\p{L}\p{N}_])|(?<=[`"“'「])[\w./:+-]+(?=[`"”'」])/gu;

/** `3:4` and `16:9` have one shape, `24h` another; words in quotes have the shape of a word. */
function shapeOf(value: string): string {
  return value.replaceAll(/\d+/g, "9").replaceAll(/[A-Za-z_]+/g, (word) => (/^\d/.test(value) ? word : "a"));
}

/** The newer one holds when it was seen often enough after the older one was seen for the last time. */
function whichHolds(a: DreamCard, b: DreamCard): { wrong: DreamCard; right: DreamCard } | undefined {
  if (!a.record || !b.record || !(a.isChanged || b.isChanged)) return undefined;
  const [older, newer] = a.record.born <= b.record.born ? [a, b] : [b, a];
  if (newer.record!.born <= older.record!.lastSeen || newer.card.created <= older.card.created) return undefined;
  const needed = older.card.tier === "reviewed" ? NEEDED.reviewed : NEEDED.ours;
  const isPersons = newer.card.tier === "reviewed" && older.card.tier !== "reviewed";
  return isPersons || newer.record!.sessions.size >= needed ? { wrong: older, right: newer } : undefined;
}

/** The wrong card keeps its id and file and gets the words, the rule and the record of the right one, which it takes up. */
function correctionOf(wrong: DreamCard, right: DreamCard, why: string, now: string): DreamUnit {
  const { card: before } = wrong;
  const { card: after } = right;
  const sessions = [...(right.record?.sessions ?? [])].sort();
  const source = [after.id, ...sessions.slice(0, 3)].join(", ");
  const rebuttal = DREAM_PHRASES[languageOf(`${before.title} ${before.whenToUse}`)].rebuttal({
    day: dayOf(now),
    before: quotable(before.title),
    after: quotable(after.title),
    sessions: sessions.length,
    source,
  });
  // What outcomes said of the earlier text says nothing of this one.
  const { value: _value, notFor: _notFor, onlyFor: _onlyFor, ...kept } = before;
  return {
    kind: "correct",
    reason: `${before.id} no longer holds, ${after.id} does: ${why}`,
    sources: [before.id, after.id, ...sessions.slice(0, 20)],
    rebuttal,
    changes: [
      {
        next: {
          ...kept,
          kind: "correction",
          tier: after.tier,
          title: after.title,
          body: addToSection(after.body, "Rebuttal", [rebuttal]),
          tools: after.tools,
          keywords: [...new Set([...before.keywords, ...after.keywords])],
          ...(after.rule && { rule: after.rule }),
          ...(after.notFor && { notFor: after.notFor }),
          ...(after.onlyFor && { onlyFor: after.onlyFor }),
          provenance: {
            ...joinedProvenance(before, [after]),
            origin: after.provenance.origin,
            author: after.provenance.author,
          },
        },
        fresh: true,
      },
      {
        next: { ...after, status: "retired" },
        into: before.id,
        placed: `merged into ${before.id}, which it corrected`,
      },
    ],
  };
}

/** No title can close the quotation marks around it. */
function quotable(title: string): string {
  return title.replaceAll(/["“”「」\n]/g, "'");
}

function withdrawalOf(card: Experience, against: readonly string[]): DreamUnit {
  const reason = `${against.length} sessions contradicted it since it was last seen`;
  return {
    kind: "correct",
    reason: `${card.id}: ${reason}`,
    sources: [card.id, ...against.slice(0, 20)],
    changes: [{ next: { ...card, status: "retired" }, placed: reason }],
  };
}
