import { type FixArgumentRule, type FixCallRule, ruleKey } from "../../model/rule.ts";
import { examplesOf, majorityLanguage } from "../evidence.ts";
import type { Finding, FindingOptions } from "../miner.ts";
import type { GroupOf } from "../scenarios.ts";
import { inOrder } from "../sketch.ts";
import { benjaminiHochberg, binomialTail, hypergeometricTail, tarone, wilsonLower } from "../statistics.ts";
import { ENDED } from "../trajectory-context.ts";
import { type Deed, deedName, deedsOf, followsRule, MAX_FIXES } from "./repairs.ts";
import type { FailureState, FixState } from "./state.ts";

export const FIX_MINER = "miner/fix@1";

/** A repair that fails more often is one idea among several. A guess; held-out agreement is measured by `bench/mine-check/fix`. */
export const MIN_RATE = 0.8;
/** Distinct tasks; one task never makes a rule (DESIGN §4). */
export const MIN_SUPPORT = 2;
/** What two of two tasks reach. */
export const MIN_BOUND = 0.34;

/** For every class of failure its best repair, by a call and by each argument; best first. */
export function fixFindings(state: FixState, options: FindingOptions): Finding[] {
  const failures = inOrder(state.classes).map(([key, failure]) => read(key, failure, options.groupOf));
  const usual = usualDeeds(failures, state.calls);
  const candidates = failures.flatMap((failure) => candidatesOf(failure, usual, options));
  const qs = benjaminiHochberg(
    candidates.map((candidate) => candidate.p),
    testsThatMatter(failures, usual, options.falseDiscoveryRate),
  );
  const judged = candidates.map((candidate, i) => judge(candidate, qs[i]!, options));
  return withoutRivals(judged)
    .sort(bestFirst)
    .map((candidate) => toFinding(candidate, options));
}

/** One class of failure, its tasks with repairs only. */
interface Failure {
  tool: string;
  error: string;
  state: FailureState;
  /** Repairs by task, variants of one task together: signature and count. */
  repaired: Array<ReadonlyArray<readonly [string, number]>>;
  /** Calls between a failure and its repair, on average. */
  between: number;
  failed: number;
}

function read(key: string, state: FailureState, groupOf: GroupOf): Failure {
  const space = key.indexOf(" ");
  const groups = new Map<string, Map<string, number>>();
  let [failed, between, repairCount] = [0, 0, 0];
  for (const [task, row] of inOrder(state.tasks)) {
    failed += row.failed;
    between += row.between;
    const repairs = groups.get(groupOf(task)) ?? new Map<string, number>();
    groups.set(groupOf(task), repairs);
    for (const [signature, count] of inOrder(row.repairs)) {
      repairs.set(signature, (repairs.get(signature) ?? 0) + count);
      repairCount += count;
    }
  }
  return {
    tool: key.slice(0, space),
    error: key.slice(space + 1),
    state,
    repaired: [...groups.values()].filter((repairs) => repairs.size > 0).map((repairs) => [...repairs]),
    between: between / Math.max(1, repairCount),
    failed,
  };
}

/** What repairs do anyway: tasks, over all classes, in which some repair did a deed. */
interface Usual {
  tasks: number;
  byDeed: ReadonlyMap<string, number>;
  /** Share of all calls that are calls of this tool, after errors or not. */
  shareOf(tool: string): number;
}

function usualDeeds(failures: readonly Failure[], calls: FixState["calls"]): Usual {
  const all = Object.values(calls).reduce((sum, count) => sum + count, 0);
  const byDeed = new Map<string, number>();
  let tasks = 0;
  for (const { repaired } of failures) {
    tasks += repaired.length;
    for (const [deed, count] of tasksByDeed(repaired)) byDeed.set(deed, (byDeed.get(deed) ?? 0) + count);
  }
  return { tasks, byDeed, shareOf: (tool) => (calls[`.${tool}`] ?? 0) / Math.max(1, all) };
}

/** Every deed could have been found for every class; those that are too rare for any finding do not count. */
function testsThatMatter(failures: readonly Failure[], usual: Usual, level: number): number {
  const smallest = failures.flatMap(({ repaired }) =>
    [...usual.byDeed.values()].map((marked) =>
      hypergeometricTail(Math.min(repaired.length, marked), repaired.length, marked, usual.tasks),
    ),
  );
  return tarone(smallest, level).tests;
}

