import { emptyMineState, findings, type MineState, mergeMineStates, mine } from "../../src/distill/mine.ts";
import { predictionsOf } from "../../src/distill/provenance/agreement.ts";
import type { ProvenanceRule } from "../../src/model/rule.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { shareWithBound } from "./report.ts";

/** Mines all tasks but one and compares its provenance rules with that one, for each task in turn; prints misses and shares. */
export function leaveOneTaskOut(trajectories: readonly Trajectory[], options: { falseDiscoveryRate: number }): void {
  const byTask = new Map<string, Trajectory[]>();
  for (const trajectory of trajectories)
    byTask.set(trajectory.task, [...(byTask.get(trajectory.task) ?? []), trajectory]);
  const totals = { agrees: 0, latest: 0, all: 0 };
  const byTier = new Map<string, { agrees: number; all: number }>();
  const misses: string[] = [];
  const rules = new Map<string, { agrees: number; all: number }>();
  for (const [held, state] of statesWithout(byTask)) {
    const accepted = findings(state, options).filter(
      (finding) => finding.accepted && finding.rule.type === "provenance",
    );
    for (const trajectory of byTask.get(held)!) {
      for (const { rule, key, tier } of accepted) {
        for (const { agrees, value, turn, latest } of predictionsOf(rule as ProvenanceRule, trajectory)) {
          const row = rules.get(key) ?? { agrees: 0, all: 0 };
          const ofTier = byTier.get(tier) ?? { agrees: 0, all: 0 };
          rules.set(key, row);
          byTier.set(tier, ofTier);
          totals.all++;
          row.all++;
          ofTier.all++;
          if (latest) totals.latest++;
          if (agrees) {
            totals.agrees++;
            row.agrees++;
            ofTier.agrees++;
          } else misses.push(`    miss: ${trajectory.id} turn ${turn}: ${key}: was ${JSON.stringify(value)}`);
        }
      }
    }
  }
  console.log(
    `leave one task out: ${rules.size} rules speak, agreement ${shareWithBound(totals.agrees, totals.all)}, ${totals.latest} from the latest result`,
  );
  for (const [tier, row] of byTier) console.log(`    ${tier}: ${shareWithBound(row.agrees, row.all)}`);
  for (const [key, row] of rules) console.log(`    ${row.agrees}/${row.all}  ${key}`);
  for (const miss of misses) console.log(miss);
  if (rules.size === 0) console.log("    no rule was accepted, so nothing was predicted");
}

/** For each task the state of all the others, by merging halves: as cheap as mining each trajectory a few times. */
function* statesWithout(byTask: ReadonlyMap<string, Trajectory[]>): Generator<[string, MineState]> {
  const tasks = [...byTask.keys()];
  function* walk(from: number, to: number, rest: MineState): Generator<[string, MineState]> {
    if (to - from === 1) {
      yield [tasks[from]!, rest];
      return;
    }
    const middle = (from + to) >> 1;
    yield* walk(from, middle, mergeMineStates(rest, stateOf(tasks.slice(middle, to))));
    yield* walk(middle, to, mergeMineStates(rest, stateOf(tasks.slice(from, middle))));
  }
  const stateOf = (names: readonly string[]): MineState => {
    const state = emptyMineState();
    for (const name of names) for (const trajectory of byTask.get(name)!) mine(state, trajectory);
    return state;
  };
  yield* walk(0, tasks.length, emptyMineState());
}
