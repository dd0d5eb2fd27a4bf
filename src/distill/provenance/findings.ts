import { type ProvenanceRule, ruleKey } from "../../model/rule.ts";
import { examplesOf, majorityLanguage } from "../evidence.ts";
import type { EvidenceTier, Finding, FindingOptions } from "../miner.ts";
import type { GroupOf } from "../scenarios.ts";
import { inOrder } from "../sketch.ts";
import { benjaminiHochberg, poissonBinomialTail, wilsonLower } from "../statistics.ts";
import { ENDED } from "../trajectory-context.ts";
import { coincidences, type Pools, poolsOf, testsIn } from "./coincidence.ts";
import { namesAgree } from "./names.ts";
import type { HitState, ProvenanceState, SourceState } from "./state.ts";

/** "Always": a rule that fails more often sends an agent to the wrong field. A guess, above the 0.9 that held-out agreement is asked for. */
export const MIN_RATE = 0.9;
/** Distinct tasks; one task never makes a rule (DESIGN §4). */
export const MIN_SUPPORT = 2;
/** The same where the log has no word of the user, so that some values may have been the user's. */
export const MIN_SUPPORT_UNHEARD = 3;
/** What two of two tasks reach: with less, chance alone decides. */
export const MIN_BOUND = 0.34;
/** Without a test that chance can fail, more tasks must speak: four of four reach this. */
export const MIN_BOUND_BY_NAME = 0.5;

/** Every candidate source of every argument, best first, redundant ones named as such. */
export function provenanceFindings(state: ProvenanceState, options: FindingOptions): Finding[] {
  const pools = poolsOf(state, options.groupOf);
  const candidates = inOrder(state.sources).flatMap(([key, source]) =>
    inOrder(source.fields).map(([field, hit]) =>
      weigh(state, key, source, field.slice(1), hit, pools, options.groupOf),
    ),
  );
  const qs = benjaminiHochberg(
    candidates.map((candidate) => candidate.p),
    testsIn(state, pools),
  );
  const judged = candidates.map((candidate, i) => judge(candidate, qs[i]!, options));
  return withoutRedundant(judged)
    .sort(bestFirst)
    .map((candidate) => toFinding(candidate, options));
}

interface Candidate {
  rule: ProvenanceRule;
  hit: HitState;
  /** Groups of tasks in which it held: two rules that hold in the same tasks say the same. */
  held: Set<string>;
  support: number;
  tasks: number;
  hits: number;
  chances: number;
  rate: number;
  bound: number;
  baseRate: number;
  p: number;
  /** Share of the hits whose value is specific, 0..1. */
  specific: number;
  agree: boolean;
  latest: number;
  /** Values that no earlier result holds, in logs without a word of the user. */
  unexplained: number;
  withoutUserText: number;
  said: number;
}

interface Judged extends Candidate {
  q: number;
  accepted: boolean;
  tier: EvidenceTier;
  reason: string;
}

