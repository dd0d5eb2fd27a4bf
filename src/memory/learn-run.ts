import { birthConfidence, toCandidate } from "../distill/candidate.ts";
import { gate } from "../distill/gate.ts";
import { isToolName } from "../distill/identifiers.ts";
import { findings as findingsOf, mine } from "../distill/mine.ts";
import type { Finding } from "../distill/miner.ts";
import { shouldWithdraw } from "../distill/withdraw.ts";
import { outcomeLines, withOutcomeLines, withoutOutcomeLines } from "../learn/dream/sections.ts";
import { idleRowsDue } from "../learn/idle.ts";
import { type CardRecord, foldLedger, type LedgerFold } from "../learn/record.ts";
import type { Experience } from "../model/experience.ts";
import type { NewLedgerRow } from "../model/ledger.ts";
import { ruleKey } from "../model/rule.ts";
import { allSteps, type Trajectory, votingSession } from "../model/trajectory.ts";
import type { MemoryOptions } from "../options.ts";
import type { IndexedCard, Ports } from "../ports.ts";
import { textHash } from "../text/hash.ts";
import { uniqueSlug } from "../text/slug.ts";
import { judged } from "./as-learned.ts";
import { type LearnState, loadLearnState, readNewSessions } from "./learn-state.ts";
import { enqueue } from "./lenses/queue.ts";
import { nearCards } from "./near-cards.ts";
import { putCard, readCard } from "./place-card.ts";
import { keepQuota } from "./quota-run.ts";
import { attemptsBySession, rowsAboutAttempts } from "./session-attempts.ts";
import { settle } from "./settle.ts";
import { checkStale } from "./stale-run.ts";
import type { Decision, LearnReport, Progress } from "./types.ts";

export interface LearnRequest {
  /** Also learn from sessions that have not ended; what comes later is a session part of its own. Default false. */
  includeOpen?: boolean;
  onProgress?: (progress: Progress) => void;
}

/** Sightings in this run, by rule key: each session with the time at which its last line was recorded. */
type Sightings = Map<string, { seen: Map<string, string>; contradicted: Map<string, string> }>;

/**
 * One learning run, while holding the lock: new observations become counts, counts become findings, findings become cards.
 *
 * Nothing is moved or renamed, and the state is saved last: a run that dies leaves every observation to the next one, which
 * finds the cards that the dead one had already written and changes nothing about them.
 * @param change  what else moves together with the cursor; called right before the state is saved
 */
