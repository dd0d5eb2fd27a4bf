import type { Experience } from "../../model/experience.ts";
import { languageOf } from "../../text/language.ts";
import { type AttemptRow, NO_FAMILY } from "../policy/attempt-row.ts";
import { DREAM_PHRASES, type Share } from "./phrases.ts";
import { outcomeLines, type Section, withOutcomeLines } from "./sections.ts";
import type { DreamCard, DreamChange, DreamSources, DreamUnit } from "./unit.ts";

/** Judged attempts with a card, and without it, in one kind of task. */
export interface FamilyEffect {
  family: string;
  withCard: Share;
  without: Share;
  /** Effect of the card in log-odds, halves added so that no share is 0 or 1, and its standard error. */
  effect: number;
  sd: number;
  attempts: string[];
}

/** Judged attempts of a family with and without a card from which its effect is looked at: as many as the policy asks for. */
const ENOUGH = 4;
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
  return cards.flatMap((card) => {
    if (card.card.status !== "active") return [];
    const effects = effectsOf(card.card.id, byCard.get(card.card.id) ?? [], families);
    if (effects.length === 0 || card.isAlarming) return [];
    const unit = splitOf(card, effects, now, cards) ?? annotationOf(card, effects);
    return unit ? [unit] : [];
  });
}

function rowsByCard(rows: readonly AttemptRow[]): Map<string, AttemptRow[]> {
  const byCard = new Map<string, AttemptRow[]>();
  for (const row of rows) {
    for (const id of new Set(row.shown)) {
      const known = byCard.get(id);
      if (known) known.push(row);
      else byCard.set(id, [row]);
    }
  }
  return byCard;
}

const NONE: Share = { judged: 0, well: 0 };

/** How all judged attempts of each kind of task ended. */
function sharesByFamily(rows: readonly AttemptRow[]): Map<string, Share> {
  const shares = new Map<string, Share>();
  for (const { family = NO_FAMILY, score } of rows) {
    if (score === undefined) continue;
    const { judged, well } = shares.get(family) ?? NONE;
    shares.set(family, { judged: judged + 1, well: well + (score >= 0.5 ? 1 : 0) });
  }
  return shares;
}

/**
 * Where enough is known, by family; best first.
 * @param withCard  attempts that were shown the card, each once
 * @param all  of every family, how its attempts ended
 */
function effectsOf(id: string, withCard: readonly AttemptRow[], all: ReadonlyMap<string, Share>): FamilyEffect[] {
  const families = new Set(withCard.map(({ family = NO_FAMILY }) => family).filter((family) => family !== NO_FAMILY));
  return [...families]
    .flatMap((family) => {
      const judged = withCard.filter((row) => row.family === family && row.score !== undefined);
      const shown = judged.filter((row) => (row.followed?.[id] ?? 1) >= 0.5);
      const [card, without] = [shareOf(shown), shareWithout(all.get(family) ?? NONE, shareOf(judged))];
      if (card.judged < ENOUGH || without.judged < ENOUGH) return [];
      const effect = logOdds(card) - logOdds(without);
      const sd = Math.sqrt(variance(card) + variance(without));
      return [{ family, withCard: card, without, effect, sd, attempts: shown.map(({ attempt }) => attempt) }];
    })
    .sort((a, b) => b.effect - a.effect || (a.family < b.family ? -1 : 1));
}

function shareWithout(all: Share, some: Share): Share {
  return { judged: all.judged - some.judged, well: all.well - some.well };
}

function shareOf(rows: readonly AttemptRow[]): Share {
  return { judged: rows.length, well: rows.filter(({ score = 0 }) => score >= 0.5).length };
}

function logOdds({ judged, well }: Share): number {
  return Math.log((well + 0.5) / (judged - well + 0.5));
}

function variance({ judged, well }: Share): number {
  return 1 / (well + 0.5) + 1 / (judged - well + 0.5);
}

function splitOf(
  { card }: DreamCard,
  effects: readonly FamilyEffect[],
  now: string,
  cards: readonly DreamCard[],
): DreamUnit | undefined {
  const bad = effects.filter(({ effect, sd }) => effect / sd < -SURE);
  const best = effects[0]!;
  const worst = effects.at(-1)!;
  if (bad.length === 0 || best.effect <= 0 || card.provenance.origin === HALF) return undefined;
  if ((best.effect - worst.effect) / Math.hypot(best.sd, worst.sd) < DIFFER) return undefined;
  const half = `${card.id}.${HALF}`;
  if (cards.some((other) => other.card.id === half)) return undefined;
  const moved = bad.flatMap(({ attempts }) => attempts).slice(-MOST_MOVED);
  const names = bad.map(({ family }) => `"${family}"`).join(", ");
  const lines = linesFor(card, effects);
  return {
    kind: "create",
    reason: `${card.id} helps with "${best.family}" and hurts with ${names}: ${lines.map(({ line }) => line).join("; ")}`,
    sources: [card.id, ...moved.slice(0, 20)],
    changes: [
      { next: { ...card, body: withOutcomeLines(card.body, lines) }, into: half, moved },
      {
        ...halfOf(card, half, lines, now),
        isNew: true,
        placed: `it hurts with ${names}; ${card.id} goes on for the rest`,
      },
    ],
  };
}

/** Names the half of a split card that does not help. */
const HALF = "unhelpful";

function halfOf(card: Experience, id: string, lines: ReturnType<typeof linesFor>, now: string): DreamChange {
  const { rule: _rule, value: _value, ...rest } = card;
  return {
    next: {
      ...rest,
      id,
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

function annotationOf({ card }: DreamCard, effects: readonly FamilyEffect[]): DreamUnit | undefined {
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
