import { birthConfidence, toCandidate } from "../../distill/candidate.ts";
import { type CardRecord, foldLedger, type LedgerFold } from "../../learn/record.ts";
import { tierOf } from "../../learn/tier.ts";
import type { CardTier, Experience } from "../../model/experience.ts";
import type { RevokedSupport } from "../../model/ledger.ts";
import type { Ports } from "../../ports.ts";
import type { CardPlan, RevokePlan } from "./plan.ts";

interface Change<T> {
  before: T;
  after: T;
}

/** A card that stays, and what of it is another one; a figure that stays is absent. */
export interface ChangedCard {
  id: string;
  /** Confidence, 0..1; equal when something else changed. */
  before: number;
  after: number;
  /** Times handed over for a task, and of those, times the task ended well. */
  freq?: Change<number>;
  utility?: Change<number>;
  tier?: Change<CardTier>;
  /** Sessions that the card names as what it came from; it names 20 at most. */
  sources?: Change<number>;
  /** RFC 3339: since when there is such a card. */
  created?: Change<string>;
}

/** What a card says that a session can have a part in. */
interface Stated {
  confidence: number;
  freq: number;
  utility: number;
  tier: CardTier;
  sources: number;
  created: string;
}

/** By id, the cards that may change and stay, as they are and as they will be. */
export type Expected = Map<string, Change<Stated>>;

/** What a revocation makes of the cards that stay. */
export function expectedChanges({ cards, all, before, after }: RevokePlan): Expected {
  const plans = new Map(cards.map((plan) => [plan.card.id, plan]));
  return expectations(all, before, after, (card, now) => {
    const plan = plans.get(card.id);
    return plan ? asPlanned(now, plan, after.cards.get(card.id)) : now;
  });
}

/** What taking a revocation back makes of the cards. @param was  what they said before it */
export function expectedAgain(
  all: readonly Experience[],
  before: LedgerFold,
  after: LedgerFold,
  was: ReadonlyMap<string, RevokedSupport>,
): Expected {
  return expectations(all, before, after, (card, now) => {
    const support = was.get(card.id);
    return support ? { ...now, sources: support.sessions.length, created: support.created } : now;
  });
}

function expectations(
  all: readonly Experience[],
  before: LedgerFold,
  after: LedgerFold,
  more: (card: Experience, now: Stated) => Stated,
): Expected {
  return new Map(
    all.map((card) => [card.id, { before: statedBy(card, before), after: more(card, statedBy(card, after)) }]),
  );
}

function statedBy({ id, tier, provenance, created }: Experience, { cards }: LedgerFold): Stated {
  const record = cards.get(id);
  const { confidence = 0, freq = 0, utility = 0 } = record ?? {};
  return {
    confidence,
    freq,
    utility,
    tier: record ? tierOf(tier, record) : tier,
    sources: provenance.sessions.length,
    created,
  };
}

function asPlanned(now: Stated, { card, reborn, took, unproven }: CardPlan, record: CardRecord | undefined): Stated {
  const tier = unproven || (reborn && card.tier === "validated") ? "provisional" : card.tier;
  const stays = {
    ...now,
    tier: record ? tierOf(tier, record) : tier,
    sources: now.sources - (took?.sessions?.length ?? 0),
  };
  if (!reborn) return stays;
  const { created, provenance } = toCandidate(reborn.finding, { now: reborn.since });
  return { ...stays, confidence: birthConfidence(reborn.finding), sources: provenance.sessions.length, created };
}

/** Those that differ, by id. @param gone  ids that are told of in another way */
export function differences(expected: Expected, gone: ReadonlySet<string> = new Set()): ChangedCard[] {
  const changes = [...expected].flatMap(([id, change]) => (gone.has(id) ? [] : (difference(id, change) ?? [])));
  return changes.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function difference(id: string, { before, after }: Change<Stated>): ChangedCard | undefined {
  const pair = <K extends keyof Stated>(key: K) =>
    before[key] === after[key] ? undefined : { before: before[key], after: after[key] };
  const [freq, utility, tier] = [pair("freq"), pair("utility"), pair("tier")];
  const [sources, created] = [pair("sources"), pair("created")];
  const isSame = before.confidence === after.confidence && !freq && !utility && !tier && !sources && !created;
  if (isSame) return undefined;
  return {
    id,
    before: before.confidence,
    after: after.confidence,
    ...(freq && { freq }),
    ...(utility && { utility }),
    ...(tier && { tier }),
    ...(sources && { sources }),
    ...(created && { created }),
  };
}

/** The same once it was carried out: what the cards say now is what counts, whatever was expected. */
export async function carriedOut(ports: Ports, expected: Expected): Promise<Expected> {
  const fold = await foldLedger(ports.ledger.read());
  const now = new Map((await ports.index.all()).map(({ experience }) => [experience.id, experience]));
  return new Map(
    [...expected].map(([id, { before, after }]) => {
      const card = now.get(id);
      return [id, { before, after: card ? statedBy(card, fold) : after }];
    }),
  );
}