function weigh(
  state: ProvenanceState,
  key: string,
  { tasks }: SourceState,
  field: string,
  hit: HitState,
  pools: Pools,
  groupOf: GroupOf,
): Candidate {
  const [tool, param, source] = key.split(" ") as [string, string, string];
  const groups = new Map<string, { held: number; known: number; all: number }>();
  const totals = { hits: 0, chances: 0, unexplained: 0 };
  for (const [task, [fromSource, elsewhere, nowhere, unheard]] of inOrder(tasks)) {
    const found = hitsIn(hit, task);
    const known = fromSource + elsewhere + nowhere;
    const group = groups.get(groupOf(task)) ?? { held: 0, known: 0, all: 0 };
    groups.set(groupOf(task), group);
    group.held += found;
    group.known += known;
    group.all += known + unheard;
    totals.hits += found;
    totals.chances += known;
    totals.unexplained += unheard;
  }
  const known = [...groups].filter(([, group]) => group.known > 0);
  const shares = known.map(([, { held, known: all }]) => held / all);
  const held = sumOf(shares);
  const chances = coincidences(
    [...groups.keys()],
    pools.params.get(`${tool} ${param}`),
    pools.fields.get(`${source} ${field}`),
  );
  const heldOfAll = sumOf([...groups.values()].map((group) => group.held / group.all));
  const rows = Object.values(hit.tasks);
  const sum = (column: 0 | 1 | 2 | 3): number => sumOf(rows.map((row) => row[column]));
  const all = sum(0) + sum(1);
  const holding = new Set(known.filter((_, i) => shares[i]! >= 0.5).map(([group]) => group));
  return {
    rule: { type: "provenance", tool, param, from: { tool: source, field } },
    hit,
    held: holding,
    support: holding.size,
    tasks: known.length,
    hits: totals.hits,
    chances: totals.chances,
    rate: known.length === 0 ? 0 : held / known.length,
    bound: wilsonLower(held, known.length),
    baseRate: chances.length === 0 ? 1 : sumOf(chances) / chances.length,
    p: poissonBinomialTail(Math.floor(heldOfAll + 1e-9), chances),
    specific: all === 0 ? 0 : sum(2) / all,
    agree: namesAgree(tool, param, { tool: source, field }),
    latest: all === 0 ? 0 : sum(0) / all,
    unexplained: totals.unexplained,
    withoutUserText: sum(3),
    said: state.params[`${tool} ${param}`]?.saidCount ?? 0,
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function hitsIn(hit: HitState, task: string): number {
  const row = hit.tasks[task];
  return row ? row[0] + row[1] : 0;
}

function judge(candidate: Candidate, q: number, options: FindingOptions): Judged {
  const { support, rate, bound, agree, specific, hits, unexplained, withoutUserText } = candidate;
  const byEvidence = q <= options.falseDiscoveryRate;
  const tier: EvidenceTier = byEvidence ? "evidence" : "name-agreement";
  const refuse = (reason: string): Judged => ({ ...candidate, q, tier, accepted: false, reason });
  if (support < MIN_SUPPORT) return refuse(`seen in ${support} task, two are needed`);
  if (rate < MIN_RATE)
    return refuse(
      `holds in ${percent(rate)} of the tasks, less than ${percent(MIN_RATE)}: the value often comes from elsewhere`,
    );
  if (withoutUserText > hits / 2) {
    if (support < MIN_SUPPORT_UNHEARD)
      return refuse(`seen in ${support} tasks; without the user's words ${MIN_SUPPORT_UNHEARD} are needed`);
    if (unexplained > hits)
      return refuse(
        "most values stand in no earlier result, and without the user's words nobody knows where they come from",
      );
  }
  if (byEvidence) {
    if (bound < MIN_BOUND) return refuse(`too few tasks: the lower bound ${bound.toFixed(2)} is under ${MIN_BOUND}`);
    return {
      ...candidate,
      q,
      tier,
      accepted: true,
      reason: `chance would explain it in ${percent(candidate.baseRate)} of the tasks, it held in ${percent(rate)} (q = ${short(q)})`,
    };
  }
  if (!agree) return refuse(`chance is not ruled out (q = ${short(q)}), and the names do not agree`);
  if (specific < 1)
    return refuse(`chance is not ruled out (q = ${short(q)}), and the value is a small number or a plain word`);
  if (bound < MIN_BOUND_BY_NAME)
    return refuse(`names agree, but too few tasks: the lower bound ${bound.toFixed(2)} is under ${MIN_BOUND_BY_NAME}`);
  return {
    ...candidate,
    q,
    tier,
    accepted: true,
    reason: `the names agree and the value was new in that result; the value varies too little for a test (q = ${short(q)})`,
  };
}

/** Of accepted rules about one argument and one source that hold in the same tasks, keeps the one whose name fits best. */
function withoutRedundant(judged: readonly Judged[]): Judged[] {
  const kept: Judged[] = [];
  const result: Judged[] = [];
  for (const candidate of [...judged].sort(clearestFirst)) {
    const rival = candidate.accepted ? kept.find((other) => saysTheSame(other, candidate)) : undefined;
    if (rival) {
      const { tool, field } = rival.rule.from;
      result.push({
        ...candidate,
        accepted: false,
        reason: `the same value as ${tool}.${field}, which says it better`,
      });
    } else {
      if (candidate.accepted) kept.push(candidate);
      result.push(candidate);
    }
  }
  return result;
}

function saysTheSame(a: Judged, b: Judged): boolean {
  if (a.rule.tool !== b.rule.tool || a.rule.param !== b.rule.param || a.rule.from.tool !== b.rule.from.tool)
    return false;
  return [...b.held].every((task) => a.held.has(task));
}

function clearestFirst(a: Judged, b: Judged): number {
  return (
    Number(b.agree) - Number(a.agree) ||
    b.support - a.support ||
    manyValued(a.rule.from.field) - manyValued(b.rule.from.field) ||
    a.rule.from.field.length - b.rule.from.field.length ||
    compareText(ruleKey(a.rule), ruleKey(b.rule))
  );
}

function manyValued(path: string): number {
  return (path.match(/\[\]|\*/g) ?? []).length;
}

function bestFirst(a: Judged, b: Judged): number {
  return (
    Number(b.accepted) - Number(a.accepted) ||
    a.p - b.p ||
    b.support - a.support ||
    compareText(ruleKey(a.rule), ruleKey(b.rule))
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function toFinding(candidate: Judged, options: FindingOptions): Finding {
  const { rule, hit } = candidate;
  const examples = examplesOf(hit.evidence);
  const ended = (bit: number): number =>
    new Set(inOrder(hit.tasks).flatMap(([task, row]) => ((row[4] & bit) === 0 ? [] : [options.groupOf(task)]))).size;
  return {
    key: ruleKey(rule),
    rule,
    miner: PROVENANCE_MINER,
    accepted: candidate.accepted,
    tier: candidate.tier,
    reason: withCaveat(candidate),
    support: candidate.support,
    tasks: candidate.tasks,
    hits: candidate.hits,
    chances: candidate.chances,
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
    ...(hit.evidence.first !== undefined && { first: hit.evidence.first }),
    ...(hit.evidence.last !== undefined && { last: hit.evidence.last }),
    words: options.telling(hit.evidence.words),
    language: majorityLanguage(hit.evidence.languages),
    detail: {
      latest: candidate.latest,
      said: candidate.said,
      unexplained: candidate.unexplained,
      withoutUserText: candidate.withoutUserText,
    },
  };
}

export const PROVENANCE_MINER = "miner/provenance@1";

function withCaveat({ reason, unexplained, withoutUserText }: Judged): string {
  if (withoutUserText === 0) return reason;
  const rest =
    unexplained > 0 ? `; ${unexplained} more values stand in no earlier result and may have been the user's` : "";
  return `${reason}; ${withoutUserText} of the sightings come from logs without the user's words${rest}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function short(value: number): string {
  return value < 0.001 ? value.toExponential(1) : value.toFixed(3);
}
