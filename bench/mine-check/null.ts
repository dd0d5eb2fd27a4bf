// How often the control accepts something beyond name agreement: many shuffles of each set of runs. `--seeds 200`.
import { emptyMineState, findings, mine } from "../../src/distill/mine.ts";
import type { Trajectory } from "../../src/model/trajectory.ts";
import { agentRuns, goldenTraces, tauAirline } from "./load.ts";
import { seeded } from "./report.ts";
import { shuffleResults } from "./shuffle.ts";

const at = process.argv.indexOf("--seeds");
const seeds = at > 0 ? Number(process.argv[at + 1]) : 20;
const sets: Array<[string, Trajectory[]]> = [
  ["golden base with tasks", await goldenTraces({ tasks: true, only: "_base_" })],
  ["golden base alone", await goldenTraces({ tasks: false, only: "_base_" })],
  ["golden all with tasks", await goldenTraces({ tasks: true })],
  ["golden all alone", await goldenTraces({ tasks: false })],
  ["tau airline", await tauAirline()],
  ["agent runs, first trial", (await agentRuns()).filter((t) => t.id.length > 0).filter((_, i) => i % 5 === 0)],
];
for (const [name, trajectories] of sets) {
  let runs = 0;
  const accepted = new Map<string, number>();
  for (let seed = 1; seed <= seeds; seed++) {
    const state = emptyMineState();
    for (const trajectory of shuffleResults(trajectories, seeded(seed))) mine(state, trajectory);
    const beyond = findings(state, { falseDiscoveryRate: 0.05 }).filter(
      (f) => f.accepted && f.rule.type === "provenance" && f.tier === "evidence",
    );
    if (beyond.length > 0) runs++;
    for (const { key, p, support, tasks } of beyond) {
      accepted.set(`${key} (${support}/${tasks}, p ${p.toExponential(0)})`, (accepted.get(key) ?? 0) + 1);
    }
  }
  console.log(`${name}: ${runs} of ${seeds} shuffles (seeds 1 to ${seeds}) accept something`);
  for (const [key, count] of accepted) console.log(`    ${count}× ${key}`);
}
