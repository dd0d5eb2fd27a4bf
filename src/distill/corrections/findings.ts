import { ruleKey, type UserCorrectionRule } from "../../model/rule.ts";
import { examplesOf, majorityLanguage } from "../evidence.ts";
import type { Finding, FindingOptions } from "../miner.ts";
import { inOrder, shortHash } from "../sketch.ts";
import { benjaminiHochberg, binomialTail, wilsonLower } from "../statistics.ts";
import { ENDED } from "../trajectory-context.ts";
import { type CorrectionState, namesInKey, type PairRow, type PairState, SAMPLE_NAMES } from "./state.ts";

export const CORRECTION_MINER = "miner/user-correction@1";

/** Sessions in which it was said and done. One is enough for what was said as a rule for the future. */
export const MIN_SUPPORT = 2;
/** How often the wanted name would be taken unasked, where no session tells: low enough that a young log need not grow before a user is heard. A guess. */
const UNTOLD_RATE = 0.2;
/** Share of those sessions among all in which the unwanted name was corrected, or wanted after all. A guess: one of three may be an exception. */
export const MIN_RATE = 0.65;

/** What users wanted instead of something, best first. */
export function correctionFindings(state: CorrectionState, options: FindingOptions): Finding[] {
  const pairs = inOrder(state.pairs).map(([key, pair]) => ({ ...namesInKey(key), pair }));
  const candidates = pairs.map(({ unwanted, wanted, pair }) => {
    const rivals = pairs.filter(
      (other) =>
        (other.unwanted === unwanted && other.wanted !== wanted) ||
        (other.unwanted === wanted && other.wanted === unwanted),
    );
    return weigh({ type: "user-correction", unwanted, wanted }, pair, rivals, state, options);
  });
  const qs = benjaminiHochberg(candidates.map(({ p }) => p));
  return onePerName(
    candidates.map((candidate, i) => ({ ...candidate, q: qs[i]!, ...judge(candidate, qs[i]!, options) })),
  )
    .sort(bestFirst)
    .map((candidate) => toFinding(candidate, options));
}

interface Candidate {
  rule: UserCorrectionRule;
  pair: PairState;
  /** Sessions, of tasks that are no variants of one another, in which it was said and done. */
  support: number;
  /** The same, with those in which it was not done or something else was wanted. */
  tasks: number;
  said: number;
  standing: number;
  rate: number;
  baseRate: number;
  p: number;
}

function weigh(
  rule: UserCorrectionRule,
  pair: PairState,
  rivals: ReadonlyArray<{ pair: PairState }>,
  state: CorrectionState,
  { groupOf }: FindingOptions,
): Candidate {
  const rows = inOrder(pair.sessions);
  const support = distinct(
    rows.filter(([, row]) => row.followed === 1),
    groupOf,
  );
  const said = distinct(rows, groupOf);
  const against = distinct(
    rivals.flatMap(({ pair: other }) => inOrder(other.sessions)),
    groupOf,
  );
  const baseRate = usualRate(rule, state, new Set([pair, ...rivals.map((rival) => rival.pair)].flatMap(sessionsOf)));
  return {
    rule,
    pair,
    support,
    tasks: said + against,
    said,
    standing: distinct(
      rows.filter(([, row]) => row.standing === 1),
      groupOf,
    ),
    rate: said + against === 0 ? 0 : support / (said + against),
    baseRate,
    p: binomialTail(support, said, baseRate),
  };
}

/** Several sessions at one task, and several tasks in one session, count once. */
function distinct(rows: ReadonlyArray<[string, PairRow]>, groupOf: FindingOptions["groupOf"]): number {
  const sessions = new Set(rows.map(([session]) => session)).size;
  const groups = new Set(rows.map(([, row]) => groupOf(row.tasks[0]!))).size;
  return Math.min(sessions, groups);
}

function sessionsOf(pair: PairState): string[] {
  return Object.keys(pair.sessions);
}

/**
 * How often sessions in which nobody said so use the wanted name after the unwanted one: what would be taken for obedience anyway.
 * Few such sessions say little, so the share is drawn towards how often the wanted name is used at all.
 */
