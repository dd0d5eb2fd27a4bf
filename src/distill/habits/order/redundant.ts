import type { OrderRule } from "../../../model/rule.ts";
import { isCommand, type Letter } from "../letters.ts";
import type { Sample } from "../sample.ts";
import { MIN_RATE, type Weighed } from "../weigh.ts";

type Order = Weighed<OrderRule>;

/** Chances outside the narrower action from which one can say that the order does not hold there. */
const FEW = 3;

/**
 * Of orders that say the same, the one that says it best: the exact step rather than its kind, the general action where the order
 * holds for all of it, the direct neighbour rather than the one behind it.
 * @param orders  accepted ones
 * @returns for each that is left out the one that stands for it
 */
export function saidBetter(orders: readonly Order[], { moreGeneral }: Pick<Sample, "moreGeneral">): Map<Order, Order> {
  const better = new Map<Order, Order>();
  const rules = [exactStep, widestAction, oneDirection, directNeighbour];
  for (const rule of rules) {
    const left = orders.filter((order) => !better.has(order));
    for (const order of left) {
      const by = left.find((other) => other !== order && !better.has(other) && rule(order, other, left, moreGeneral));
      if (by) better.set(order, by);
    }
  }
  return better;
}

type Says = (order: Order, other: Order, all: readonly Order[], moreGeneral: Sample["moreGeneral"]) => boolean;

/** Same action: of `$ npm test` and `any test` the one that chance explains less; the exact one when that is equal. */
const exactStep: Says = ({ rule, p }, other, _, moreGeneral) => {
  if (other.rule.action !== rule.action || other.rule.place !== rule.place) return false;
  if (isMoreGeneral(rule.do, other.rule.do, moreGeneral)) return other.p <= p;
  return isMoreGeneral(other.rule.do, rule.do, moreGeneral) && other.p < p;
};

/** Same step: every edit rather than edits of source files, unless other edits do without it. Of one command its name says more. */
const widestAction: Says = (order, other, _, moreGeneral) => {
  if (other.rule.place !== order.rule.place || !related(other.rule.do, order.rule.do, moreGeneral)) return false;
  if (isMoreGeneral(other.rule.action, order.rule.action, moreGeneral)) return holdsForAll(other, order);
  return isMoreGeneral(order.rule.action, other.rule.action, moreGeneral) && !holdsForAll(order, other);
};

function holdsForAll(general: Order, exact: Order): boolean {
  const outside = general.chances - exact.chances;
  if (outside <= 0) return !isCommand(exact.rule.action);
  return outside < FEW || (general.hits - exact.hits) / outside >= MIN_RATE / 2;
}

/** "Tests after each edit" and "tests before each edit" are one loop. */
const oneDirection: Says = ({ rule, rate }, other, _, moreGeneral) =>
  other.rule.place !== rule.place &&
  related(rule.action, other.rule.action, moreGeneral) &&
  related(rule.do, other.rule.do, moreGeneral) &&
  (other.rate > rate || (other.rate === rate && rule.place === "before"));

/** Where a comes before b and b before c, that a comes before c is no news. */
const directNeighbour: Says = (order, other, all) => {
  const [first, last] = ends(order);
  const [from, middle] = ends(other);
  if (from !== first || middle === last) return false;
  return all.some(
    (next) =>
      ends(next)[0] === middle && ends(next)[1] === last && other.rule.within + next.rule.within <= order.rule.within,
  );
};

function ends({ rule }: Order): [Letter, Letter] {
  return rule.place === "before" ? [rule.do, rule.action] : [rule.action, rule.do];
}

function isMoreGeneral(general: Letter, exact: Letter, moreGeneral: Sample["moreGeneral"]): boolean {
  return moreGeneral.get(exact)?.has(general) ?? false;
}

function related(a: Letter, b: Letter, moreGeneral: Sample["moreGeneral"]): boolean {
  return a === b || isMoreGeneral(a, b, moreGeneral) || isMoreGeneral(b, a, moreGeneral);
}
