import type { Streams } from "./streams.ts";
import { driftFamilyOf, FIXED, type World } from "./world.ts";

export type CardKind = "good" | "neutral" | "harmful";

/** Something that can be known in this world, true or false. Every card that says it has the same effect. */
export interface Lesson {
  kind: CardKind;
  /** The family it is for; -1: broad, for all. */
  family: number;
  number: number;
  /** Addresses the draws that belong to the lesson. */
  address: number;
}

/** A lesson written down once; the same lesson may be written down again. */
export interface WorldCard {
  id: string;
  lesson: Lesson;
  /** Truth of the moment, which drift changes. */
  kind: CardKind;
  /** Log-odds. */
  effect: number;
  passedGate: boolean;
  /** Addresses the draws that belong to this one card. */
  address: number;
  living: boolean;
}

export const BROAD = -1;
/** Good lesson 0 of the drifting family as it reads after the drift: the correct new way. */
const NEW_WAY = 9;

export function lessonOf(kind: CardKind, family: number, number: number): Lesson {
  const kindNumber = { good: 0, neutral: 1, harmful: 2 }[kind];
  return { kind, family, number, address: (kindNumber * 64 + family + 1) * 16 + number };
}

export function sameLesson(a: Lesson, b: Lesson): boolean {
  return a.address === b.address;
}

/**
 * Writes a lesson down.
 * @param born  the task after which it was learned, -1 for the pool at the start; part of the card's address
 */
export function writeCard(world: World, streams: Streams, lesson: Lesson, born: number): WorldCard {
  const address = lesson.address * 2 ** 20 + born + 1;
  return {
    // Opaque: a policy that breaks ties by id must not learn from it what the card is.
    id: `${Math.floor(streams.uniform("luck", address) * 2 ** 40).toString(36)}@${born}`,
    lesson,
    kind: lesson.kind,
    effect: effectOf(streams, lesson),
    passedGate: streams.uniform("gate", address) < (lesson.kind === "good" ? world.gate.good : world.gate.other),
    address,
    living: true,
  };
}

function effectOf(streams: Streams, lesson: Lesson): number {
  if (lesson.kind === "neutral") return 0;
  const [from, to] = (lesson.kind === "good" ? FIXED.goodEffect : FIXED.harmfulEffect) as [number, number];
  return from + (to - from) * streams.uniform("effect", lesson.address);
}

export function firstPool(world: World, streams: Streams): WorldCard[] {
  const lessons: Lesson[] = [];
  for (let family = 0; family < world.base.length; family++) {
    for (let n = 0; n < world.pool.good; n++) lessons.push(lessonOf("good", family, n));
    for (let n = 0; n < world.pool.harmful; n++) lessons.push(lessonOf("harmful", family, n));
  }
  for (let n = 0; n < world.pool.broadNeutral; n++) lessons.push(lessonOf("neutral", BROAD, n));
  for (let n = 0; n < world.pool.broadHarmful; n++) lessons.push(lessonOf("harmful", BROAD, n));
  return lessons.map((lesson) => writeCard(world, streams, lesson, -1));
}

/** What task `t` could teach: kind by how the task really ended, number uniform. */
export function lessonFrom(world: World, streams: Streams, t: number, family: number, succeeded: boolean): Lesson {
  const shares = succeeded ? world.lessons.afterSuccess : world.lessons.afterFailure;
  const draw = streams.uniform("lessonKind", t);
  const kind = draw < shares.good ? "good" : draw < shares.good + shares.neutral ? "neutral" : "harmful";
  const number = Math.floor(streams.uniform("lessonNumber", t) * FIXED.lessonsPerFamily[kind]);
  const isNewWay = kind === "good" && number === 0 && family === driftFamilyOf(world) && hasDrifted(world, t);
  return lessonOf(kind, family, isNewWay ? NEW_WAY : number);
}

function hasDrifted(world: World, t: number): boolean {
  return world.driftAt !== undefined && t >= world.driftAt;
}

/** The drift: all cards that say the old way turn harmful, wherever they are. */
export function applyDrift(world: World, cards: readonly WorldCard[]): void {
  const oldWay = lessonOf("good", driftFamilyOf(world), 0);
  for (const card of cards) {
    if (!sameLesson(card.lesson, oldWay)) continue;
    card.kind = "harmful";
    card.effect = FIXED.driftEffect;
  }
}