export async function learnRun(
  ports: Ports,
  options: MemoryOptions,
  request: LearnRequest,
  change: (state: LearnState) => void = () => undefined,
): Promise<LearnReport> {
  const report: LearnReport = { trajectories: 0, calls: 0, open: 0, decisions: [], retired: [], problems: [] };
  const state = await loadLearnState(ports);
  const fold = await foldLedger(ports.ledger.read((problem) => report.problems.push(problem)));
  const cards = await cardsByRule(ports);
  const shared = await ports.index.all("global");
  const byId = new Map([...(await ports.index.all()), ...shared].map(({ experience }) => [experience.id, experience]));
  const attempts = attemptsBySession(fold);
  const aboutAttempts: NewLedgerRow[] = [];
  const advised = advisedKeys(fold, [...cards.values(), ...shared]);
  const watched = [...cards.values()].flatMap(({ experience }) => experience.rule ?? []);
  const sightings: Sightings = new Map();
  const imported = new Set(state.imported);
  const tools = { ...state.tools };
  const read = await readNewSessions(
    ports,
    state,
    { idleMs: options.sessionIdleMinutes * 60_000, includeOpen: request.includeOpen === true },
    (grouped, recorded) => {
      const trajectory = judged(grouped.trajectory);
      const session = votingSession(trajectory.session);
      if (grouped.info.whole) {
        // Two imports of one file at the same moment both wrote it down; it happened once.
        if (imported.has(trajectory.session)) return;
        imported.add(trajectory.session);
      }
      // Nothing of a revoked session is evidence, however often it is read or imported again.
      if (fold.revoked.has(session)) return;
      aboutAttempts.push(...rowsAboutAttempts(grouped, attempts, byId));
      for (const { key, verdict } of mine(state.mine, trajectory, advised.get(session), watched)) {
        sightingsOf(sightings, key)[verdict].set(session, recorded);
      }
      if (options.models.learn && ports.models?.summarise) enqueue(state, trajectory);
      noteTools(tools, trajectory, recorded);
      report.trajectories += 1;
      report.calls += allSteps(trajectory).length;
      request.onProgress?.({ stage: "learn", done: report.trajectories, unit: "trajectories" });
    },
    (problem) => report.problems.push(problem),
  );
  report.open = read.open;
  if (aboutAttempts.length > 0) await ports.ledger.append(aboutAttempts);

  const found = findingsOf(state.mine, options);
  const anyway = new Set(found.filter((finding) => finding.anyway).map(({ key }) => key));
  await noteSightings(ports, cards, sightings, { advised, anyway }, fold);
  for (const finding of found) {
    report.decisions.push(await decide(ports, finding, cards.get(ruleKey(finding.rule)), fold));
  }
  await noteIdle(ports, cards, await foldLedger(ports.ledger.read()), read.days, options);
  const { retired, restored } = await settle(ports, options);
  report.retired = [...retired, ...(await keepQuota(ports, options))];
  if (restored.length > 0) report.restored = restored;

  await checkStale(ports, { tools, days: read.days });

  change(state);
  await ports.state.save({
    ...state,
    read: read.read,
    imported: [...imported],
    days: read.days,
    tools,
    emptyResults: read.emptyResults,
    trajectories: state.trajectories + report.trajectories,
    learned: new Date(ports.clock.now()).toISOString(),
  } satisfies LearnState);
  return report;
}

/** A file that is imported today tells of the day on which its run happened. */
function noteTools(tools: Record<string, string>, trajectory: Trajectory, recorded: string): void {
  const day = (trajectory.ended ?? trajectory.started ?? recorded).slice(0, 10);
  for (const { tool } of allSteps(trajectory)) if (isToolName(tool) && day > (tools[tool] ?? "")) tools[tool] = day;
}

function sightingsOf(sightings: Sightings, key: string) {
  const known = sightings.get(key) ?? { seen: new Map(), contradicted: new Map() };
  sightings.set(key, known);
  return known;
}

export async function cardsByRule(ports: Ports): Promise<Map<string, IndexedCard>> {
  // Where several cards hold one rule, because one was merged into the other, the one that lives is meant.
  const rank = ({ experience }: IndexedCard) => (experience.status === "retired" ? 0 : 1);
  const cards = (await ports.index.all()).sort((a, b) => rank(a) - rank(b));
  return new Map(
    cards.flatMap((card) => (card.experience.rule ? [[ruleKey(card.experience.rule), card] as const] : [])),
  );
}

/** Rule keys of the cards, the project's own and global ones, that each session was shown: what a card itself caused is no evidence for it. */
export function advisedKeys(fold: LedgerFold, cards: readonly IndexedCard[]): Map<string, Set<string>> {
  const keys = new Map(cards.flatMap(({ experience: { id, rule } }) => (rule ? [[id, ruleKey(rule)] as const] : [])));
  const advised = new Map<string, Set<string>>();
  for (const { recalled } of fold.attempts.values()) {
    if (recalled.session === undefined) continue;
    const session = votingSession(recalled.session);
    const shown = advised.get(session) ?? new Set();
    for (const key of recalled.shown.map((id) => keys.get(id))) if (key !== undefined) shown.add(key);
    advised.set(session, shown);
  }
  return advised;
}

