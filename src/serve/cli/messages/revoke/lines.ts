import type { ChangedCard } from "../../../../memory/revoke/changes.ts";
import type { RevokeReport } from "../../../../memory/revoke-run.ts";
import type { CardTier } from "../../../../model/experience.ts";

/** How one language says what a revocation did, or would do. */
export interface RevokePhrases {
  headline(report: Pick<RevokeReport, "session" | "dryRun" | "undo">): string;
  /** What counts no more, or again. @param what  attempts and sightings, those that there are */
  counted(what: string[], report: Pick<RevokeReport, "dryRun" | "undo">): string;
  attempts(count: number): string;
  sightings(count: number): string;
  retired(id: string, why: string, dryRun: boolean): string;
  /** Why a card goes that rested on this session alone, and one that was made of such cards. */
  restedOnIt: string;
  madeOf(cards: string): string;
  back(id: string, dryRun: boolean): string;
  changed(id: string, what: string[], dryRun: boolean): string;
  confidence: string;
  freq: string;
  utility: string;
  sources: string;
  created: string;
  tiers: Readonly<Record<CardTier, string>>;
  /** No number and no card is another one. */
  nothing(dryRun: boolean): string;
  /** How many cards keep place, confidence and counts. */
  others(count: number): string;
  undo(session: string): string;
}

/** Names what changes, and only that: a count of nothing and a figure that stays are left out. */
export function linesOf(report: RevokeReport, say: RevokePhrases): string[] {
  const { session, dryRun, undo, attempts, sightings, retired, changed, restored, unchanged } = report;
  const counts = [
    ...(attempts > 0 ? [say.attempts(attempts)] : []),
    ...(sightings > 0 ? [say.sightings(sightings)] : []),
  ];
  const lines = [
    ...(counts.length > 0 ? [say.counted(counts, report)] : []),
    ...retired.map(({ id, reason }) => say.retired(id, whyOf(reason, say), dryRun)),
    ...restored.map((id) => say.back(id, dryRun)),
    ...changed.map((card) => say.changed(card.id, figuresOf(card, say), dryRun)),
  ];
  return [
    say.headline(report),
    ...(lines.length > 0 ? lines : [say.nothing(dryRun)]).map((line) => `  ${line}`),
    ...(lines.length > 0 && unchanged > 0 ? [`  ${say.others(unchanged)}`] : []),
    ...(dryRun || undo ? [] : [say.undo(session)]),
  ];
}

function whyOf(reason: string, say: RevokePhrases): string {
  const made = /^it was made from (.*), which rested on a revoked session$/.exec(reason);
  if (made) return say.madeOf(made[1]!);
  return /^it rested on session .*, which was revoked$/.test(reason) ? say.restedOnIt : reason;
}

function figuresOf(
  { before, after, freq, utility, tier, sources, created }: ChangedCard,
  say: RevokePhrases,
): string[] {
  return [
    ...(before === after ? [] : [`${say.confidence} ${before} → ${after}`]),
    ...(freq ? [`${say.freq} ${freq.before} → ${freq.after}`] : []),
    ...(utility ? [`${say.utility} ${utility.before} → ${utility.after}`] : []),
    ...(tier ? [`${say.tiers[tier.before]} → ${say.tiers[tier.after]}`] : []),
    ...(sources ? [`${say.sources} ${sources.before} → ${sources.after}`] : []),
    ...(created ? [`${say.created} ${moment(created.before)} → ${moment(created.after)}`] : []),
  ];
}

/** `2026-11-30 09:14`. */
function moment(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}
