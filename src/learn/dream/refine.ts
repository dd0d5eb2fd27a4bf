import type { Experience } from "../../model/experience.ts";
import { languageOf } from "../../text/language.ts";
import { type AttemptRow, NO_FAMILY } from "../policy/attempt-row.ts";
import { effectsOf, type FamilyEffect, rowsByCard, sharesByFamily } from "./effects.ts";
import { DREAM_PHRASES } from "./phrases.ts";
import { outcomeLines, type Section, withOutcomeLines } from "./sections.ts";
import type { DreamChange, DreamSources, DreamUnit } from "./unit.ts";

/** One-sided 95 %: from here on an effect is written into the card. */
const SURE = 1.645;
/** Two-sided 95 %: from here on two effects differ. */
const DIFFER = 1.96;
/** A line is written anew when it counts at least half as many attempts more: a card does not change with every attempt. */
const GROWN = 1.5;
/** Attempts that one split names. */
const MOST_MOVED = 500;

/**
 * REFINE and CREATE, from outcomes: what a card does to each kind of task becomes a precondition or a failure mode; a card that helps
 * with one kind and hurts with another is split, and the half that hurts leaves recall with its own record.
 */
export function refineUnits({ cards, rows, now }: DreamSources): DreamUnit[] {
  const byCard = rowsByCard(rows);
  const families = sharesByFamily(rows);
  const byId = new Map(cards.map((each) => [each.card.id, each.card]));
  return cards.flatMap((each) => {
    const { card } = each;
    if (card.status !== "active") return [];
    const half = byId.get(halfName(card));
    // What was counted for the half says as much about the card as before it was split.
    const names = half ? [card.id, half.id] : [card.id];
    const own = names.length === 1 ? (byCard.get(card.id) ?? []) : joinedRows(names, byCard);
    const effects = effectsOf(names, own, families);
    if ((effects.length === 0 && !card.notFor) || each.isAlarming) return [];
    const unit =
      (half && rejoinOf(card, half, effects, byCard.get(half.id) ?? [])) ??
      splitOf(card, half, effects, now) ??
      annotationOf(card, effects);
    return unit ? [unit] : [];
  });
}

function joinedRows(names: readonly string[], byCard: ReadonlyMap<string, AttemptRow[]>): AttemptRow[] {
  return [...new Set(names.flatMap((name) => byCard.get(name) ?? []))];
}

/** What a card does to a kind of task is certain enough to keep the card out of it. */
function hurts({ effect, sd }: FamilyEffect): boolean {
  return effect / sd < -SURE;
}

/**
 * @param half  what was split off the card before. Where a person lets the card into a kind of task again that the half is for, that is
 *   their wish; and a half that somebody restored is theirs too.
 */
function splitOf(
  card: Experience,
  half: Experience | undefined,
  effects: readonly FamilyEffect[],
  now: string,
): DreamUnit | undefined {
  const settled = new Set([...(card.notFor ?? []), ...(half?.onlyFor ?? [])]);
  const bad = effects.filter((each) => hurts(each) && !settled.has(each.family));
  const [best] = effects;
  const worst = bad.at(-1);
  if (!best || !worst || best.effect <= 0 || card.provenance.origin === HALF) return undefined;
  if (half && half.status !== "retired") return undefined;
  if ((best.effect - worst.effect) / Math.hypot(best.sd, worst.sd) < DIFFER) return undefined;
  const moved = bad.flatMap(({ attempts }) => attempts).slice(-MOST_MOVED);
  const families = bad.map(({ family }) => family);
  const names = inQuotes(families);
  const lines = linesFor(card, effects);
  const onlyFor = [...(half?.onlyFor ?? []), ...families];
  const body = withOutcomeLines(card.body, lines);
  return {
    kind: "create",
    reason: `${card.id} helps with "${best.family}" and hurts with ${names}: ${lines.map(({ line }) => line).join("; ")}`,
    sources: [card.id, ...moved.slice(0, 20)],
    changes: [
      { next: { ...card, notFor: [...(card.notFor ?? []), ...families], body }, into: halfName(card), moved },
      half
        ? { next: { ...half, onlyFor } }
        : {
            ...halfOf({ ...card, onlyFor }, lines, now),
            isNew: true,
            placed: `it hurts with ${names}; ${card.id} goes on for the rest`,
          },
    ],
  };
}

