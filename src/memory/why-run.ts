import { isMuted } from "../learn/mute.ts";
import { type CardCase, caseOf } from "../learn/policy/why.ts";
import { type CardRecord, foldLedger, type LedgerFold } from "../learn/record.ts";
import type { CardStatus, CardTier, Value } from "../model/experience.ts";
import type { MemoryOptions } from "../options.ts";
import type { Ports } from "../ports.ts";
import { cardNamed, formerSelf } from "./attempt-rows.ts";
import { type Attribution, attribute } from "./attribution-run.ts";
import { readCard } from "./place-card.ts";

/** All that speaks for and against one card, worked out from the ledger at the moment of asking. */
export interface WhyReport extends CardCase {
  id: string;
  title: string;
  status: CardStatus;
  tier: CardTier;
  /** 0..1: is the pattern real? */
  confidence: number;
  /** Which rule decides here whether the card stays. */
  policy: MemoryOptions["policy"];
  /** What is believed of such a card before any outcome, log-odds. */
  believed: Value;
  /** Latest tasks of `family`, as they were asked, at most three. */
  tasks: string[];
  /** True: agents keep ignoring it, so it is not handed over unasked. */
  muted: boolean;
  /** Who moved the card last, and what that rested on. */
  placed?: NonNullable<CardRecord["placed"]>;
  /** What counted before somebody brought the card back, and no longer does. */
  setAside?: { since: string; shown: number; judged: number; endedWell: number };
  /** For the ReMe rule: recalls that count for its verdict, and how many of them ended well. */
  reme: { judged: number; endedWell: number };
}

/** @throws MemoryError `NOT_FOUND` when no card is called so */
export async function whyRun(ports: Ports, options: MemoryOptions, id: string): Promise<WhyReport> {
  const { experience } = await readCard(ports, id);
  const fold = await foldLedger(ports.ledger.read());
  const cards = (await ports.index.all()).map((card) => card.experience);
  const attribution = attribute(fold, cards);
  const mean = attribution.priorMean(id);
  const { alwaysWith, ...found } = caseOf(id, attribution.rows, attribution.fit, mean);
  const record = fold.cards.get(id);
  const setAside = setAsideOf(attribution, id);
  return {
    id,
    title: experience.title,
    status: experience.status,
    tier: experience.tier,
    confidence: record?.confidence ?? experience.confidence,
    policy: options.policy,
    believed: { mean, sd: attribution.fit.posterior.options.cardSd },
    ...found,
    alwaysWith: [...new Set(alwaysWith.map(cardNamed))].filter((other) => other !== id),
    tasks: tasksOf(fold, attribution, found.family),
    muted: record !== undefined && isMuted(record),
    ...(record?.placed && { placed: record.placed }),
    ...(setAside && record?.freshSince !== undefined && { setAside: { since: record.freshSince, ...setAside } }),
    reme: { judged: record?.judged ?? 0, endedWell: record?.judgedWell ?? 0 },
  };
}

const TASKS_SAID = 3;

function tasksOf(fold: LedgerFold, { rows }: Attribution, family: string | undefined): string[] {
  if (family === undefined) return [];
  const tasks = rows
    .filter((row) => row.family === family)
    .flatMap(({ attempt }) => fold.attempts.get(attempt)?.recalled.task ?? [])
    .filter((task) => task !== "");
  return [...new Set(tasks.reverse())].slice(0, TASKS_SAID);
}

function setAsideOf({ rows, fit, priorMean }: Attribution, id: string) {
  const name = formerSelf(id);
  const { shown, judged, endedWell } = caseOf(name, rows, fit, priorMean(name));
  return shown > 0 ? { shown, judged, endedWell } : undefined;
}
