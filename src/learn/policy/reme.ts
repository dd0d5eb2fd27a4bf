import { ENDED_WELL_AT } from "../../model/outcome.ts";
import { DEFAULT_SHOWN, mostSimilar } from "./baselines.ts";
import type { Policy, PolicyChange } from "./policy.ts";

/** What ReMe's rule knows about one card. `freq` and `utility` are totals for life; the verdict rests on the other two. */
export interface RemeRecord {
  /** Times handed over, whatever came of it. */
  freq: number;
  /** Of those, times the task ended well. */
  utility: number;
  /** Recalls with a known outcome since birth, or since the card was last restored. */
  judged: number;
  /** Of `judged`, those that ended well. */
  well: number;
}

export interface RemeOptions {
  /** α: judged recalls before a card can be judged at all. Whole number ≥ 1, default 5 (arXiv 2512.10696). */
  minFreq: number;
  /** β: a share of good endings at or below this retires the card. 0..1, default 0.5 (arXiv 2512.10696). */
  maxUselessRate: number;
  /** True: only strictly below β, as in ReMe's v0.2 code. Default false. */
  strict: boolean;
}

export const REME_DEFAULTS: Readonly<RemeOptions> = Object.freeze({ minFreq: 5, maxUselessRate: 0.5, strict: false });

export interface RemeVerdict {
  retire: boolean;
  /** In words with the counts behind them, such as `ended well in 2 of 5 judged recalls, at or below 50 %`. */
  reason: string;
}

/**
 * ReMe's rule for forgetting: everyone who was in the room gets the same credit, and who falls to β or below after α recalls goes.
 *
 * Only recalls with a known outcome count, so a project that hears of few outcomes forgets late instead of wrongly.
 * A card without a judged recall stays, also with α = 0.
 *
 * @source arXiv 2512.10696, utility-based refinement
 */
export function remeVerdict(
  record: Pick<RemeRecord, "judged" | "well">,
  options: RemeOptions = REME_DEFAULTS,
): RemeVerdict {
  const { judged, well } = record;
  const { maxUselessRate, strict } = options;
  const needed = Math.max(1, options.minFreq);
  const counts = `ended well in ${well} of ${judged} judged ${judged === 1 ? "recall" : "recalls"}`;
  if (judged < needed) {
    return { retire: false, reason: `${counts}, fewer than the ${needed} that a verdict needs` };
  }
  const limit = `${Math.round(maxUselessRate * 1000) / 10} %`;
  const rate = well / judged;
  const retire = strict ? rate < maxUselessRate : rate <= maxUselessRate;
  const where = retire ? (strict ? "below" : "at or below") : strict ? "not below" : "above";
  return { retire, reason: `${counts}, ${where} ${limit}` };
}

export function emptyRemeRecord(): RemeRecord {
  return { freq: 0, utility: 0, judged: 0, well: 0 };
}

/**
 * The card was handed over for one task.
 * @param score  0..1; undefined: nobody knows, which raises `freq` and nothing else
 */
export function remeShown(record: RemeRecord, score: number | undefined): RemeRecord {
  const judged = score === undefined ? 0 : 1;
  const well = score !== undefined && score >= ENDED_WELL_AT ? 1 : 0;
  return {
    freq: record.freq + 1,
    utility: record.utility + well,
    judged: record.judged + judged,
    well: record.well + well,
  };
}

/** The card was restored: the verdict starts from nothing, so that the very next tick does not retire it again; totals stay. */
export function remeRestored(record: RemeRecord): RemeRecord {
  return { ...record, judged: 0, well: 0 };
}

/** ReMe as it was compared: the most similar cards are shown, everyone in the room gets the credit, deletion by the rule above. */
export function remePolicy(options: RemeOptions = REME_DEFAULTS, limit = DEFAULT_SHOWN): Policy {
  const records = new Map<string, RemeRecord>();
  return {
    name: "reme",
    learnsFrom: "successes",
    dedups: true,
    admit: (card) => void records.set(card.id, emptyRemeRecord()),
    choose: (offer) => mostSimilar(offer, limit),
    hear(attempt) {
      for (const id of attempt.shown) records.set(id, remeShown(records.get(id) ?? emptyRemeRecord(), attempt.score));
      const changes: PolicyChange[] = [];
      for (const [id, record] of records) {
        const { retire, reason } = remeVerdict(record, options);
        if (!retire) continue;
        records.delete(id);
        changes.push({ type: "retired", id, reason });
      }
      return changes;
    },
    offers: (id) => records.has(id),
    valueOf(id) {
      const record = records.get(id);
      return record && record.judged > 0 ? record.well / record.judged : undefined;
    },
  };
}