/** Outcomes that spoke against the card were taken back, or later ones put them right: it is for these kinds of task again, whole. */
function rejoinOf(
  card: Experience,
  half: Experience,
  effects: readonly FamilyEffect[],
  halfRows: readonly AttemptRow[],
): DreamUnit | undefined {
  const isSplitOff = (family: string) => half.onlyFor?.includes(family) === true;
  const stillHurt = new Set(effects.filter(hurts).map(({ family }) => family));
  const back = (card.notFor ?? []).filter((family) => isSplitOff(family) && !stillHurt.has(family));
  if (back.length === 0 || half.status !== "retired") return undefined;
  const moved = halfRows.filter(({ family = NO_FAMILY }) => back.includes(family)).map(({ attempt }) => attempt);
  const { notFor = [], ...whole } = card;
  const { onlyFor = [], ...rest } = half;
  const keep = (families: readonly string[]) => families.filter((family) => !back.includes(family));
  const [out, apart] = [keep(notFor), keep(onlyFor)];
  const body = withOutcomeLines(card.body, linesFor(card, effects));
  return {
    kind: "refine",
    reason: `${card.id} was kept out of ${inQuotes(back)}, where what is on record no longer shows that it hurts`,
    sources: [card.id, half.id],
    changes: [
      {
        next: { ...whole, ...(out.length > 0 && { notFor: out }), body },
        ...(moved.length > 0 && { into: card.id, moved }),
      },
      { next: { ...rest, ...(apart.length > 0 && { onlyFor: apart }) } },
    ],
  };
}

function inQuotes(families: readonly string[]): string {
  return families.map((family) => `"${family}"`).join(", ");
}

/** Names the half of a split card that does not help. */
const HALF = "unhelpful";

function halfName({ id }: Pick<Experience, "id">): string {
  return `${id}.${HALF}`;
}

function halfOf(card: Experience, lines: ReturnType<typeof linesFor>, now: string): DreamChange {
  const { rule: _rule, value: _value, notFor: _notFor, ...rest } = card;
  return {
    next: {
      ...rest,
      id: halfName(card),
      status: "retired",
      tier: "provisional",
      freq: 0,
      utility: 0,
      created: now,
      provenance: { ...card.provenance, origin: HALF, derivedFrom: [card.id, ...card.provenance.derivedFrom] },
      body: withOutcomeLines(
        card.body,
        lines.filter(({ section }) => section === "Failure modes"),
      ),
    },
  };
}

function annotationOf(card: Experience, effects: readonly FamilyEffect[]): DreamUnit | undefined {
  const lines = linesFor(card, effects);
  const before = outcomeLines(card.body);
  if (lines.length === 0 || !saysMore(lines, before)) return undefined;
  const body = withOutcomeLines(card.body, lines);
  return {
    kind: "refine",
    reason: `${card.id}: ${lines.map(({ line }) => line).join("; ")}`,
    sources: [card.id, ...effects.flatMap(({ attempts }) => attempts).slice(0, 20)],
    changes: [{ next: { ...card, body } }],
  };
}

function linesFor(card: Experience, effects: readonly FamilyEffect[]): Array<{ section: Section; line: string }> {
  const phrases = DREAM_PHRASES[languageOf(`${card.title} ${card.whenToUse}`)];
  return effects.flatMap(({ family, withCard, without, effect, sd }): Array<{ section: Section; line: string }> => {
    if (effect / sd > SURE) return [{ section: "Preconditions", line: phrases.helps(family, withCard, without) }];
    if (effect / sd < -SURE) return [{ section: "Failure modes", line: phrases.hurts(family, withCard, without) }];
    return [];
  });
}

/** Other families or other sides than before, or clearly more attempts. */
function saysMore(lines: ReturnType<typeof linesFor>, before: ReturnType<typeof linesFor>): boolean {
  const without = (text: string) => text.replaceAll(/\d+/g, "9");
  const known = new Map(before.map(({ line }) => [without(line), count(line)]));
  return lines.some(({ line }) => count(line) >= GROWN * (known.get(without(line)) ?? 0));
}

function count(line: string): number {
  return (line.match(/\d+/g) ?? []).map(Number).reduce((sum, number) => sum + number, 0);
}
