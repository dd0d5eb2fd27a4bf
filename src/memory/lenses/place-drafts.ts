import { gate, type Verdict } from "../../distill/gate.ts";
import { evidenceLine, sourcesOf, withEvidence } from "../../distill/lenses/draft.ts";
import { LENS_PROMPTS } from "../../distill/lenses/prompts/prompts.ts";
import { foldLedger } from "../../learn/record.ts";
import type { Experience } from "../../model/experience.ts";
import type { NewLedgerRow } from "../../model/ledger.ts";
import { votingSession } from "../../model/trajectory.ts";
import type { Ports } from "../../ports.ts";
import { textHash } from "../../text/hash.ts";
import { uniqueSlug } from "../../text/slug.ts";
import { cosine } from "../models/cosine.ts";
import { nearCards } from "../near-cards.ts";
import { putCard, readCard } from "../place-card.ts";
import type { ReadyDraft } from "./lens-run.ts";
import type { LensDecision } from "./types.ts";

/** Sources that a card names at most, as in provenance. */
const MOST_SOURCES = 20;

/**
 * Stores the drafts of a batch that pass: judge, shape, screen, dedup by words and by vectors. Call it while holding the lock.
 *
 * A draft that says what a stored card says becomes evidence for that card: one vote for each session that had none.
 * A run that dies in between is simply run again: what it had stored is then met as a duplicate from the same sessions, and gains nothing.
 */
export async function placeDrafts(
  ports: Ports,
  drafts: readonly ReadyDraft[],
  made: { judge: string },
): Promise<LensDecision[]> {
  const placed: Array<{ id: string; vector: number[] }> = [];
  const decisions: LensDecision[] = [];
  for (const draft of drafts) {
    const verdict = await verdictOn(ports, draft, placed);
    const decision = await carryOut(ports, draft, verdict, made.judge);
    if (decision.card !== undefined && draft.vector) placed.push({ id: decision.card, vector: draft.vector });
    decisions.push(decision);
  }
  return decisions;
}

async function verdictOn(
  ports: Ports,
  { card, judgement, alarm, alike, vector, sameAt }: ReadyDraft,
  placed: ReadonlyArray<{ id: string; vector: number[] }>,
): Promise<Verdict> {
  if (!judgement.accepted) return { verdict: "reject", reason: judgement.reason };
  const elsewhere = [...(await ports.index.all("retired")), ...(await ports.index.all("quarantine"))];
  const existing = [...(await nearCards(ports, card)), ...elsewhere.map(({ experience }) => experience)];
  const verdict = gate(card, existing);
  if (verdict.verdict !== "accept") return verdict;
  // After the gate, so that a poisoned near-duplicate is held and counts as evidence for nothing.
  if (alarm !== undefined) return { verdict: "quarantine", reason: alarm, hits: [] };
  if (sameAt === undefined || !vector) return verdict;
  const twins = [
    ...(alike ?? []),
    ...placed.map(({ id, vector: other }) => ({ id, cosine: cosine(vector, other) })),
  ].filter((twin) => twin.cosine >= sameAt);
  for (const { id, cosine: near } of twins.sort((a, b) => b.cosine - a.cosine)) {
    const twin = await ports.index.get(id);
    if (!twin || !sharesTools(twin.experience, card)) continue;
    const reason = `"${id}" says the same in other words (cosine ${near.toFixed(2)}, the same from ${sameAt.toFixed(2)})`;
    return { verdict: "merge", into: id, reason };
  }
  return verdict;
}

/** What is about other tools says something else, however alike the words. */
function sharesTools(a: Experience, b: Experience): boolean {
  return a.tools.length === 0 || b.tools.length === 0 || a.tools.some((tool) => b.tools.includes(tool));
}

async function carryOut(ports: Ports, draft: ReadyDraft, verdict: Verdict, judge: string): Promise<LensDecision> {
  const { card, job, judgement } = draft;
  const decided = (kind: LensDecision["verdict"], reason: string, id?: string): LensDecision => ({
    lens: job.lens,
    verdict: kind,
    reason,
    title: card.title,
    ...(id !== undefined && { card: id }),
    ...(judgement.score !== undefined && { score: judgement.score }),
    trajectories: card.provenance.trajectories,
  });
  if (verdict.verdict === "reject") return decided("rejected", verdict.reason);
  if (verdict.verdict === "merge") {
    const known = await ports.index.get(verdict.into);
    if (known?.experience.status === "retired") return decided("kept retired", verdict.reason, verdict.into);
    await strengthen(ports, verdict.into, draft);
    return decided("merged", verdict.reason, verdict.into);
  }
  const quarantined = verdict.verdict === "quarantine";
  const taken = new Set((await ports.cards.list()).map(({ id }) => id.toLowerCase()));
  const judged = LENS_PROMPTS[job.attempt.language].judged(judgement.score ?? 0, judge);
  const born: Experience = {
    ...card,
    id: uniqueSlug(card.id, (id) => taken.has(id.toLowerCase())),
    status: quarantined ? "quarantined" : "active",
    body: withEvidence(card.body, judged),
  };
  const { author, sessions } = born.provenance;
  const votes = [...new Set(sessions.map(votingSession))];
  await ports.ledger.append([
    { type: "born", card: born.id, confidence: born.confidence, sessions: votes, by: author },
    { type: "written", card: born.id, by: author, body: textHash(born.body) },
    ...(quarantined ? [{ type: "quarantined" as const, card: born.id, by: "screen", reason: verdict.reason }] : []),
  ]);
  await putCard(ports, born);
  return quarantined ? decided("quarantined", verdict.reason, born.id) : decided("created", judgement.reason, born.id);
}

/** One more place where it was seen: a vote for each session that had none, its source, and a line of evidence where the body is ours. */
async function strengthen(ports: Ports, id: string, { card, job }: ReadyDraft): Promise<void> {
  const { sessions, trajectories } = sourcesOf(job);
  const record = (await foldLedger(ports.ledger.read())).cards.get(id);
  const votes = [...new Set(sessions.map(votingSession))].filter((session) => !record?.sessions.has(session));
  if (votes.length > 0) {
    await ports.ledger.append(votes.map((session): NewLedgerRow => ({ type: "seen", card: id, session })));
  }
  const { experience, file } = await readCard(ports, id);
  const ours = record?.writtenBody === textHash(experience.body);
  const merge = (known: readonly string[], more: readonly string[]) =>
    [...new Set([...known, ...more])].slice(0, MOST_SOURCES);
  const next: Experience = {
    ...experience,
    ...(ours && { body: withEvidence(experience.body, evidenceLine(job)) }),
    provenance: {
      ...experience.provenance,
      sessions: merge(experience.provenance.sessions, sessions),
      trajectories: merge(experience.provenance.trajectories, trajectories),
    },
  };
  if (JSON.stringify(next) === JSON.stringify(experience)) return;
  await putCard(ports, next, file);
  if (next.body === experience.body) return;
  const body = textHash(next.body);
  await ports.ledger.append([{ type: "written", card: id, by: card.provenance.author, body }]);
}
