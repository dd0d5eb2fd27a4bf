// `node bench/run.mjs divergence [--seeds 100] [--json FILE] [--md FILE]`: good and bad attempts at one task, on scored runs.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { divergenceMiner } from "../../src/distill/divergence/miner.ts";
import type { Finding } from "../../src/distill/miner.ts";
import { addScenario, groupsIn, type Scenarios } from "../../src/distill/scenarios.ts";
import { wilsonInterval } from "../../src/distill/statistics.ts";
import { contextOf } from "../../src/distill/trajectory-context.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { agentRuns } from "../mine-check/load.ts";
import { seeded, shareWithBound, shuffled } from "../mine-check/report.ts";
import { groundTruth, type MissingCall, missingCalls } from "./missing-calls.ts";

const { values } = parseArgs({
  options: { seeds: { type: "string" }, json: { type: "string" }, md: { type: "string" } },
});
const seeds = Number(values.seeds ?? "100");

const runs = await agentRuns();
const scenarios: Scenarios = {};
for (const run of runs) addScenario(scenarios, contextOf(run));
const options = { falseDiscoveryRate: 0.05, groupOf: groupsIn(scenarios), telling: () => [] };
const wanted = groundTruth();
const { tasks, missing } = missingCalls(runs, wanted);
const rules = rulesOf(runs);
const accepted = rules.filter((rule) => rule.accepted);
const controls = Array.from({ length: seeds }, (_, i) => rulesOf(withShuffledEnds(runs, i + 1)));
const wrong = controls.map((found) => found.filter((rule) => rule.accepted).length);

const levels = [
  ["from at least one failure", missing],
  ["from at least half of the failures", missing.filter(({ badly, badlyWith }) => badlyWith <= badly / 2)],
  ["from every failure", missing.filter(({ badlyWith }) => badlyWith === 0)],
] as const;

const markdown = [
  `# Divergence: ${runs.length} scored runs, ${tasks} tasks with at least two attempts of each kind`,
  "",
  "A finding about a task: a call that every attempt that ended well has, and that is missing …",
  "",
  "| missing | findings that stand in the task's ground truth |",
  "| --- | --- |",
  ...levels.map(([name, found]) => `| ${name} | ${shareWithBound(hits(found), found.length)} |`),
  "",
  "Those that do not:",
  ...missing.filter((each) => !each.inGroundTruth).map(describeMissing),
  "",
  `Rules over all tasks: ${accepted.length} of ${rules.length} candidates accepted`,
  ...accepted.map(describeRule),
  "",
  `Control, ends of the attempts shuffled within each task, seeds 1 to ${seeds}: ${wrong.filter((count) => count > 0).length} accept anything, ${wrong.reduce((sum, count) => sum + count, 0)} rules in all`,
].join("\n");
console.log(markdown);
if (values.md !== undefined) writeFileSync(values.md, `${markdown}\n`);
if (values.json !== undefined) {
  const report = {
    runs: runs.length,
    tasks,
    levels: levels.map(([name, found]) => ({
      name,
      hits: hits(found),
      findings: found.length,
      interval: wilsonInterval(hits(found), found.length),
    })),
    misses: missing.filter((each) => !each.inGroundTruth),
    rules: accepted.map(({ key, support, tasks: of, p, q, detail }) => ({ key, support, tasks: of, p, q, detail })),
    candidates: rules.length,
    control: { seeds, accepting: wrong.filter((count) => count > 0).length },
  };
  writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

function hits(found: readonly MissingCall[]): number {
  return found.filter((each) => each.inGroundTruth).length;
}

function rulesOf(trajectories: readonly Trajectory[]): Finding[] {
  const state = divergenceMiner.empty();
  for (const trajectory of trajectories) divergenceMiner.add(state, contextOf(trajectory));
  return divergenceMiner.findings(state, options);
}

/** Within each task the ends are dealt out anew: nothing a call does can matter any more, all counts stay. */
function withShuffledEnds(trajectories: readonly Trajectory[], seed: number): Trajectory[] {
  const random = seeded(seed);
  const byTask = new Map<string, Trajectory[]>();
  for (const run of trajectories) byTask.set(run.task, [...(byTask.get(run.task) ?? []), run]);
  return [...byTask.values()].flatMap((attempts) => {
    const ends = shuffled(
      attempts.map((run) => run.outcome),
      random,
    );
    return attempts.map(({ outcome: _, ...run }, i) => ({ ...run, ...(ends[i] && { outcome: ends[i] }) }));
  });
}

function describeMissing({ task, call, well, badly, badlyWith }: MissingCall): string {
  return `- ${task}: ${call}, in ${well} of ${well} successes and ${badlyWith} of ${badly} failures`;
}

function describeRule({ key, support, tasks: of, detail, q }: Finding): string {
  const { wellWith, well, badlyWith, badly } = detail;
  return `- ${key}: ${support} of ${of} tasks; ${wellWith} of ${well} successes, ${badlyWith} of ${badly} failures have it (q = ${q.toExponential(1)})`;
}
