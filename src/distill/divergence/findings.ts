import { type DivergenceRule, ruleKey } from "../../model/rule.ts";
import { emptyEvidence, examplesOf, majorityLanguage, mergeEvidence } from "../evidence.ts";
import { looksUp } from "../looks-up.ts";
import type { Finding, FindingOptions } from "../miner.ts";
import { inOrder, type TaskTable } from "../sketch.ts";
import { benjaminiHochberg, tarone, wilsonLower } from "../statistics.ts";
import { BREAK } from "../trajectory-context.ts";
import type { AttemptsRow, DivergenceState } from "./state.ts";
import { chanceOfAll, type Stratum, stratifiedTest } from "./stratified.ts";

export const DIVERGENCE_MINER = "miner/divergence@1";

/** Attempts at one task that ended well, and as many that failed, before they are compared (DESIGN §4). */
export const MIN_ATTEMPTS = 2;
/** Share of tasks, among those whose attempts differ in the call, in which no attempt did well without it. A guess; it is 1 for all that BFCL's ground truth confirms. */
export const MIN_RATE = 0.8;
/** Distinct tasks. One is enough for the success side where it was tried often: {@link MIN_ALONE}. */
export const MIN_SUPPORT = 2;
/** Attempts of each kind from which one task speaks for itself: chance alone gives 1 in 70. */
export const MIN_ALONE = 4;

type Side = DivergenceRule["side"];

/** Every call in which attempts at one task differ, from both sides, best first. */
export function divergenceFindings(state: DivergenceState, options: FindingOptions): Finding[] {
  const compared = inOrder(state.tasks).filter(([, row]) => row.well >= MIN_ATTEMPTS && row.badly >= MIN_ATTEMPTS);
  return (["success", "failure"] as const)
    .flatMap((side) => findingsOf(side, compared, options))
    .sort(
      (a, b) =>
        Number(b.accepted) - Number(a.accepted) || a.p - b.p || b.support - a.support || (a.key < b.key ? -1 : 1),
    );
}

/** One family of hypotheses. Calls whose attempts are too few for any result to matter cost the others nothing. */
function findingsOf(side: Side, compared: ReadonlyArray<[string, AttemptsRow]>, options: FindingOptions): Finding[] {
  const candidates = candidatesOf(side, compared, options);
  const { tests, atMost } = tarone(
    candidates.map(({ smallest }) => smallest),
    options.falseDiscoveryRate,
  );
  const testable = candidates.filter(({ smallest }) => smallest <= atMost);
  const qs = benjaminiHochberg(
    testable.map(({ p }) => p),
    tests,
  );
  const qOf = new Map(testable.map((candidate, i) => [candidate, qs[i]!]));
  return candidates.map((candidate) => toFinding(candidate, qOf.get(candidate) ?? 1, options));
}

interface Candidate {
  rule: DivergenceRule;
  /** Tasks whose attempts differ in the call, with what was seen there; `well` stands for the side of the rule. */
  strata: ReadonlyArray<{ task: string; row: AttemptsRow; stratum: Stratum }>;
  support: number;
  tasks: number;
  hits: number;
  rate: number;
  bound: number;
  baseRate: number;
  p: number;
  smallest: number;
}

function candidatesOf(
  side: Side,
  compared: ReadonlyArray<[string, AttemptsRow]>,
  options: FindingOptions,
): Candidate[] {
  const byCall = new Map<string, Array<Candidate["strata"][number]>>();
  for (const [task, row] of compared) {
    for (const [key, counts] of inOrder(row.calls)) {
      const stratum = stratumOf(side, row, counts);
      const withCall = stratum.wellWith + stratum.badlyWith;
      if (withCall === 0 || withCall === row.well + row.badly) continue;
      const call = key.slice(1);
      byCall.set(call, [...(byCall.get(call) ?? []), { task, row, stratum }]);
    }
  }
  return [...byCall]
    .filter(([call]) => side === "success" || !looksUp(call))
    .map(([call, strata]) => weigh({ type: "divergence", call, side }, strata, options));
}

function stratumOf(side: Side, { well, badly }: AttemptsRow, [wellWith, badlyWith]: [number, number]): Stratum {
  return side === "success"
    ? { well, badly, wellWith, badlyWith }
    : { well: badly, badly: well, wellWith: badlyWith, badlyWith: wellWith };
}

