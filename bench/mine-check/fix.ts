// Fix rules on scored agent runs: mined on half of the scenarios, checked on the other half, five times. The number at the end of
// a task's id is its scenario: variants of one scenario stay on one side.

import { type Episode, episodesIn } from "../../src/distill/fix/episodes.ts";
import { isOfClass } from "../../src/distill/fix/miner.ts";
import { followsRule } from "../../src/distill/fix/repairs.ts";
import { signatureOf } from "../../src/distill/fix/state.ts";
import { emptyMineState, findings, mine } from "../../src/distill/mine.ts";
import type { Finding } from "../../src/distill/miner.ts";
import type { FixArgumentRule, FixCallRule } from "../../src/model/rule.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { agentRuns } from "./load.ts";
import { describeFinding, seeded, shareWithBound, shuffled } from "./report.ts";

const options = { falseDiscoveryRate: 0.05 };
const SEEDS = (process.argv.find((argument) => argument.startsWith("--seeds="))?.slice(8) ?? "1,2,3,4,5")
  .split(",")
  .map(Number);
const verbose = process.argv.includes("--all");

const runs = await agentRuns();
const scenarioOf = (trajectory: Trajectory): string => /(\d+)$/.exec(trajectory.task)?.[1] ?? trajectory.task;
const scenarios = [...new Set(runs.map(scenarioOf))].sort();

const everything = fixRules(runs);
console.log(
  `# mined on all ${runs.length} runs: ${everything.filter((f) => f.accepted).length} of ${everything.length} candidates accepted`,
);
for (const finding of everything) if (finding.accepted || verbose) console.log(describeFinding(finding));
const shares: Array<{ agreement: number; coverage: number }> = [];
for (const seed of SEEDS) {
  const order = shuffled(scenarios, seeded(seed));
  const left = new Set(order.slice(0, Math.floor(order.length / 2)));
  for (const side of [true, false]) {
    const mined = runs.filter((run) => left.has(scenarioOf(run)) === side);
    const heldOut = runs.filter((run) => left.has(scenarioOf(run)) !== side);
    shares.push(
      check(
        `seed ${seed}, ${side ? "first" : "second"} half`,
        fixRules(mined).filter((f) => f.accepted),
        heldOut,
      ),
    );
  }
}
const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
console.log(
  `\nmean over ${shares.length} halves: agreement ${(100 * mean(shares.map((s) => s.agreement))).toFixed(1)} %, coverage ${(100 * mean(shares.map((s) => s.coverage))).toFixed(1)} %`,
);
console.log(
  `lowest: agreement ${(100 * Math.min(...shares.map((s) => s.agreement))).toFixed(1)} %, coverage ${(100 * Math.min(...shares.map((s) => s.coverage))).toFixed(1)} %`,
);

function fixRules(trajectories: readonly Trajectory[]): Finding[] {
  const state = emptyMineState();
  for (const trajectory of trajectories) mine(state, trajectory);
  return findings(state, options).filter((finding) => finding.rule.type.startsWith("fix-"));
}

function check(
  title: string,
  accepted: readonly Finding[],
  heldOut: readonly Trajectory[],
): { agreement: number; coverage: number } {
  const rules = accepted.map((finding) => finding.rule as FixCallRule | FixArgumentRule);
  const totals = { errors: 0, covered: 0, repaired: 0, agrees: 0 };
  const misses = new Map<string, number>();
  const byRule = new Map<string, { errors: number; repaired: number; agrees: number }>();
  for (const { episode } of heldOut.flatMap((run) => episodesIn(run).map((episode: Episode) => ({ episode })))) {
    totals.errors++;
    const rule = rules.find((candidate) => isOfClass(candidate, episode));
    if (!rule) continue;
    totals.covered++;
    const name = `${rule.tool} "${rule.error}" -> ${rule.type === "fix-call" ? rule.fix.join(" or ") : `${rule.param} ${rule.change}`}`;
    const row = byRule.get(name) ?? { errors: 0, repaired: 0, agrees: 0 };
    byRule.set(name, row);
    row.errors++;
    if (!episode.repair) continue;
    totals.repaired++;
    row.repaired++;
    const signature = signatureOf(episode.repair);
    if (followsRule(rule, signature)) {
      totals.agrees++;
      row.agrees++;
    } else {
      const miss = `${name}: was "${signature}"`;
      misses.set(miss, (misses.get(miss) ?? 0) + 1);
    }
  }
  console.log(
    `\n${title}: ${rules.length} rules; coverage ${shareWithBound(totals.covered, totals.errors)}; agreement ${shareWithBound(totals.agrees, totals.repaired)}`,
  );
  for (const [name, row] of byRule)
    console.log(`    ${row.agrees}/${row.repaired} repaired, of ${row.errors} errors  ${name}`);
  for (const [miss, count] of misses) console.log(`    miss ${count}×  ${miss}`);
  return {
    agreement: totals.repaired === 0 ? 0 : totals.agrees / totals.repaired,
    coverage: totals.covered / totals.errors,
  };
}
