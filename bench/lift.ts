// Which mined rules go with success? Rules mined on half of the scenarios, looked for in the runs of the other half, and the reverse.
//   npm run bench -- lift [--seed=1] [--all]
// The lift is an association, not an effect: runs that follow a rule may differ in other ways as well.
import { complianceWith } from "../src/distill/compliance/compliance.ts";
import { emptyMineState, findings, mine } from "../src/distill/mine.ts";
import type { Finding } from "../src/distill/miner.ts";
import { wilsonInterval } from "../src/distill/statistics.ts";
import { endedWell } from "../src/model/outcome.ts";
import { ruleKey } from "../src/model/rule.ts";
import type { Trajectory } from "../src/model/trajectory.ts";
import { agentRuns } from "./mine-check/load.ts";
import { seeded, shuffled } from "./mine-check/report.ts";

const seed = Number(process.argv.find((argument) => argument.startsWith("--seed="))?.slice(7) ?? 1);
const FEWEST = process.argv.includes("--all") ? 1 : 10;

interface Looked {
  task: string;
  followed: boolean;
  well: boolean;
}

const runs = (await agentRuns()).filter(({ outcome }) => outcome !== undefined);
const scenarioOf = ({ task }: Trajectory): string => /(\d+)$/.exec(task)?.[1] ?? task;
const order = shuffled([...new Set(runs.map(scenarioOf))].sort(), seeded(seed));
const left = new Set(order.slice(0, Math.floor(order.length / 2)));
const isLeft = (run: Trajectory) => left.has(scenarioOf(run));

const looks = new Map<string, { finding: Finding; looked: Looked[] }>();
for (const side of [true, false]) {
  const heldOut = runs.filter((run) => isLeft(run) !== side);
  for (const finding of rulesOf(runs.filter((run) => isLeft(run) === side))) {
    const key = ruleKey(finding.rule);
    const row = looks.get(key) ?? { finding, looked: [] };
    looks.set(key, row);
    for (const run of heldOut) {
      const compliance = complianceWith({ rule: finding.rule, body: "", tools: [] }, run, 0);
      if (!compliance) continue;
      row.looked.push({ task: run.task, followed: compliance.share >= 0.5, well: endedWell(run.outcome!) });
    }
  }
}

const wellOf = (rows: readonly { well: boolean }[]) => rows.filter(({ well }) => well).length;
console.log(
  `${runs.length} runs, ${order.length} scenarios, ${wellOf(runs.map(({ outcome }) => ({ well: endedWell(outcome!) })))} ended well; seed ${seed}; ${looks.size} rules were accepted on one half or both.`,
);
console.log(
  `An association: runs that follow a rule may differ in other ways. "same task" compares runs of one task alone.\n`,
);

const sided = [...looks.values()].map(({ finding, looked }) => ({
  key: ruleKey(finding.rule),
  looked,
  followed: looked.filter((row) => row.followed),
  ignored: looked.filter((row) => !row.followed),
}));
const comparable = sided.filter(({ followed, ignored }) => Math.min(followed.length, ignored.length) >= FEWEST);
for (const { key, looked, followed, ignored } of comparable.sort((a, b) => gapOf(b) - gapOf(a))) {
  const same = withinTasks(looked);
  console.log(key);
  console.log(`    followed in ${share(followed)}; not in ${share(ignored)}`);
  console.log(
    `    lift ${points(difference(followed, ignored))}; same task ${same ? `${points(same)} over ${same.tasks} tasks` : "never both"}`,
  );
}
console.log(`\nToo few held-out runs on one side (under ${FEWEST}) to compare:`);
for (const { key, followed, ignored } of sided.filter((row) => !comparable.includes(row))) {
  console.log(`    ${key}: followed in ${share(followed)}; not in ${share(ignored)}`);
}

function gapOf({ followed, ignored }: { followed: readonly Looked[]; ignored: readonly Looked[] }): number {
  return difference(followed, ignored).mean;
}

function share(rows: readonly Looked[]): string {
  return rows.length === 0
    ? "no run"
    : `${rows.length} runs, ${wellOf(rows)} ended well (${percent(wellOf(rows), rows.length)})`;
}

function rulesOf(mined: readonly Trajectory[]): Finding[] {
  const state = emptyMineState();
  for (const run of mined) mine(state, run);
  return findings(state, { falseDiscoveryRate: 0.05 }).filter(({ accepted }) => accepted);
}

/** Difference of two shares in points with Newcombe's interval out of two Wilson intervals. */
function difference(a: readonly Looked[], b: readonly Looked[]) {
  const [p, q] = [wellOf(a) / a.length, wellOf(b) / b.length];
  const [ofP, ofQ] = [wilsonInterval(wellOf(a), a.length), wilsonInterval(wellOf(b), b.length)];
  return {
    mean: 100 * (p - q),
    low: 100 * (p - q - Math.hypot(p - ofP.lower, ofQ.upper - q)),
    high: 100 * (p - q + Math.hypot(ofP.upper - p, q - ofQ.lower)),
  };
}

/** The same within tasks in which both occurred (Mantel–Haenszel weights), with an interval from 2,000 bootstrap draws of tasks. */
function withinTasks(looked: readonly Looked[]) {
  const byTask = groups(looked);
  const strata = byTask.flatMap((rows) => {
    const [followed, ignored] = [true, false].map((value) => rows.filter((row) => row.followed === value)) as [
      Looked[],
      Looked[],
    ];
    if (followed.length === 0 || ignored.length === 0) return [];
    const weight = (followed.length * ignored.length) / rows.length;
    return [{ weight, gap: wellOf(followed) / followed.length - wellOf(ignored) / ignored.length }];
  });
  if (strata.length === 0) return undefined;
  const meanOf = (drawn: typeof strata) =>
    (100 * drawn.reduce((sum, { weight, gap }) => sum + weight * gap, 0)) /
    drawn.reduce((sum, { weight }) => sum + weight, 0);
  const random = seeded(seed);
  const draws = Array.from({ length: 2_000 }, () =>
    meanOf(strata.map(() => strata[Math.floor(random() * strata.length)]!)),
  ).sort((a, b) => a - b);
  return { mean: meanOf(strata), low: draws[49]!, high: draws[1_949]!, tasks: strata.length };
}

function groups(looked: readonly Looked[]): Looked[][] {
  const tasks = new Map<string, Looked[]>();
  for (const row of looked) tasks.set(row.task, [...(tasks.get(row.task) ?? []), row]);
  return [...tasks.values()];
}

function percent(some: number, all: number): string {
  return `${((100 * some) / all).toFixed(0)} %`;
}

function points({ mean, low, high }: { mean: number; low: number; high: number }): string {
  return `${mean >= 0 ? "+" : ""}${mean.toFixed(0)} points [${low.toFixed(0)}, ${high.toFixed(0)}]`;
}