function usualRate(
  { unwanted, wanted }: UserCorrectionRule,
  state: CorrectionState,
  told: ReadonlySet<string>,
): number {
  const [from, to] = [shortHash(unwanted.toLowerCase()), shortHash(wanted.toLowerCase())];
  const untold = inOrder(state.sessions)
    .filter(([session, names]) => !told.has(session) && knows(names, from) && knows(names, to))
    .map(([, names]) => ({ from: usesOf(names, from), to: usesOf(names, to) }));
  const anywhere = (untold.filter((uses) => uses.to).length + 2 * UNTOLD_RATE) / (untold.length + 2);
  const starting = untold.filter((uses) => uses.from);
  const going = starting.filter((uses) => uses.to && uses.to.last > uses.from!.first);
  return Math.max((going.length + anywhere) / (starting.length + 1), 1 / (untold.length + 1 / UNTOLD_RATE));
}

/** A full sample holds the names with the smallest hashes and cannot tell about others. */
function knows(names: readonly string[], hash: string): boolean {
  return names.length < SAMPLE_NAMES || hash < names.at(-1)!;
}

function usesOf(names: readonly string[], hash: string): { first: number; last: number } | undefined {
  const [, first, last] = names.find((name) => name.startsWith(`${hash}:`))?.split(":") ?? [];
  return first === undefined ? undefined : { first: Number(first), last: Number(last) };
}

interface Judged extends Candidate {
  q: number;
  accepted: boolean;
  reason: string;
}

function judge(
  { support, said, standing, rate }: Candidate,
  q: number,
  { falseDiscoveryRate }: FindingOptions,
): Pick<Judged, "accepted" | "reason"> {
  const refuse = (reason: string) => ({ accepted: false, reason });
  if (support === 0) return refuse(`said in ${said} sessions and never done`);
  if (rate < MIN_RATE)
    return refuse(`in ${percent(1 - rate)} of the sessions it was not done, or something else was wanted`);
  if (standing > 0) return { accepted: true, reason: `the user said so as a rule for the future, and it was done` };
  if (support < MIN_SUPPORT) return refuse(`said and done in ${support} session, two are needed`);
  if (q > falseDiscoveryRate) return refuse(`the same is done as often where nobody asked for it (q = ${short(q)})`);
  return {
    accepted: true,
    reason: `the user said so in ${said} sessions, and it was done in ${support} (q = ${short(q)})`,
  };
}

/** Instead of one thing one other thing is wanted: the one that was said and done in more sessions. The others count against it. */
function onePerName(judged: readonly Judged[]): Judged[] {
  const best = new Map<string, Judged>();
  for (const candidate of [...judged].sort(bestFirst)) {
    if (!best.has(candidate.rule.unwanted)) best.set(candidate.rule.unwanted, candidate);
  }
  return [...best.values()];
}

function bestFirst(a: Judged, b: Judged): number {
  return (
    Number(b.accepted) - Number(a.accepted) ||
    b.support - a.support ||
    a.p - b.p ||
    (a.rule.unwanted < b.rule.unwanted ? -1 : a.rule.unwanted > b.rule.unwanted ? 1 : 0) ||
    (a.rule.wanted < b.rule.wanted ? -1 : 1)
  );
}

function toFinding(candidate: Judged, options: FindingOptions): Finding {
  const { rule, pair, support, tasks, said, standing, rate, baseRate, p, q, accepted, reason } = candidate;
  const { evidence } = pair;
  const examples = examplesOf(evidence);
  const followed = inOrder(pair.sessions).filter(([, row]) => row.followed === 1);
  const ended = (bit: number): number =>
    distinct(
      followed.filter(([, row]) => (row.ended & bit) !== 0),
      options.groupOf,
    );
  return {
    key: ruleKey(rule),
    rule,
    miner: CORRECTION_MINER,
    accepted,
    tier: "evidence",
    reason,
    support,
    tasks,
    hits: support,
    chances: tasks,
    rate,
    bound: wilsonLower(support, tasks),
    baseRate,
    lift: rate / baseRate,
    p,
    q,
    outcomes: { well: ended(ENDED.well), badly: ended(ENDED.badly), unknown: ended(ENDED.unknown) },
    examples: examples.slice(0, 3),
    trajectories: [...new Set(examples.map((example) => example.trajectory))],
    sessions: [...new Set(examples.map((example) => example.session))],
    ...(evidence.first !== undefined && { first: evidence.first }),
    ...(evidence.last !== undefined && { last: evidence.last }),
    words: [],
    language: majorityLanguage(evidence.languages),
    detail: { sessions: said, standing },
  };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function short(value: number): string {
  return value < 0.001 ? value.toExponential(1) : value.toFixed(3);
}
