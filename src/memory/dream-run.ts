import { MemoryError } from "../errors.ts";
import type { Conflict } from "../learn/dream/correct.ts";
import type { HandOver } from "../learn/dream/hand-over.ts";
import { planDream } from "../learn/dream/plan.ts";
import type { DreamCard, DreamChange, DreamUnit } from "../learn/dream/unit.ts";
import type { NewLedgerRow } from "../model/ledger.ts";
import type { MemoryOptions } from "../options.ts";
import { type CardPlace, type LogProblem, type Ports, placeOf } from "../ports.ts";
import { parseCard, renderCard, spliceCard } from "../store/card.ts";
import { changeBetween } from "../store/versions.ts";
import { contentKey } from "./dream/content-key.ts";
import { carryOut, type Journal, type JournalChange } from "./dream/journal.ts";
import { changeName, type Look, lookAround } from "./dream/look.ts";
import { isWorthIt, rewriteUnits } from "./dream/rewrite.ts";
import { settle } from "./settle.ts";
import type { Progress } from "./types.ts";

export interface DreamRequest {
  /** True: only say what the run would do. Default false. */
  dryRun?: boolean;
  /** Most units carried out; the rest waits for the next run. Whole number ≥ 1, default 5: what a person reviews at one sitting. */
  limit?: number;
  onProgress?: (progress: Progress) => void;
}

export interface DreamReport {
  /** Names the run in the ledger; absent after a preview, or when there was nothing to do. */
  run?: string;
  dryRun: boolean;
  /** RFC 3339: from when on changes were looked at. */
  since: string;
  /** Carried out, or in a preview to be carried out. */
  units: DreamedUnit[];
  /** Units that wait for the next run. */
  waiting: number;
  /** Cards of units that were left, because a person changed one of them meanwhile. */
  left: string[][];
  /** In a preview, cards that a model would be asked to write anew. */
  toRewrite: string[];
  /** Cards that stay as they are, and why a model's text was not taken. */
  refused: Array<{ card: string; reason: string }>;
  /** Cards that say opposite things, where no evidence decides. */
  conflicts: Conflict[];
  /** Facts and knowledge that belong into the host's memory file. */
  handover: HandOver[];
  problems: LogProblem[];
}

/** A unit as a person reviews it. */
export interface DreamedUnit extends Pick<DreamUnit, "kind" | "reason" | "sources" | "rebuttal"> {
  changes: Array<{ card: string; title: string; diff: string; from: CardPlace | null; to: CardPlace }>;
}

export type { Conflict, HandOver };

export const DREAM_UNITS = 5;

/**
 * One dream, while holding the lock: looks at what changed in the last two days or since the last run, and corrects, merges, splits
 * and annotates cards by the evidence; where there is room left and a model, that writes cards anew that are too short or too long.
 *
 * A preview plans with the same pure function on the same files, so it says exactly what the run does.
 */
export async function dreamRun(ports: Ports, options: MemoryOptions, request: DreamRequest = {}): Promise<DreamReport> {
  const { dryRun = false, limit = DREAM_UNITS, onProgress } = request;
  if (!Number.isInteger(limit) || limit < 1)
    throw new MemoryError("INVALID_INPUT", `dream: "limit" must be a whole number, 1 or more, got ${limit}`);
  const problems: LogProblem[] = [];
  const look = await lookAround(ports, (problem) => problems.push(problem));
  const plan = planDream(look.sources);
  // A preview asks no model: it names the cards that would be asked about.
  const free = freeCards(look.sources.cards, plan.units);
  const room = limit - plan.units.length;
  const rewrites = await rewriteUnits(dryRun ? undefined : ports.models?.summarise, free, room);
  const drafts = await draftsOf(ports, [...plan.units, ...rewrites.units], look, limit);
  const report: DreamReport = {
    dryRun,
    since: look.since,
    units: drafts.taken.map(({ shown }) => shown),
    waiting: drafts.waiting,
    left: [],
    toRewrite: dryRun && ports.models?.summarise ? free.filter(isWorthIt).slice(0, Math.max(0, room)).map(idOf) : [],
    refused: rewrites.refused,
    conflicts: plan.conflicts,
    handover: plan.offers,
    problems,
  };
  // Nothing to do leaves no trace, so that dreaming twice is dreaming once.
  if (dryRun || (drafts.taken.length === 0 && !isWorthNoting(look))) return report;
  const run = ports.ids.next();
  await ports.dream.save(journalOf(run, drafts, look));
  const carried = await carryOut(ports, (done) =>
    onProgress?.({ stage: "dream", done, total: drafts.taken.length, unit: "cards" }),
  );
  await settle(ports, options);
  const isDone = (_: unknown, i: number) => carried?.done[i] === true;
  return {
    ...report,
    run,
    units: report.units.filter(isDone),
    left: report.units.filter((unit, i) => !isDone(unit, i)).map(({ changes }) => changes.map(({ card }) => card)),
  };
}