/** One row for each session that showed or contradicted the pattern of a card that existed before this run. */
async function noteSightings(
  ports: Ports,
  cards: Map<string, IndexedCard>,
  sightings: Sightings,
  noEvidence: { advised: Map<string, Set<string>>; anyway: Set<string> },
  fold: LedgerFold,
): Promise<void> {
  const rows: NewLedgerRow[] = [];
  for (const [key, sighting] of sightings) {
    const card = cards.get(key)?.experience.id;
    const record = card === undefined ? undefined : fold.cards.get(card);
    if (card === undefined || !record) continue;
    // What was recorded before the card was born was counted at its birth, also when the whole log is read once more.
    const later = (sessions: Map<string, string>) =>
      [...sessions].filter(([, recorded]) => recorded > record.born).map(([session]) => session);
    for (const session of later(sighting.seen)) {
      if (record.sessions.has(session)) continue;
      const advised = noEvidence.advised.get(session)?.has(key) && { advised: true };
      const anyway = noEvidence.anyway.has(key) && { anyway: true };
      rows.push({ type: "seen", card, session, ...advised, ...anyway });
    }
    for (const session of later(sighting.contradicted)) {
      if (!record.contradictedIn.has(session)) rows.push({ type: "contradicted", card, session });
    }
  }
  if (rows.length > 0) await ports.ledger.append(rows);
}

async function decide(
  ports: Ports,
  finding: Finding,
  card: IndexedCard | undefined,
  fold: LedgerFold,
): Promise<Decision> {
  if (card) return decideOnCard(ports, finding, card, fold.cards.get(card.experience.id));
  if (!finding.accepted) return decision(finding, "rejected", finding.reason);
  const candidate = toCandidate(finding, { now: new Date(ports.clock.now()).toISOString() });
  const verdict = gate(candidate, await nearCards(ports, candidate));
  if (verdict.verdict === "reject") return decision(finding, "rejected", verdict.reason, candidate);
  if (verdict.verdict === "merge")
    return decision(finding, "merged", verdict.reason, { id: verdict.into, title: candidate.title });
  const quarantined = verdict.verdict === "quarantine";
  const taken = new Set((await ports.cards.list()).map((entry) => entry.id.toLowerCase()));
  if (!taken.has(candidate.id.toLowerCase()) && (await ports.cards.lastWritten(candidate.id)) !== undefined) {
    // It was written once and its file is gone: whoever removed it does not want it back.
    return decision(
      finding,
      "kept retired",
      "its file was deleted by hand; `habitus restore` brings it back",
      candidate,
    );
  }
  const born: Experience = {
    ...candidate,
    id: uniqueSlug(candidate.id, (id) => taken.has(id.toLowerCase())),
    status: quarantined ? "quarantined" : "active",
  };
  const { author } = born.provenance;
  const sessions = [...new Set(finding.sessions.map(votingSession))];
  await ports.ledger.append([
    { type: "born", card: born.id, confidence: birthConfidence(finding), sessions, by: author },
    { type: "written", card: born.id, by: author, body: textHash(born.body) },
    ...(quarantined ? [{ type: "quarantined" as const, card: born.id, by: "screen", reason: verdict.reason }] : []),
  ]);
  await putCard(ports, born);
  return decision(
    finding,
    quarantined ? "quarantined" : "created",
    quarantined ? verdict.reason : finding.reason,
    born,
  );
}

/** Who retired a card decides whether evidence alone may bring it back: a miner's word yields to evidence, a person's or a policy's does not. */
const YIELDS_TO_EVIDENCE = ["miner", "prune", "revoke"];

