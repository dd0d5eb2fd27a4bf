import { ruleKey } from "../../model/rule.ts";
import type { Language } from "../../text/language.ts";
import { majorityLanguage } from "../evidence.ts";
import type { Finding, FindingOptions } from "../miner.ts";
import { benjaminiHochberg } from "../statistics.ts";
import type { Telling } from "../telling-words.ts";
import { ENDED } from "../trajectory-context.ts";
import { coReadCandidates } from "./co-read/candidates.ts";
import { correctionCandidates } from "./correct-with/candidates.ts";
import { orderCandidates } from "./order/candidates.ts";
import { saidByOthers } from "./said-by-others.ts";
import { type Sample, sampleOf } from "./sample.ts";
import type { HabitState } from "./state.ts";
import { type HabitRule, MIN_BOUND, MIN_LIFT, MIN_RATE, MIN_SUPPORT, type Weighed } from "./weigh.ts";
import { workflowCandidates } from "./workflow/candidates.ts";

/** Versions of the four ways of looking, by the type of rule that each finds. */
const MINER_NAMES: Readonly<Record<HabitRule["type"], string>> = {
  "co-read": "miner/co-read@1",
  order: "miner/order@1",
  "correct-with": "miner/correct-with@1",
  workflow: "miner/workflow@1",
};

/** Every candidate of each type, best first; those that another one says better are named as such. */
export function habitFindings(state: HabitState, options: FindingOptions): Finding[] {
  const sample = sampleOf(state, options.groupOf);
  const judged = [
    coReadCandidates(sample),
    orderCandidates(sample),
    correctionCandidates(sample),
    workflowCandidates(sample),
  ].flatMap(({ candidates, tests }) => judge(candidates, tests, options));
  return withoutRepeats(judged, sample)
    .sort(bestFirst)
    .map((candidate) => toFinding(candidate, options));
}

export interface Judged extends Weighed {
  q: number;
  accepted: boolean;
  reason: string;
  saidBy?: string;
}

function judge(candidates: readonly Weighed[], tests: number, options: FindingOptions): Judged[] {
  const qs = benjaminiHochberg(
    candidates.map(({ p }) => p),
    tests,
  );
  return candidates.map((candidate, i) => {
    const problem = problemWith(candidate, qs[i]!, options);
    const { rate, baseRate } = candidate;
    const reason = `in ${percent(rate)} of the cases, task by task, against ${percent(baseRate)} by chance (q = ${short(qs[i]!)})`;
    return { ...candidate, q: qs[i]!, accepted: problem === undefined, reason: problem ?? reason };
  });
}

function problemWith({ held, rate, bound, baseRate }: Weighed, q: number, options: FindingOptions): string | undefined {
  if (held.length < MIN_SUPPORT) return `seen in ${held.length} tasks, ${MIN_SUPPORT} are needed`;
  if (rate < MIN_RATE) return `holds in ${percent(rate)} of the cases, less than ${percent(MIN_RATE)}`;
  if (bound < MIN_BOUND) return `too few tasks: the lower bound ${bound.toFixed(2)} is under ${MIN_BOUND}`;
  if (rate < MIN_LIFT * baseRate) {
    return `happens anyway: in ${percent(rate)} of the cases, and by chance in ${percent(baseRate)}`;
  }
  return q > options.falseDiscoveryRate ? `chance is not ruled out (q = ${short(q)})` : undefined;
}

function withoutRepeats(judged: readonly Judged[], sample: Sample): Judged[] {
  const better = saidByOthers(
    judged.filter(({ accepted }) => accepted),
    sample,
  );
  return judged.map((candidate) => {
    const other = better.get(candidate);
    return other
      ? {
          ...candidate,
          accepted: false,
          saidBy: ruleKey(other.rule),
          reason: `another rule says it better: ${ruleKey(other.rule)}`,
        }
      : candidate;
  });
}

function bestFirst(a: Judged, b: Judged): number {
  return (
    Number(b.accepted) - Number(a.accepted) ||
    a.p - b.p ||
    b.held.length - a.held.length ||
    (ruleKey(a.rule) < ruleKey(b.rule) ? -1 : 1)
  );
}

const MAX_REFS = 20;

function toFinding(candidate: Judged, options: FindingOptions): Finding {
  const { rule, held, tasks, hits, chances, rate, bound, baseRate, p, q, accepted, reason } = candidate;
  const rows = held.map(({ run }) => run.row);
  const times = rows.flatMap(({ started }) => started ?? []).sort();
  const refs = [...held].sort((a, b) => rankOf(a.run.row.ended) - rankOf(b.run.row.ended)).slice(0, MAX_REFS);
  const ended = (bit: number): number => held.filter(({ group }) => (group.ended & bit) !== 0).length;
  return {
    key: ruleKey(rule),
    rule,
    miner: MINER_NAMES[rule.type],
    accepted,
    tier: "evidence",
    reason,
    ...(candidate.saidBy !== undefined && { saidBy: candidate.saidBy }),
    ...(tasks >= MIN_SUPPORT && rate < MIN_LIFT * baseRate && { anyway: true }),
    support: held.length,
    tasks,
    hits,
    chances,
    rate,
    bound,
    baseRate,
    lift: rate / Math.max(baseRate, 1 / (chances + 1)),
    p,
    q,
    outcomes: { well: ended(ENDED.well), badly: ended(ENDED.badly), unknown: ended(ENDED.unknown) },
    examples: refs.slice(0, 3).map(({ run: { row }, turn }) => {
      return { trajectory: row.id, task: row.task, session: row.session, turn, tag: "" };
    }),
    trajectories: [...new Set(refs.map(({ run }) => run.row.id))],
    sessions: [...new Set(refs.map(({ run }) => run.row.session))],
    ...(times.length > 0 && { first: times[0]!, last: times.at(-1)! }),
    words: topicOf(held, options.telling),
    language: majorityLanguage(countBy(rows.flatMap(({ language }) => language ?? []))),
    detail: {},
  };
}

function rankOf(ended: number): number {
  return ended === ENDED.well ? 0 : ended === ENDED.unknown ? 1 : 2;
}

/** A habit shows in tasks of many kinds: a word of their requests is its topic only when a good part of them has it. */
const MIN_SHARE = 0.25;
const MIN_REQUESTS = 3;

function topicOf(held: Weighed["held"], telling: Telling): string[] {
  const requests = held.map(({ task, turn, run: { row } }): [string, string] => {
    return [task, row.words[row.turns.findIndex(([number]) => number === turn)] ?? ""];
  });
  const texts = requests.filter(([, text]) => text !== "");
  const least = Math.max(MIN_REQUESTS, MIN_SHARE * texts.length);
  return telling(Object.fromEntries(texts)).filter(
    (term) => texts.filter(([, text]) => ` ${text} `.includes(` ${term} `)).length >= least,
  );
}

function countBy(languages: readonly Language[]): Partial<Record<Language, number>> {
  const counts: Partial<Record<Language, number>> = {};
  for (const language of languages) counts[language] = (counts[language] ?? 0) + 1;
  return counts;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function short(value: number): string {
  return value < 0.001 ? value.toExponential(1) : value.toFixed(3);
}
