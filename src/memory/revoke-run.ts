import { birthConfidence, toCandidate } from "../distill/candidate.ts";
import { MemoryError } from "../errors.ts";
import { birthsOf, foldLedger, isPolicy } from "../learn/record.ts";
import type { Experience } from "../model/experience.ts";
import type { DreamedRow, LedgerRow, NewLedgerRow, RevokedRow, RevokedSupport } from "../model/ledger.ts";
import { votingSession } from "../model/trajectory.ts";
import type { MemoryOptions } from "../options.ts";
import type { Ports } from "../ports.ts";
import { textHash } from "../text/hash.ts";
import { restoreCard, retireCard } from "./cards.ts";
import { learnRun } from "./learn-run.ts";
import { loadLearnState } from "./learn-state.ts";
import { putCard, readCard } from "./place-card.ts";
import { cleanText } from "./recall-run.ts";
import { type ChangedCard, carriedOut, differences, expectedAgain, expectedChanges } from "./revoke/changes.ts";
import { planWithDreams, takeDreamsBack } from "./revoke/dreams.ts";
import { findSession } from "./revoke/find-session.ts";
import { type CardPlan, planRevoke, type RevokePlan } from "./revoke/plan.ts";
import type { Progress } from "./types.ts";

export interface RevokeRequest {
  /** Only say what would happen. Default false. */
  dryRun?: boolean;
  /** Take an earlier revocation back. Default false. */
  undo?: boolean;
  /** In words, for the record. Scrubbed. */
  reason?: string;
  /** Hears of each attempt that is read: at first to see what rested on the session, then to mine anew without it. */
  onProgress?: (progress: Progress) => void;
}

export interface RevokeReport {
  /** The session that was meant. */
  session: string;
  dryRun: boolean;
  undo: boolean;
  /** Attempts at tasks and sightings of patterns that stop counting, or count again; often none, where only cards rest on the session. */
  attempts: number;
  sightings: number;
  /** Cards that go, with the reason. */
  retired: Array<{ id: string; reason: string }>;
  /** Cards that stay and say something else without this session, or with it again. */
  changed: ChangedCard[];
  /** Cards that come back. */
  restored: string[];
  /** How many cards keep their place, confidence and counts. */
  unchanged: number;
}

/**
 * Takes back all that came of a session, as if it had never been seen. While holding the lock.
 *
 * The ledger is first: from then on nothing of the session counts. Cards follow, and at last everything is mined anew without it. A run
 * that dies is run again.
 * @param name  a session, one of its parts, an attempt or a run
 * @throws MemoryError `NOT_FOUND` for an unknown name; `INVALID_INPUT` for an undo of what was not revoked
 */
export async function revokeRun(
  ports: Ports,
  options: MemoryOptions,
  name: string,
  { dryRun = false, undo = false, reason = "", onProgress }: RevokeRequest = {},
): Promise<RevokeReport> {
  const rows: LedgerRow[] = [];
  for await (const row of ports.ledger.read()) rows.push(row);
  const session = await findSession(ports, rows, name, options.sessionIdleMinutes * 60_000);
  if (undo) return undoRevoke(ports, options, session, rows, dryRun, onProgress);
  let read = 0;
  const onRead = () => {
    read += 1;
    onProgress?.({ stage: "revoke", done: read, unit: "trajectories" });
  };
  let { plan, units } = await planWithDreams(ports, options, rows, session, onRead);
  const planned = outcomeOf(plan, units);
  const expected = expectedChanges(plan);
  const report = reportOf({ ...planned, dryRun, undo }, differences(expected, planned.gone), expected.size);
  if (dryRun) return report;
  await ports.ledger.append([revokedRow(plan, cleanText(reason)), ...birthRows(plan, rows)]);
  if (units.length > 0) {
    await takeDreamsBack(ports, units, session);
    const now: LedgerRow[] = [];
    for await (const row of ports.ledger.read()) now.push(row);
    plan = await planRevoke(ports, options, now, session, new Map(), onRead);
  }
  for (const each of plan.cards) await applyTo(ports, each, plan);
  const again = retiredByItsWord(plan).filter((id) => !report.retired.some((each) => each.id === id));
  for (const id of again)
    await restoreCard(ports, id, "an outcome that spoke against it was revoked", `policy/${options.policy}`);
  await learnAnew(ports, options, session, onProgress);
  return reportOf(report, differences(await carriedOut(ports, expected), planned.gone), expected.size);
}

