import { type CorrectWithRule, ruleKey } from "../../../model/rule.ts";
import type { Act } from "../acts.ts";
import { isCommand, type Letter, type Part, partOf } from "../letters.ts";
import { tellsWhat } from "../order/roles.ts";
import type { Slot } from "../run.ts";
import type { Group, Sample } from "../sample.ts";
import { isStrong, MIN_SUPPORT, type Weighed, weigh } from "../weigh.ts";
import { correctionsIn, type FollowShare, isTriedAgain, repairOf } from "./check.ts";

export interface CorrectionCandidates {
  candidates: Array<Weighed<CorrectWithRule>>;
  /** How many corrections could have been found. */
  tests: number;
}

/** Tools that write to files, one by the other. */
const ON_SAME_FILE: ReadonlyArray<readonly [Letter, Letter]> = [
  ["create", "edit"],
  ["edit", "create"],
];

/** Less often seen and yet the better advice, because it says more. */
const EXACTNESS_IS_WORTH = 0.05;

/** For every action that fails in a way of its own, and for every way of writing to a file, the step that most often corrects it. */
export function correctionCandidates(sample: Sample): CorrectionCandidates {
  const shares = followShares(sample);
  const weighed = rulesIn(sample).map((rule) =>
    weigh(sample, rule, (run, group) => correctionsIn(run, rule, shares(group))),
  );
  const best = new Map<string, Weighed<CorrectWithRule>>();
  for (const candidate of weighed) {
    if (candidate.hits === 0) continue;
    const key = ruleKey(candidate.rule);
    const rival = best.get(key);
    if (!rival || isBetter(candidate, rival, sample)) best.set(key, candidate);
  }
  return { candidates: [...best.values()], tests: weighed.length };
}

function rulesIn({ groups, moreGeneral }: Sample): CorrectWithRule[] {
  const counts = new Map<string, { rule: CorrectWithRule; groups: number }>();
  for (const { runs } of groups) {
    const rules = new Map<string, CorrectWithRule>();
    for (const { slots } of runs.flatMap(({ run }) => run.turns)) {
      slots.forEach((slot, at) => {
        for (const { action, error } of failuresIn(slot)) {
          const again = isTriedAgain(slots, at, action);
          // An agent mostly looks around before it finds the repair.
          const next = again ? repairsIn(slots, at, action) : (slots[at + 1] ?? []);
          for (const by of new Set(next.flatMap(({ letters }) => letters))) {
            if (!tellsWhat(by) || moreGeneral.get(action)?.has(by) || moreGeneral.get(by)?.has(action)) continue;
            const rule: CorrectWithRule = { type: "correct-with", action, error, with: by, ...(again && { again }) };
            rules.set(`${action}\n${error}\n${by}\n${again}`, rule);
          }
        }
      });
    }
    for (const [key, rule] of rules) counts.set(key, { rule, groups: (counts.get(key)?.groups ?? 0) + 1 });
  }
  const failing = [...counts.values()].filter((each) => each.groups >= MIN_SUPPORT).map(({ rule }) => rule);
  const onSameFile = ON_SAME_FILE.map(([action, by]): CorrectWithRule => ({ type: "correct-with", action, with: by }));
  return [...onSameFile, ...failing];
}

/** Steps that may have repaired a command which then succeeded. */
function repairsIn(slots: readonly Slot[], at: number, action: Letter): readonly Act[] {
  if (!isCommand(action)) return [];
  return (repairOf(slots, at, action) ?? []).flatMap((slot) => slot.filter(mayRepair));
}

/** A step that looks at something repairs nothing. What tools other than a shell repair is the fix miner's matter. */
function mayRepair({ letters, failed }: Act): boolean {
  return failed === undefined && letters.some(isCommand) && REPAIRING.includes(partOf(letters[0]!));
}

const REPAIRING: readonly Part[] = ["prepare", "verify", "deliver", "other"];

function failuresIn(slot: Sample["groups"][number]["runs"][number]["run"]["turns"][number]["slots"][number]) {
  return slot.flatMap(({ letters, failed }) => {
    const action = letters.findLast(tellsWhat);
    return action === undefined || failed === undefined || failed === "" ? [] : [{ action, error: failed }];
  });
}

function isBetter(a: Weighed<CorrectWithRule>, b: Weighed<CorrectWithRule>, { moreGeneral }: Sample): boolean {
  if (isStrong(a) !== isStrong(b)) return isStrong(a);
  const [exact, general] = [
    moreGeneral.get(a.rule.with)?.has(b.rule.with) ?? false,
    moreGeneral.get(b.rule.with)?.has(a.rule.with) ?? false,
  ];
  const advantage = exact ? EXACTNESS_IS_WORTH : general ? -EXACTNESS_IS_WORTH : 0;
  if (a.rate + advantage !== b.rate) return a.rate + advantage > b.rate;
  return a.p < b.p || (a.p === b.p && a.rule.with < b.rule.with);
}

/** Taken from the other groups, and one slot more counted, as if the next had been followed by it. */
function followShares({ groups }: Sample): (group: Group) => FollowShare {
  const byGroup = new Map(groups.map((group) => [group, followersIn(group)]));
  const all = new Map<Letter, number>();
  let total = 0;
  for (const { counts, slots } of byGroup.values()) {
    total += slots;
    for (const [letter, count] of counts) all.set(letter, (all.get(letter) ?? 0) + count);
  }
  return (group) => {
    const own = byGroup.get(group)!;
    return (letter) => ((all.get(letter) ?? 0) - (own.counts.get(letter) ?? 0) + 1) / (total - own.slots + 1);
  };
}

function followersIn({ runs }: Group): { counts: Map<Letter, number>; slots: number } {
  const counts = new Map<Letter, number>();
  let slots = 0;
  for (const turn of runs.flatMap(({ run }) => run.turns)) {
    slots += turn.slots.length;
    for (const next of turn.slots.slice(1)) {
      for (const letter of new Set(next.flatMap(({ letters }) => letters)))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
  }
  return { counts, slots };
}
