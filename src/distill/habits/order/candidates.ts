import type { OrderRule } from "../../../model/rule.ts";
import { REACH } from "../chance.ts";
import { type Letter, type Part, partOf } from "../letters.ts";
import { groupsByLetter, type Sample } from "../sample.ts";
import { MIN_RATE, MIN_SUPPORT, type Weighed, weigh } from "../weigh.ts";
import { orderIn } from "./check.ts";
import { goesWithoutSaying, serves, tellsWhat } from "./roles.ts";

export interface OrderCandidates {
  candidates: Array<Weighed<OrderRule>>;
  /** How many orders could have been found, whatever the runs did in between. */
  tests: number;
}

/** Share of the tasks with an action in which a step must stand near it at all, before it is looked at closely. */
const WORTH_A_LOOK = 0.5;

/** Orders that stand near one another often enough to be looked at, each with the distance that fits it best. */
export function orderCandidates(sample: Sample): OrderCandidates {
  const letters = lettersOf(sample);
  const may = matrixOf(letters, sample.moreGeneral);
  const candidates: Array<Weighed<OrderRule>> = [];
  for (const place of ["before", "after"] as const) {
    const near = groupsNear(sample, letters, may[place], place);
    near.forEach((count, pair) => {
      const [action, step] = [letters[Math.floor(pair / letters.length)]!, letters[pair % letters.length]!];
      if (count < Math.max(MIN_SUPPORT, WORTH_A_LOOK * action.groups)) return;
      candidates.push(
        bestDistance(sample, { type: "order", do: step.letter, place, action: action.letter, within: 1 }),
      );
    });
  }
  const tests = (["before", "after"] as const).reduce((sum, place) => sum + may[place].reduce((a, b) => a + b, 0), 0);
  return { candidates, tests: REACH * tests };
}

interface LetterFacts {
  letter: Letter;
  groups: number;
  part: Part;
}

/** The most frequent letters that an order can speak of: a table of all pairs of them is kept. */
const MAX_LETTERS = 600;

function lettersOf(sample: Sample): LetterFacts[] {
  return [...groupsByLetter(sample)]
    .filter(([, groups]) => groups >= MIN_SUPPORT)
    .map(([letter, groups]) => {
      const all = [letter, ...(sample.moreGeneral.get(letter) ?? [])];
      return { letter, groups, part: all.map(partOf).find((part) => part !== "other") ?? ("other" as const) };
    })
    .filter(({ part }) => part !== "other")
    .sort((a, b) => b.groups - a.groups || (a.letter < b.letter ? -1 : 1))
    .slice(0, MAX_LETTERS);
}

/** For each pair, action times number of letters plus step, 1 when an order of the two could be advice. */
function matrixOf(
  letters: readonly LetterFacts[],
  moreGeneral: Sample["moreGeneral"],
): Record<OrderRule["place"], Uint8Array> {
  const size = letters.length;
  const may = { before: new Uint8Array(size * size), after: new Uint8Array(size * size) };
  letters.forEach((step, s) => {
    if (!tellsWhat(step.letter)) return;
    letters.forEach((action, a) => {
      if (s === a || goesWithoutSaying(step.letter, action.letter)) return;
      if (moreGeneral.get(step.letter)?.has(action.letter) || moreGeneral.get(action.letter)?.has(step.letter)) return;
      for (const place of ["before", "after"] as const)
        if (serves(step.part, place, action.part)) may[place][a * size + s] = 1;
    });
  });
  return may;
}

/** In how many groups the step of each pair ever stands within reach of its action. */
function groupsNear(
  { groups }: Sample,
  letters: readonly LetterFacts[],
  may: Uint8Array,
  place: OrderRule["place"],
): Uint16Array {
  const size = letters.length;
  const numbers = new Map(letters.map(({ letter }, number) => [letter, number]));
  const near = new Uint16Array(size * size);
  const lastGroup = new Uint16Array(size * size);
  groups.forEach(({ runs }, group) => {
    for (const { slots } of runs.flatMap(({ run }) => run.turns)) {
      const lettersAt = slots.map((slot) => slot.flatMap((act) => act.letters.flatMap((l) => numbers.get(l) ?? [])));
      for (let first = 0; first < slots.length; first++) {
        for (let second = first + 1; second <= first + REACH && second < slots.length; second++) {
          for (const x of lettersAt[first]!) {
            for (const y of lettersAt[second]!) {
              const pair = place === "before" ? y * size + x : x * size + y;
              if (may[pair] === 0 || lastGroup[pair] === group + 1) continue;
              lastGroup[pair] = group + 1;
              near[pair]!++;
            }
          }
        }
      }
    }
  });
  return near;
}

/**
 * Of the distances at which it is strong enough the one that chance explains least; else the widest. What is too rare within the
 * widest is rarer still within less.
 */
function bestDistance(sample: Sample, rule: OrderRule): Weighed<OrderRule> {
  const at = (within: number): Weighed<OrderRule> => {
    const own = { ...rule, within };
    return weigh(sample, own, (run) => orderIn(run, own));
  };
  let best = at(REACH);
  if (best.rate < MIN_RATE) return best;
  for (let within = REACH - 1; within >= 1; within--) {
    const next = at(within);
    if (next.rate < MIN_RATE) break;
    if (next.p <= best.p) best = next;
  }
  return best;
}