function reportOf(
  { session, dryRun, undo, attempts, sightings, retired, restored }: Omit<RevokeReport, "changed" | "unchanged">,
  changed: ChangedCard[],
  cards: number,
): RevokeReport {
  const moved = new Set([...retired, ...changed].map(({ id }) => id));
  for (const id of restored) moved.add(id);
  return { session, dryRun, undo, attempts, sightings, retired, changed, restored, unchanged: cards - moved.size };
}

function revokedRow({ session, cards }: RevokePlan, reason: string): NewLedgerRow {
  const was = cards.map(({ card }) => [card.id, supportOf(card)] as const);
  const retired = cards.flatMap(({ card, retire }) => (retire !== undefined && isInUse(card) ? [card.id] : []));
  return {
    type: "revoked",
    session,
    by: "person",
    reason,
    ...(was.length > 0 && { was: Object.fromEntries(was) }),
    ...(retired.length > 0 && { retired }),
  };
}

function supportOf({ provenance, whenToUse, keywords, created }: Experience): RevokedSupport {
  const { sessions, trajectories, derivedFrom } = provenance;
  return { sessions, trajectories, derived_from: derivedFrom, when_to_use: whenToUse, keywords, created };
}

function isInUse({ status }: Experience): boolean {
  return status !== "retired";
}

/** One a card that is born anew; none where a run that died has written it already. */
function birthRows({ cards, after, session }: RevokePlan, rows: readonly LedgerRow[]): NewLedgerRow[] {
  const births = birthsOf(rows, after.revoked);
  return cards.flatMap(({ card, reborn }): NewLedgerRow[] => {
    const counts = births.get(card.id);
    if (!reborn || !counts?.sessions.some((each) => votingSession(each) === session)) return [];
    const { finding, since } = reborn;
    const sessions = [...new Set(finding.sessions.map(votingSession))];
    return [{ type: "born", card: card.id, confidence: birthConfidence(finding), sessions, by: counts.by, since }];
  });
}

/** Cards that a policy retired by the word of this session, among others: they are judged again by the rest. */
function retiredByItsWord({ before, after }: RevokePlan): string[] {
  return [...before.cards].flatMap(([card, record]) => {
    const isPlaced = record.placed?.type === "retired" && isPolicy(record.placed.by);
    return isPlaced && (after.cards.get(card)?.judged ?? 0) !== record.judged ? [card] : [];
  });
}

async function applyTo(
  ports: Ports,
  { card, retire, reborn, took, unproven }: CardPlan,
  plan: RevokePlan,
): Promise<void> {
  const { experience, file } = await readCard(ports, card.id);
  const record = plan.before.cards.get(card.id);
  const written: NewLedgerRow[] = [];
  let next = withoutSupport(experience, took);
  if (reborn) {
    const fresh = toCandidate(reborn.finding, { now: reborn.since });
    const isOurs = record?.writtenBody === textHash(experience.body);
    const { whenToUse, title, body, keywords, rule } = fresh;
    next = { ...next, created: fresh.created, provenance: fresh.provenance };
    if (isOurs) {
      next = { ...next, whenToUse, title, body, keywords, ...(rule && { rule }) };
      written.push({ type: "written", card: card.id, by: fresh.provenance.author, body: textHash(body) });
    }
  }
  // Sightings that a birth took in count no more; those that are left are counted again when the log is read.
  if (unproven || (reborn && next.tier === "validated")) next = { ...next, tier: "provisional" };
  if (JSON.stringify(next) !== JSON.stringify(experience)) {
    await putCard(ports, next, file);
    if (written.length > 0) await ports.ledger.append(written);
  }
  if (retire !== undefined && isInUse(experience)) await retireCard(ports, card.id, retire, "revoke");
}

function withoutSupport(card: Experience, took: CardPlan["took"]): Experience {
  if (!took) return card;
  const { sessions, trajectories, derivedFrom } = card.provenance;
  const without = (all: readonly string[], some: readonly string[] = []) => all.filter((each) => !some.includes(each));
  return {
    ...card,
    provenance: {
      ...card.provenance,
      sessions: without(sessions, took.sessions),
      trajectories: without(trajectories, took.trajectories),
      derivedFrom: without(derivedFrom, took.derivedFrom),
    },
  };
}

