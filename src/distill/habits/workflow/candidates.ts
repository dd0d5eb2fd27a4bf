import type { WorkflowRule } from "../../../model/rule.ts";
import { REACH } from "../chance.ts";
import { type Letter, partOf } from "../letters.ts";
import type { RunTurn } from "../run.ts";
import type { Sample } from "../sample.ts";
import { MIN_RATE, MIN_SUPPORT, type Weighed, weigh } from "../weigh.ts";
import { nextEnds, workflowsIn } from "./check.ts";
import { comesToSomething, stepsIn, succeeds } from "./steps.ts";

export interface WorkflowCandidates {
  candidates: Array<Weighed<WorkflowRule>>;
  /** How many sequences of steps were looked at. */
  tests: number;
}

/** Steps of a workflow, at least and at most: fewer is an order, more is a script. */
export const MIN_STEPS = 3;
export const MAX_STEPS = 5;

/** Closed workflows: no longer one is seen in as many groups of tasks. */
export function workflowCandidates(sample: Sample): WorkflowCandidates {
  const partIn = (letter: Letter) => partOf([...(sample.moreGeneral.get(letter) ?? [])][0] ?? letter);
  const { frequent, tests } = frequentWorkflows(sample);
  const candidates = closedOnly(frequent)
    .filter(({ steps }) => comesToSomething(steps, partIn))
    .map(({ steps }) => {
      const rule: WorkflowRule = { type: "workflow", steps };
      return weigh(sample, rule, (run) => workflowsIn(run, rule));
    });
  return { candidates, tests };
}

export interface Frequent {
  steps: Letter[];
  /** Groups of tasks in which it is seen at least once. */
  support: number;
}

/** Where a beginning of a workflow was seen: one for each time that its first step was taken. */
interface Start {
  group: number;
  slots: RunTurn["slots"];
  /** The steps of each slot. */
  steps: ReadonlyArray<readonly Letter[]>;
  /** Where the steps so far can end; empty when they did not follow. */
  ends: number[];
}

/**
 * All sequences of three to five different steps that are completed whenever they are begun, or nearly: each grows out of a shorter
 * one, and one that is given up too often cannot grow into one that is not.
 */
export function frequentWorkflows(sample: Pick<Sample, "groups">): { frequent: Frequent[]; tests: number } {
  const frequent: Frequent[] = [];
  let tests = 0;
  const grow = (steps: Letter[], starts: readonly Start[]): void => {
    if (steps.length >= MIN_STEPS) frequent.push({ steps, support: supportOf(starts) });
    if (steps.length === MAX_STEPS) return;
    for (const next of nextSteps(starts)) {
      if (steps.includes(next)) continue;
      tests++;
      const grown = starts.map((start) => ({ ...start, ends: nextEnds(start.slots, start.ends, next, succeeds) }));
      if (supportOf(grown) >= MIN_SUPPORT && completion(grown) >= MIN_RATE) grow([...steps, next], grown);
    }
  };
  for (const [first, starts] of firstSteps(sample)) if (supportOf(starts) >= MIN_SUPPORT) grow([first], starts);
  return { frequent, tests };
}

/** A place for each time that a step was taken; the same step several times in a row is taken once. */
function firstSteps({ groups }: Pick<Sample, "groups">): Map<Letter, Start[]> {
  const starts = new Map<Letter, Start[]>();
  groups.forEach(({ runs }, group) => {
    for (const { slots } of runs.flatMap(({ run }) => run.turns)) {
      const steps = slots.map(stepsIn);
      steps.forEach((own, at) => {
        for (const step of own) {
          if (steps[at + 1]?.includes(step)) continue;
          const known = starts.get(step) ?? [];
          if (known.length === 0) starts.set(step, known);
          known.push({ group, slots, steps, ends: [at] });
        }
      });
    }
  });
  return starts;
}

function nextSteps(starts: readonly Start[]): Set<Letter> {
  const groups = new Map<Letter, Set<number>>();
  for (const { group, steps, ends } of starts) {
    for (const end of ends) {
      for (let at = end + 1; at <= end + REACH && at < steps.length; at++) {
        for (const step of steps[at]!) {
          const own = groups.get(step) ?? new Set();
          if (own.size === 0) groups.set(step, own);
          own.add(group);
        }
      }
    }
  }
  return new Set([...groups].filter(([, own]) => own.size >= MIN_SUPPORT).map(([step]) => step));
}

function supportOf(starts: readonly Start[]): number {
  return new Set(starts.flatMap(({ group, ends }) => (ends.length > 0 ? [group] : []))).size;
}

/** Mean over the groups of the share of their starts that came so far. */
function completion(starts: readonly Start[]): number {
  const groups = new Map<number, { all: number; done: number }>();
  for (const { group, ends } of starts) {
    const counts = groups.get(group) ?? { all: 0, done: 0 };
    groups.set(group, counts);
    counts.all++;
    if (ends.length > 0) counts.done++;
  }
  const shares = [...groups.values()].map(({ all, done }) => done / all);
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

export function closedOnly(frequent: readonly Frequent[]): Frequent[] {
  return frequent.filter(
    (one) => !frequent.some((other) => other.support === one.support && isInside(one.steps, other.steps)),
  );
}

/**
 * True when the steps stand in the longer ones in the same order.
 * @param matches  whether the first letter stands for the second; default: only when they are equal
 */
export function isInside(
  steps: readonly Letter[],
  longer: readonly Letter[],
  matches: (letter: Letter, step: Letter) => boolean = (letter, step) => letter === step,
): boolean {
  if (steps.length >= longer.length) return false;
  let at = 0;
  for (const step of longer) if (at < steps.length && matches(steps[at]!, step)) at++;
  return at === steps.length;
}
