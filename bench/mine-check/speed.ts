// Calls per second of import and mining, how the time per call grows with the log, and bytes of state for each distinct (rule, task).

import type { FixState } from "../../src/distill/fix/state.ts";
import { emptyMineState, findings, type MineState, mine } from "../../src/distill/mine.ts";
import type { ProvenanceState } from "../../src/distill/provenance/state.ts";
import { allSteps, type Trajectory } from "../../src/model/trajectory.ts";
import { agentRuns, load, needs, sharedData } from "./load.ts";

const files = ["base", "miss_func", "miss_param"].map((name) =>
  needs(sharedData("agent-runs", `multi_turn_${name}.jsonl`)),
);
const started = performance.now();
const startedCpu = process.cpuUsage();
let calls = 0;
const streamed = emptyMineState();
for await (const trajectory of load(files)) {
  mine(streamed, trajectory);
  calls += allSteps(trajectory).length;
}
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(startedCpu);
const perCpuSecond = Math.round(calls / ((user + system) / 1e6));
console.log(
  `import and mine, streaming: ${calls} calls in ${seconds.toFixed(2)} s = ${Math.round(calls / seconds)} calls per second (${perCpuSecond} per second of processor time)`,
);
const found = performance.now();
const candidates = findings(streamed, { falseDiscoveryRate: 0.05 });
console.log(`findings: ${candidates.length} candidates in ${Math.round(performance.now() - found)} ms`);
report("agent runs", streamed);

const runs = await agentRuns();
const state = emptyMineState();
for (const copies of [1, 3, 10, 30]) {
  const before = process.cpuUsage();
  let mined = 0;
  for (let copy = 0; copy < copies; copy++) {
    for (const run of runs) {
      mine(state, renamed(run, `${copies}-${copy}`));
      mined += allSteps(run).length;
    }
  }
  const used = process.cpuUsage(before);
  const perCall = (used.user + used.system) / mined;
  console.log(
    `mine ${mined} more calls, every attempt a task of its own: ${perCall.toFixed(1)} µs of processor time a call`,
  );
}
report("44 copies of the agent runs", state);

function renamed(run: Trajectory, copy: string): Trajectory {
  return { ...run, id: `${run.id}-${copy}`, task: `${run.task}-${copy}`, session: `${run.session}-${copy}` };
}

function report(name: string, mined: MineState): void {
  const provenance = mined.miners["miner/provenance@1"] as ProvenanceState;
  const fix = mined.miners["miner/fix@1"] as FixState;
  let pairs = 0;
  for (const { tasks, fields } of Object.values(provenance.sources)) {
    pairs += Object.keys(tasks).length;
    for (const hit of Object.values(fields)) pairs += Object.keys(hit.tasks).length;
  }
  for (const { tasks } of Object.values(fix.classes)) pairs += Object.keys(tasks).length;
  const bytes = JSON.stringify(mined).length;
  console.log(
    `${name}: state ${bytes} bytes, ${pairs} pairs of rule and task, ${Math.round(bytes / pairs)} bytes a pair`,
  );
  for (const [part, value] of [
    ["prompts", mined.prompts],
    ["scenarios", mined.scenarios],
    ["fix", fix],
    ...Object.entries(provenance),
  ] as const) {
    console.log(`    ${part}: ${JSON.stringify(value).length} bytes`);
  }
}