/** Counts can be merged and not taken apart, so the log is read from its beginning. What waits for the lenses, and what they saw, stays. */
async function learnAnew(
  ports: Ports,
  options: MemoryOptions,
  session: string,
  onProgress: RevokeRequest["onProgress"],
): Promise<void> {
  const { looked, waitingForLenses = [] } = await loadLearnState(ports);
  const waiting = waitingForLenses.filter(({ attempt }) => votingSession(attempt.session) !== session);
  await ports.state.save({});
  await learnRun(ports, options, onProgress ? { onProgress } : {}, (state) => {
    if (looked) state.looked = looked;
    if (waitingForLenses.length > 0 || looked) state.waitingForLenses = waiting;
  });
}

async function undoRevoke(
  ports: Ports,
  options: MemoryOptions,
  session: string,
  rows: readonly LedgerRow[],
  dryRun: boolean,
  onProgress: RevokeRequest["onProgress"],
): Promise<RevokeReport> {
  const before = await foldLedger(rows);
  if (!before.revoked.has(session)) {
    throw new MemoryError("INVALID_INPUT", `session "${session}" is not revoked`, "`habitus log` shows what was.");
  }
  const now = new Date(ports.clock.now()).toISOString();
  const row = { type: "unrevoked", session, by: "person", reason: "" } as const;
  const after = await foldLedger([...rows, { v: 1, at: now, ...row }]);
  const lastUndo = rows.findLastIndex((each) => each.type === "unrevoked" && each.session === session);
  const revocations = rows
    .slice(lastUndo + 1)
    .filter((each): each is RevokedRow => each.type === "revoked" && each.session === session);
  const gone = [...new Set(revocations.flatMap(({ retired = [] }) => retired))];
  const restored = gone.filter((id) => before.cards.get(id)?.placed?.by === "revoke");
  // The first word counts: a run that died and was repeated found the card changed already.
  const was = new Map([...revocations].reverse().flatMap((each) => Object.entries(each.was ?? {})));
  const cards = (await ports.index.all()).map(({ experience }) => experience);
  const expected = expectedAgain(cards, before, after, was);
  const told = new Set(gone);
  const isSighting = (each: LedgerRow) =>
    (each.type === "seen" || each.type === "contradicted") && votingSession(each.session) === session;
  const counts = { attempts: after.attempts.size - before.attempts.size, sightings: rows.filter(isSighting).length };
  const planned = { session, dryRun, undo: true, ...counts, retired: [], restored };
  if (dryRun) return reportOf(planned, differences(expected, told), expected.size);
  await ports.ledger.append([row]);
  for (const [id, support] of was) await putBack(ports, id, support);
  for (const id of restored) await restoreCard(ports, id, `session ${session} counts again`, "revoke");
  await learnAnew(ports, options, "", onProgress);
  return reportOf(planned, differences(await carriedOut(ports, expected), told), expected.size);
}

async function putBack(ports: Ports, id: string, support: RevokedSupport): Promise<void> {
  if (!(await ports.cards.read(id))) return;
  const { experience, file } = await readCard(ports, id);
  const { sessions, trajectories, derived_from: derivedFrom, when_to_use: whenToUse, keywords, created } = support;
  const provenance = { ...experience.provenance, sessions, trajectories, derivedFrom };
  await putCard(ports, { ...experience, provenance, whenToUse, keywords, created }, file);
}

function outcomeOf({ session, attempts, sightings, cards }: RevokePlan, units: readonly DreamedRow[][]) {
  const going = cards.flatMap(({ card, retire }) => (retire === undefined ? [] : [{ card, reason: retire }]));
  const gone = new Set(going.map(({ card }) => card.id));
  const retired = going.filter(({ card }) => isInUse(card)).map(({ card, reason }) => ({ id: card.id, reason }));
  const restored = units.flat().flatMap(({ card, into }) => (into !== undefined && !gone.has(card) ? [card] : []));
  return { session, attempts, sightings, retired, restored, gone };
}
