// What the habit miners find in public runs; every accepted one is there to be read. `mine/public [--all]`
import { emptyMineState, findings, mine } from "../../src/distill/mine.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { agentRuns, goldenTraces, tauAirline } from "../mine-check/load.ts";
import { describeFinding } from "../mine-check/report.ts";

const HABITS = ["co-read", "order", "correct-with", "workflow"];
const sets: Array<[string, Trajectory[]]> = [
  ["agent runs", await agentRuns()],
  ["golden traces", await goldenTraces({ tasks: true })],
  ["airline dialogues", await tauAirline()],
];
for (const [name, trajectories] of sets) {
  const state = emptyMineState();
  for (const trajectory of trajectories) mine(state, trajectory);
  const found = findings(state, { falseDiscoveryRate: 0.05 }).filter(({ rule }) => HABITS.includes(rule.type));
  const accepted = found.filter((finding) => finding.accepted);
  console.log(
    `\n# ${name}: ${trajectories.length} runs, ${accepted.length} of ${found.length} candidates of habits accepted`,
  );
  for (const finding of process.argv.includes("--all") ? found : accepted) console.log(describeFinding(finding));
}