function weigh(rule: DivergenceRule, strata: Candidate["strata"], { groupOf }: FindingOptions): Candidate {
  const groups = new Map<string, { held: number; all: number }>();
  for (const { task, stratum } of strata) {
    const group = groups.get(groupOf(task)) ?? { held: 0, all: 0 };
    groups.set(groupOf(task), { held: group.held + Number(holds(stratum)), all: group.all + 1 });
  }
  const shares = [...groups.values()].map(({ held, all }) => held / all);
  const held = shares.reduce((sum, share) => sum + share, 0);
  const chances = strata.map(({ stratum }) => chanceOfAll(stratum));
  return {
    rule,
    strata,
    support: shares.filter((share) => share >= 0.5).length,
    tasks: shares.length,
    hits: strata.filter(({ stratum }) => holds(stratum)).length,
    rate: held / shares.length,
    bound: wilsonLower(held, shares.length),
    baseRate: chances.reduce((sum, chance) => sum + chance, 0) / chances.length,
    ...stratifiedTest(strata.map(({ stratum }) => stratum)),
  };
}

/** Every attempt on the rule's side has the call; that some of the others lack it follows from their differing. */
function holds({ well, wellWith }: Stratum): boolean {
  return wellWith === well;
}

function toFinding(candidate: Candidate, q: number, options: FindingOptions): Finding {
  const { rule, strata, support, tasks, hits, rate, bound, baseRate, p } = candidate;
  const holding = strata.filter(({ stratum }) => holds(stratum));
  const evidence = holding.reduce((sum, { row }) => mergeEvidence(sum, row.evidence), emptyEvidence());
  const examples = examplesOf(evidence);
  const sum = (count: (stratum: Stratum) => number): number =>
    strata.reduce((total, { stratum }) => total + count(stratum), 0);
  const well = { with: sum(({ wellWith }) => wellWith), all: sum((stratum) => stratum.well) };
  const badly = { with: sum(({ badlyWith }) => badlyWith), all: sum((stratum) => stratum.badly) };
  const [good, bad] = rule.side === "success" ? [well, badly] : [badly, well];
  const groups = new Set(holding.map(({ task }) => options.groupOf(task))).size;
  return {
    key: ruleKey(rule),
    rule,
    miner: DIVERGENCE_MINER,
    ...judge(candidate, q, options),
    tier: "evidence",
    support,
    tasks,
    hits,
    chances: strata.length,
    rate,
    bound,
    baseRate,
    lift: baseRate === 0 ? rate : rate / baseRate,
    p,
    q,
    outcomes: { well: groups, badly: groups, unknown: 0 },
    examples: examples.slice(0, 3),
    trajectories: [...new Set(examples.map((example) => example.trajectory))],
    sessions: [...new Set(examples.map((example) => example.session))],
    ...(evidence.first !== undefined && { first: evidence.first }),
    ...(evidence.last !== undefined && { last: evidence.last }),
    words: groups === 1 ? wordsOfOneTask(evidence.words) : options.telling(evidence.words),
    language: majorityLanguage(evidence.languages),
    detail: { wellWith: good.with, well: good.all, badlyWith: bad.with, badly: bad.all },
  };
}

const MAX_WORDS = 6;

/** One task has nothing in common with others; by the words of its request it is found again. Of variants the first. */
function wordsOfOneTask(words: TaskTable<string>): string[] {
  const first = inOrder(words)[0]?.[1].split(" ") ?? [];
  return [...new Set(first.filter((word) => word !== BREAK))].slice(0, MAX_WORDS);
}

function judge(
  candidate: Candidate,
  q: number,
  { falseDiscoveryRate }: FindingOptions,
): Pick<Finding, "accepted" | "reason"> {
  const { rule, support, rate } = candidate;
  const ends = rule.side === "success" ? "ended well" : "failed";
  const refuse = (reason: string) => ({ accepted: false, reason });
  if (rate < MIN_RATE)
    return refuse(`attempts ${ends} without it in ${percent(1 - rate)} of the tasks in which they differ`);
  if (support < MIN_SUPPORT && !speaksAlone(candidate))
    return refuse(`seen in ${support} task with few attempts, ${MIN_SUPPORT} are needed`);
  if (q > falseDiscoveryRate) return refuse(`chance is not ruled out (q = ${short(q)})`);
  return {
    accepted: true,
    reason: `in ${percent(rate)} of the tasks in which attempts differ, all that ${ends} have it (q = ${short(q)})`,
  };
}

function speaksAlone({ rule, strata }: Candidate): boolean {
  return rule.side === "success" && strata.some(({ row }) => row.well >= MIN_ALONE && row.badly >= MIN_ALONE);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function short(value: number): string {
  return value < 0.001 ? value.toExponential(1) : value.toFixed(3);
}