/** Cards that no unit touches. */
function freeCards(cards: readonly DreamCard[], units: readonly DreamUnit[]): DreamCard[] {
  const touched = new Set(units.flatMap(({ changes }) => changes.map(({ next }) => next.id)));
  return cards.filter(({ card }) => !touched.has(card.id));
}

function idOf({ card }: DreamCard): string {
  return card.id;
}

/** The last run left work that is no more: saying so lets the next one look at new changes alone. */
function isWorthNoting({ fold }: Look): boolean {
  return (fold.dreams.last?.waiting ?? 0) > 0;
}

interface Draft {
  unit: DreamUnit;
  changes: Array<JournalChange & { change: DreamChange }>;
  shown: DreamedUnit;
}

/** The units as texts. What a person took back is not proposed again while its cards are what they were. */
async function draftsOf(
  ports: Ports,
  units: readonly DreamUnit[],
  { refused }: Look,
  limit: number,
): Promise<{ taken: Draft[]; waiting: number }> {
  const taken: Draft[] = [];
  let waiting = 0;
  for (const unit of units) {
    const needsLook = taken.length < limit || refused.size > 0;
    const draft = needsLook ? await draftOf(ports, unit) : undefined;
    if (needsLook && !draft) continue;
    const names = draft?.changes.map(({ id, before }) => changeName({ kind: unit.kind, card: id, before })) ?? [];
    if (names.length > 0 && names.every((name) => refused.has(name))) continue;
    if (draft && taken.length < limit) taken.push(draft);
    else waiting += 1;
  }
  return { taken, waiting };
}

/** @returns undefined when a card cannot be read any more, or nothing would change */
async function draftOf(ports: Ports, unit: DreamUnit): Promise<Draft | undefined> {
  const draft: Draft = {
    unit,
    changes: [],
    shown: {
      kind: unit.kind,
      reason: unit.reason,
      sources: unit.sources,
      ...(unit.rebuttal !== undefined && { rebuttal: unit.rebuttal }),
      changes: [],
    },
  };
  for (const change of unit.changes) {
    const { id, title } = change.next;
    const file = await ports.cards.read(id);
    if (!file === !change.isNew) return undefined;
    const text = file ? spliceCard(file.text, change.next) : renderCard(change.next);
    const [before, after] = [file ? contentKey(file.text) : null, contentKey(text)];
    const from = file?.place ?? null;
    const to = placeOf(parseCard(text, id).status);
    if (before !== after || from !== to) draft.changes.push({ id, before, after, text, change });
    const diff = changeBetween(file?.text ?? "", text, { from: `${id}, now`, to: `${id}, dreamed` });
    draft.shown.changes.push({ card: id, title, diff, from, to });
  }
  return draft.changes.length > 0 ? draft : undefined;
}

function journalOf(run: string, { taken, waiting }: { taken: Draft[]; waiting: number }, { since }: Look): Journal {
  return {
    v: 1,
    run,
    units: taken.map(({ unit, changes }, i) => ({
      changes: changes.map(({ change: _change, ...each }) => each),
      rows: changes.flatMap(({ id, before, after, change }) =>
        rowsFor(run, i + 1, unit, change, { id, before, after }),
      ),
    })),
    closing: [{ type: "dream_ended", run, units: taken.length, waiting, since }],
  };
}

function rowsFor(
  run: string,
  number: number,
  unit: DreamUnit,
  { next, isNew, into, moved, fresh, placed }: DreamChange,
  { id, before, after }: Pick<JournalChange, "id" | "before" | "after">,
): NewLedgerRow[] {
  return [
    ...(isNew ? [{ type: "born" as const, card: id, confidence: next.confidence, sessions: [], by: BY }] : []),
    {
      type: "dreamed",
      card: id,
      run,
      unit: number,
      kind: unit.kind,
      reason: unit.reason,
      sources: unit.sources,
      before,
      after: after ?? "",
      ...(into !== undefined && { into }),
      ...(moved && { moved }),
      ...(fresh && { fresh }),
    },
    ...(placed !== undefined && next.status === "retired"
      ? [{ type: "retired" as const, card: id, by: BY, reason: placed }]
      : []),
  ];
}

const BY = "dream";
