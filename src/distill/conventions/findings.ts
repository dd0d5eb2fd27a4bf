import { type ConventionRule, ruleKey } from "../../model/rule.ts";
import { examplesOf, majorityLanguage } from "../evidence.ts";
import type { Finding, FindingOptions } from "../miner.ts";
import { benjaminiHochberg } from "../statistics.ts";
import { ENDED } from "../trajectory-context.ts";
import { type Candidate, optionCandidates, valueCandidates } from "./candidates.ts";
import type { ConventionState } from "./state.ts";

export const CONVENTION_MINER = "miner/convention@1";

/** "Always": guesses; an option may be forgotten more often than a value differs by accident. */
export const MIN_RATE = { option: 0.8, value: 0.9 } as const;
/** Distinct tasks. More than for other rules: an option that stands in two tasks is what two tasks needed. */
export const MIN_SUPPORT = 3;

/** Every option and value that may be a custom of the project, best first. */
export function conventionFindings(state: ConventionState, options: FindingOptions): Finding[] {
  const candidates = [...optionCandidates(state, options.groupOf), ...valueCandidates(state, options.groupOf)];
  const qs = benjaminiHochberg(candidates.map(({ p }) => p));
  return candidates
    .map((candidate, i) => toFinding(candidate, qs[i]!, options))
    .sort(
      (a, b) =>
        Number(b.accepted) - Number(a.accepted) || a.p - b.p || b.support - a.support || (a.key < b.key ? -1 : 1),
    );
}

function judge(
  { rule, support, rate, baseRate, choice }: Candidate,
  q: number,
  { falseDiscoveryRate }: FindingOptions,
): Pick<Finding, "accepted" | "reason"> {
  const refuse = (reason: string) => ({ accepted: false, reason });
  const minRate = isOption(rule) ? MIN_RATE.option : MIN_RATE.value;
  if (support < MIN_SUPPORT) return refuse(`seen in ${support} tasks, ${MIN_SUPPORT} are needed`);
  if (rate < minRate) return refuse(`so in ${percent(rate)} of the tasks, less than ${percent(minRate)}`);
  if (!choice) return refuse("never seen otherwise: it may be a fixed phrase, or the only way");
  if (q > falseDiscoveryRate) return refuse(`chance is not ruled out (q = ${short(q)})`);
  return {
    accepted: true,
    reason: `so in ${percent(rate)} of the tasks, comparable ones in ${percent(baseRate)}; ${choice} (q = ${short(q)})`,
  };
}

function isOption({ value, format }: ConventionRule): boolean {
  return value === undefined && format === undefined;
}

function toFinding(candidate: Candidate, q: number, options: FindingOptions): Finding {
  const { rule, source, support, tasks, hits, chances, rate, bound, baseRate, p, asked, holding, shows } = candidate;
  const { evidence } = source;
  const examples = examplesOf(evidence).filter(({ tag }) => shows(tag));
  const ended = (bit: number): number =>
    new Set(holding.filter((task) => ((source.tasks[task]?.ended ?? 0) & bit) !== 0).map(options.groupOf)).size;
  return {
    key: ruleKey(rule),
    rule,
    miner: CONVENTION_MINER,
    ...judge(candidate, q, options),
    tier: "evidence",
    support,
    tasks,
    hits,
    chances,
    rate,
    bound,
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
    // A command says itself when its options are wanted; what the sessions were about is by the way.
    words: isOption(rule) ? [] : options.telling(evidence.words),
    language: majorityLanguage(evidence.languages),
    detail: { asked },
  };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function short(value: number): string {
  return value < 0.001 ? value.toExponential(1) : value.toFixed(3);
}
