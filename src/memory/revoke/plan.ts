import type { Finding } from "../../distill/miner.ts";
import { birthsOf, type CardRecord, foldLedger, type LedgerFold } from "../../learn/record.ts";
import { tierOf } from "../../learn/tier.ts";
import type { Experience } from "../../model/experience.ts";
import type { BornRow, LedgerRow } from "../../model/ledger.ts";
import { ruleKey } from "../../model/rule.ts";
import { votingSession } from "../../model/trajectory.ts";
import type { MemoryOptions } from "../../options.ts";
import type { Ports } from "../../ports.ts";
import { advisedKeys, cardsByRule } from "../learn-run.ts";
import { replayBirths, type ToReplay } from "./replay-births.ts";

/** What is to become of one card. */
export interface CardPlan {
  card: Experience;
  /** Why it goes; absent: it stays. */
  retire?: string;
  /** When it would have been born without the session, and from what. */
  reborn?: { since: string; finding: Finding };
  /** It was validated by sightings of which too few are left. */
  unproven?: boolean;
  /** What is taken out of its provenance. */
  took?: { sessions?: string[]; trajectories?: string[]; derivedFrom?: string[] };
}

export interface RevokePlan {
  session: string;
  /** Attempts and sightings that stop counting. */
  attempts: number;
  sightings: number;
  cards: CardPlan[];
  /** Every card, as it is before. */
  all: Experience[];
  before: LedgerFold;
  after: LedgerFold;
}

/**
 * Says what came of a session, and changes nothing. A session that is revoked already is planned again: a run that died is finished so.
 * @param earlier  cards that will have been put back before the plan is carried out, as they are then
 * @param onRead  called for each attempt of the log
 */
export async function planRevoke(
  ports: Ports,
  options: MemoryOptions,
  rows: readonly LedgerRow[],
  session: string,
  earlier: ReadonlyMap<string, Experience> = new Map(),
  onRead: () => void = () => undefined,
): Promise<RevokePlan> {
  const now = new Date(ports.clock.now()).toISOString();
  const counted = rows.filter((row) => !isAboutRevoking(row, session));
  const revoked: LedgerRow = { v: 1, at: now, type: "revoked", session, by: "", reason: "" };
  const before = await foldLedger(counted);
  const after = await foldLedger([...counted, revoked]);
  const cards = (await ports.index.all()).map(({ experience }) => earlier.get(experience.id) ?? experience);
  const births = birthsOf(counted, before.revoked);
  const toReplay = cards.flatMap((card) => replayOf(card, births.get(card.id), counted, session));
  const advised = advisedKeys(after, [...(await cardsByRule(ports)).values(), ...(await ports.index.all("global"))]);
  const replay = await replayBirths(ports, options, session, after.revoked, advised, toReplay, onRead);

  const plans = cards.map((card): CardPlan => {
    const took = takenFrom(card, session, replay.trajectories);
    const unproven = isUnproven(card, before.cards.get(card.id), after.cards.get(card.id));
    const plan: CardPlan = { card, ...(took && { took }), ...(unproven && { unproven }) };
    const key = card.rule && ruleKey(card.rule);
    if (key !== undefined && toReplay.some((each) => each.key === key)) {
      const reborn = replay.births.get(key);
      return reborn ? { ...plan, reborn } : { ...plan, retire: restedOn(session) };
    }
    return restsOn(card, births.get(card.id), session) ? { ...plan, retire: restedOn(session) } : plan;
  });
  return {
    session,
    attempts: before.attempts.size - after.attempts.size,
    sightings: counted.filter((row) => isSightingIn(row, session)).length,
    cards: cascade(plans, everMerged(rows)),
    all: cards,
    before,
    after,
  };
}

function isUnproven({ tier }: Experience, before: CardRecord | undefined, after: CardRecord | undefined): boolean {
  if (tier !== "validated" || !before || !after) return false;
  return tierOf("provisional", before) === "validated" && tierOf("provisional", after) === "provisional";
}

/** A card that no miner wrote, and that names no session but this one. */
function restsOn({ provenance }: Experience, birth: BornRow | undefined, session: string): boolean {
  const { origin, sessions } = provenance;
  if (origin === "mined" || sessions.length === 0) return false;
  // Somebody made it of nothing that was seen; a card that was merged into it brought the session along. A file says it all itself.
  if (birth?.sessions.length === 0 && birth.by !== "file" && birth.by !== "dream") return false;
  return sessions.every((each) => votingSession(each) === session);
}

function restedOn(session: string): string {
  return `it rested on session ${session}, which was revoked`;
}

function isAboutRevoking(row: LedgerRow, session: string): boolean {
  return (row.type === "revoked" || row.type === "unrevoked") && votingSession(row.session) === session;
}

function isSightingIn(row: LedgerRow, session: string): boolean {
  return (row.type === "seen" || row.type === "contradicted") && votingSession(row.session) === session;
}

/** A mined card whose birth counted the session: whether and when it would have been born without it must be asked again. */
function replayOf(
  card: Experience,
  birth: BornRow | undefined,
  rows: readonly LedgerRow[],
  session: string,
): ToReplay[] {
  if (!birth || !card.rule || card.provenance.origin !== "mined") return [];
  if (!birth.sessions.some((each) => votingSession(each) === session)) return [];
  const born = birth.since ?? birth.at;
  const later = rows.flatMap((row) => (row.type === "seen" && row.card === card.id && row.at > born ? [row.at] : []));
  return [{ key: ruleKey(card.rule), moments: [...new Set([born, ...later])].sort() }];
}

function takenFrom(
  { provenance }: Experience,
  session: string,
  trajectories: ReadonlySet<string>,
): CardPlan["took"] | undefined {
  const sessions = provenance.sessions.filter((each) => votingSession(each) === session);
  const runs = provenance.trajectories.filter((each) => trajectories.has(each));
  if (sessions.length + runs.length === 0) return undefined;
  return { ...(sessions.length > 0 && { sessions }), ...(runs.length > 0 && { trajectories: runs }) };
}

/** Also merges that were taken back: a person's text may name them still. */
function everMerged(rows: readonly LedgerRow[]): Set<string> {
  return new Set(
    rows.flatMap((row) =>
      row.type === "dreamed" && row.into !== undefined && !row.moved ? [mergeName(row.card, row.into)] : [],
    ),
  );
}

function mergeName(card: string, into: string): string {
  return `${card} ${into}`;
}

/**
 * What was made of nothing but cards that go goes with them; what was made of others too loses that support. A card that another one was
 * merged into was not made of it.
 */
function cascade(plans: readonly CardPlan[], merged: ReadonlySet<string>): CardPlan[] {
  let current = [...plans];
  for (let changed = true; changed; ) {
    changed = false;
    const gone = new Set(current.flatMap(({ card, retire }) => (retire === undefined ? [] : [card.id])));
    current = current.map((plan) => {
      const { derivedFrom } = plan.card.provenance;
      const lost = derivedFrom.filter((id) => gone.has(id));
      if (lost.length === (plan.took?.derivedFrom?.length ?? 0) || plan.retire !== undefined) return plan;
      changed = true;
      const took = { ...plan.took, derivedFrom: lost };
      const origins = derivedFrom.filter((id) => !merged.has(mergeName(id, plan.card.id)));
      const isAll = origins.length > 0 && origins.every((id) => gone.has(id));
      return {
        ...plan,
        took,
        ...(isAll && { retire: `it was made from ${lost.join(", ")}, which rested on a revoked session` }),
      };
    });
  }
  return current.filter(({ retire, reborn, took, unproven }) => retire !== undefined || reborn || took || unproven);
}