async function decideOnCard(
  ports: Ports,
  finding: Finding,
  card: IndexedCard,
  record: CardRecord | undefined,
): Promise<Decision> {
  const { experience } = card;
  if (experience.status === "retired") {
    const yields = record?.placed && YIELDS_TO_EVIDENCE.includes(record.placed.by);
    if (!finding.accepted || !yields)
      return decision(finding, "kept retired", record?.placed?.reason ?? "", experience);
    await ports.ledger.append([
      // Without the sessions that were revoked it is born only now.
      ...(record?.placed?.by === "revoke" ? [bornRow(ports, finding, experience)] : []),
      { type: "restored", card: experience.id, by: "miner", reason: finding.reason },
    ]);
    await refresh(ports, finding, experience.id, record, "active");
    return decision(finding, "restored", finding.reason, experience);
  }
  const withdrawal = shouldWithdraw(finding);
  if (withdrawal.withdraw && experience.status === "promoted") {
    await (await import("./demote-run.ts")).withdrawPromoted(ports, experience.id, withdrawal.reason);
    return decision(finding, "withdrawn", withdrawal.reason, experience);
  }
  if (withdrawal.withdraw && experience.status === "active") {
    const { experience: current, file } = await readCard(ports, experience.id);
    await putCard(ports, { ...current, status: "retired" }, file);
    await ports.ledger.append([{ type: "retired", card: experience.id, by: "miner", reason: withdrawal.reason }]);
    return decision(finding, "withdrawn", withdrawal.reason, experience);
  }
  if (!finding.accepted) return decision(finding, "unchanged", finding.reason, experience);
  const changed = await refresh(ports, finding, experience.id, record, experience.status);
  return decision(finding, changed ? "refreshed" : "unchanged", finding.reason, experience);
}

function bornRow(ports: Pick<Ports, "clock">, finding: Finding, { id, provenance }: Experience): NewLedgerRow {
  const sessions = [...new Set(finding.sessions.map(votingSession))];
  const since = new Date(ports.clock.now()).toISOString();
  return { type: "born", card: id, confidence: birthConfidence(finding), sessions, by: provenance.author, since };
}

/** Brings body and rule of a card up to date with its evidence, unless a person has written in it: then their words stay. */
async function refresh(
  ports: Ports,
  finding: Finding,
  id: string,
  record: CardRecord | undefined,
  status: Experience["status"],
): Promise<boolean> {
  const { experience: current, file } = await readCard(ports, id);
  const fresh = toCandidate(finding, { now: new Date(ports.clock.now()).toISOString(), language: undefined });
  // What outcomes say about a card was added by a dream; around it the body is its miner's.
  const ours = record?.writtenBody === textHash(withoutOutcomeLines(current.body));
  const next: Experience = ours
    ? {
        ...current,
        status,
        title: fresh.title,
        body: withOutcomeLines(fresh.body, outcomeLines(current.body)),
        rule: finding.rule,
      }
    : { ...current, status };
  if (next.body === current.body && next.status === current.status) return false;
  await putCard(ports, next, file);
  if (ours)
    await ports.ledger.append([{ type: "written", card: id, by: fresh.provenance.author, body: textHash(fresh.body) }]);
  return true;
}

async function noteIdle(
  ports: Ports,
  cards: Map<string, IndexedCard>,
  fold: LedgerFold,
  days: readonly string[],
  options: MemoryOptions,
): Promise<void> {
  const rows: NewLedgerRow[] = [];
  for (const { experience } of cards.values()) {
    const record = fold.cards.get(experience.id);
    if (!record || experience.status !== "active") continue;
    const due = idleRowsDue(record, days, options.idleDays);
    for (let i = 0; i < due; i += 1) rows.push({ type: "idle", card: experience.id, days: options.idleDays });
  }
  if (rows.length > 0) await ports.ledger.append(rows);
}

function decision(
  finding: Finding,
  verdict: Decision["verdict"],
  reason: string,
  card?: { id: string; title: string },
): Decision {
  const { support, hits, chances, bound, p, q, tier } = finding;
  return {
    key: ruleKey(finding.rule),
    verdict,
    reason,
    ...(card && { card: card.id, title: card.title }),
    support,
    hits,
    chances,
    bound,
    p,
    q,
    tier,
  };
}
