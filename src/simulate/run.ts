import { logit, sigmoid } from "../learn/policy/gaussian.ts";
import type { Candidate, Policy } from "../learn/policy/policy.ts";
import { PRIOR_MEANS } from "../learn/policy/prior.ts";
import {
  applyDrift,
  BROAD,
  firstPool,
  type Lesson,
  lessonFrom,
  sameLesson,
  type WorldCard,
  writeCard,
} from "./cards.ts";
import { type Streams, streamsOf } from "./streams.ts";
import { FIXED, type World } from "./world.ts";

/** What one policy did in one world with one seed. */
export interface Run {
  /** Per task: did it end well, truly. */
  success: boolean[];
  /** Per task: harmful cards among those shown. */
  harmfulShown: number[];
  /** Per task: cards shown. */
  shown: number[];
  /** Per task: living cards after it. */
  pool: number[];
  /** Cards by what they are at the end; `held` of them are no longer offered. */
  good: Held;
  harmful: Held;
  /** Tasks after which the policy raised an alert, with the family. */
  alerts: Array<{ task: number; family: string }>;
}

export interface Held {
  cards: number;
  held: number;
}

export interface RunOptions {
  /** What is believed of a card when it enters the pool; default: {@link PRIOR_MEANS}.provisional for all. */
  priorMean?: (card: WorldCard) => number;
  /** Which cards may enter the pool, that of the start included; default: all. */
  admits?: (card: WorldCard) => boolean;
}

/** Plays all tasks of a world with one policy. Pure but for the policy, which is filled as it goes. */
export function runOnce(world: World, policy: Policy, seed: number, options: RunOptions = {}): Run {
  const streams = streamsOf(seed);
  const priorMean = options.priorMean ?? (() => PRIOR_MEANS.provisional);
  const cards: WorldCard[] = [];
  const byId = new Map<string, WorldCard>();
  const run: Run = { success: [], harmfulShown: [], shown: [], pool: [], good: NOTHING, harmful: NOTHING, alerts: [] };

  const admit = (card: WorldCard) => {
    if (options.admits && !options.admits(card)) return;
    cards.push(card);
    byId.set(card.id, card);
    const family =
      card.lesson.family === BROAD || world.familyUnknown ? {} : { family: familyName(card.lesson.family) };
    policy.admit({ id: card.id, ...family, priorMean: priorMean(card) });
  };
  for (const card of firstPool(world, streams)) admit(card);

  for (let t = 0; t < world.tasks; t++) {
    if (t === world.driftAt) applyDrift(world, cards);
    const family = Math.floor(streams.uniform("family", t) * world.base.length);
    const told = world.familyUnknown ? {} : { family: familyName(family) };
    let draws = 0;
    const draw = () => streams.uniform("policy", t, draws++);
    const candidates = candidatesFor(cards, streams, t, family);
    const shownIds = policy.choose({ ...told, candidates }, draw);
    const shown = shownIds.map((id) => byId.get(id)!);
    const success = streams.uniform("outcome", t) < successRate(world, family, shown);
    const heard = streams.uniform("heard", t) < world.heard;
    const score = success !== streams.uniform("flip", t) < world.judgeNoise ? 1 : 0;
    const relevance = relevanceOf(candidates, shownIds);
    const changes = policy.hear({ ...told, shown: shownIds, relevance, trust: 1, ...(heard ? { score } : {}) });
    for (const change of changes) {
      if (change.type === "alert") run.alerts.push({ task: t, family: change.family });
      else byId.get(change.id)!.living = change.type === "restored";
    }
    const learns = policy.learnsFrom === "everything" || (policy.learnsFrom === "successes" && score === 1);
    if (heard && learns && streams.uniform("lessonAt", t) < world.lessonRate) {
      const lesson = lessonFrom(world, streams, t, family, success);
      if (!isDropped(cards, lesson, policy, streams, t)) admit(writeCard(world, streams, lesson, t));
    }
    run.success.push(success);
    run.shown.push(shown.length);
    run.harmfulShown.push(shown.filter((card) => card.kind === "harmful").length);
    run.pool.push(cards.filter((card) => card.living).length);
  }
  run.good = countHeld(cards, policy, "good");
  run.harmful = countHeld(cards, policy, "harmful");
  return run;
}

export function familyName(family: number): string {
  return `family-${family}`;
}

function candidatesFor(cards: readonly WorldCard[], streams: Streams, t: number, family: number): Candidate[] {
  const { own, broad, foreign, noiseSd, candidateFrom } = FIXED.similarity;
  const candidates: Candidate[] = [];
  for (const card of cards) {
    const centre = card.lesson.family === family ? own : card.lesson.family === BROAD ? broad : foreign;
    const similarity = centre + noiseSd * streams.normal("similarity", t, card.address);
    if (similarity >= candidateFrom) candidates.push({ id: card.id, similarity, retired: !card.living });
  }
  return candidates.sort((a, b) => b.similarity - a.similarity);
}

function relevanceOf(candidates: readonly Candidate[], shown: readonly string[]): Record<string, number> {
  const fitting = candidates.filter(({ id }) => shown.includes(id));
  return Object.fromEntries(fitting.map(({ id, similarity }) => [id, Math.min(1, similarity)]));
}

/** P(success) of one task with these cards. */
export function successRate(world: World, family: number, shown: readonly WorldCard[]): number {
  const alone = logit(world.base[family]!);
  const effects = shown.map((card) => card.effect * (isAtHome(card.lesson, family) ? 1 : FIXED.foreignShare));
  if (world.outcomes === "follow-one") {
    const followed = effects.reduce(
      (sum, effect) => sum + sigmoid(alone + FIXED.followStrength * effect),
      sigmoid(alone),
    );
    return followed / (effects.length + 1);
  }
  const help = effects.reduce((sum, effect) => sum + Math.max(0, effect), 0);
  const harm = effects.reduce((sum, effect) => sum + Math.min(0, effect), 0);
  return sigmoid(alone + Math.min(help, FIXED.positiveCap) + harm);
}

function isAtHome(lesson: Lesson, family: number): boolean {
  return lesson.family === family || lesson.family === BROAD;
}

function isDropped(cards: readonly WorldCard[], lesson: Lesson, policy: Policy, streams: Streams, t: number): boolean {
  if (!policy.dedups || streams.uniform("dedup", t) < FIXED.dedupMisses) return false;
  return cards.some((card) => card.living && sameLesson(card.lesson, lesson));
}

const NOTHING: Held = { cards: 0, held: 0 };

function countHeld(cards: readonly WorldCard[], policy: Policy, kind: WorldCard["kind"]): Held {
  const ofKind = cards.filter((card) => card.kind === kind);
  return { cards: ofKind.length, held: ofKind.filter((card) => !policy.offers(card.id)).length };
}