function tasksByDeed(repaired: Failure["repaired"]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const repairs of repaired) {
    for (const name of new Set(repairs.flatMap(([signature]) => deedsOf(signature).map(deedName)))) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

interface Candidate {
  failure: Failure;
  rule: FixCallRule | FixArgumentRule;
  support: number;
  hits: number;
  rate: number;
  bound: number;
  baseRate: number;
  p: number;
}

function candidatesOf(failure: Failure, usual: Usual, options: FindingOptions): Candidate[] {
  const { tool, error } = failure;
  const deeds = new Map<string, Deed>();
  for (const repairs of failure.repaired) {
    for (const [signature] of repairs) for (const deed of deedsOf(signature)) deeds.set(JSON.stringify(deed), deed);
  }
  const candidates: Candidate[] = [];
  const call = bestCall(failure, usual, options, [...deeds.values()]);
  if (call) candidates.push(call);
  const byParam = new Map<string, Candidate>();
  for (const deed of deeds.values()) {
    if ("call" in deed) continue;
    const candidate = weigh(failure, { type: "fix-argument", tool, error, ...deed }, deed, usual);
    const rival = byParam.get(deed.param);
    if (!rival || candidate.rate > rival.rate || (candidate.rate === rival.rate && candidate.p < rival.p)) {
      byParam.set(deed.param, candidate);
    }
  }
  return [...candidates, ...byParam.values()];
}

/**
 * The tool that most repairs called; and, where it is not enough, others for the repairs that did without it. Each of those must
 * stand out among what repairs do anyway, or it is only what agents do all day.
 */
function bestCall(
  failure: Failure,
  usual: Usual,
  options: FindingOptions,
  deeds: readonly Deed[],
): Candidate | undefined {
  const { tool, error } = failure;
  const tools = deeds.flatMap((deed) => ("call" in deed ? [deed.call] : []));
  const alone = tools
    .map((call) => weigh(failure, { type: "fix-call", tool, error, fix: [call] }, { call }, usual))
    .sort((a, b) => b.rate - a.rate || a.p - b.p || (ruleKey(a.rule) < ruleKey(b.rule) ? -1 : 1));
  let best = alone[0];
  if (!best) return undefined;
  while (best.rate < 1 && (best.rule as FixCallRule).fix.length < MAX_FIXES) {
    const { fix } = best.rule as FixCallRule;
    const rest = withoutFollowing(failure, best.rule);
    const next = tools
      .filter((call) => !fix.includes(call))
      .map((call) => ({ call, apart: weigh(rest, { type: "fix-call", tool, error, fix: [call] }, { call }, usual) }))
      .sort((a, b) => b.apart.rate - a.apart.rate || a.apart.p - b.apart.p || (a.call < b.call ? -1 : 1))[0];
    if (!next || next.apart.support < MIN_SUPPORT || next.apart.rate < 0.5) break;
    if (next.apart.p > options.falseDiscoveryRate / tools.length) break;
    const rule: FixCallRule = { type: "fix-call", tool, error, fix: [...fix, next.call] };
    const both = weigh(failure, rule, { call: fix[0]! }, usual);
    best = { ...both, p: Math.max(best.p, both.p), baseRate: Math.max(best.baseRate, both.baseRate) };
  }
  return best;
}

/** The same class with only those repairs that did something else. */
function withoutFollowing(failure: Failure, rule: FixCallRule | FixArgumentRule): Failure {
  const repaired = failure.repaired
    .map((repairs) => repairs.filter(([signature]) => !followsRule(rule, signature)))
    .filter((repairs) => repairs.length > 0);
  return { ...failure, repaired };
}

/** @param deed  what is tested against what repairs do anyway */
function weigh(failure: Failure, rule: FixCallRule | FixArgumentRule, deed: Deed, usual: Usual): Candidate {
  const shares = failure.repaired.map((repairs) => {
    const all = repairs.reduce((sum, [, count]) => sum + count, 0);
    const good = repairs.reduce((sum, [signature, count]) => sum + (followsRule(rule, signature) ? count : 0), 0);
    return { all, good };
  });
  const tasks = shares.length;
  const held = shares.reduce((sum, { all, good }) => sum + good / all, 0);
  const name = deedName(deed);
  const inClass = tasksByDeed(failure.repaired).get(name) ?? 0;
  const marked = usual.byDeed.get(name) ?? inClass;
  const others = usual.tasks - tasks;
  const anyway = chanceAnyway(rule, failure, usual);
  const comparable = others >= FEW_OTHERS || rule.type === "fix-argument";
  const elsewhere = (Math.max(0, marked - inClass) + 1) / (Math.max(1, others) + 1);
  return {
    failure,
    rule,
    support: shares.filter(({ all, good }) => good / all >= 0.5).length,
    hits: shares.reduce((sum, { good }) => sum + good, 0),
    rate: tasks === 0 ? 0 : held / tasks,
    bound: wilsonLower(held, tasks),
    baseRate: comparable ? Math.max(elsewhere, anyway) : anyway,
    p: Math.max(
      binomialTail(Math.floor(held + 1e-9), tasks, anyway),
      comparable ? hypergeometricTail(inClass, tasks, marked, usual.tasks) : 0,
    ),
  };
}

/** With fewer repairs of other errors there is nothing to tell one error's repair from that of any. */
const FEW_OTHERS = 5;

/**
 * How often one of the calls would come between a failure and its repair if calls followed one another at random: as often as they
 * are called in the whole log, or in the rest of the runs that show the repair, whichever is more.
 */
function chanceAnyway(rule: FixCallRule | FixArgumentRule, { between, state }: Failure, usual: Usual): number {
  if (rule.type === "fix-argument") return 0;
  const share = rule.fix.reduce((sum, call) => sum + usual.shareOf(call), 0);
  const inRuns = rule.fix.reduce((none, call) => {
    const [thousandths, repairs] = state.anyway[`.${call}`] ?? [0, 0];
    return none * (1 - thousandths / 1000 / Math.max(1, repairs));
  }, 1);
  return Math.max(1 - (1 - Math.min(1, share)) ** between, 1 - inRuns);
}

interface Judged extends Candidate {
  q: number;
  accepted: boolean;
  reason: string;
}

function judge(candidate: Candidate, q: number, options: FindingOptions): Judged {
  const { support, rate, bound, baseRate } = candidate;
  const refuse = (reason: string): Judged => ({ ...candidate, q, accepted: false, reason });
  if (support < MIN_SUPPORT) return refuse(`seen in ${support} task, two are needed`);
  if (rate < MIN_RATE) return refuse(`repairs ${percent(rate)} of the cases, less than ${percent(MIN_RATE)}`);
  if (bound < MIN_BOUND) return refuse(`too few tasks: the lower bound ${bound.toFixed(2)} is under ${MIN_BOUND}`);
  if (q > options.falseDiscoveryRate)
    return refuse(`the same is done after other errors too, or anyway (q = ${short(q)})`);
  return {
    ...candidate,
    q,
    accepted: true,
    reason: `in ${percent(rate)} of the tasks that got past this error, against ${percent(baseRate)} without it (q = ${short(q)})`,
  };
}

/** One class, one answer: where a call and a changed argument both repair it, the one that did so more often stays. */
function withoutRivals(judged: readonly Judged[]): Judged[] {
  const best = new Map<Failure, Judged>();
  for (const candidate of judged) {
    const rival = best.get(candidate.failure);
    if (candidate.accepted && (!rival || isBetter(candidate, rival))) best.set(candidate.failure, candidate);
  }
  return judged.map((candidate) => {
    const winner = best.get(candidate.failure);
    if (!candidate.accepted || winner === candidate || !winner) return candidate;
    return {
      ...candidate,
      accepted: false,
      reason: `another repair of this error is seen more often: ${describe(winner.rule)}`,
    };
  });
}

function isBetter(a: Judged, b: Judged): boolean {
  if (a.rate !== b.rate) return a.rate > b.rate;
  if (a.rule.type !== b.rule.type) return a.rule.type === "fix-call";
  return a.p < b.p || (a.p === b.p && ruleKey(a.rule) < ruleKey(b.rule));
}

function describe(rule: FixCallRule | FixArgumentRule): string {
  return rule.type === "fix-call" ? rule.fix.join(" or ") : `${rule.param}: ${rule.change}`;
}

function bestFirst(a: Judged, b: Judged): number {
  return (
    Number(b.accepted) - Number(a.accepted) ||
    a.p - b.p ||
    b.support - a.support ||
    (ruleKey(a.rule) < ruleKey(b.rule) ? -1 : 1)
  );
}

function toFinding(candidate: Judged, options: FindingOptions): Finding {
  const { failure, rule } = candidate;
  const holding = inOrder(failure.state.tasks).filter(([, row]) =>
    Object.keys(row.repairs).some((signature) => followsRule(rule, signature)),
  );
  const ended = (bit: number): number =>
    new Set(holding.flatMap(([task, row]) => ((row.ended & bit) === 0 ? [] : [options.groupOf(task)]))).size;
  const repairs = failure.repaired.flat().reduce((sum, [, count]) => sum + count, 0);
  const { evidence } = failure.state;
  const examples = examplesOf(evidence).filter((example) => followsRule(rule, example.tag));
  return {
    key: ruleKey(rule),
    rule,
    miner: FIX_MINER,
    accepted: candidate.accepted,
    tier: "evidence",
    reason: candidate.reason,
    support: candidate.support,
    tasks: failure.repaired.length,
    hits: candidate.hits,
    chances: repairs,
    rate: candidate.rate,
    bound: candidate.bound,
    baseRate: candidate.baseRate,
    lift: candidate.rate / candidate.baseRate,
    p: candidate.p,
    q: candidate.q,
    outcomes: { well: ended(ENDED.well), badly: ended(ENDED.badly), unknown: ended(ENDED.unknown) },
    examples: examples.slice(0, 3),
    trajectories: [...new Set(examples.map((example) => example.trajectory))],
    sessions: [...new Set(examples.map((example) => example.session))],
    ...(evidence.first !== undefined && { first: evidence.first }),
    ...(evidence.last !== undefined && { last: evidence.last }),
    words: options.telling(evidence.words),
    language: majorityLanguage(evidence.languages),
    detail: { failed: failure.failed, unrepaired: failure.failed - repairs },
  };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function short(value: number): string {
  return value < 0.001 ? value.toExponential(1) : value.toFixed(3);
}
