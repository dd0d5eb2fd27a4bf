import type { OrderRule, WorkflowRule } from "../../model/rule.ts";
import type { Letter } from "./letters.ts";
import { saidBetter } from "./order/redundant.ts";
import type { Sample } from "./sample.ts";
import type { Weighed } from "./weigh.ts";
import { isInside } from "./workflow/candidates.ts";

/** Seen in so many more groups of tasks than the longer pattern, a part of it has a life of its own. */
const LIFE_OF_ITS_OWN = 1.25;

/**
 * Accepted rules that another accepted rule says better: a part of a set of files, parts of a workflow that are seen only there, a
 * workflow that is nothing but orders seen elsewhere too, and orders of which one holds the other.
 * @returns for each that is left out the one that stands for it
 */
export function saidByOthers<Rule extends Weighed>(accepted: readonly Rule[], sample: Sample): Map<Rule, Rule> {
  const longestFirst = accepted.filter((each) => each.rule.type === "workflow").sort((a, b) => sizeOf(b) - sizeOf(a));
  const better = new Map<Rule, Rule>();
  // The largest first, so that a part is pointed to the whole and not to a larger part.
  const sets = accepted.filter((each) => each.rule.type === "co-read").sort((a, b) => sizeOf(b) - sizeOf(a));
  for (const each of sets) {
    const whole = sets.find((set) => isSubset(each.rule, set.rule));
    if (whole) better.set(each, whole);
  }
  for (const each of accepted) {
    const whole = longestFirst.find((workflow) => isPartOf(each, workflow, sample));
    if (whole) better.set(each, whole);
  }
  const orders = accepted.filter((each) => each.rule.type === "order" && !better.has(each));
  const among = saidBetter(orders as unknown as Array<Weighed<OrderRule>>, sample) as unknown as Map<Rule, Rule>;
  const best = orders.filter((order) => !among.has(order));
  for (const workflow of longestFirst) {
    const links = better.has(workflow) ? [] : linksOf(workflow, best, sample);
    if (links.length > 0) better.set(workflow, links[0]!);
  }
  return new Map([...better, ...among]);
}

function sizeOf({ rule }: Weighed): number {
  return rule.type === "co-read" ? rule.paths.length : rule.type === "workflow" ? rule.steps.length : 0;
}

function isSubset(part: Weighed["rule"], whole: Weighed["rule"]): boolean {
  if (part.type !== "co-read" || whole.type !== "co-read" || part.paths.length >= whole.paths.length) return false;
  return part.paths.every((path) => whole.paths.includes(path));
}

function isPartOf(part: Weighed, { rule, held }: Weighed, { moreGeneral }: Sample): boolean {
  const steps = stepsOf(part.rule);
  if (!steps || part.held.length > LIFE_OF_ITS_OWN * held.length) return false;
  const matches = (letter: Letter, step: Letter) => letter === step || (moreGeneral.get(step)?.has(letter) ?? false);
  return isInside(steps, (rule as WorkflowRule).steps, matches);
}

/** The orders, with a life of their own, that say each link of a workflow; none when any link is only the workflow's. */
function linksOf<Rule extends Weighed>(workflow: Rule, orders: readonly Rule[], { moreGeneral }: Sample): Rule[] {
  const { steps } = workflow.rule as WorkflowRule;
  const matches = (letter: Letter, step: Letter) => letter === step || (moreGeneral.get(step)?.has(letter) ?? false);
  const links = steps.slice(1).map((step, at) =>
    orders.find(({ rule }) => {
      const [first, second] = stepsOf(rule)!;
      return matches(first!, steps[at]!) && matches(second!, step);
    }),
  );
  return links.every((link) => link !== undefined) ? links : [];
}

function stepsOf(rule: Weighed["rule"]): string[] | undefined {
  if (rule.type === "workflow") return rule.steps;
  if (rule.type !== "order") return undefined;
  return rule.place === "before" ? [rule.do, rule.action] : [rule.action, rule.do];
}
