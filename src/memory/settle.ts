import { remeVerdict } from "../learn/policy/reme.ts";
import { type CardRecord, foldLedger, type LedgerFold } from "../learn/record.ts";
import { tierOf } from "../learn/tier.ts";
import type { Experience, Value } from "../model/experience.ts";
import type { NewLedgerRow, VerdictCounts } from "../model/ledger.ts";
import type { MemoryOptions } from "../options.ts";
import type { LogProblem, Ports } from "../ports.ts";
import { noteEstablished } from "./advise/established.ts";
import { noteMuted } from "./advise/muted.ts";
import { attribute, judgeCards, statedValue } from "./attribution-run.ts";
import { putCard, readCard } from "./place-card.ts";
import { unlessBusy, writeNumbers } from "./write-numbers.ts";

type SettlePorts = Pick<Ports, "cards" | "index" | "ledger">;

export interface Settled {
  fold: LedgerFold;
  /** Cards that the policy retired, with its reason. */
  retired: Array<{ id: string; reason: string }>;
  /** Cards that the policy had retired and that earned their way back. */
  restored: Array<{ id: string; reason: string }>;
  /** Ids of cards whose file changed meanwhile or cannot be read; the next run settles them. */
  left: string[];
}

/**
 * Brings the cards in step with the ledger: numbers, tier, and what the policy decides. Call it while holding the lock.
 *
 * Writing the numbers twice changes nothing, so a run that dies is simply run again. A card whose numbers did not change stays
 * untouched, and numbers alone make no version in its history.
 * @param onProblem  called for each damaged ledger line
 */
export async function settle(
  ports: SettlePorts,
  options: MemoryOptions,
  onProblem?: (problem: LogProblem) => void,
): Promise<Settled> {
  const fold = await foldLedger(ports.ledger.read(onProblem));
  await noteMuted(ports, fold);
  const settled: Settled = { fold, retired: [], restored: [], left: [] };
  const indexed = await ports.index.all();
  const cards = indexed.map(({ experience }) => experience);
  const conclude = options.policy === "reme" ? concludeByReme(options) : concludeByAttribution(fold, cards);
  const changes = indexed.flatMap((card) => {
    const record = fold.cards.get(card.experience.id);
    if (!record) return [];
    const conclusion = conclude(card.experience, record);
    if (states(card.experience, record, conclusion)) return [];
    const change = (current: Experience) => withRecord(current, record, conclusion);
    return [{ card, change, verdict: conclusion.verdict }];
  });
  const numbers = changes.filter(({ verdict }) => !verdict);
  settled.left.push(...(await writeNumbers(ports, numbers)));
  // Verdicts are few, and go one by one in their order.
  for (const { card, change, verdict } of changes) {
    if (!verdict) continue;
    const { id } = card.experience;
    if (!(await place(ports, id, change))) {
      settled.left.push(id);
      continue;
    }
    await ports.ledger.append([rowOf(id, verdict, options)]);
    settled[verdict.type].push({ id, reason: verdict.reason });
  }
  const numbered = cards.map((card) => {
    const confidence = fold.cards.get(card.id)?.confidence ?? card.confidence;
    return confidence === card.confidence ? card : { ...card, confidence };
  });
  await noteEstablished(ports, numbered);
  return settled;
}

/** What the policy says about one card. */
interface Conclusion {
  /** `value` of the card; undefined under a policy that keeps none: it stays as it is. */
  value?: { now: Value | undefined };
  verdict?: { type: "retired" | "restored"; reason: string; counts?: VerdictCounts };
}

function concludeByReme(options: MemoryOptions): (card: Experience, record: CardRecord) => Conclusion {
  return ({ status }, record) => {
    const { retire, reason } = remeVerdict({ judged: record.judged, well: record.judgedWell }, options);
    return status === "active" && retire ? { verdict: { type: "retired", reason } } : {};
  };
}

function concludeByAttribution(fold: LedgerFold, cards: readonly Experience[]): (card: Experience) => Conclusion {
  const attribution = attribute(fold, cards);
  const { retire, restore } = judgeCards(fold, cards, attribution);
  const back = new Map(restore.map((verdict) => [verdict.id, verdict]));
  return ({ id }) => {
    const value = { now: statedValue(attribution, id) };
    const restored = back.get(id);
    if (retire?.id === id) return { value, verdict: { type: "retired", ...retire } };
    return restored ? { value, verdict: { type: "restored", ...restored } } : { value };
  };
}

function rowOf(card: string, verdict: NonNullable<Conclusion["verdict"]>, { policy }: MemoryOptions): NewLedgerRow {
  const { type, reason, counts } = verdict;
  return { type, card, by: `policy/${policy}`, reason, ...(counts && { counts }) };
}

/** The card with the numbers that the ledger gives it, and in the place that the policy gives it. */
function withRecord(card: Experience, record: CardRecord, { value, verdict }: Conclusion): Experience {
  const { value: before, ...rest } = card;
  const now = value ? value.now : before;
  return {
    ...rest,
    confidence: record.confidence,
    freq: record.freq,
    utility: record.utility,
    ...(now && { value: now }),
    tier: tierOf(card.tier, record),
    ...(verdict && { status: verdict.type === "retired" ? ("retired" as const) : ("active" as const) }),
  };
}

/** True when the card says all of this already, as nearly every one of a large store does: then nothing is made for it. */
function states(card: Experience, record: CardRecord, { value = { now: card.value }, verdict }: Conclusion): boolean {
  return (
    !verdict &&
    (["confidence", "freq", "utility"] as const).every((key) => card[key] === record[key]) &&
    card.tier === tierOf(card.tier, record) &&
    card.value?.mean === value.now?.mean &&
    card.value?.sd === value.now?.sd
  );
}

/** @returns false when the file is a person's business at the moment: changed meanwhile, or not readable as a card */
async function place(ports: SettlePorts, id: string, change: (card: Experience) => Experience): Promise<boolean> {
  const placed = unlessBusy(
    readCard(ports, id).then(({ experience, file }) => {
      const next = change(experience);
      return putCard(ports, next, file, { version: next.status !== experience.status });
    }),
  );
  return (await placed) !== undefined;
}
