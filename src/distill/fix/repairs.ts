import type { FixArgumentRule, FixCallRule } from "../../model/rule.ts";
import { partsOf, RETRY_PARAM } from "./state.ts";

/** A thing that a repair did: called a tool, changed one argument in one way, or simply tried again. */
export type Deed = { call: string } | { param: string; change: string };

/** Param and change of "the same call once more, nothing in between". */
export const RETRY = { param: RETRY_PARAM, change: "retry" } as const;

/** Everything that a repair with this signature did. */
export function deedsOf(signature: string): Deed[] {
  const { calls, change, unchanged } = partsOf(signature);
  if (calls.length === 0 && unchanged) return [RETRY];
  // An argument without a proper name cannot stand in a rule, and "another value" is no advice.
  const changed = change && change.param !== "*" ? change.kinds.filter((kind) => kind !== "other-value") : [];
  return [...calls.map((call) => ({ call })), ...changed.map((kind) => ({ param: change!.param, change: kind }))];
}

/** One text a deed. Two changes of the same kind are one deed for the base rate, whatever the argument is called. */
export function deedName(deed: Deed): string {
  return "call" in deed ? `call ${deed.call}` : `change ${deed.change}`;
}

/** True when a repair with this signature did what the rule says. */
export function followsRule(rule: FixCallRule | FixArgumentRule, signature: string): boolean {
  const deeds = deedsOf(signature);
  return rule.type === "fix-call"
    ? deeds.some((deed) => "call" in deed && rule.fix.includes(deed.call))
    : deeds.some((deed) => "param" in deed && deed.param === rule.param && deed.change === rule.change);
}

/** Alternatives in one rule: more is a list of everything that was ever tried. */
export const MAX_FIXES = 3;

/**
 * The rules that these repairs come closest to: the calls that cover them, greedily, while each covers half of what is left; and
 * for each argument its most frequent change.
 * @param repairs  signatures with counts
 */
export function rulesFor(
  tool: string,
  error: string,
  repairs: ReadonlyArray<readonly [string, number]>,
): Array<FixCallRule | FixArgumentRule> {
  const rules: Array<FixCallRule | FixArgumentRule> = [];
  const fix: string[] = [];
  for (let rest = repairs; rest.length > 0 && fix.length < MAX_FIXES; ) {
    const all = rest.reduce((sum, [, count]) => sum + count, 0);
    const [best] = ranked(rest, (deed) => ("call" in deed ? deed.call : undefined));
    if (!best || (fix.length > 0 && best[1] < all / 2)) break;
    fix.push(best[0]);
    rest = rest.filter(([signature]) => !partsOf(signature).calls.includes(best[0]));
  }
  if (fix.length > 0) rules.push({ type: "fix-call", tool, error, fix });
  const params = ranked(repairs, (deed) => ("param" in deed ? deed.param : undefined)).map(([param]) => param);
  for (const param of params) {
    const [best] = ranked(repairs, (deed) => ("param" in deed && deed.param === param ? deed.change : undefined));
    rules.push({ type: "fix-argument", tool, error, param, change: best![0] });
  }
  return rules;
}

/** Names that the deeds of these repairs have, most frequent first, ties by name. */
function ranked(
  repairs: ReadonlyArray<readonly [string, number]>,
  nameOf: (deed: Deed) => string | undefined,
): Array<[string, number]> {
  const counts = new Map<string, number>();
  for (const [signature, count] of repairs) {
    for (const name of new Set(deedsOf(signature).map(nameOf))) {
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + count);
    }
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
